"""One name for the many ways to say that something happened."""

from __future__ import annotations

from belie.graph.word_sets import word_list
from belie.monitor.logic.reading import stem

__all__ = ["verb_of", "verb_of_noun"]

_OTHERS = {
    "died": ("passed away",),
    "founded": ("set up", "established", "created", "formed"),
    "opened": ("inaugurated",),
    "built": ("constructed", "completed", "finished"),
    "closed": ("shut down", "closed down", "closed for good", "closed permanently"),
    "demolished": ("torn down", "destroyed"),
    "ended": ("expired", "expires"),
    "started": ("began", "begins"),
    "released": ("came out", "published"),
}
_NOUNS = {
    "opened": "opening inauguration",
    "built": "completion construction",
    "founded": "founding foundation establishment creation",
    "born": "birth",
    "launched": "launch",
    "released": "release publication",
    "graduated": "graduation",
    "started": "start beginning",
}


def _plain(words: str) -> str:
    first, blank, rest = words.lower().partition(" ")
    return f"{stem(first)}{blank}{rest}"


_ONE_NAME = {_plain(other): _plain(name) for name, others in _OTHERS.items() for other in others}
_OF_NOUN = {noun: _plain(name) for name, nouns in _NOUNS.items() for noun in word_list(nouns)}


def verb_of(words: str) -> str:
    """Return one name for the ways to say that something happened, a stem.

    Examples
    --------
    >>> verb_of("was set up".removeprefix("was ")), verb_of("founded"), verb_of("passed away")
    ('found', 'found', 'died')
    """
    plain = _plain(words)
    return _ONE_NAME.get(plain, plain)


def verb_of_noun(noun: str) -> str:
    """Return the name of what a noun says happened; empty for other nouns.

    Examples
    --------
    >>> verb_of_noun("opening"), verb_of_noun("tower")
    ('open', '')
    """
    return _OF_NOUN.get(noun, "")
