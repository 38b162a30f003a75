import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Anchor, Claim, Passage, ScoredSpan, Span
from belie.monitor.spans import clash, in_source, numbers_if_number
from belie.monitor.text import words


def scored(text, scores):
    return [ScoredSpan(span, score) for span, score in zip(words(text), scores, strict=True)]


def test_the_run_of_the_greatest_sum_wins_over_a_single_better_word():
    text = "on 3 May 1990 in Oslo"
    span = clash(scored(text, [0.1, 0.7, 0.8, 0.7, 0.0, 0.9]), text)
    assert span.cut(text) == "3 May 1990 in Oslo"
    assert clash(scored(text, [0.9, 0.0, 0.0, 0.6, 0.7, 0.8]), text).cut(text) == "1990 in Oslo"


def test_one_weak_word_may_stand_within_a_run():
    text = "three hundred and thirty"
    assert clash(scored(text, [0.9, 0.2, 0.1, 0.9]), text).cut(text) == "three"
    assert clash(scored(text, [0.9, 0.2, 0.9, 0.9]), text).cut(text) == text


def test_where_no_word_reaches_half_the_best_is_taken():
    text = "it cost $499"
    assert clash(scored(text, [0.1, 0.1, 0.3]), text).cut(text) == "$499"


def test_words_beside_the_best_belong_to_it_if_they_are_not_much_weaker():
    text = "a fine young cotton merchant of Vienna"
    weak = [0.0, 0.02, 0.05, 0.2, 0.1, 0.09, 0.0]
    assert clash(scored(text, weak), text).cut(text) == "cotton merchant"
    strong = [0.0, 0.0, 0.4, 0.9, 0.8, 0.3, 0.0]
    assert clash(scored(text, strong), text).cut(text) == "young cotton merchant"


def test_of_weak_words_one_with_content_is_taken_if_there_is_any():
    text = "I have a dog"
    assert clash(scored(text, [0.4, 0.4, 0.2, 0.3]), text).cut(text) == "dog"
    assert clash(scored(text, [0.6, 0.4, 0.2, 0.3]), text).cut(text) == "I"
    assert clash(scored("I have", [0.1, 0.2]), "I have").cut("I have") == "have"


def test_a_number_clashes_with_a_number():
    text = "Apple sold it for $499 in June"
    words_scored = scored(text, [0.1, 0.4, 0.1, 0.1, 0.3, 0.0, 0.2])
    assert clash(numbers_if_number(words_scored, text, "$599"), text).cut(text) == "$499"
    assert clash(numbers_if_number(words_scored, text, "rented"), text).cut(text) == "sold"
    no_number = scored("it was sold", [0.1, 0.2, 0.3])
    assert numbers_if_number(no_number, "it was sold", "$599") == no_number


def test_words_far_apart_are_no_run_though_those_between_were_left_out():
    text = "330 metres tall, about the same height as an 81-storey building"
    numbers = numbers_if_number(
        scored(text, [0.9, 0.6, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6, 0.0]), text, "450"
    )
    assert len(numbers) == 2
    assert clash(numbers, text).cut(text) == "330"


def test_nothing_scored_gives_none():
    assert clash([], "") is None


def test_a_slice_is_found_exactly_even_when_repeated():
    source = "It is 5. It is 5."
    second = Claim("s/0#1", "It is 5.", "s/0", Span(9, 17))
    assert in_source(second, Span(6, 7), source) == Span(15, 16)


def test_a_claim_in_other_words_is_looked_for_in_its_own_pieces():
    source = "Apple sold it for $499. Later it cost $399."
    claim = Claim("s/0#0", "The iPhone cost $399.", "s/0", Span(24, 43), pieces=(Span(24, 43),))
    assert in_source(claim, Span(16, 20), source).cut(source) == "$399"
    assert in_source(claim, Span(0, 10), source) == Span(24, 43)


SOURCE = "We sold it in May, the tower in June. It was priced at $499."


def anchored(text, *pairs):
    """Return a claim with an anchor for each pair of its words and words of `SOURCE`."""
    anchors = tuple(Anchor(place(text, words), place(SOURCE, source)) for words, source in pairs)
    sources = sorted(anchor.source for anchor in anchors)
    span = Span(sources[0].start, sources[-1].end)
    return Claim("s/0#0", text, "s/0", span, pieces=tuple(sources), anchors=anchors)


