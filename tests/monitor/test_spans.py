import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Claim, Passage, ScoredSpan, Span
from belie.monitor.spans import clash, in_source, numbers_if_number, unshared
from belie.monitor.text import words


def scored(text, scores):
    return [ScoredSpan(span, score) for span, score in zip(words(text), scores, strict=True)]


def test_the_run_of_the_greatest_sum_wins_over_a_single_better_word():
    text = "on 3 May 1990 in Oslo"
    span = clash(scored(text, [0.1, 0.7, 0.8, 0.7, 0.0, 0.9]))
    assert span.cut(text) == "3 May 1990 in Oslo"
    assert clash(scored(text, [0.9, 0.0, 0.0, 0.6, 0.7, 0.8])).cut(text) == "1990 in Oslo"


def test_one_weak_word_may_stand_within_a_run():
    text = "three hundred and thirty"
    assert clash(scored(text, [0.9, 0.2, 0.1, 0.9])).cut(text) == "three"
    assert clash(scored(text, [0.9, 0.2, 0.9, 0.9])).cut(text) == text


def test_where_no_word_reaches_half_the_best_is_taken():
    text = "it cost $499"
    assert clash(scored(text, [0.1, 0.2, 0.3])).cut(text) == "$499"


def test_a_number_clashes_with_a_number():
    text = "Apple sold it for $499 in June"
    words_scored = scored(text, [0.1, 0.4, 0.1, 0.1, 0.3, 0.0, 0.2])
    assert clash(numbers_if_number(words_scored, text, "$599")).cut(text) == "$499"
    assert clash(numbers_if_number(words_scored, text, "rented")).cut(text) == "sold"
    no_number = scored("it was sold", [0.1, 0.2, 0.3])
    assert numbers_if_number(no_number, "it was sold", "$599") == no_number


def test_nothing_scored_gives_none():
    assert clash([]) is None


def test_unshared_is_what_the_other_text_lacks():
    text = "The tower is 300 metres tall."
    assert unshared(text, "The tower is 330 metres tall.").cut(text) == "300"


def test_unshared_of_equal_texts_is_the_whole():
    assert unshared("It is tall.", "It is tall.") == Span(0, 11)


def test_a_slice_is_found_exactly_even_when_repeated():
    source = "It is 5. It is 5."
    second = Claim("s/0#1", "It is 5.", "s/0", Span(9, 17))
    assert in_source(second, Span(6, 7), source) == Span(15, 16)


def test_a_claim_in_other_words_is_looked_for_in_its_own_pieces():
    source = "Apple sold it for $499. Later it cost $399."
    claim = Claim("s/0#0", "The iPhone cost $399.", "s/0", Span(24, 43), pieces=(Span(24, 43),))
    assert in_source(claim, Span(16, 20), source).cut(source) == "$399"
    assert in_source(claim, Span(0, 10), source) == Span(24, 43)


def test_a_passage_that_is_no_slice_falls_back_to_its_window():
    passage = Passage("p", "other", "d", Span(2, 6))
    assert in_source(passage, Span(0, 2), "0123456789") == Span(2, 6)


@pytest.mark.parametrize("text", ["", "   "])
def test_unshared_of_nothing_is_the_whole(text):
    assert unshared(text, "x") == Span(0, len(text))


@given(st.text(max_size=60), st.text(max_size=60))
def test_unshared_always_slices(text, other):
    assert unshared(text, other).end <= len(text)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_the_clash_starts_and_ends_with_a_word(scores):
    text = " ".join(f"w{number}" for number in range(len(scores)))
    span = clash(scored(text, scores))
    assert span.start in {word.start for word in words(text)}
    assert span.end in {word.end for word in words(text)}
    assert max(scores) in scores[
        text[: span.start].count(" ") : text[: span.end].count(" ") + 1
    ] or (sum(score >= 0.5 for score in scores) >= 2)
