"""A rule beside its exceptions: what a sentence states is not taken back by the one after it.

Beside "Any item may be returned within 30 days. Items on sale cannot be returned." a classifier
finds that "You can return items within 30 days." is contradicted.
"""

from __future__ import annotations

from belie.monitor.stems import stems
from belie.monitor.text import sentences

__all__ = ["rule_and_rest"]


def rule_and_rest(text: str, said: str) -> tuple[str, str] | None:
    """Return the sentence that has most of the words of what was said, and the others.

    ``None`` where no sentence has more of them than all others.

    Examples
    --------
    >>> text = "Any item may be returned within 30 days. Items on sale cannot be returned."
    >>> rule_and_rest(text, "You can return items within 30 days.")
    ('Any item may be returned within 30 days.', 'Items on sale cannot be returned.')
    >>> rule_and_rest(text, "It is blue.") is None
    True
    """
    told = [span.cut(text) for span in sentences(text)]
    if len(told) < 2:
        return None
    asked = stems(said)
    shared = [len(asked & stems(sentence)) for sentence in told]
    most = max(shared)
    if shared.count(most) > 1:
        return None
    rule = told.pop(shared.index(most))
    return rule, " ".join(told)
