"""Coverage-guided fuzzing of both sides of the wire: `make fuzz`, or

    python tests/link/fuzz/run.py -max_total_time=300

Options are libFuzzer's. What reaches new code is kept in tests/link/fuzz/corpus, which `make test`
replays; -merge=1 tests/link/fuzz/corpus NEW takes only what adds something.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[2] / "firmware"), str(HERE.parents[1])]

with atheris.instrument_imports(include=["feltwire", "controller", "feltlink.link"]):
    from support.fuzz_play import one


def main() -> None:
    """Run libFuzzer with the kept corpus, unless folders are given."""
    folders = [] if any(not a.startswith("-") for a in sys.argv[1:]) else [str(HERE / "corpus")]
    atheris.Setup([*sys.argv, "-max_len=600", "-timeout=20", *folders], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
