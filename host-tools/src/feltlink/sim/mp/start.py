# Brings the simulated board up as a chip does: file system, boot.py, then main.py. When main.py
# ends, the chip stands idle (on a real one, at the prompt) until its watchdog bites.
import gc
import io
import sys
import uos
import vfs

import machine  # noqa: F401 - loaded while `/` is still the machine's own
import simchip
import simflash
import simos  # noqa: F401
import time  # noqa: F401

sys.argv[:] = []
sys.path[:] = ["", ".frozen", "/lib"]
_root = uos.getenv("FELTLINK_SIM_FLASH")
vfs.umount("/")
vfs.mount(simflash.Flash(_root), "/")
gc.collect()
simchip.send(66, 0, gc.mem_alloc(), simchip.clock())  # B: so much of the heap is the simulation's
del _root
try:
    for _name in ("boot.py", "main.py"):
        try:
            with open(_name) as _file:
                _code = compile(_file.read(), _name, "exec")
        except OSError:
            if _name == "main.py":
                raise
            continue
        exec(_code, {"__name__": "__main__"})
    _text = "main.py returned"
except BaseException as _error:
    simchip.lock_heap(False)  # a test may have locked it
    _where = io.StringIO()
    sys.print_exception(_error, _where)
    _text = _where.getvalue()
simchip.ended(_text.encode()[-2000:])
while not uos.getenv("FELTLINK_SIM_PROMPT"):
    simchip.sleep_us(100000)
