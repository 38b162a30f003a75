"""One command runs every check: ``python check.py`` in an environment with ``.[dev]``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent
BIN = Path(sys.executable).parent

CHECKS = (
    ("format", [BIN / "ruff", "format", "--check", "."]),
    ("lint", [BIN / "ruff", "check", "."]),
    ("types", [BIN / "pyright", "--pythonpath", sys.executable]),
    ("import contracts", [BIN / "lint-imports"]),
    ("tests", [sys.executable, "-m", "pytest", "-q"]),
)


def main() -> int:
    """Run all checks, also after one has failed, and name those that failed."""
    failed: list[str] = []
    for name, command in CHECKS:
        print(f"== {name}", flush=True)  # noqa: T201 - this is a command
        if subprocess.run(command, cwd=ROOT, check=False).returncode:  # noqa: S603 - our own list
            failed.append(name)
    print(f"== failed: {', '.join(failed)}" if failed else "== all checks passed")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
