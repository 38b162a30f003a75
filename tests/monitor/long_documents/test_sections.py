from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Document, Role, Turn
from belie.monitor.long_documents.sections import Section, around, cut_documents, windows

SENTENCES = st.lists(
    st.lists(st.sampled_from(["One", "is", "odd", "1,932"]), min_size=1, max_size=9).map(
        lambda words: " ".join(words) + "."
    ),
    min_size=1,
    max_size=12,
)


def cut(*texts, size=8):
    documents = tuple(Document(f"d{number}", text) for number, text in enumerate(texts))
    return cut_documents(Turn("s", 0, Role.ASSISTANT, "", documents), size=size)


@given(SENTENCES, st.integers(3, 30))
def test_windows_are_the_document_without_gap_and_no_longer_than_asked(texts, size):
    [document] = cut(" ".join(texts), size=size)
    found = list(windows(document, size=size))
    assert [number for one in found for number in range(one.first, one.end)] == list(
        range(len(document.spans))
    )
    assert all(one.length <= size for one in found)


@given(SENTENCES, st.integers(3, 30), st.randoms(use_true_random=False))
def test_a_window_around_a_sentence_holds_it_and_is_no_longer_than_asked(texts, size, random):
    [document] = cut(" ".join(texts), size=size)
    number = random.randrange(len(document.spans))
    window = around(document, number, size=size)
    assert window.first <= number < window.end
    assert window.length <= size


@given(SENTENCES)
def test_halves_are_the_section_and_their_passages_slice_the_document(texts):
    [document] = cut(" ".join(texts), size=20)
    section = Section(document, 0, len(document.spans))
    while 1 < len(section):
        first, second = section.halves()
        assert (first.first, first.end, second.end) == (section.first, second.first, section.end)
        section = second
        passage = section.passage
        assert passage.span.cut(document.document.text) == passage.text
        assert passage.id == f"s/0/d0@{passage.span.start}-{passage.span.end}"


def test_sentences_are_numbered_over_all_documents():
    first, second = cut("One is odd. Two is even.", "Three is odd.")
    assert Section(first, 1, 2).numbers == slice(1, 2)
    assert Section(second, 0, 1).numbers == slice(2, 3)


def test_a_line_longer_than_a_window_is_cut():
    [document] = cut("word " * 50, size=20)
    assert max(document.lengths) <= 20
    assert sum(document.lengths) == 50
