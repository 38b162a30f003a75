"""Which times, doers and amounts answer two questions, so that they do not clash.

"The phone was announced in May." and "It was released in June." are alike in all but a word and a
month, and a small classifier takes the months for two answers to one question. Whether two words
may name one event, or one measure, neither it nor the encoder tells, so that is a closed table:
what it does not know is judged without it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from belie.graph.word_sets import word_list
from belie.monitor.text import sentence_at
from belie.monitor.values import Amount, Moment, read_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belie.datatypes import Span

__all__ = ["are_two_slots"]

_STAGES = (
    "born birth|"
    "studied studies study studying graduated graduates graduation educated degree trained "
    "enrolled attended;"
    "designed design designer designs architect drew drawn planned conceived developed devised "
    "created built invented;"
    "ordered placed booked commissioned requested bought purchased reserved;"
    "wrote written writes writer author authored penned composed composer drafted created "
    "screenplay;"
    "directed director directs shot filmed;"
    "produced producer produces production created manufactured|"
    "founded founding foundation established establishment created creation formed formation "
    "started starts start began begins begin begun beginning launched launch launches opened "
    "opens open opening inaugurated inauguration introduced introduction incorporated commenced "
    "commences instituted debuted debut premiered premiere premieres aired airs performed "
    "organised organized entered joined unveiled became becomes;"
    "built build builds construction constructed erected manufactured assembled laid founded "
    "established created opened;"
    "joined joins hired enrolled started starts began begins entered enters signed recruited "
    "became becomes appointed appointment moved moves employed;"
    "departs departed departure left leaves leave starts started start begins began|"
    "announced announcement announces unveiled revealed presented declared proclaimed introduced "
    "confirmed;"
    "composed composer composes scored score music song;"
    "recorded recording taped filmed filming shot played performed;"
    "painted painter paints drew drawn sculpted sculptor carved created finished completed;"
    "discovered discovery discoverer found identified detected isolated spotted invented;"
    "invented inventor invention patented devised developed created designed discovered;"
    "elected election appointed appointment inaugurated inauguration sworn won wins chosen named "
    "became becomes voted crowned promoted;"
    "married marries marriage wedding wed|"
    "built constructed erected completed completion completes finished finishes painted wrote "
    "written composed filmed recorded created opened;"
    "shipped ships sent issued dispatched posted mailed left leaves|"
    "released release releases sale sales published publication publishes issued launched launch "
    "launches introduced unveiled presented premiered premieres premiere debuted debut appeared "
    "appears aired airs screened sold shown performed opened opens;"
    "delivered delivery arrived arrives arrival received landed lands|"
    "awarded award awards received receives won wins prize nominated honoured honored;"
    "sold sale sales sells bought buys acquired acquires acquisition purchased merged;"
    "renovated renovation restored restoration refurbished rebuilt remodelled modernised renewed "
    "repaired extended expanded converted;"
    "divorced divorce separated|"
    "left leaves leave retired retires retirement resigned resignation quit stepped dismissed "
    "ended ends moved moves abdicated;"
    "closed closes close closure closing dissolved dissolution disbanded demolished demolition "
    "abolished ended ends end expired expires finished finishes stopped shut shuts split "
    "decommissioned cancelled canceled ceased destroyed discontinued left leaves finale;"
    "died dies dead death killed executed assassinated"
)
"""Words that may name one event, between semicolons; the bars divide what comes before what.

