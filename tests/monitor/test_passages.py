import re

from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Document
from belie.monitor.passages import passages

sentences = st.lists(st.integers(1, 30), min_size=1, max_size=25).map(
    lambda lengths: " ".join(
        " ".join([f"Word{number}", *["word"] * (length - 1)]) + "."
        for number, length in enumerate(lengths)
    )
)


def windows(text, size):
    return passages(Document("d1", text), turn_id="s1/2", turn=2, size=size)


@given(sentences, st.integers(5, 40))
def test_no_word_is_lost_and_no_window_is_too_long(text, size):
    found = windows(text, size)
    covered = {offset for window in found for offset in range(window.span.start, window.span.end)}
    assert all(offset in covered for offset, sign in enumerate(text) if not sign.isspace())
    assert all(len(re.findall(r"\w+|[^\w\s]", window.text)) <= size for window in found)
    assert all(window.span.cut(text) == window.text for window in found)


@given(sentences, st.integers(31, 60))
def test_a_sentence_that_fits_stands_whole_in_a_window(text, size):
    found = [window.text for window in windows(text, size)]
    for sentence in text.split(". "):
        assert any(sentence.rstrip(".") in window for window in found)


def test_windows_overlap_by_about_half():
    text = " ".join(f"This is sentence {number}." for number in range(12))
    first, second, *_ = windows(text, 20)
    assert first.span.start < second.span.start < first.span.end < second.span.end


def test_marks_count_and_so_does_every_dozen_letters_of_a_long_word():
    assert len(windows('{"a": 1, "b": 2}', 6)) == 3
    assert [len(window.text) for window in windows("x" * 120, 4)] == [48, 48, 24]


def test_an_empty_document_has_no_passage():
    assert windows(" \n ", 20) == []


def test_ids_name_turn_document_and_place():
    (window,) = windows("It is tall.", 20)
    assert (window.id, window.source, window.turn) == ("s1/2/d1@0-11", "d1", 2)
