import tracemalloc

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from belie.monitor.vectors import CachedEncoder, VectorTable
from belie.testing import WordEncoder


class CountingEncoder(WordEncoder):
    def __init__(self):
        super().__init__()
        self.read = []

    def encode(self, texts):
        self.read.extend(texts)
        return super().encode(texts)


def test_no_text_is_encoded_twice():
    encoder = CountingEncoder()
    cached = CachedEncoder(encoder)
    first = cached.encode(["a b", "c", "a b"])
    second = cached.encode(["c", "a b"])
    assert encoder.read == ["a b", "c"]
    assert np.array_equal(first[[1, 0]], second)


def test_more_texts_than_the_cache_holds_still_come_back():
    assert CachedEncoder(WordEncoder(), size=2).encode(list("abcdef")).shape[0] == 6


def test_what_the_cache_has_forgotten_takes_no_memory():
    encoder = CachedEncoder(WordEncoder(dim=10_000), size=10)
    tracemalloc.start()
    try:
        for batch in range(20):
            encoder.encode(["always asked for", *(f"{batch} {number}" for number in range(20))])
            encoder.encode([f"{batch} 19", "always asked for"])
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used < 1.2 * 10 * 10_000 * 4


def test_a_table_reads_no_text_before_it_is_asked_for():
    encoder = CountingEncoder()
    table = VectorTable(CachedEncoder(encoder))
    for text in "abc":
        table.add(text)
    table.rows([1])
    assert encoder.read == ["b"]


def test_a_table_keeps_what_the_cache_has_forgotten():
    encoder = CountingEncoder()
    table = VectorTable(CachedEncoder(encoder, size=1))
    for text in "abcdef":
        table.add(text)
    table.rows(range(6))
    table.rows([0, 3])
    assert encoder.read == list("abcdef")


@given(st.lists(st.lists(st.integers(0, 199), min_size=1, max_size=5), min_size=1, max_size=8))
def test_rows_are_those_of_the_encoder_however_the_table_grew(asked):
    encoder = WordEncoder()
    table, size = VectorTable(CachedEncoder(encoder)), 0
    for numbers in asked:
        for number in range(size, max(numbers) + 1):
            table.add(f"text {number}")
        size = max(size, max(numbers) + 1)
        expected = encoder.encode([f"text {number}" for number in numbers])
        assert np.array_equal(table.rows(numbers), expected)
