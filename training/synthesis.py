"""Pairs made from running text by edits whose place and effect are known.

Every row is decided by one sentence of a window of 1-6 sentences. Which side carries the edit
is drawn by lot, and edited sentences also occur as entailed and as neutral claims, so that an
edit as such says nothing about the label: only comparing the two sides does.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from training import lexicon
from training.rewrites import BOUND_AFTER, bounded, rewrite
from training.rows import (
    CONFLICT,
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    PARTIAL,
    Row,
    Span,
    Spans,
    detokenise,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from training.clauses import Clause

MAX_WINDOW_WORDS = 110
_OFTEN_SMALL = 3
_LEAST_PLACES, _NEAREST = 2, 12
REWORDED_SHARE = 0.4
_MIN_WORDS, _MAX_WORDS = 5, 45

_SPLIT = re.compile(r"(?<=[.!?])[\"')\]]?\s+(?=[\"'(\[]?[A-Z0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No|Inc|Ltd|Co|Gen|Col|Lt|Rev|Prof|approx|ca|e\.g|i\.e|U\.S|"
    r"a\.m|p\.m|etc)|\b[A-Z])\.$"
)
_NUMBER = re.compile(
    r"(?<![\w.,\-\u2013/:#$€£\\])([$€£]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?"
    r"(?![\w/\\:\u2013-]|[.,]\d)"
)
_NAME = re.compile(
    r"(?<![\w.\-/\\])[A-Z](?:'(?=[A-Za-z])(?!s\b)|[a-zA-Z\u00c0-\u024f])+"
    r"(?:[ -][A-Z](?:'(?=[A-Za-z])(?!s\b)|[a-zA-Z\u00c0-\u024f])+)*(?![\w\-/\\])"
)
_TOKEN = re.compile(r"[\w'-]+|[^\w\s]")
_WORD = re.compile(r"[\w'\u2019-]+")
UNSAFE_TO_SHORTEN = re.compile(
    r"\b(not|no|never|only|all|every|each|any|if|unless|except|without|none|most|few|"
    r"cannot|n't)\b|n't\b",
    re.IGNORECASE,
)
# After these a changed figure may still be true: "more than 200" where 250 were sold.
_BOUND_BEFORE = re.compile(
    r"\b(?:than|over|under|at least|at most|up to|above|below|nearly|almost|about|around|roughly|"
    r"approximately|after|before|since|until|by|exceed\w*|within|early|late|mid) $",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(more|less|fewer|over|under|before|after|by|since|until|least|most|about|around|nearly|"
    r"almost|approximately|up to|above|below|exceed\w*|within|between|during|early|late|as of)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Edit:
    """A sentence after a change: the changed spans before and after, and the label it earns."""

    text: str
    before: Spans
    after: Spans
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class MarkedEdit:
    """Where an edit shows in the deciding sentence of the premise and in the claim."""

    kind: str
    label: str
    premise_marks: Spans
    claim_marks: Spans


@dataclass(frozen=True, slots=True)
class Shortening:
    """A sentence with one span left out, still true wherever the sentence is."""

    text: str
    removed: Span

    def to_sentence(self, span: Span) -> Span | None:
        """Where a span of the short text lies in the full sentence."""
        start, end = self.removed
        shift = end - start
        return tuple(p + shift if p >= start else p for p in span)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Passage:
    """A document as sentences."""

    sentences: tuple[str, ...]
    group: str


def split_sentences(text: str) -> list[str]:
    """Sentences of running text; common abbreviations do not end one."""
    parts: list[str] = []
    for part in _SPLIT.split(detokenise(text)):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] += " " + part
        else:
            parts.append(part)
    return [part.strip() for part in parts if part.strip()]


def usable(sentence: str) -> bool:
    """Whole declarative sentences of ordinary length, no code and no list residue."""
    return (
        _MIN_WORDS <= len(sentence.split()) <= _MAX_WORDS
        and sentence[0].isupper()
        and sentence.endswith((".", '."'))
        and not re.search(r"[{}<>|=\\@_*`]|\.\.|--\w|https?:", sentence)
        and sentence.count("(") == sentence.count(")")
        and sentence.count('"') % 2 == 0
    )


# --- names -----------------------------------------------------------------------------------


# Beside these a name is a part of a longer one: "Bank of England", "St. Louis", "Xbox 360".
_LONGER_BEFORE = re.compile(r"(?:[A-Z][\w'-]+ of (?:the )?|\b[A-Z][a-z]{0,2}\. |[\"\u201c])$")
_LONGER_AFTER = re.compile(r" of (?:the )?[A-Z]| [A-Z]\.| \d")


def names(sentence: str) -> list[re.Match[str]]:
    """Whole capitalised names that do not open the sentence, where capitals say nothing."""
    found: list[re.Match[str]] = []
    for match in _NAME.finditer(sentence):
        words = match.group().split()
        identifier = re.search(r"[a-z][A-Z]|[A-Z]{2}[a-z]", match.group())
        opens = match.start() == 0 or words[0] in lexicon.NOT_NAMES or words[0].startswith("I'")
        longer = _LONGER_BEFORE.search(sentence[: match.start()])
        longer = longer or _LONGER_AFTER.match(sentence[match.end() :])
        if not (opens or identifier or longer) and len(match.group()) > 2:
            found.append(match)
    return found


def _word_before(sentence: str, start: int) -> str:
    words = _WORD.findall(sentence[:start])
    return words[-1].lower() if words else ""


def _word_after(sentence: str, end: int) -> str:
    match = re.match(r"\s*([\w']+|[^\w\s])", sentence[end:])
    return match.group(1).lower() if match else ""


def _article_fits(before: str, word: str) -> bool:
    """Whether a word may follow the one before it: an apple, a pear."""
    return before not in ("a", "an") or (before == "an") == (word[0].lower() in "aeiou")


class NameBank:
    """Names by their sort.

    Countries, states, cities, peoples and persons are told by lists; any other two names are of
    one sort where the texts have both in the same places, at least twice. A capitalised word that
    the texts write small as well is no name.
    """

    def __init__(self, sentences: Iterable[str]) -> None:
        texts = list(sentences)
        small = Counter(word for text in texts for word in re.findall(r"\b[a-z]{3,}\b", text))
        self._small = {word for word, count in small.items() if count >= _OFTEN_SMALL}
        self._places: defaultdict[str, set[str]] = defaultdict(set)
        for text in texts:
            for match in self.names(text):
                self._places[match.group()].update(_places(text, match.span()))
        self._seen_at: defaultdict[str, list[str]] = defaultdict(list)
        for name, places in self._places.items():
            for place in places:
                self._seen_at[place].append(name)
        self._persons = sorted(name for name in self._places if _sort(name) == "person")

    def names(self, sentence: str) -> list[re.Match[str]]:
        """The names of a sentence that are no ordinary words."""
        return [
            match
            for match in names(sentence)
            if match.group().lower() not in self._small and len(match.group().split()) <= 3
        ]

    def alike(self, name: str) -> list[str]:
        """The other names of its sort, in a fixed order."""
        sort = _sort(name)
        if sort is not None:
            known = self._persons if sort == "person" else lexicon.NAMES[sort]
            return [
                other
                for other in known
                if other != name and frozenset({name, other}) not in lexicon.COMPATIBLE
            ]
        shared = Counter(
            other for place in self._places.get(name, ()) for other in self._seen_at[place]
        )
        fitting = ((-count, other) for other, count in shared.items() if self._fits(name, other))
        return [other for count, other in sorted(fitting)[:_NEAREST] if -count >= _LEAST_PLACES]

    def _fits(self, name: str, other: str) -> bool:
        length, caps = len(name.split()), name.isupper()
        alike = (len(other.split()), other.isupper()) == (length, caps)
        return alike and other != name and _sort(other) is None

    def like(self, name: str, after: str, avoid: str, rng: random.Random) -> str | None:
        """Another name of its sort that fits the word before and shares no word with `avoid`."""
        taken = set(_WORD.findall(avoid.lower()))
        fitting = [
            other
            for other in self.alike(name)
            if taken.isdisjoint(_WORD.findall(other.lower())) and _article_fits(after, other)
        ]
        return rng.choice(fitting) if fitting else None


def _sort(name: str) -> str | None:
    if name in lexicon.SORT_OF_NAME:
        return lexicon.SORT_OF_NAME[name]
    words = name.split()
    return "person" if len(words) == 2 and words[0] in lexicon.GIVEN_NAMES else None


def _places(sentence: str, span: Span) -> list[str]:
    """What stands before and after a name, where a word of it tells something."""
    before = _TOKEN.findall(sentence[max(0, span[0] - 40) : span[0]])[-2:]
    after = _TOKEN.findall(sentence[span[1] : span[1] + 40])[:2]
    sides = (("before", before), ("after", after))
    return [
        " ".join((side, *("Name" if word[0].isupper() else word for word in words)))
        for side, words in sides
        if any(word.islower() and word not in lexicon.BESIDE_ANYTHING for word in words)
    ]


# --- edits -----------------------------------------------------------------------------------


def _replace(sentence: str, span: Span, new: str, label: str, kind: str) -> Edit:
    start, end = span
    text = sentence[:start] + new + sentence[end:]
    return Edit(text, (span,), ((start, start + len(new)),), label, kind)


def _detail_label(sentence: str) -> str:
    """A swapped name contradicts a short statement whole and a longer one in part."""
    return CONTRADICTION if len(sentence.split()) <= 6 else PARTIAL


def _near_year(year: int, rng: random.Random) -> int:
    return year + rng.choice((-1, 1)) * rng.choice((1, 1, 2, 2, 3, 4, 5, 7, 10, 12))


def _near_integer(value: int, rng: random.Random) -> int:
    """Another integer with as many digits and as many closing zeros."""
    if value < 10:
        return rng.choice([n for n in range(1, 10) if n != value])
    digits = str(value)
    zeros = len(digits) - len(digits.rstrip("0"))
    significant = int(digits[: len(digits) - zeros])
    low, high = 10 ** (len(str(significant)) - 1), 10 ** len(str(significant)) - 1
    reach = max(3, significant // 3)
    options = range(max(low, significant - reach), min(high, significant + reach) + 1)
    return rng.choice([n for n in options if n != significant and n % 10]) * 10**zeros


def _near_number(match: re.Match[str], sentence: str, rng: random.Random) -> str:
    currency, whole, fraction = match.group(1), match.group(2), match.group(3) or ""
    value = int(whole.replace(",", ""))
    after_month = _word_before(sentence, match.start()).capitalize() in lexicon.MONTHS
    before_month = _word_after(sentence, match.end()).capitalize() in lexicon.MONTHS
    if (after_month or before_month) and value <= 31:
        return str(rng.choice([n for n in range(1, 29) if n != value]))
    if len(whole) == 4 and 1200 <= value <= 2040 and not currency and not fraction:
        return str(_near_year(value, rng))
    if fraction and rng.random() < 0.5:
        new = _near_integer(int(fraction[1:]) or 5, rng)
        return f"{currency}{whole}.{str(new).zfill(len(fraction) - 1)}"
    new = _near_integer(value, rng)
    if sentence[match.end() :].lstrip().startswith(("%", "percent")) and value <= 100:
        new = min(new, 99)
    return f"{currency}{new:,}{fraction}" if "," in whole else f"{currency}{new}{fraction}"


def _figures(sentence: str) -> list[re.Match[str]]:
    """The numerals said once that are no bound and no part of a title such as "Apollo 11"."""
    matches = list(_NUMBER.finditer(sentence))
    said = Counter(match.group() for match in matches)
    return [
        match
        for match in matches
        if len(match[2]) < 12
        and said[match.group()] == 1
        and not _titled(sentence[: match.start()])
        and not _is_bound(sentence, match)
    ]


def _titled(before: str) -> bool:
    title = re.search(r"(?<![\w'-])([A-Z][\w'-]*) $", before)
    return title is not None and title[1] not in lexicon.NOT_NAMES


def _is_bound(sentence: str, match: re.Match[str]) -> bool:
    """Whether another figure may be true beside this one: "over 200", "15 characters or less"."""
    before = _BOUND_BEFORE.search(sentence[: match.start()])
    return before is not None or BOUND_AFTER.match(sentence, match.end()) is not None


def edit_number(sentence: str, premise: str, rng: random.Random) -> Edit | None:
    """A numeral becomes another of like size and format, absent from the premise."""
    matches = _figures(sentence)
    if not matches:
        return None
    match = rng.choice(matches)
    new = _near_number(match, sentence, rng)
    if new == match.group() or re.search(rf"(?<!\d){re.escape(new)}(?!\d)", premise):
        return None
    return _replace(sentence, match.span(), new, PARTIAL, "number")


def _edit_listed(
    sentence: str, premise: str, words: Sequence[str], kind: str, rng: random.Random
) -> Edit | None:
    matches = [
        m
        for m in re.finditer(r"\b[A-Za-z]+\b", sentence)
        if m.group().lower() in words and _is_count(sentence, m)
    ]
    if not matches:
        return None
    match = rng.choice(matches)
    at = words.index(match.group().lower())
    new = rng.choice([w for i, w in enumerate(words) if i != at and abs(i - at) <= 3])
    new = new.capitalize() if match.group()[0].isupper() else new
    if re.search(rf"\b{new}\b", premise, re.IGNORECASE):
        return None
    return _replace(sentence, match.span(), new, PARTIAL, kind)


_ALSO_WORDS = frozenset({"March", "April", "May", "June", "August"})  # verbs, and names of people


def _dates(sentence: str, match: re.Match[str]) -> bool:
    before = re.search(r"(?:\d\s*|\b(?:in|since|until|during|early|late|mid|every) )$",
                       sentence[: match.start()], re.IGNORECASE)  # fmt: skip
    return before is not None or re.match(r"\s*\d", sentence[match.end() :]) is not None


def edit_date(sentence: str, premise: str, rng: random.Random) -> Edit | None:
    """A month or weekday becomes another; "May" and "April" count only as dates."""
    for calendar in rng.sample((lexicon.MONTHS, lexicon.WEEKDAYS), 2):
        matches = [
            m
            for m in re.finditer(r"\b[A-Z][a-z]+\b", sentence)
            if m.group() in calendar and (m.group() not in _ALSO_WORDS or _dates(sentence, m))
        ]
        if matches:
            match = rng.choice(matches)
            options = [name for name in calendar if name not in premise]
            if options:
                return _replace(sentence, match.span(), rng.choice(options), PARTIAL, "date")
    return None


def edit_number_word(sentence: str, premise: str, rng: random.Random) -> Edit | None:
    """A spelt-out number or ordinal becomes a near one."""
    words = rng.choice((lexicon.NUMBER_WORDS, lexicon.ORDINAL_WORDS))
    return _edit_listed(sentence, premise, words, "number word", rng)


_DETERMINERS = frozenset(["the", "a", "his", "her", "its", "their", "our", "my", "your"])


def _is_count(sentence: str, match: re.Match[str]) -> bool:
    """Whether a listed word counts: not "it first scans", "second-largest", "The Three Pigs"."""
    if "-" in (
        sentence[match.start() - 1 : match.start()],
        sentence[match.end() : match.end() + 1],
    ):
        return False
    titled = match.start() > 0 and match.group()[0].isupper()
    if titled or _is_bound(sentence, match):
        return False
    ordinal = match.group().lower() in lexicon.ORDINAL_WORDS
    return not ordinal or _orders(sentence, match)


def _orders(sentence: str, match: re.Match[str]) -> bool:
    """Whether an ordinal stands between a determiner and a noun: not "it took a second"."""
    before, after = _word_before(sentence, match.start()), _word_after(sentence, match.end())
    noun = after.isalpha() and after not in lexicon.BESIDE_ANYTHING | lexicon.SUBORDINATORS
    return noun and (before in _DETERMINERS or before.endswith("'s"))


def edit_name(sentence: str, premise: str, rng: random.Random, bank: NameBank) -> Edit | None:
    """A name becomes another seen in the same context and absent from the premise."""
    matches = bank.names(sentence)
    if not matches:
        return None
    match = rng.choice(matches)
    after = _word_before(sentence, match.start())
    new = bank.like(match.group(), after, premise + " " + sentence, rng)
    if new is None:
        return None
    return _replace(sentence, match.span(), new, _detail_label(sentence), "name")


_SYMMETRIC = frozenset(lexicon.words("and or with between both near married versus vs also called"))


def edit_inversion(sentence: str, rng: random.Random, bank: NameBank) -> Edit | None:
    """Two names of one sort change places; not across a list, where order says nothing."""
    matches = bank.names(sentence)
    pairs: list[tuple[re.Match[str], re.Match[str]]] = []
    for left, right in itertools.pairwise(matches):
        between = sentence[left.end() : right.start()].lower()
        words = _WORD.findall(between)
        told = any(word.islower() and word not in ("the", "a") for word in words)
        if told and _SYMMETRIC.isdisjoint(words) and right.group() in bank.alike(left.group()):
            pairs.append((left, right))
    if not pairs:
        return None
    left, right = rng.choice(pairs)
    head, middle = sentence[: left.start()], sentence[left.end() : right.start()]
    tail = sentence[right.end() :]
    text = head + right.group() + middle + left.group() + tail
    second = len(head) + len(right.group()) + len(middle)
    after = (
        (len(head), len(head) + len(right.group())),
        (second, second + len(left.group())),
    )
    return Edit(text, (left.span(), right.span()), after, CONFLICT, "inversion")


def edit_negation(sentence: str) -> Edit | None:
    """The main verb gains or loses its negation; the verb must come before any subclause."""
    words = list(_WORD.finditer(sentence))
    for index, word in enumerate(words[:14]):
        lower = word.group().lower()
        following = words[index + 1].group().lower() if index + 1 < len(words) else ""
        if lower in lexicon.SUBORDINATORS or lower in lexicon.PART_OF:
            return None
        if lower in lexicon.AUXILIARIES and index:
            return _negate_auxiliary(sentence, word, words[index + 1 :], following)
        if lower == "cannot" and index:
            return _replace(sentence, word.span(), "can", CONTRADICTION, "negation")
        if lower in lexicon.DO_SUPPORT and 0 < index and not word.group()[0].isupper():
            before = words[index - 1].group().lower()
            if before in {"to", "a", "the", "of", "is", "was", "and"} or following in {"by", "of"}:
                return None
            new = lexicon.DO_SUPPORT[lower]
            return _replace(sentence, word.span(), new, CONTRADICTION, "negation")
    return None


def _negate_auxiliary(
    sentence: str, word: re.Match[str], rest: Sequence[re.Match[str]], following: str
) -> Edit | None:
    auxiliary = word.group()
    if not rest:
        return None
    if following == "not":
        return _replace(
            sentence, (word.start(), rest[0].end()), auxiliary, CONTRADICTION, "negation"
        )
    participle = following.endswith(("ed", "en")) or following in {"had", "become", "made", "won"}
    if auxiliary.lower() in lexicon.PERFECT and not participle:
        return None
    if following in {"never", "no", "only", "also", "still", "often", "usually", "sometimes"}:
        return None
    new = "cannot" if auxiliary == "can" else f"{auxiliary} not"
    return _replace(sentence, word.span(), new, CONTRADICTION, "negation")


# Names of one thing, of which no word has an opposite or another of its sort.
_COMPOUND = re.compile(
    r"\b(?:high (?:schools?|society|courts?)|great white|white house|hot dogs?|black holes?|"
    r"cold war|fast food|old age|small talk|small claims|black box|short story|short stories)\b",
    re.IGNORECASE,
)
_LONE_WORD = re.compile(r"(?<![\w'\u2019-])[A-Za-z]+(?![\w'\u2019-])")
_NEGATED_BEFORE = re.compile(r"\b(?:not|no|never|cannot|nor|neither|without)\b|n['\u2019]t\b")


def _exchangeable(sentence: str, table: dict[str, str]) -> list[re.Match[str]]:
    """Words of a table that no negation precedes and whose counterpart the sentence lacks."""
    said = set(_WORD.findall(sentence.lower()))
    compounds = [match.span() for match in _COMPOUND.finditer(sentence)]
    found: list[re.Match[str]] = []
    for match in _LONE_WORD.finditer(sentence):
        if any(start <= match.start() < end for start, end in compounds):
            continue
        word, before = match.group().lower(), sentence[: match.start()]
        named = match.group()[0].isupper() and (
            match.start() > 0 or _word_after_is_name(sentence, match)
        )
        if word not in table or named or table[word] in said:
            continue
        beside = _word_before(sentence, match.start())
        fits = beside != "to" and _article_fits(beside, table[word])
        if fits and not _NEGATED_BEFORE.search(before):
            found.append(match)
    return found


def _word_after_is_name(sentence: str, match: re.Match[str]) -> bool:
    return sentence[match.end() :].lstrip()[:1].isupper()


def _exchange(
    matches: Sequence[re.Match[str]], table: dict[str, str], rng: random.Random
) -> tuple[Span, str] | None:
    if not matches:
        return None
    match = rng.choice(matches)
    new = table[match.group().lower()]
    return match.span(), new.capitalize() if match.group()[0].isupper() else new


def _edit_antonym(
    sentence: str, table: dict[str, str], label: str, kind: str, rng: random.Random
) -> Edit | None:
    found = _exchange(_exchangeable(sentence, table), table, rng)
    return _replace(sentence, *found, label, kind) if found else None


def edit_antonym(sentence: str, rng: random.Random) -> Edit | None:
    """The assertion turns round: rose, fell; enables, disables."""
    return _edit_antonym(sentence, lexicon.MAIN, CONTRADICTION, "antonym", rng)


def edit_detail(sentence: str, rng: random.Random) -> Edit | None:
    """One describing word turns round: northern, southern."""
    return _edit_antonym(sentence, lexicon.DETAIL, PARTIAL, "detail antonym", rng)


def edit_concept(sentence: str, premise: str, rng: random.Random) -> Edit | None:
    """A noun becomes another of its sort that the premise does not speak of."""
    edit = _edit_antonym(sentence, lexicon.CONCEPTS, PARTIAL, "concept", rng)
    if edit is None or re.search(rf"\b{edit.text[slice(*edit.after[0])]}", premise):
        return None
    return edit


def edit_general(sentence: str, rng: random.Random) -> Edit | None:
    """What holds of some is told of all."""
    words = _exchangeable(sentence, lexicon.GENERAL)
    fitting = [word for word in words if _limits(sentence, word)]
    found = _exchange(fitting, lexicon.GENERAL, rng)
    return _replace(sentence, *found, PARTIAL, "general") if found else None


_GRADING = frozenset(lexicon.words("more most as so too less how only very quite"))
_MEASURES = frozenset(
    lexicon.words("hundred thousand million years days weeks months times time more")
)


def _limits(sentence: str, word: re.Match[str]) -> bool:
    """Whether a word limits what is said: "many" of a subject, "often" beside its verb."""
    before, after = sentence[: word.start()].rstrip(), _word_after(sentence, word.end())
    if word.group().lower() in lexicon.QUANTIFIERS:
        return before[-1:] in ("", ",", ";") and after not in _MEASURES
    graded = _word_before(sentence, word.start()) in _GRADING or after in ("than", "as")
    return before[-1:].isalpha() and not graded


def edit_bound(sentence: str, rng: random.Random) -> Edit | None:
    """A count becomes a bound or a round number that it does not reach."""
    found = bounded(sentence, rng, true=False)
    if found is None:
        return None
    return Edit(found.text, (found.before,), (found.after,), PARTIAL, "bound")


def edit_name_within(
    sentence: str, premise: str, rng: random.Random, bank: NameBank
) -> Edit | None:
    """A name becomes another one of the premise, known from a like context."""
    matches = bank.names(sentence)
    if not matches:
        return None
    match = rng.choice(matches)
    own = set(_WORD.findall(sentence.lower()))
    before = _word_before(sentence, match.start())
    others = {m.group() for m in bank.names(premise)} & set(bank.alike(match.group()))
    fitting = sorted(
        other
        for other in others
        if not own & set(_WORD.findall(other.lower()))
        and _article_fits(before, other)
        and other[:4] != match.group()[:4]  # Ring, Rings
    )
    if not fitting:
        return None
    new = rng.choice(fitting)
    return _replace(sentence, match.span(), new, _detail_label(sentence), "name within")


def edit_number_within(sentence: str, premise: str, rng: random.Random) -> Edit | None:
    """A figure becomes another one of the premise that is written alike."""
    matches = _figures(sentence)
    if not matches:
        return None
    match = rng.choice(matches)
    shape = _shape(match, sentence)
    own = {m.group() for m in _NUMBER.finditer(sentence)}
    others = [m for m in _NUMBER.finditer(premise) if m.group() not in own]
    fitting = sorted({m.group() for m in others if _shape(m, premise) == shape})
    if not fitting:
        return None
    return _replace(sentence, match.span(), rng.choice(fitting), PARTIAL, "number within")


def _shape(match: re.Match[str], text: str) -> tuple[str, int, bool, str]:
    """What tells a year from a price and a share from a count."""
    after = text[match.end() :].lstrip()[:8]
    unit = "%" if after.startswith(("%", "percent")) else after.split(" ")[0].lower()
    whole = match.group(2)
    year = len(whole) == 4 and whole.isdigit() and 1200 <= int(whole) <= 2040
    return match.group(1), 4 if year else -1, bool(match.group(3)), "" if year else unit


# --- shortening ------------------------------------------------------------------------------

_SHORTENINGS = (
    re.compile(r" \([^()]{3,80}\)"),
    re.compile(
        r"^(?:In|On|During|After|Before|By|For example|However|At|Since|Until)[^,.]{0,40}, (?!\d)"
    ),
    re.compile(
        r", (?:which|who|including|such as|where|with) [^,.]{5,90}"
        r"(?:(?=\.$|, (?:and|but|which|who|while|where|with|after|before)\b)|"
        r",(?= (?:is|are|was|were|has|have|had|can|will|do|does|did|would|should|could|may)\b))"
    ),
    re.compile(
        r" (?:in|on|since|until|during) (?:\d{1,2} )?(?:[A-Z][a-z]+ )?(?:\d{1,2}, )?\d{4}"
        r"(?=\.$|, (?!during|when|where|which|in|on|at)\w)"
    ),
)


def shorten(sentence: str, rng: random.Random) -> Shortening | None:
    """Leave out a parenthesis, an opening adverbial, a relative clause or a closing date."""
    if UNSAFE_TO_SHORTEN.search(sentence):
        return None
    options = [m.span() for pattern in _SHORTENINGS for m in pattern.finditer(sentence)]
    if not options:
        return None
    start, end = rng.choice(options)
    text = sentence[:start] + sentence[end:]
    text = text[0].upper() + text[1:]
    if len(text.split()) < _MIN_WORDS or re.search(r",\.$", text):
        return None
    return Shortening(text, (start, end))


# --- rows ------------------------------------------------------------------------------------


def _placed(spans: Spans, part: Shortening | Clause) -> Spans:
    """Where spans of a part lie in its sentence; none where one is not of its words."""
    found = [part.to_sentence(span) for span in spans]
    return tuple(span for span in found if span) if all(found) else ()


def joined(claim: str, other: str) -> str:
    """Two sentences as one: of the second only a name keeps its capital."""
    opening = other.split(maxsplit=1)[0]
    rest = other[0].lower() + other[1:] if opening in lexicon.NOT_NAMES else other
    return f"{claim.rstrip('.')}, and {rest}"


# A name after these is what is said of the subject; another place may well have its own figures.
_SAID_OF = re.compile(
    r"\b(?:by|from|an?|is|was|are|were|(?:capital|state|country|city) of|"
    r"(?:born|died|located|situated|based|set|founded|raised|buried|lies|takes place|took place) "
    r"in)"
    r" (?:the )?$"
)
# What the evidence says elsewhere may bear these edits out, so that no supported claim gets them.
_OF_ONE_SENTENCE = ("inversion", "name within", "number within", "bound", "antonym")

_WITHIN = ("name within", "number within")


def _borne_out(edit: Edit, sentence: str) -> bool:
    """Whether the sentence that a clause was cut from holds the words taken from elsewhere."""
    return edit.kind in _WITHIN and any(
        re.search(rf"(?<!\w){re.escape(edit.text[slice(*span)])}(?!\w)", sentence)
        for span in edit.after
    )


_SAYS_LITTLE = frozenset(
    lexicon.words(
        "in on at by to for since until during after before from which where who with such that "
        "this these some also including instance instances case cases issue example however "
        "said same time"
    )
)


def _tells_more(added: str, rest: str) -> bool:
    """Whether added words bring a name or figure, or two words, none of which the rest has."""
    known = set(_WORD.findall(rest.lower()))
    words = [w for w in re.findall(r"[A-Z\d][\w-]+|\w{4,}", added) if w.lower() not in _SAYS_LITTLE]
    if "see" in added:
        return False
    fresh = [word for word in words if word.lower() not in known]
    named = [word for word in words if not word.islower()]
    if added.lstrip().startswith("("):  # "(265 ha)", "(FQDN)" only put it in another way
        return set(named) <= set(fresh) and len([word for word in fresh if word.islower()]) >= 2
    return set(named) <= set(fresh) and len(fresh) >= (1 if named else 2)


_ONE_WAY = ("general",)  # "all" tells of some, too


class Generator:
    """Draws rows from passages and from supported claims."""

    def __init__(
        self, passages: Sequence[Passage], seed: int, clauses: Mapping[str, Sequence[Clause]]
    ) -> None:
        self.clauses = clauses
        self.passages = [p for p in passages if any(map(usable, p.sentences))]
        self.rng = random.Random(seed)
        self.bank = NameBank(s for p in self.passages for s in p.sentences)
        self.fillers = [s for p in self.passages for s in p.sentences if usable(s)]
        self._edits: dict[str, Callable[[str, str], Edit | None]] = {
            "number": lambda s, p: edit_number(s, p, self.rng),
            "number word": lambda s, p: edit_number_word(s, p, self.rng),
            "date": lambda s, p: edit_date(s, p, self.rng),
            "name": lambda s, p: edit_name(s, p, self.rng, self.bank),
            "inversion": lambda s, _: edit_inversion(s, self.rng, self.bank),
            "negation": lambda s, _: edit_negation(s),
            "antonym": lambda s, _: edit_antonym(s, self.rng),
            "detail antonym": lambda s, _: edit_detail(s, self.rng),
            "concept": lambda s, p: edit_concept(s, p, self.rng),
            "general": lambda s, _: edit_general(s, self.rng),
            "bound": lambda s, _: edit_bound(s, self.rng),
            "name within": lambda s, p: edit_name_within(s, p, self.rng, self.bank),
            "number within": lambda s, p: edit_number_within(s, p, self.rng),
        }
        self._weights = {
            "number": 4, "number word": 1.5, "date": 2, "name": 4, "inversion": 3,
            "negation": 3, "antonym": 2.5, "detail antonym": 2, "concept": 2, "general": 0.7,
            "bound": 0.7, "name within": 5, "number within": 3,
        }  # fmt: skip

    def edit(self, sentence: str, premise: str) -> Edit | None:
        """One edit of a sentence, the kinds drawn by weight until one applies."""
        kinds = list(self._edits)
        while kinds:
            weights = [self._weights[kind] for kind in kinds]
            kind = self.rng.choices(kinds, weights)[0]
            edit = self._edits[kind](sentence, premise)
            if edit is not None and edit.text != sentence:
                return edit
            kinds.remove(kind)
        return None

    def window(self, passage: Passage, at: int) -> tuple[list[str], int]:
        """Sentences around `at` within the word limit, and where `at` stands among them."""
        size = self.rng.choice((1, 1, 2, 3, 3, 4, 4, 5, 6))
        first = last = at
        words = len(passage.sentences[at].split())
        while last - first + 1 < size:
            sides = [i for i in (first - 1, last + 1) if 0 <= i < len(passage.sentences)]
            sides = [
                i for i in sides if words + len(passage.sentences[i].split()) <= MAX_WINDOW_WORDS
            ]
            if not sides:
                break
            chosen = self.rng.choice(sides)
            words += len(passage.sentences[chosen].split())
            first, last = min(first, chosen), max(last, chosen)
        return list(passage.sentences[first : last + 1]), at - first

    def _pick(self) -> tuple[Passage, list[str], int]:
        while True:
            passage = self.rng.choice(self.passages)
            at = self.rng.randrange(len(passage.sentences))
            if usable(passage.sentences[at]):
                return passage, *self.window(passage, at)

    def _row(
        self, source: str, passage: Passage, sentences: Sequence[str], claim: str, label: str
    ) -> Row:
        return Row(" ".join(sentences), claim, label, f"passages:{source}", passage.group)

    def _marked_row(
        self, passage: Passage, sentences: Sequence[str], at: int, claim: str, edit: MarkedEdit
    ) -> Row:
        row = self._row(edit.kind, passage, sentences, claim, edit.label)
        offset = sum(len(sentence) + 1 for sentence in sentences[:at])
        premise_marks = tuple((a + offset, b + offset) for a, b in edit.premise_marks)
        return replace(row, premise_marks=premise_marks, claim_marks=edit.claim_marks)

    def conflict(self) -> Row | None:
        """A window whose sentence the claim gets wrong in one place.

        The kind of edit is drawn first: drawn last, the kinds that fit any sentence would win.
        """
        kind = self.rng.choices(list(self._weights), list(self._weights.values()))[0]
        for _ in range(40):
            passage, sentences, at = self._pick()
            whole = sentences[at]
            short = self._part(whole)
            base = short.text if short else whole
            edit = self._edits[kind](base, " ".join(sentences))
            if edit is not None and not _borne_out(edit, whole):
                break
        else:
            return None
        if short is None and kind not in _ONE_WAY and self.rng.random() < 0.5:
            sentences[at] = edit.text
            marked = MarkedEdit(edit.kind, edit.label, edit.after, edit.before)
            return self._marked_row(passage, sentences, at, base, marked)
        before = _placed(edit.before, short) if short else edit.before
        marked = MarkedEdit(edit.kind, edit.label, before, edit.after)
        return self._marked_row(passage, sentences, at, edit.text, marked)

    def _part(self, sentence: str) -> Shortening | Clause | None:
        """A clause of the sentence, the sentence without one span, or nothing: the whole."""
        clauses = self.clauses.get(sentence, ())
        if clauses and self.rng.random() < 0.6:
            return self.rng.choice(clauses)
        return shorten(sentence, self.rng) if self.rng.random() < 0.5 else None

    def entailment(self) -> Row | None:
        """A window that holds the claim, or more than the claim; sometimes both sides edited."""
        passage, sentences, at = self._pick()
        if self.rng.random() < 0.3:
            edit = self.edit(sentences[at], " ".join(sentences))
            if edit is not None:
                sentences[at] = edit.text
        short = self._part(sentences[at])
        if short is None and self.rng.random() < 0.5:
            return None
        claim = short.text if short else sentences[at]
        if self.rng.random() < 0.1:
            told = bounded(claim, self.rng, true=True)
            claim = told.text if told else claim
        elif self.rng.random() < 0.15:
            claim = self._joined(sentences, at, claim)
        return self._row("entailment", passage, sentences, claim, ENTAILMENT)

    def _joined(self, sentences: Sequence[str], at: int, claim: str) -> str:
        """The claim and one of another sentence of its window in one sentence."""
        others = [s for i, s in enumerate(sentences) if i != at and usable(s)]
        if not others:
            return claim
        other = self.rng.choice(others)
        part = self._part(other)
        return joined(claim, part.text if part else other)

    def hard_neutral(self) -> Row | None:
        """The deciding sentence is taken out of its window."""
        passage, sentences, at = self._pick()
        if len(sentences) < 2:
            return None
        taken = sentences.pop(at)
        part = self._part(taken)
        claim = self._maybe_edited(part.text if part else taken, sentences)
        return self._row("removed", passage, sentences, claim, NEUTRAL)

    def addition(self) -> Row | None:
        """The claim tells a detail that the window left out."""
        passage, sentences, at = self._pick()
        short = shorten(sentences[at], self.rng)
        if short is None:
            return None
        claim = sentences[at]
        added = claim[slice(*short.removed)]
        sentences[at] = short.text
        if not _tells_more(added, " ".join(sentences)):
            return None
        return self._row("addition", passage, sentences, claim, NEUTRAL)

    def easy_neutral(self) -> Row | None:
        """A claim of another document."""
        passage, sentences, _ = self._pick()
        other, foreign, at = self._pick()
        if other.group == passage.group:
            return None
        part = self._part(foreign[at])
        claim = self._maybe_edited(part.text if part else foreign[at], sentences)
        return self._row("other", passage, sentences, claim, NEUTRAL)

    def _maybe_edited(self, claim: str, sentences: Sequence[str]) -> str:
        """A third of neutral claims carry an edit, so that edits do not betray conflicts."""
        if self.rng.random() < 0.35:
            edit = self.edit(claim, " ".join(sentences))
            return edit.text if edit else claim
        return claim

    def from_passages(self, count: int) -> Iterator[Row]:
        """`count` rows in fixed shares."""
        makers = (
            self.conflict,
            self.entailment,
            self.hard_neutral,
            self.addition,
            self.easy_neutral,
        )
        shares = (0.43, 0.23, 0.14, 0.08, 0.12)
        for maker in self.rng.choices(makers, shares, k=count):
            row = None
            while row is None:
                row = maker()
            yield self._reworded(row) if self.rng.random() < REWORDED_SHARE else row

    def _reworded(self, row: Row) -> Row:
        """The pair with other words for the same on one side."""
        if self.rng.random() < 0.5:
            claim, marks = rewrite(row.claim, row.claim_marks, self.rng)
            return replace(row, claim=claim, claim_marks=marks)
        premise, marks = rewrite(row.premise, row.premise_marks, self.rng)
        return replace(row, premise=premise, premise_marks=marks)

    def from_supported(self, supported: Row) -> Row | None:
        """A supported claim edited where the evidence states the edited words."""
        edit = self.edit(supported.claim, supported.premise)
        if edit is None or edit.kind in _OF_ONE_SENTENCE:
            return None
        if edit.kind == "name" and not _SAID_OF.search(supported.claim[: edit.before[0][0]]):
            return None
        if edit.kind in ("number", "date", "number word") and _BOUND.search(supported.claim):
            return None
        before = [supported.claim[slice(*span)] for span in edit.before]
        places = [re.search(rf"\b{re.escape(word)}\b", supported.premise) for word in before]
        if edit.kind != "negation" and not all(places):
            return None
        marks = tuple(m.span() for m in places if m) if edit.kind != "negation" else ()
        return Row(
            supported.premise, edit.text, edit.label, f"{supported.source}:{edit.kind}",
            supported.group, marks, edit.after,
        )  # fmt: skip

    def pad(self, row: Row) -> Row:
        """The premise among 1-4 sentences of other documents."""
        fillers = self.rng.sample(self.fillers, self.rng.choice((1, 2, 2, 3, 4)))
        fillers = [s for s in fillers if s not in row.premise]
        cut = self.rng.randint(0, len(fillers))
        head = " ".join(fillers[:cut])
        offset = len(head) + 1 if head else 0
        premise = " ".join(part for part in (head, row.premise, *fillers[cut:]) if part)
        marks = tuple((a + offset, b + offset) for a, b in row.premise_marks)
        return replace(row, premise=premise, premise_marks=marks)
