"""Requests to change something, and answers that do so: what was said of it before is over."""

from __future__ import annotations

from belie.monitor.claims.checkworthy.marks import end_of_lead, straighten
from belie.monitor.claims.checkworthy.patterns import GAP, any_of, pattern

__all__ = ["is_changed_on_request"]

_OPENING = (
    r"(?:(?:please|actually|sorry|ok|okay|oh|no|then|and|great|thanks|thank you|hi|hello|hm+)"
    rf"(?!'?\w){GAP})*+"
)
_POLITELY = r"(?:(?:can|could|would|will) (?:you|we) (?:please |also |just )*+)?"
_THING = any_of("the my our a an another one two it that this them me us everything all")
_WORDS = any_of(  # what is rewritten tells of the same things as before
    "answers? articles? details? emphasis essays? examples? explanations? letters? lists? lyrics "
    "paragraphs? poems? sentences? songs? stor(?:y|ies) styles? subjects? summar(?:y|ies) texts? "
    "tones? topics? versions? wording words?"
)
_REQUEST = pattern(
    _OPENING
    + _POLITELY
    + r"(?:(?:change|move|switch|add|remove|cancel|turn|set|reschedule|upgrade|unlock|extend)"
    rf" (?:{_THING}|\w++ (?:off|on|up|down)|to|from|off|on|up|down|\d)\b|"
    rf"stop (?:{_THING} \w|playing|recording|sending|charging)|stop(?=[\s.!]*\Z)|"
    r"make (?:it|that|them) "
    r"(?!(?:more|less|sound|into|to|in|rhyme|up|work|clear|simple|short|long)\b)(?!\w{2,20}er\b)\w)"
)
_OWN_CHANGE = pattern(
    _OPENING
    + r"(?:i (?:actually )?meant (?!(?:a lot|to|no|everything|nothing|well|what|it when|every word)"
    r"\b|it\s*(?:[.!?]|\Z))|"
    r"change of plans?\b|i(?:'ve| have)? changed my mind\b|on second thoughts?\b|"
    r"(?:(?:i|we)(?:'d like|'ll (?:have|take)| would like| want| need| prefer)|let's|how about)\b"
    r"[^.!?]{1,80}? instead\b(?! of))"
)
_OF_WORDS = pattern(rf"[^.!?]{{0,200}}\b{_WORDS}\b")
_REFUSAL = pattern(
    r"\b(?:can't|cannot|can not|couldn't|could not|won't|will not|unable|not (?:able|possible)|"
    r"impossible|unfortunately|i'm afraid)\b"
)


def is_changed_on_request(request: str, answer: str) -> bool:
    """Whether a turn opens with the wish to have something changed, and its answer refuses nothing.

    Users wish so, too, who mend or change what they asked for: "Sorry, I meant Friday."

    Examples
    --------
    >>> is_changed_on_request("Please change it to six.", "Done! Your table is for six.")
    True
    >>> is_changed_on_request("Can I change it?", "Yes, for free.")
    False
    >>> is_changed_on_request("Please cancel it.", "I'm sorry, I can't.")
    False
    """
    words = straighten(request)
    start = end_of_lead(words)
    asked = _REQUEST.match(words, start) or _OWN_CHANGE.match(words, start)
    asked = asked and not _OF_WORDS.match(words, start)
    return bool(asked) and not _REFUSAL.search(straighten(answer))
