"""Stand-ins for MicroPython's native and viper emitters, so that plain Python runs the same lines.

MicroPython's compiler knows `@micropython.native`, `@micropython.viper` and the pointer types by
their names and never looks at these.
"""


def _same(it):
    return it


class micropython:  # noqa: N801
    native = staticmethod(_same)
    viper = staticmethod(_same)


ptr8 = ptr16 = ptr32 = _same
