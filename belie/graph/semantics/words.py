"""The words of a claim, made comparable."""

from __future__ import annotations

import re

from belie.graph.letters import plain_letters
from belie.graph.word_sets import word_set

__all__ = ["NEGATIONS", "STOP_WORDS", "TITLES", "content", "stem", "tokens"]

_TOKEN = re.compile(r"[$€£]?\d+(?:[.,:]\d+)*%?|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SHORT_FORM = re.compile(r"(?i)(n['’]t|['’](?:m|re|ve|ll|d|s))$")
_LONG_FORMS = {"n't": "not", "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}
_WHOLE_FORMS = {"can't": ("can", "not"), "won't": ("will", "not"), "cannot": ("can", "not")}


_IS_AFTER = word_set("it he she that there here what who where this everything")
_IRREGULAR = {
    "is": "be", "are": "be", "am": "be", "was": "be", "were": "be", "been": "be", "being": "be",
    "has": "have", "had": "have", "having": "have", "does": "do", "did": "do", "done": "do",
    "went": "go", "gone": "go", "goes": "go", "said": "say", "got": "get", "won": "win",
    "wrote": "write", "written": "write", "built": "build", "made": "make", "took": "take",
    "bought": "buy", "sold": "sell", "met": "meet", "ate": "eat", "drove": "drive",
    "spoke": "speak", "spent": "spend", "left": "leave", "began": "begin", "became": "become",
    "children": "child", "kids": "child", "kid": "child", "people": "person", "wives": "wife",
    "men": "man", "women": "woman", "mice": "mouse", "feet": "foot", "ran": "run", "knew": "know",
}  # fmt: skip
NEGATIONS = word_set(
    "not no never none nobody nothing nowhere neither nor without hardly barely cannot"
)
STOP_WORDS = word_set(
    "a an the this that these those of in on at to for from by with as and or but so than then "
    "i me my mine myself we us our ours you your yours he him his she her hers it its they them "
    "their theirs there here who whom whose which what when where 's am is are was were be been "
    "being has have had having do does did will would shall should can could may might must "
    "very really quite just still yet also too again actually well about into over up out off "
    "now currently anymore longer used formerly previously once originally"
)
TITLES = word_set("mr mrs ms miss dr sir prof professor president king queen captain")
"""What stands before the name of a person and names nobody."""


def tokens(text: str) -> tuple[str, ...]:
    """Return the words and numbers of ``text``, short forms taken apart.

    Examples
    --------
    >>> tokens("It's Anna's dog; it doesn't cost $1,200.")
    ('It', 'is', 'Anna', "'s", 'dog', 'it', 'does', 'not', 'cost', '$1,200')
    """
    return tuple(part for word in _TOKEN.findall(plain_letters(text)) for part in _parts(word))


def _parts(word: str) -> tuple[str, ...]:
    plain = word.replace("’", "'")
    whole = _WHOLE_FORMS.get(plain.lower())
    if whole:
        return whole
    short = _SHORT_FORM.search(plain)
    if not short or not short.start():
        return (word,)
    before, form = plain[: short.start()], short.group().lower()
    if form == "'s":
        return before, "is" if before.lower() in _IS_AFTER else "'s"
    return before, _LONG_FORMS[form]


def stem(word: str) -> str:
    """Return what the forms of a word share, roughly (a small part of Porter 1980).

    Examples
    --------
    >>> [stem(word) for word in ("lives", "living", "lived", "planning", "cities", "was")]
    ['liv', 'liv', 'liv', 'plan', 'city', 'be']
    >>> stem("made") == stem("makes") == stem("make")
    True
    """
    low = _IRREGULAR.get(word.lower(), word.lower())
    if len(low) <= 3 or not low.isalpha():
        return low
    if low.endswith("ies"):
        return low[:-3] + "y"
    for ending in ("ing", "ed"):
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            return _undoubled(low.removesuffix(ending))
    bare = low[:-1] if low.endswith("s") and not low.endswith(("ss", "us", "is")) else low
    return bare.removesuffix("e") if len(bare) > 3 else bare


def _undoubled(word: str) -> str:
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz"
    return word[:-1] if doubled else word


def content(words: tuple[str, ...]) -> frozenset[str]:
    """Return the stems of the words that carry meaning; negations and numbers are among them.

    Words that begin with "@" stand for one of the two who talk and are left out.

    Examples
    --------
    >>> sorted(content(tokens("The shop is not in Rome.")))
    ['not', 'rom', 'shop']
    """
    return frozenset(
        stem(word) for word in words if word.lower() not in STOP_WORDS and word[0] != "@"
    )
