import pytest

from belie.datatypes import ErrorType, Span
from belie.monitor.error_types import error_type


def span(words, text):
    start = text.index(words)
    return Span(start, start + len(words))


@pytest.mark.parametrize(
    ("premise", "claim", "premise_words", "claim_words", "expected"),
    [
        ("It cost $499.", "It cost $599.", "$499", "$599", ErrorType.NUMERIC),
        ("It has two decks.", "It has three decks.", "two", "three", ErrorType.NUMERIC),
        ("It opened in 1889.", "It opened in 1899.", "1889", "1899", ErrorType.TEMPORAL),
        ("It has 1500 beds.", "It has 1800 beds.", "1500", "1800", ErrorType.NUMERIC),
        ("Open till 5 p.m.", "Open till 6 p.m.", "5 p.m", "6 p.m", ErrorType.TEMPORAL),
        ("He won the 1976 cup.", "He won the 1980 cup.", "1976", "1980", ErrorType.TEMPORAL),
        ("On Monday it rains.", "On Friday it rains.", "Monday", "Friday", ErrorType.TEMPORAL),
        ("It is open.", "It is not open.", "is", "is not", ErrorType.NEGATION),
        ("He met Ann Lee.", "He met Bob Ray.", "Ann Lee", "Bob Ray", ErrorType.ENTITY),
        ("It is warm here.", "It is cold here.", "warm", "cold", ErrorType.OTHER),
    ],
)
def test_the_clashing_words_tell_the_kind(premise, claim, premise_words, claim_words, expected):
    found = error_type(
        premise=premise,
        claim=claim,
        premise_span=span(premise_words, premise),
        claim_span=span(claim_words, claim),
    )
    assert found is expected
