"""Which role each way into the table needs. What is not listed is closed."""

from __future__ import annotations

ANYONE = frozenset({"nobody", "dealer", "supervisor", "technician", "auditor"})
STAFF = ANYONE - {"nobody"}
PLAY = frozenset({"dealer", "supervisor"})
READ = frozenset({"supervisor", "auditor"})
DESK = frozenset({"supervisor"})
BENCH = frozenset({"technician"})
POLLED = frozenset({"/api/desk"})
"""Asked for by pages of themselves, again and again: no sign that anybody is there."""
# Path or its beginning (with a slash at the end) -> who may take it.
WAYS: dict[str, frozenset[str]] = {
    "/": ANYONE,
    "/login": ANYONE,
    "/static/": ANYONE,
    "/api/me": ANYONE,
    "/api/openapi.json": ANYONE,
    "/api/login": ANYONE,
    "/api/logout": ANYONE,
    "/api/demo": ANYONE,  # nothing to choose but in a demo
    "/wheel": ANYONE,
    "/live": ANYONE,  # to look; each act asks again
    "/api/state": STAFF,
    "/dealer": PLAY,
    "/cards": PLAY,
    "/api/act": PLAY,
    "/records": READ,
    "/api/rounds": READ,
    "/api/rounds/": READ,
    "/api/entries": READ,
    "/api/check": READ,
    "/api/report": READ,
    "/api/search": READ,
    "/api/export": READ,
    "/desk": DESK,
    "/api/desk": DESK,
    "/bench": BENCH,
    "/bench/live": BENCH,
    "/api/bench": BENCH,
    "/api/bench/reports": BENCH | READ,
    "/api/bench/reports/": BENCH | READ,
}


def ways_to(path: str) -> frozenset[str]:
    """Who may take `path`; nobody at all for one that is not listed."""
    if path in WAYS:
        return WAYS[path]
    for way, roles in WAYS.items():
        if way != "/" and way.endswith("/") and path.startswith(way):
            return roles
    return frozenset()
