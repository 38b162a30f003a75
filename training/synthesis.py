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
    from collections.abc import Callable, Iterable, Iterator, Sequence

MAX_WINDOW_WORDS = 110
_MIN_WORDS, _MAX_WORDS = 5, 45

_SPLIT = re.compile(r"(?<=[.!?])[\"')\]]?\s+(?=[\"'(\[]?[A-Z0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No|Inc|Ltd|Co|Gen|Col|Lt|Rev|Prof|approx|ca|e\.g|i\.e|U\.S|"
    r"a\.m|p\.m|etc)|\b[A-Z])\.$"
)
_NUMBER = re.compile(
    r"(?<![\w.,\-/:#$€£\\])([$€£]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w/\\:-]|[.,]\d)"
)
_NAME = re.compile(
    r"(?<![\w.\-/\\])[A-Z][a-zA-Z'\u00c0-\u024f]+(?:[ -][A-Z][a-zA-Z'\u00c0-\u024f]+)*(?![\w\-/\\])"
)
_WORD = re.compile(r"[\w'\u2019-]+")
_UNSAFE_TO_SHORTEN = re.compile(
    r"\b(not|no|never|only|all|every|each|any|if|unless|except|without|none|most|few|"
    r"cannot|n't)\b|n't\b",
    re.IGNORECASE,
)