A word that may name several events stands in several places.
"""
_MEASURES = (
    "long length distance covers stretches runs spans span away far;wide width broad breadth;"
    "deep depth;thick thickness;diameter;tall high height stands rises altitude elevation above "
    "summit peak;climbs climb climbing ascent ascends gain elevation;"
    "weighs weight weighed heavy mass;carries carry lifts lift payload load loads capacity holds "
    "hold tows tow pulls pull bears supports;"
    "memory ram;storage disk drive ssd stores;"
    "holds hold seats seat capacity room accommodates sleeps fits;attended attendance attend came "
    "crowd visitors;inhabitants population residents live lives home;employs employees staff "
    "workforce employed"
)
"""Words that may tell one measure, between semicolons."""
_MEASURED = frozenset({"length", "mass", "storage", "count"})
_WHEN = re.compile(
    r"\b(?:in|on|at|from|during) (?:the )?(?:(?:early|mid|late)[ -])?$", re.IGNORECASE
)
_BY_WHOM = re.compile(r"\b([^\W\d_]+) by (?:the )?$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_JOINED = re.compile(
    r"[;()–—]|:(?!\d)|\b(?:but|who|which|that|whose|where|when|while|after|before|until|if|not|"
    r"never|again)\b",
    re.IGNORECASE,
)
"""What joins further clauses, of which each has events of its own, or denies."""


class _Kind(NamedTuple):
    """Words that may name one event or measure."""

    stage: int
    words: str


def _by_word(table: str) -> Mapping[str, frozenset[_Kind]]:
    found: defaultdict[str, set[_Kind]] = defaultdict(set)
    for stage, kinds in enumerate(table.split("|")):
        for words in kinds.split(";"):
            for word in word_list(words):
                found[word].add(_Kind(stage, words))
    return {word: frozenset(kinds) for word, kinds in found.items()}


_EVENT_WORDS, _MEASURE_WORDS = _by_word(_STAGES), _by_word(_MEASURES)


class _Slot(NamedTuple):
    """What a time, a doer or an amount answers.

    Parameters
    ----------
    sort
        What is asked: when it was, by whom it was done, or how much of a kind of amount it is.
    kinds
        The events that it may be of, or the measures.
    moment
        The time, where one is asked.
    """

    sort: str
    kinds: frozenset[_Kind]
    moment: Moment | None = None


def are_two_slots(premise: str, premise_span: Span, claim: str, claim_span: Span) -> bool:
    """Whether the clashing words are when two events were, who did two things, or two measures.

    Both have to be plain: one clause with words of the table, no other time or amount in the text.
    Where the times are not in the order in which things happen ("died in 1806", "born in 1817"),
    the clash stands.

    Parameters
    ----------
    premise, claim
        The two statements.
    premise_span, claim_span
        The words of each that clash.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> premise, claim = "It was announced in May.", "It was released in June."
    >>> are_two_slots(premise, Span(20, 23), claim, Span(19, 23))
    True
    >>> are_two_slots(premise, Span(20, 23), "It was unveiled in June.", Span(19, 23))
    False
    """
    one, other = _slot(premise, premise_span), _slot(claim, claim_span)
    if one is None or other is None or one.sort != other.sort:
        return False
    return one.kinds.isdisjoint(other.kinds) and _in_order(one, other)


def _slot(text: str, span: Span) -> _Slot | None:
    """What some words of a text answer; ``None`` where that is not plain."""
    said = sentence_at(span, text)
    if _JOINED.search(said):
        return None
    values = read_values(text)
    marked = [value for value in values if value.whole.overlaps(span)]
    if not marked:
        led = _BY_WHOM.search(text, 0, span.start)
        done = led and text.count(" by ") == 1 and _kinds(led[1], _EVENT_WORDS)
        return _Slot("by whom", _kinds(text, _EVENT_WORDS)) if done else None
    value = marked[0]
    if any(type(one.said) is type(value.said) for one in values if one is not value):
        return None
    if isinstance(value.said, Amount):
        sort, words = value.said.kind, _MEASURE_WORDS
        plain = sort in _MEASURED
    else:
        sort, words = value.said.kind, _EVENT_WORDS
        plain = value.whole == value.span and _WHEN.search(text, 0, value.span.start)
    if not (plain and _kinds(said, words)):
        return None
    moment = None if isinstance(value.said, Amount) else value.said
    return _Slot(sort, _kinds(text, words), moment)


def _kinds(text: str, table: Mapping[str, frozenset[_Kind]]) -> frozenset[_Kind]:
    """The events or measures that words of ``text`` may name."""
    words = {word.lower() for word in _WORD.findall(text)}
    return frozenset[_Kind]().union(*(table.get(word, frozenset()) for word in words))


def _in_order(one: _Slot, other: _Slot) -> bool:
    """Whether what comes first, if that is known, was first; weekdays come again."""
    first, last = sorted((one, other), key=lambda slot: max(kind.stage for kind in slot.kinds))
    ordered = max(kind.stage for kind in first.kinds) < min(kind.stage for kind in last.kinds)
    then, later = _when(first.moment), _when(last.moment)
    return then < later or not (ordered and then and later)


def _when(moment: Moment | None) -> tuple[float, ...]:
    if moment is None:
        return ()
    if moment.minute is not None:
        return (moment.minute,)
    if moment.years is None:
        return ()
    return (moment.years[0], moment.month or 0, moment.day or 0)
