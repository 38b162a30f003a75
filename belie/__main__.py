"""``python -m belie`` is the command ``belie``."""

from __future__ import annotations

from belie.cli import main

if __name__ == "__main__":
    main()
