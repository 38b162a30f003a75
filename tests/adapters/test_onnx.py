"""The shipped models: what users rely on, not how good they are (benchmarks/quality.py)."""

import json
import shutil
from threading import Barrier, get_ident

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.adapters.onnx import MODELS, OnnxClassifier, OnnxEncoder, load_config
from belie.datatypes import CONTRADICTIONS, ErrorType, Pair, Relation
from belie.errors import ModelError

CLASSIFIER, ENCODER = OnnxClassifier(), OnnxEncoder()
PAIRS = [
    Pair("The bridge opened on 19 March 1932.", "The bridge opened in 1923."),
    Pair("Cats sleep a lot. " * 20, "The bridge opened in 1923."),
    Pair("It is warm. It is dry. " * 60, "It is cold."),
    Pair("I have two dogs.", "I have no pets."),
    Pair("x", "y"),
]


def test_a_judgement_does_not_depend_on_its_neighbours():
    together = CLASSIFIER.classify(PAIRS)
    shuffled = CLASSIFIER.classify(PAIRS[::-1])[::-1]
    alone = [CLASSIFIER.classify([pair])[0] for pair in PAIRS]
    for one, other, single in zip(together, shuffled, alone, strict=True):
        for relation in Relation:
            assert abs(one.probabilities[relation] - single.probabilities[relation]) <= 1e-3
            assert abs(one.probabilities[relation] - other.probabilities[relation]) <= 1e-3
        assert one == single == other


