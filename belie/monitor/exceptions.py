"""A rule beside its exceptions: what a sentence states is not taken back by the one after it.

Beside "Any item may be returned within 30 days. Items on sale cannot be returned." a classifier
finds that "You can return items within 30 days." is contradicted.
"""

from __future__ import annotations

from belie.monitor.stems import stems
from belie.monitor.text import sentences

__all__ = ["stating"]


def stating(text: str, said: str) -> str | None:
    """Return the sentence of a text that has more of the words of what was said than any other.

    Examples
    --------
    >>> text = "Any item may be returned within 30 days. Items on sale cannot be returned."
    >>> stating(text, "You can return items within 30 days.")
    'Any item may be returned within 30 days.'
    >>> stating(text, "Items on sale can be returned, too.")
    'Items on sale cannot be returned.'
    >>> stating(text, "It is blue.") is None
    True
    """
    spans = sentences(text)
    if len(spans) < 2:
        return None
    asked = stems(said)
    shared = [len(asked & stems(span.cut(text))) for span in spans]
    most = max(shared)
    return spans[shared.index(most)].cut(text) if shared.count(most) == 1 else None
