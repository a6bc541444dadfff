# For those who build MicroPython themselves; this chip has no USB, so nothing of micropython-lib:
#   make -C ports/esp32 BOARD=ESP32_GENERIC FROZEN_MANIFEST=$PWD/boards/esp32/manifest.py
include("$(PORT_DIR)/boards/manifest.py")
include("../rooms.py")
