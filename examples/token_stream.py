"""Check an answer while it is being said, in plain Python: the alert comes before the answer ends.

Run it with ``python examples/token_stream.py``; a scripted model stands in for a real one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie import Monitor

if TYPE_CHECKING:
    from collections.abc import Iterator

QUESTION = "Tell me about the Eiffel Tower."
DOCUMENT = "The Eiffel Tower is 330 metres tall. Gustave Eiffel's company built it."
ANSWER = (
    "The Eiffel Tower is 250 metres tall. Gustave Eiffel's company built it. It is made of iron."
)


def tokens() -> Iterator[str]:
    """Yield the answer word by word; here would stand the stream of your model."""
    yield from re.findall(r"\s*\S+", ANSWER)


def main() -> None:
    """Print tokens as they come, and each alert as soon as its sentence is complete."""
    monitor = Monitor()
    monitor.observe(QUESTION, session="visitor-1", role="user")
    with monitor.stream(session="visitor-1", documents=[DOCUMENT], question=QUESTION) as stream:
        for token in tokens():
            print(token, end="", flush=True)
            for alert in stream.feed(token):
                print(f" [{alert.explanation}]", end="")
    report = stream.close()  # the block has closed it: this is the report that was stored
    print(f"\n{len(report.claims)} claims, {len(report.alerts)} contradicted")


if __name__ == "__main__":
    main()
