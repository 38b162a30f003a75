"""The shipped parser: what the rules rely on, not how good it is (benchmarks/claims.py)."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belie.adapters.onnx import MODELS, OnnxParser
from belie.datatypes import Span
from belie.errors import ModelError

PARSER = OnnxParser()
PHONE = "Apple released the first iPhone in 2007 , priced at $ 499 at the time ."
SENTENCES = [
    ["The", "tower", "leans", "."],
    PHONE.split(),
    ["Yes", "."],
    ["A", "dog", "barks", ",", "and"] * 30,
    ["漢字", "👩‍👩‍👧", "e\u0301"],
]
TEXT = "Eiffel built the tower for the city. It is tall, and its roof leaks."
CANDIDATES = [Span(0, 6), Span(13, 22), Span(27, 35)]
PRONOUNS = [Span(37, 39), Span(53, 56)]


def assert_tree(syntax, words):
    """Assert that ``syntax`` is one tree over ``words``."""
    count = len(words)
    assert syntax.words == tuple(words)
    assert len(syntax.tags) == len(syntax.heads) == len(syntax.relations) == count
    assert syntax.heads.count(-1) == 1
    assert [relation == "root" for relation in syntax.relations] == [
        head == -1 for head in syntax.heads
    ]
    assert all(-1 <= head < count for head in syntax.heads)
    for word in range(count):
        at, steps = word, 0
        while at >= 0:
            at, steps = syntax.heads[at], steps + 1
            assert steps <= count


def test_a_tree_does_not_depend_on_its_neighbours():
    together = PARSER.parse(SENTENCES)
    turned = PARSER.parse(SENTENCES[::-1])[::-1]
    alone = [PARSER.parse([sentence])[0] for sentence in SENTENCES]
    assert together == turned == alone


def test_threads_get_the_same_trees():
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(PARSER.parse, [SENTENCES, SENTENCES])
    assert first == second == PARSER.parse(SENTENCES)


def test_plain_sentences_are_read_right():
    tower, phone, *_ = PARSER.parse(SENTENCES)
    assert tower.heads == (1, 2, -1, 2)
    assert tower.tags == ("DT", "NN", "VBZ", ".")
    assert tower.relations == ("det", "nsubj", "root", "punct")
    said = dict(zip(phone.words, zip(phone.heads, phone.relations, strict=True), strict=True))
    assert said["Apple"] == (1, "nsubj")
    assert said["iPhone"] == (1, "obj")
    assert said["priced"][1] in {"acl", "advcl"}


def test_a_capital_tells_a_name_from_a_word():
    name, word = PARSER.parse([["He", "met", "Frank", "."], ["He", "is", "frank", "."]])
    assert (name.tags[2], word.tags[2]) == ("NNP", "JJ")


def test_nothing_to_parse_gives_nothing():
    assert PARSER.parse([]) == []


def test_words_beyond_the_models_length_hang_on_a_word_before():
    words = [*SENTENCES[1], *["and", "so", "on"] * 160]
    [syntax] = PARSER.parse([words])
    assert_tree(syntax, words)
    assert syntax.relations[-1] == "dep"
    assert 0 <= syntax.heads[-1] < len(words) - 1


@pytest.mark.parametrize(
    "words",
    [
        [""],
        [" "],
        ["\u200b"],
        ["\x00", "\x07", "\x1b"],
        ["\ud800"],
        ["\u0301", "\u0301"],
        ["a" * 5_000],
        [""] * 300,
        ["x"] * 500,
        [".", "", "The", "\u200b", "tower", "\ufeff"],
        ["x" * 200] * 40,
    ],
)
def test_any_words_make_one_tree(words):
    assert_tree(PARSER.parse([words])[0], words)


odd_words = st.sampled_from(
    ["", " ", "\u200b", "\x00", "\ud800", "the", "Tower", "leans", ".", "n't"]
)


@given(st.lists(odd_words | st.text(max_size=8), min_size=1, max_size=40))
def test_any_random_words_make_one_tree(words):
    assert_tree(PARSER.parse([words])[0], words)


@settings(max_examples=10)
@given(st.lists(odd_words | st.text(max_size=3), min_size=500, max_size=500))
def test_five_hundred_random_words_make_one_tree(words):
    assert_tree(PARSER.parse([words])[0], words)


def test_a_pronoun_is_likeliest_for_what_it_stands_for():
    rows = PARSER.refer(TEXT, PRONOUNS, CANDIDATES)
    assert [row.index(max(row)) for row in rows] == [1, 1]


def test_a_pronoun_does_not_depend_on_the_other_pronouns():
    together = PARSER.refer(TEXT, PRONOUNS, CANDIDATES)
    assert together == [PARSER.refer(TEXT, [one], CANDIDATES)[0] for one in PRONOUNS]


@pytest.mark.parametrize("text", [TEXT, TEXT * 40, "", "\ud800 " * 80, "漢字 " * 20])
def test_there_is_a_row_for_each_pronoun_and_a_number_for_each_candidate(text):
    rows = PARSER.refer(text, PRONOUNS, CANDIDATES)
    assert [len(row) for row in rows] == [len(CANDIDATES)] * len(PRONOUNS)
    assert PARSER.refer(text, [], CANDIDATES) == []
    assert PARSER.refer(text, PRONOUNS, []) == [[], []]


places = st.tuples(st.integers(0, 90), st.integers(0, 20)).map(
    lambda place: Span(place[0], sum(place))
)


@given(
    st.text(max_size=90) | st.just(TEXT),
    st.lists(places, max_size=3),
    st.lists(places, max_size=5, unique=True),
)
def test_the_rows_of_any_text_sum_to_at_most_one(text, pronouns, candidates):
    for row in PARSER.refer(text, pronouns, candidates):
        assert all(0 <= probability <= 1 for probability in row)
        assert sum(row) <= 1 + 1e-6


@pytest.fixture
def folder(tmp_path):
    for name in ("parser.json", "tokenizer.json", "parser.onnx", "references.onnx"):
        shutil.copy(MODELS / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(
    "name", ["parser.onnx", "references.onnx", "parser.json", "tokenizer.json"]
)
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(ModelError, match=rf"expected .* in {name}"):
        OnnxParser(folder)


@pytest.mark.parametrize(
    "name", ["parser.onnx", "references.onnx", "parser.json", "tokenizer.json"]
)
@pytest.mark.parametrize("content", ["", "{}", "[1]", "no json"])
def test_a_broken_file_is_named(folder, name, content):
    (folder / name).write_text(content)
    with pytest.raises(ModelError, match=rf"expected .* in {name}"):
        OnnxParser(folder)


@pytest.mark.parametrize("key", ["tags", "relations", "temperature"])
def test_a_missing_field_is_named(folder, key):
    fields = json.loads((folder / "parser.json").read_text())
    del fields[key]
    (folder / "parser.json").write_text(json.dumps(fields))
    with pytest.raises(ModelError, match=rf"parser\.json.*{key}"):
        OnnxParser(folder)


def test_a_copy_of_the_folder_reads_the_same(folder):
    assert OnnxParser(folder).parse(SENTENCES) == PARSER.parse(SENTENCES)
