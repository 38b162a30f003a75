"""Alerts as lines of a file."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from belie.adapters.sinks.containment import Containment
from belie.adapters.sinks.record import to_json

if TYPE_CHECKING:
    from belie.adapters.sinks.containment import SinkHealth
    from belie.datatypes import Alert

__all__ = ["JsonlSink"]


class JsonlSink:
    """Appends each alert to a file, as one line of JSON.

    The file is opened for each alert, so that it may be moved away or cleared meanwhile, and made
    where it is not there, for its owner's eyes only: it holds words of conversations. Lines of
    several threads do not mix.

    Parameters
    ----------
    path
        The file; its folder exists.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from belie import Monitor
    >>> with TemporaryDirectory() as folder:
    ...     monitor = Monitor(sinks=[JsonlSink(Path(folder, "alerts.jsonl"))])
    ...     documents = ["The bridge was opened to traffic in 1962."]
    ...     report = monitor.observe(
    ...         "The bridge was opened to traffic in 1937.", session="s1", documents=documents
    ...     )
    ...     len(Path(folder, "alerts.jsonl").read_text("ascii").splitlines())
    1
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._lock = threading.Lock()
        self._containment = Containment(self._append, name=type(self).__name__)

    def __call__(self, alert: Alert, /) -> None:
        """Append one alert."""
        self._containment.tell(alert)

    def health(self) -> SinkHealth:
        """Return how many alerts were written, and how many could not be."""
        return self._containment.health()

    def _append(self, alert: Alert) -> None:
        line = to_json(alert) + "\n"
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        with (
            self._lock,
            os.fdopen(os.open(self._path, flags, 0o600), "a", encoding="ascii") as file,
        ):
            file.write(line)