def place(text, words):
    return Span(text.index(words), text.index(words) + len(words))


PRICE = anchored(
    "the tower was priced at $499",
    ("the tower", "It"),
    ("was priced at $499", "was priced at $499"),
)


@pytest.mark.parametrize("words", ["was priced at $499", "$499", "499", "at"])
def test_words_of_a_verbatim_anchor_are_found_exactly(words):
    found = in_source(PRICE, place(PRICE.text, words), SOURCE)
    assert found.cut(SOURCE) == words
    assert place(SOURCE, "was priced at $499").start <= found.start


@pytest.mark.parametrize("words", ["the tower", "tower", "the"])
def test_of_a_name_in_a_pronouns_place_the_pronoun_is_found(words):
    found = in_source(PRICE, place(PRICE.text, words), SOURCE)
    assert found == place(SOURCE, "It")


def test_of_words_under_several_anchors_the_longest_stretch_is_found():
    assert in_source(PRICE, place(PRICE.text, "the tower was priced"), SOURCE) == place(
        SOURCE, "was priced"
    )
    assert in_source(PRICE, Span(0, len(PRICE.text)), SOURCE) == place(SOURCE, "was priced at $499")


def test_the_two_halves_of_a_word_of_chat_are_one():
    text = "i don't sing."
    anchors = (
        Anchor(Span(0, 4), Span(0, 4)),
        Anchor(Span(4, 7), Span(4, 6)),
        Anchor(Span(7, 12), Span(6, 11)),
    )
    claim = Claim("s/0#0", text, "s/0", Span(0, 11), anchors=anchors)
    assert in_source(claim, place(text, "don't"), "i dont sing").cut("i dont sing") == "dont"


def test_the_anchor_decides_where_the_same_words_stand_twice():
    source = "It was red. It was blue."
    text = "the car was blue"
    anchors = (Anchor(Span(0, 7), Span(12, 14)), Anchor(Span(8, 16), Span(15, 23)))
    claim = Claim("s/0#0", text, "s/0", Span(12, 23), anchors=anchors)
    assert in_source(claim, place(text, "was"), source) == Span(15, 18)


def test_a_supplied_word_without_an_anchor_is_the_whole_claim_unless_it_stands_in_its_pieces():
    claim = anchored("the tower had been $499", ("the tower", "the tower"), ("$499", "$499"))
    assert in_source(claim, place(claim.text, "had been"), SOURCE) == claim.span


def test_anchors_in_another_order_than_the_source_are_followed():
    claim = anchored("in June We sold the tower", ("in June", "in June"), ("We sold", "We sold"))
    assert in_source(claim, place(claim.text, "June"), SOURCE).cut(SOURCE) == "June"
    assert in_source(claim, place(claim.text, "sold"), SOURCE).cut(SOURCE) == "sold"


@given(st.data())
def test_words_under_anchors_always_slice_and_lie_within_one_of_them(data):
    ends = data.draw(st.lists(st.integers(0, len(PRICE.text)), min_size=2, max_size=2, unique=True))
    found = in_source(PRICE, Span(*sorted(ends)), SOURCE)
    within = [PRICE.span] if found == PRICE.span else [anchor.source for anchor in PRICE.anchors]
    assert any(source.start <= found.start <= found.end <= source.end for source in within)


def test_a_passage_that_is_no_slice_falls_back_to_its_window():
    passage = Passage("p", "other", "d", Span(2, 6))
    assert in_source(passage, Span(0, 2), "0123456789") == Span(2, 6)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_the_clash_starts_and_ends_with_a_word(scores):
    text = " ".join(f"w{number}" for number in range(len(scores)))
    span = clash(scored(text, scores), text)
    assert span.start in {word.start for word in words(text)}
    assert span.end in {word.end for word in words(text)}
    assert max(scores) in scores[
        text[: span.start].count(" ") : text[: span.end].count(" ") + 1
    ] or (sum(score >= 0.5 for score in scores) >= 2)
