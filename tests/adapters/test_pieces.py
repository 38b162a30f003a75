import numpy as np
import pytest
from tokenizers import Tokenizer

from belie.adapters.pieces import Pieces
from belie.adapters.sessions import MODELS
from belie.datatypes import ScoredSpan, Span


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer.from_file(str(MODELS / "tokenizer.json"))


def pieces(tokenizer, text):
    return Pieces.of(tokenizer.encode(text))


def test_a_word_of_several_pieces_has_their_highest_score(tokenizer):
    text = "An unverifiable claim."
    read = pieces(tokenizer, text)
    scores = np.linspace(0.1, 0.9, len(read))
    found = read.scored(scores)

    assert [word.span.cut(text) for word in found] == ["An", "unverifiable", "claim", "."]
    assert len(read) > len(found)
    assert [found[0].score, found[-1].score] == [scores[0], scores[-1]]
    assert found[1].score == scores[-3]


def test_words_beyond_the_scores_are_left_out(tokenizer):
    read = pieces(tokenizer, "It is red.")

    assert read.scored(np.array([0.5, 0.25])) == (
        ScoredSpan(Span(0, 2), 0.5),
        ScoredSpan(Span(3, 5), 0.25),
    )
    assert read.scored(np.array([])) == ()


@pytest.mark.parametrize("text", ["", "  "])
def test_a_text_without_words_has_no_scores(text, tokenizer):
    read = pieces(tokenizer, text)

    assert (len(read), read.words, read.scored(np.array([]))) == (0, (), ())
