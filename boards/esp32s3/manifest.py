# For those who build MicroPython themselves:
#   make -C ports/esp32 BOARD=ESP32_GENERIC_S3 FROZEN_MANIFEST=$PWD/boards/esp32s3/manifest.py
include("$(PORT_DIR)/boards/manifest.py")
include("../rooms.py")
# a CDC port of our own beside the prompt's, which hal/port_usb.py takes where it finds it
require("usb-device-cdc")
