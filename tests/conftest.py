"""Settings for all tests: hypothesis without deadlines, for the machine may be busy."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("test", deadline=None, print_blob=True)
settings.load_profile("test")
