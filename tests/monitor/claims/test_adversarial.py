"""Hostile text: the work stays linear in its length, the offsets stay exact, no claim flickers.

Work is counted where it is handed out, words to the parser and characters to the judge of
entailment, at one size and at four times that size.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Role, Syntax, Turn
from belie.monitor.claims.extractor import ClaimExtractor
from belie.monitor.inputs import make_turn
from belie.wiring import make_extractor

GROWTH = 8
"""How much more work four times the text may take: linear is 4, quadratic is 16."""


class FlatParser:
    """Hangs all words on the first, and counts what it is given."""

    def __init__(self):
        self.words = 0
        self.characters = 0

    def parse(self, sentences):
        self.words += sum(map(len, sentences))
        return [self.tree(tuple(sentence)) for sentence in sentences]

    def tree(self, words):
        count = len(words)
        heads = (-1, *[0] * (count - 1))
        return Syntax(words, ("NN",) * count, heads, ("root", *["dep"] * (count - 1)))

    def refer(self, text, pronouns, candidates):
        self.characters += len(text) + len(pronouns) * len(candidates)
        return [[0.0] * len(candidates) for _ in pronouns]


class ChainParser(FlatParser):
    """Hangs each word on the one before: the deepest tree there is."""

    def tree(self, words):
        count = len(words)
        heads = tuple(range(-1, count - 1))
        return Syntax(words, ("NN",) * count, heads, ("root", *["dep"] * (count - 1)))


class ClauseParser(FlatParser):
    """Reads four words each, "the dog ran and", as clauses that hang on the first verb."""

    def tree(self, words):
        if len(words) < 3:
            return super().tree(words)
        count = len(words)
        last = count - 1
        tags = [("DT", "NN", "VBD", "CC")[place % 4] for place in range(count)]
        relations = [("det", "nsubj", "conj", "cc")[place % 4] for place in range(count)]
        heads = [
            (min(place + 1, last), min(place + 1, last), 2, min(place + 3, last))[place % 4]
            for place in range(count)
        ]
        for place in range(count):
            if heads[place] == place:
                heads[place], relations[place] = 2, "dep"
        heads[2], relations[2] = -1, "root"
        return Syntax(words, tuple(tags), tuple(heads), tuple(relations))


class CountingJudge:
    """Finds that everything follows, and counts the characters it had to read."""

    def __init__(self):
        self.characters = 0

    def __call__(self, pairs):
        self.characters += sum(len(pair.premise) + len(pair.claim) for pair in pairs)
        return [1.0] * len(pairs)


def no_full_stop(count):
    return " ".join(["the dog ran and"] * (count // 4)) + " the dog ran"


def one_sentence_of_clauses(count):
    return ", ".join(["if it rains the match is off because they said so"] * (count // 10)) + "."


def nested_brackets(count):
    return "The tower " + "(which [it " * (count // 2) + ") ]" * (count // 2) + " leans."


def bullets(count):
    return "The tower has:\n" + "".join(f"- {number} floors\n" for number in range(count // 2))


def deep_bullets(count):
    return "".join(
        f"{'  ' * (number % 40)}* item {number} is red\n" for number in range(count // 4)
    )


def table_rows(count):
    rows = "".join(f"| Town {number} | {number} |\n" for number in range(count // 3))
    return "| Town | People |\n|---|---|\n" + rows


def wide_table(count):
    return "|" + "a|" * count + "\n|" + "-|" * count + "\n|" + "b|" * count


def mixed_scripts(count):
    return " ".join(["Пётр works in 東京 and ορίζει τον νόμο, пока نعم."] * (count // 9))


def zero_width(count):
    return " ".join(["the\u200b tow\u200der\u2060 is \ufefftall\u00ad."] * (count // 4))


def surrogates(count):
    return " ".join(["The \ud800 tower \udfff\ud800 leans."] * (count // 5))


def right_to_left(count):
    return " ".join(["\u202eالبرج يبلغ\u202c 330 مترا. \u2067המגדל גבוה\u2069."] * (count // 6))


def numbered_sentences(count):
    return " ".join(f"The dog {number} ran and the cat sat." for number in range(count // 8))


def long_sentences(count):
    clauses = ["the dog ran and"] * 20
    return " ".join(
        f"{' '.join(clauses)} the dog had {number} fleas." for number in range(count // 85 + 1)
    )


def many_names_and_pronouns(count):
    return " ".join(f"Anna{number} met Ben{number}. She saw it." for number in range(count // 6))


def emoji(count):
    return " ".join(["The 👩‍👩‍👧‍👦 family 🇫🇷 has 3 👍🏽 cats."] * (count // 8))


def combining_marks(count):
    return "The towe" + "r\u0301\u0323" * count + " leans."


def repeated_sentences(count):
    return "Anna sings. She dances. " * (count // 4)


def open_quotes(count):
    return 'He said "the ' * (count // 3)


def emphasis_marks(count):
    return "*" * count + "_a_" * count + "[" * count


def code_fences(count):
    return "```\n" * count


def commas(count):
    return "red, " * count + "blue."


def line_breaks(count):
    return "the tower\n" * (count // 2)


def numbers_with_stops(count):
    return "1.2.3." * count


HOSTILE = (
    no_full_stop,
    one_sentence_of_clauses,
    nested_brackets,
    bullets,
    deep_bullets,
    table_rows,
    wide_table,
    mixed_scripts,
    zero_width,
    surrogates,
    right_to_left,
    numbered_sentences,
    long_sentences,
    many_names_and_pronouns,
    emoji,
    combining_marks,
    repeated_sentences,
    open_quotes,
    emphasis_marks,
    code_fences,
    commas,
    line_breaks,
    numbers_with_stops,
)


def turn_of(text):
    """Return ``text`` as a monitor hands it to its extractor."""
    return make_turn(text, session="s1", index=0, role="assistant")


def assert_exact(extraction, turn):
    """Assert that every span slices to the words it stands for."""
    text = turn.text
    for number, claim in enumerate(extraction.claims):
        assert claim.id == f"s1/0#{number}"
        assert claim.text.strip()
        assert claim.span.start == claim.spans[0].start
        assert claim.span.end == claim.spans[-1].end <= len(text)
        for span in claim.spans:
            assert span.cut(text) == span.cut(text).strip() != ""
        if not claim.anchors:
            assert claim.text == claim.span.cut(text)
        for anchor in claim.anchors:
            assert anchor.span.cut(claim.text)
            assert claim.span.start <= anchor.source.start
            assert anchor.source.end <= claim.span.end
    for skipped in extraction.skipped:
        assert skipped.span.cut(text).strip()


def assert_verbatim(extraction, turn):
    """Assert that every anchor has the words of its source: for text without pronouns."""
    for claim in extraction.claims:
        for anchor in claim.anchors:
            words, source = anchor.span.cut(claim.text), anchor.source.cut(turn.text)
            assert words.casefold() == source.casefold()


@dataclass(frozen=True, slots=True)
class Work:
    """What one extraction took."""

    parsed: int
    judged: int


def measure(text, parser):
    """Return the work of one extraction, and assert that its spans are exact."""
    turn, judge = turn_of(text), CountingJudge()
    extractor = ClaimExtractor(parser, entailments=judge)
    extraction = extractor.extract(turn)
    assert_exact(extraction, turn)
    return Work(parser.words + parser.characters, judge.characters)


def assert_linear(small, large):
    """Assert that four times the text was at most ``GROWTH`` times the work, or next to nothing."""
    assert large.parsed <= GROWTH * small.parsed + 500
    assert large.judged <= GROWTH * small.judged + 5_000


@pytest.mark.parametrize("parser", [ChainParser, ClauseParser])
@pytest.mark.parametrize("make", HOSTILE)
def test_four_times_the_text_is_four_times_the_work(make, parser):
    assert_linear(measure(make(600), parser()), measure(make(2_400), parser()))


@pytest.mark.parametrize("unit", ["x", " ", "The tower leans ", "a.b", "\u200b", "|", "(", '"'])
def test_a_megabyte_is_read_in_time_that_grows_with_it(unit):
    small, large = (unit * (size // len(unit)) for size in (250_000, 1_000_000))
    assert_linear(measure(small, ClauseParser()), measure(large, ClauseParser()))


@pytest.mark.parametrize("parser", [FlatParser, ChainParser, ClauseParser])
@pytest.mark.parametrize("make", [no_full_stop, one_sentence_of_clauses, nested_brackets])
def test_ten_thousand_words_are_read_in_time_that_grows_with_them(make, parser):
    assert_linear(measure(make(2_500), parser()), measure(make(10_000), parser()))


def test_five_thousand_bullets_give_a_claim_each_and_none_is_lost():
    turn = turn_of(bullets(10_000))
    extraction = ClaimExtractor(FlatParser()).extract(turn)
    assert_exact(extraction, turn)
    assert len(extraction.claims) == 5_000
    assert [claim.text.split()[-2] for claim in extraction.claims] == [
        str(number) for number in range(5_000)
    ]


@pytest.mark.parametrize("make", HOSTILE)
def test_the_shipped_extractor_survives_hostile_text_with_exact_offsets(make, extractor):
    turn = turn_of(make(400))
    assert_exact(extractor.extract(turn), turn)


def test_the_shipped_extractor_reads_ten_thousand_words_without_a_full_stop(extractor):
    turn = turn_of(no_full_stop(10_000))
    extraction = extractor.extract(turn)
    assert_exact(extraction, turn)
    assert_verbatim(extraction, turn)


@pytest.fixture(scope="module")
def extractor():
    return make_extractor()


PIECES = (
    "The tower is 330 m tall",
    "Anna sings and dances",
    "If it rains, the match is off",
    "Paris, the capital of France, has 2 million people",
    "It was built in 1889, which they knew",
    "He said that she was not there",
    "Thank you",
    "and",
    "because",
    "Why",
    ".",
    "?!",
    ":",
    ", ",
    " – ",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "- ",
    "1. ",
    "# ",
    "> ",
    "| a | b |\n|---|---|\n",
    "```",
    "**",
    "[x](http://a.b/c)",
    "(",
    ")",
    '"',
    "“",
    "n't",
    "’s",
    "\u200b",
    "\u202e",
    "\u0301",
    "\ud800",
    "\x00",
    "İ",
    "ß",
    "ﬁ",
    "👩‍👩‍👧",
    "東京は大きい。",
    "البرج",
)

SENTENCES = (
    "The Eiffel Tower is 330 m tall and was built in 1889.",
    "Apple released the first iPhone in 2007, priced at $499 at the time.",
    "It was sold in 29 countries.",
    "Marie Curie, who was born in Warsaw, won two Nobel Prizes.",
    "She moved to Paris in 1891.",
    "If it rains, the match is off.",
    "The bridge closed because the wind was strong.",
    "According to NASA, the probe landed on 14 January 2005.",
    "He did not say whether they would come.",
    "Only members can vote, unless the board decides otherwise.",
    "How tall is it?",
    "Thanks a lot!",
    "Please send me the bill.",
    "I think it's lovely.",
    "Johnson and Johnson makes baby powder.",
    "Sorry, I was wrong.",
    "They own a shop; it opens at 9.",
    "“The mine is safe,” said Morgan.",
    "- The kit has 3 parts.",
    "## History",
)

hostile_texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=80)
answers = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=5).map("\n\n".join)
prose = st.lists(
    st.sampled_from([sentence for sentence in SENTENCES if sentence[0] not in "-#"]),
    min_size=1,
    max_size=5,
).map(" ".join)


@given(text=hostile_texts)
def test_every_span_slices_to_its_words(extractor, text):
    turn = turn_of(text)
    assert_exact(extractor.extract(turn), turn)


@given(text=hostile_texts, question=hostile_texts, before=hostile_texts)
def test_hostile_questions_and_earlier_turns_leave_the_spans_exact(
    extractor, text, question, before
):
    earlier = [make_turn(before, session="s1", index=0, role="user")]
    turn = make_turn(text, session="s1", index=1, role="assistant", question=question)
    extraction = extractor.extract(turn, earlier)
    assert all(claim.span.end <= len(turn.text) for claim in extraction.claims)
    assert [claim.id for claim in extraction.claims] == [
        f"s1/1#{number}" for number in range(len(extraction.claims))
    ]


def beginning(extraction, length):
    return [claim for claim in extraction.claims if claim.span.start < length]


@given(text=answers, more=answers)
def test_claims_are_stable_under_an_appended_paragraph(extractor, text, more):
    alone = extractor.extract(turn_of(text))
    longer = extractor.extract(turn_of(f"{text}\n\n{more}"))
    assert beginning(longer, len(text)) == list(alone.claims)


@given(text=prose, more=prose)
def test_claims_are_stable_under_an_appended_sentence(extractor, text, more):
    alone = extractor.extract(turn_of(text))
    longer = extractor.extract(turn_of(f"{text} {more}"))
    assert beginning(longer, len(text)) == list(alone.claims)


@given(text=answers)
def test_the_same_text_gives_the_same_claims(extractor, text):
    turn = Turn("s1", 0, Role.ASSISTANT, text)
    assert extractor.extract(turn) == make_extractor().extract(turn)
