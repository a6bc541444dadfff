"""The drivers that the board names, and no others: what is not imported takes no memory."""


def driver(face: str, name: str):  # type: ignore[no-untyped-def]
    """Return the module of a face's driver: `inputs`, `lights` or `port`."""
    return __import__("hal.%s_%s" % (face, name), None, None, ("driver",))
