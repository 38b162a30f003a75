import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import ErrorType, Judgement, Pair, Relation, ScoredSpan, Span
from belie.monitor.judgements import JudgementCache

MANY = 1 << 20

ends = st.tuples(st.integers(0, 1 << 40), st.integers(0, 1 << 40))
spans = ends.map(lambda two: Span(*sorted(two)))
words = st.lists(st.builds(ScoredSpan, spans, st.floats(0, 1)), max_size=5).map(tuple)
judgements = st.builds(
    Judgement,
    probabilities=st.fixed_dictionaries(dict.fromkeys(Relation, st.floats(0, 1))),
    premise_words=words,
    claim_words=words,
    truncated=st.booleans(),
    error_type=st.sampled_from([None, *ErrorType]),
    ungrounded_words=words,
)


def pair(number):
    return Pair(f"It is {number} metres long.", f"It is {number + 1} metres long.")


def judgement(number, *, of=40):
    scored = tuple(ScoredSpan(Span(7 * at, 7 * at + 5), (number + at) / 9_999) for at in range(of))
    odds = dict.fromkeys(Relation, 0.25 + number * 1e-9)
    return Judgement(odds, scored, scored, ungrounded_words=scored)


@given(judgements)
def test_a_judgement_comes_back_as_it_was(answer):
    cache = JudgementCache(MANY)
    cache.add({pair(0): answer})
    assert cache.find([pair(0), pair(1)]) == {pair(0): answer}


def test_the_pairs_that_were_not_asked_for_the_longest_are_forgotten():
    cache = JudgementCache(10_000)
    cache.add({pair(0): judgement(0)})
    for number in range(1, 50):
        cache.add({pair(number): judgement(number)})
        cache.find([pair(0)])
    known = cache.find(pair(number) for number in range(50))
    assert pair(0) in known
    assert pair(49) in known
    assert len(known) < 5


def test_it_takes_no_more_bytes_than_it_was_given():
    cache = JudgementCache(MANY)
    tracemalloc.start()
    try:
        for number in range(3_000):
            cache.add({pair(number): judgement(number)})
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.7 * MANY < used < 1.1 * MANY


def test_a_pair_beyond_its_size_is_not_remembered():
    cache = JudgementCache(10_000)
    huge = Pair("long " * 10_000, "It is long.")
    cache.add({huge: judgement(0), pair(1): judgement(1)})
    assert list(cache.find([huge, pair(1)])) == [pair(1)]


def test_cleared_it_knows_nothing():
    cache = JudgementCache(MANY)
    cache.add({pair(0): judgement(0)})
    cache.clear()
    assert cache.find([pair(0)]) == {}
