# For those who build MicroPython themselves:
#   make -C ports/rp2 BOARD=RPI_PICO2 FROZEN_MANIFEST=$PWD/boards/rp2350/manifest.py
include("$(PORT_DIR)/boards/manifest.py")
include("../rooms.py")
# a CDC port of our own beside the prompt's, which hal/port_usb.py takes where it finds it
require("usb-device-cdc")
