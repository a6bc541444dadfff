# What every freeze manifest beside this shares: Feltlink's three rooms, as bytecode in the image.
# `boot.py`, `main.py` and `board.py` stay files: which program runs and how a table is wired can
# then be changed without building MicroPython again. A deployed tree comes before what is frozen.
package("feltwire", base_path="../firmware")
package("controller", base_path="../firmware")
package("hal", base_path="../firmware")
