"""An audit that is killed again and again: ``python killed_audit.py STORE SIZE WORKERS KILLS``.

Each round forks and audits until it has told of a random number of turns; SIGKILL then meets it
wherever it is. No round comes to its end.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from audit_parts import archive, make_scripted

from belie.auditing import Recipe, audit_each


def run(store, size, workers, told):
    """Audit, writing a byte for each turn, and wait for the end after the last one."""
    left = 4 * size

    def on_turn():
        nonlocal left
        left -= 1
        os.write(told, b".")
        if not left:
            signal.pause()

    recipe = Recipe(store, make_scripted)
    for _ in audit_each(archive(size), recipe=recipe, workers=workers, on_turn=on_turn):
        pass


def kill_one(store, size, workers, turns):
    hears, told = os.pipe()
    child = os.fork()
    if not child:
        os.close(hears)
        try:
            run(store, size, workers, told)
        finally:
            os._exit(1)
    os.close(told)
    for _ in range(turns):
        os.read(hears, 1)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(hears)
    return os.WIFSIGNALED(status)


def main():
    store = sys.argv[1]
    size, workers, kills = map(int, sys.argv[2:])
    moments = random.Random(workers)
    killed = [kill_one(store, size, workers, moments.randint(1, 4 * size)) for _ in range(kills)]
    sys.exit(not all(killed))


if __name__ == "__main__":
    main()