def on_two_threads(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    return OnnxEncoder()._model


def test_the_calling_thread_works_beside_another(monkeypatch):
    both = Barrier(2)

    def work(item):
        both.wait(timeout=30)
        return item, get_ident()

    items, threads = zip(*on_two_threads(monkeypatch).each(work, [7, 8]), strict=True)
    assert items == (7, 8)
    assert len(set(threads)) == 2
    assert get_ident() in threads


def test_what_fails_in_another_thread_fails_for_the_caller(monkeypatch):
    both = Barrier(2)

    def work(item):
        both.wait(timeout=30)
        if get_ident() != caller:
            raise ModelError("no")
        return item

    caller = get_ident()
    with pytest.raises(ModelError, match="no"):
        on_two_threads(monkeypatch).each(work, [7, 8])


def test_a_vector_does_not_depend_on_its_neighbours():
    texts = [pair.premise for pair in PAIRS]
    alone = np.concatenate([ENCODER.encode([text]) for text in texts])
    assert np.array_equal(ENCODER.encode(texts), alone)


def test_vectors_have_length_one_and_similar_texts_are_near():
    vectors = ENCODER.encode(["A dog barks.", "A hound is barking.", "Taxes rose in May."])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[0] @ vectors[1] > 0.5 > vectors[0] @ vectors[2]


def test_probabilities_sum_to_one():
    for judgement in CLASSIFIER.classify(PAIRS):
        assert sum(judgement.probabilities.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("premise", "claim", "expected"),
    [
        ("The bridge opened in 1932.", "The bridge opened in 1932.", {Relation.ENTAILMENT}),
        ("The phone costs $499.", "The phone costs $599.", CONTRADICTIONS),
        ("The shop is open on Sundays.", "The shop is not open on Sundays.", CONTRADICTIONS),
        ("The bridge is painted red.", "Bananas grow in the tropics.", {Relation.NEUTRAL}),
        ("Paris is the capital of France.", "Mozart wrote many operas.", {Relation.NEUTRAL}),
        ("I have two dogs.", "My sister works in Boston.", {Relation.NEUTRAL}),
    ],
)
def test_plain_cases_are_judged_right(premise, claim, expected):
    (judgement,) = CLASSIFIER.classify([Pair(premise, claim)])
    assert sum(judgement.probabilities[relation] for relation in expected) > 0.5


def test_unrelated_statements_raise_no_alarm():
    premises = [
        "The bridge is painted red.",
        "The Eiffel Tower is 330 metres tall.",
        "The company was founded in 1998 by two students.",
        "The shop is open on Sundays.",
        "Cats sleep a lot.",
        "Water boils at 100 degrees.",
    ]
    claims = [
        "Bananas grow in the tropics.",
        "The river floods every spring.",
        "Whales are mammals.",
        "The train leaves at noon.",
        "He plays the piano well.",
        "Their flight was cancelled.",
    ]
    pairs = [Pair(premise, claim) for premise in premises for claim in claims]
    for judgement in CLASSIFIER.classify(pairs):
        odds = judgement.probabilities
        assert sum(odds[relation] for relation in CONTRADICTIONS) < load_config().threshold


def test_a_changed_number_is_told_as_such():
    (judgement,) = CLASSIFIER.classify([Pair("It sold for $499.", "It sold for $599.")])
    assert judgement.error_type is ErrorType.NUMERIC


def test_the_words_that_the_premise_does_not_back_are_scored_above_the_others():
    claim = "The tower was painted red by volunteers."
    (judgement,) = CLASSIFIER.classify([Pair("The tower was painted red in 1998.", claim)])
    scores = {word.span.cut(claim): word.score for word in judgement.ungrounded_words}
    assert scores["volunteers"] > 0.5 > scores["red"]


def test_the_clashing_words_are_scored_above_the_others():
    premise, claim = "The phone was sold for $499 in June.", "The phone was sold for $599 in June."
    (judgement,) = CLASSIFIER.classify([Pair(premise, claim)])
    for words, text, clashing in (
        (judgement.premise_words, premise, "499"),
        (judgement.claim_words, claim, "599"),
    ):
        assert max(words, key=lambda word: word.score).span.cut(text) == clashing


def test_a_premise_beyond_the_length_is_cut_and_says_so():
    short, long = CLASSIFIER.classify(
        [Pair("It is warm.", "It is cold."), Pair("It is warm. " * 400, "It is cold.")]
    )
    assert (short.truncated, long.truncated) == (False, True)


def test_the_end_of_a_claim_beyond_the_length_is_cut_and_says_so():
    (judgement,) = CLASSIFIER.classify([Pair("It is warm.", "It is very cold. " * 400)])
    assert judgement.truncated


@pytest.mark.parametrize("filler", [" ", "x"])
def test_what_is_not_even_read_says_so(filler):
    said, padded = "It is warm.", filler * 20_000 + " It is warm."
    answers = CLASSIFIER.classify([Pair(padded, said), Pair(said, padded)])
    assert [answer.truncated for answer in answers] == [True, True]


def test_nothing_to_judge_gives_nothing():
    assert CLASSIFIER.classify([]) == []


def test_no_texts_give_no_rows():
    assert ENCODER.encode([]).shape == (0, 384)


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_judged_and_its_words_slice(premise, claim):
    (judgement,) = CLASSIFIER.classify([Pair(premise, claim)])
    for words, text in ((judgement.premise_words, premise), (judgement.claim_words, claim)):
        end = 0
        for word in words:
            assert end <= word.span.start <= word.span.end <= len(text)
            assert 0 <= word.score <= 1
            end = word.span.end


def test_offsets_count_code_points():
    text = "😀😀 Zürich 漢字 costs $499"
    (judgement,) = CLASSIFIER.classify([Pair(text, text)])
    assert judgement.claim_words[-1].span.cut(text) == "499"


@pytest.fixture
def folder(tmp_path):
    for name in ("config.json", "tokenizer.json", "cross_encoder.onnx"):
        shutil.copy(MODELS / name, tmp_path / name)
    return tmp_path


def test_a_missing_model_is_named(folder):
    (folder / "cross_encoder.onnx").unlink()
    with pytest.raises(ModelError, match=r"expected an ONNX model in cross_encoder\.onnx"):
        OnnxClassifier(folder)


def test_a_broken_tokenizer_is_named(folder):
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match=r"expected a tokenizer in tokenizer\.json"):
        OnnxClassifier(folder)


def test_a_missing_label_is_named(folder):
    fields = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(fields | {"labels": ["neutral"]}))
    with pytest.raises(ModelError, match=r"expected labels .*, got neutral"):
        load_config(folder)


@pytest.mark.parametrize("name", ["threshold", "earlier_odds", "temperature"])
def test_a_missing_number_is_named(folder, name):
    fields = json.loads((folder / "config.json").read_text())
    del fields[name]
    (folder / "config.json").write_text(json.dumps(fields))
    with pytest.raises(ModelError, match=f"expected a model configuration .*{name}"):
        load_config(folder)


def test_labels_are_read_in_the_order_of_the_configuration(folder):
    fields = json.loads((folder / "config.json").read_text())
    labels = [*fields["labels"][1:], fields["labels"][0]]
    (folder / "config.json").write_text(json.dumps(fields | {"labels": labels}))
    turned = OnnxClassifier(folder).classify(PAIRS[:1])[0].probabilities
    plain = CLASSIFIER.classify(PAIRS[:1])[0].probabilities
    for before, after in zip(fields["labels"], labels, strict=True):
        assert turned[Relation(after)] == plain[Relation(before)]
