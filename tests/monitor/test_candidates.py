import numpy as np

from belie.datatypes import Claim, Passage, Span
from belie.monitor.candidates import CachedEncoder, StatementIndex
from belie.testing import WordEncoder


class CountingEncoder(WordEncoder):
    def __init__(self):
        super().__init__()
        self.read = []

    def encode(self, texts):
        self.read.extend(texts)
        return super().encode(texts)


def claim(number, text):
    return Claim(f"s/0#{number}", text, "s/0", Span(0, len(text)))


def passage(number, text):
    return Passage(f"s/0/d@{number}", text, "d", Span(0, len(text)))


def test_the_most_similar_statement_comes_first():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    index.add([claim(0, "cats sleep a lot"), claim(1, "the tower is 330 m tall")])
    (found,) = index.search(["the tower is 300 m tall"], k=2)
    assert [statement.id for statement in found] == ["s/0#1", "s/0#0"]


def test_statements_below_the_least_similarity_are_left_out():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    index.add([claim(0, "cats sleep a lot")])
    assert index.search(["the tower is tall"], k=3, min_similarity=0.3) == [[]]


def test_an_empty_index_finds_nothing_for_each_query():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    assert index.search(["a", "b"], k=3) == [[], []]


def test_adding_statements_reads_no_text():
    encoder = CountingEncoder()
    StatementIndex(CachedEncoder(encoder), searched=100).add([claim(0, "it is tall")])
    assert encoder.read == []


def test_a_search_reads_a_bounded_number_of_statements_and_still_finds_the_right_one():
    encoder = CountingEncoder()
    index = StatementIndex(CachedEncoder(encoder), searched=20)
    index.add(passage(n, f"place {n} has a tower of {n} metres") for n in range(2000))
    (found,) = index.search(["place 1234 has a tower"], k=1)
    assert found[0].text == "place 1234 has a tower of 1234 metres"
    assert len(encoder.read) <= 21


def test_no_text_is_encoded_twice():
    encoder = CountingEncoder()
    cached = CachedEncoder(encoder)
    first = cached.encode(["a b", "c", "a b"])
    second = cached.encode(["c", "a b"])
    assert encoder.read == ["a b", "c"]
    assert np.array_equal(first[[1, 0]], second)


def test_more_texts_than_the_cache_holds_still_come_back():
    assert CachedEncoder(WordEncoder(), size=2).encode(list("abcdef")).shape[0] == 6


def test_every_claim_of_a_long_turn_finds_its_own_statement():
    index = StatementIndex(CachedEncoder(WordEncoder(dim=1 << 15)), searched=20)
    index.add(passage(n, f"place {n} has a tower of {n} metres") for n in range(500))
    found = index.search([f"place {n} has a tower" for n in range(0, 500, 5)], k=1)
    assert [one.text.split()[1] for (one,) in found] == [str(n) for n in range(0, 500, 5)]