# After these a changed figure may still be true: "more than 200" where 250 were sold.
_BOUND = re.compile(
    r"\b(more|less|fewer|over|under|before|after|by|since|until|least|most|about|around|nearly|"
    r"almost|approximately|up to|above|below|exceed\w*|within|between|during|early|late)\b",
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

    def to_original(self, span: Span) -> Span:
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


def names(sentence: str) -> list[re.Match[str]]:
    """Capitalised names that do not open the sentence, where capitals say nothing."""
    found = []
    for match in _NAME.finditer(sentence):
        words = match.group().split()
        identifier = re.search(r"[a-z]{2}[A-Z]", match.group())
        opens = match.start() == 0 or words[0] in lexicon.NOT_NAMES or words[0].startswith("I'")
        opens = opens or re.match(r" [A-Z]\.", sentence[match.end() :]) is not None
        if not opens and not identifier and len(match.group()) > 2:
            found.append(match)
    return found


def _word_before(sentence: str, start: int) -> str:
    words = _WORD.findall(sentence[:start])
    return words[-1].lower() if words else ""


def _context_before(sentence: str, start: int) -> str:
    """The word before, and the one before that where it is an article."""
    words = [word.lower() for word in _WORD.findall(sentence[:start])[-2:]]
    return " ".join(words if words[-1:] in (["the"], ["a"]) else words[-1:])


def _word_after(sentence: str, end: int) -> str:
    match = re.match(r"\s*([\w']+|[^\w\s])", sentence[end:])
    return match.group(1).lower() if match else ""


class NameBank:
    """Names by the words around them.

    What follows "born in" is a place, what precedes "was elected" a person. Names seen in the
    tighter context are preferred.
    """

    def __init__(self, sentences: Iterable[str]) -> None:
        tight: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            for match in names(sentence):
                for key in self._keys(sentence, match.span()):
                    tight[key][match.group()] += 1
        self._names = {key: sorted(bank) for key, bank in tight.items() if len(bank) >= 4}

    @staticmethod
    def _keys(sentence: str, span: Span) -> list[tuple[str, ...]]:
        before, after = _context_before(sentence, span[0]), _word_after(sentence, span[1])
        length = str(min(3, len(sentence[span[0] : span[1]].split())))
        shape = "caps" if sentence[span[0] : span[1]].isupper() else "name"
        return [(before, after, length, shape), (before, length, shape)]

    def like(self, sentence: str, span: Span, avoid: str, rng: random.Random) -> str | None:
        """Another name of the same context that shares no word with `avoid`."""
        taken = set(_WORD.findall(avoid.lower()))
        for key in self._keys(sentence, span):
            bank = self._names.get(key, [])
            for candidate in rng.sample(bank, min(6, len(bank))):
                if not taken & set(_WORD.findall(candidate.lower())):
                    return candidate
        return None


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


def edit_number(sentence: str, premise: str, rng: random.Random) -> Edit | None:
    """A numeral becomes another of like size and format, absent from the premise."""
    matches = [m for m in _NUMBER.finditer(sentence) if len(m.group(2)) < 12]
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


def edit_date(sentence: str, premise: str, rng: random.Random) -> Edit | None:
    """A month or weekday becomes another; "May" counts only beside a number."""
    for calendar in rng.sample((lexicon.MONTHS, lexicon.WEEKDAYS), 2):
        matches = [
            m
            for m in re.finditer(r"\b[A-Z][a-z]+\b", sentence)
            if m.group() in calendar
            and (
                m.group() not in ("May", "March")
                or re.search(r"\d\s*$", sentence[: m.start()])
                or re.match(r"\s*\d", sentence[m.end() :])
            )
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
    """Whether a listed word counts: not "it first scans", "second-largest"."""
    if "-" in (
        sentence[match.start() - 1 : match.start()],
        sentence[match.end() : match.end() + 1],
    ):
        return False
    ordinal = match.group().lower() in lexicon.ORDINAL_WORDS
    before = _word_before(sentence, match.start())
    return not ordinal or before in _DETERMINERS or before.endswith("'s")


def edit_name(sentence: str, premise: str, rng: random.Random, bank: NameBank) -> Edit | None:
    """A name becomes another seen in the same context and absent from the premise."""
    matches = names(sentence)
    if not matches:
        return None
    match = rng.choice(matches)
    new = bank.like(sentence, match.span(), premise + " " + sentence, rng)
    if new is None:
        return None
    return _replace(sentence, match.span(), new, _detail_label(sentence), "name")


def edit_inversion(sentence: str, rng: random.Random) -> Edit | None:
    """Two names change places; not across a mere list, where order says nothing."""
    matches = names(sentence)
    pairs = []
    for left, right in itertools.pairwise(matches):
        between = sentence[left.end() : right.start()].lower()
        words = set(_WORD.findall(between))
        symmetric = {"and", "or", "with", "between", "both", "near", "married", "versus", "vs"}
        alike = len(left.group().split()) == len(right.group().split())
        if alike and len(words) >= 2 and not words & symmetric and left.group() != right.group():
            pairs.append((left, right))
    if not pairs:
        return None
    left, right = rng.choice(pairs)
    head, middle, tail = sentence[: left.start()], sentence[left.end() : right.start()], ""
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
        if lower in lexicon.SUBORDINATORS:
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


def _edit_antonym(
    sentence: str, table: dict[str, str], label: str, kind: str, rng: random.Random
) -> Edit | None:
    matches = [m for m in re.finditer(r"\b[a-z]+\b", sentence) if m.group() in table]
    matches = [m for m in matches if _word_before(sentence, m.start()) not in ("not", "to", "no")]
    if not matches:
        return None
    match = rng.choice(matches)
    return _replace(sentence, match.span(), table[match.group()], label, kind)


def edit_antonym(sentence: str, rng: random.Random) -> Edit | None:
    """The assertion turns round: rose, fell; enables, disables."""
    return _edit_antonym(sentence, lexicon.MAIN, CONTRADICTION, "antonym", rng)


def edit_detail(sentence: str, rng: random.Random) -> Edit | None:
    """One describing word turns round: northern, southern."""
    return _edit_antonym(sentence, lexicon.DETAIL, PARTIAL, "detail antonym", rng)


# --- shortening ------------------------------------------------------------------------------

_SHORTENINGS = (
    re.compile(r" \([^()]{3,80}\)"),
    re.compile(
        r"^(?:In|On|During|After|Before|By|For example|However|At|Since|Until)[^,.]{0,40}, "
    ),
    re.compile(r", (?:which|who|including|such as|where|with) [^,.]{5,90}(?=, |\.$)"),
    re.compile(r" (?:in|on|since|until|during) (?:[A-Z][a-z]+ )?(?:\d{1,2}, )?\d{4}(?=\.$|, )"),
)


def shorten(sentence: str, rng: random.Random) -> Shortening | None:
    """Leave out a parenthesis, an opening adverbial, a relative clause or a closing date."""
    if _UNSAFE_TO_SHORTEN.search(sentence):
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


class Generator:
    """Draws rows from passages and from supported claims."""

    def __init__(self, passages: Sequence[Passage], seed: int) -> None:
        self.passages = [p for p in passages if any(map(usable, p.sentences))]
        self.rng = random.Random(seed)
        self.bank = NameBank(s for p in self.passages for s in p.sentences)
        self.fillers = [s for p in self.passages for s in p.sentences if usable(s)]
        self._edits: dict[str, Callable[[str, str], Edit | None]] = {
            "number": lambda s, p: edit_number(s, p, self.rng),
            "number word": lambda s, p: edit_number_word(s, p, self.rng),
            "date": lambda s, p: edit_date(s, p, self.rng),
            "name": lambda s, p: edit_name(s, p, self.rng, self.bank),
            "inversion": lambda s, _: edit_inversion(s, self.rng),
            "negation": lambda s, _: edit_negation(s),
            "antonym": lambda s, _: edit_antonym(s, self.rng),
            "detail antonym": lambda s, _: edit_detail(s, self.rng),
        }
        self._weights = {
            "number": 5, "number word": 2, "date": 3, "name": 5, "inversion": 1.2,
            "negation": 3, "antonym": 3, "detail antonym": 2,
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
            short = shorten(whole, self.rng) if self.rng.random() < 0.5 else None
            base = short.text if short else whole
            edit = self._edits[kind](base, " ".join(sentences))
            if edit is not None:
                break
        else:
            return None
        if short is None and self.rng.random() < 0.5:
            sentences[at] = edit.text
            marked = MarkedEdit(edit.kind, edit.label, edit.after, edit.before)
            return self._marked_row(passage, sentences, at, base, marked)
        before = tuple(short.to_original(s) for s in edit.before) if short else edit.before
        marked = MarkedEdit(edit.kind, edit.label, before, edit.after)
        return self._marked_row(passage, sentences, at, edit.text, marked)

    def entailment(self) -> Row | None:
        """A window that holds the claim, or more than the claim; sometimes both sides edited."""
        passage, sentences, at = self._pick()
        if self.rng.random() < 0.3:
            edit = self.edit(sentences[at], " ".join(sentences))
            if edit is not None:
                sentences[at] = edit.text
        short = shorten(sentences[at], self.rng)
        if short is None and self.rng.random() < 0.5:
            return None
        claim = short.text if short else sentences[at]
        return self._row("entailment", passage, sentences, claim, ENTAILMENT)

    def hard_neutral(self) -> Row | None:
        """The deciding sentence is taken out of its window."""
        passage, sentences, at = self._pick()
        if len(sentences) < 2:
            return None
        claim = self._maybe_edited(sentences.pop(at), sentences)
        return self._row("removed", passage, sentences, claim, NEUTRAL)

    def addition(self) -> Row | None:
        """The claim tells a detail that the window left out."""
        passage, sentences, at = self._pick()
        short = shorten(sentences[at], self.rng)
        if short is None:
            return None
        claim = sentences[at]
        added = claim[slice(*short.removed)]
        rest = " ".join(s for i, s in enumerate(sentences) if i != at) + short.text
        if len(added.split()) < 3 or added.startswith(("For example", "However")):
            return None
        if any(word in rest for word in re.findall(r"[A-Z\d][\w-]+", added)):
            return None
        sentences[at] = short.text
        return self._row("addition", passage, sentences, claim, NEUTRAL)

    def easy_neutral(self) -> Row | None:
        """A claim of another document."""
        passage, sentences, _ = self._pick()
        other, foreign, at = self._pick()
        if other.group == passage.group:
            return None
        claim = self._maybe_edited(foreign[at], sentences)
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
            yield row

    def from_supported(self, supported: Row) -> Row | None:
        """A supported claim edited where the evidence states the edited words."""
        edit = self.edit(supported.claim, supported.premise)
        if edit is None or edit.kind == "inversion":
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
