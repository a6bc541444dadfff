"""Chooses the program that runs: the tree that `/live` names, or else the one in `/`.

MicroPython runs this first, then `main.py` of the folder that is current. `feltlink firmware
deploy` writes a whole tree into `/a` or `/b` and then renames a new `/live` over the old one: at
every instant the file names a tree that is complete.
"""

import os


def _live() -> str:
    try:
        with open("/live") as file:
            tree = str(file.read(16).split()[0])
        os.stat(tree + "/main.py")
    except (OSError, IndexError, UnicodeError):
        return "/"
    return tree


os.chdir(_live())
