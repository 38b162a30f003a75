from belie.monitor.long_documents.relevance import relevances, shared_words
from belie.monitor.vectors import CachedEncoder
from belie.testing import WordEncoder


class CountingEncoder(WordEncoder):
    def __init__(self):
        super().__init__()
        self.texts = []

    def encode(self, texts):
        self.texts += texts
        return super().encode(texts)


def test_the_sentence_that_shares_the_rare_word_is_nearest():
    sentences = ["The sky is blue.", "The Orvanne is deep.", "The sky is grey."]
    [row] = relevances(
        ["The Orvanne is cold."], sentences, CachedEncoder(WordEncoder()), searched=9
    )
    assert row.argmax() == 1


def test_of_many_sentences_only_those_that_share_words_are_encoded():
    encoder = CountingEncoder()
    sentences = [f"Number {number} is here." for number in range(200)]
    [row] = relevances(["Number 137 was there."], sentences, CachedEncoder(encoder), searched=20)
    assert len(encoder.texts) == 20 + 1
    assert row.argmax() == 137
    assert (row > 0).sum() <= 20


def test_each_claim_of_a_long_turn_has_sentences_of_its_own():
    sentences = [f"Number {number} is here." for number in range(300)]
    claims = [f"Number {number} was there." for number in range(0, 300, 50)]
    found = relevances(claims, sentences, CachedEncoder(WordEncoder()), searched=6)
    assert [int(row.argmax()) for row in found] == list(range(0, 300, 50))


def test_a_claim_without_words_shares_nothing():
    assert shared_words(["?!"], ["Rome is old."]).tolist() == [[0.0]]
