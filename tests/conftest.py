"""Settings for all tests: hypothesis without deadlines, for the machine may be busy.

`make test` tries the same examples each time, so that a red run is a change's own; `make soak`
draws new ones.
"""

from __future__ import annotations

import os

from hypothesis import settings

SOAK = bool(os.environ.get("FELTLINK_SOAK"))
settings.register_profile("test", deadline=None, print_blob=True, derandomize=not SOAK)
settings.load_profile("test")
