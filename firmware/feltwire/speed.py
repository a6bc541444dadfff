"""Stand-ins for what MicroPython's compiler knows, so that plain Python runs the same lines.

It knows `@micropython.native`, `@micropython.viper`, `const` and the pointer types by their names
and never looks at these. A name that begins with `_` and is a `const` takes no memory.
"""


def _same(it):
    return it


class micropython:  # noqa: N801
    native = staticmethod(_same)
    viper = staticmethod(_same)


const = _same
ptr8 = ptr16 = ptr32 = _same
