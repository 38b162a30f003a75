import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.monitor.claims.spelling import spelled
from belie.monitor.claims.words import tokens


def words(text):
    return " ".join(spelled(text, tokens(text, Span(0, len(text)))))


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("im tall", "i 'm tall"),
        ("Im sure ive paid", "I 'm sure i 've paid"),
        ("we havent and DONT", "we have n't and DO n't"),
        ("theyre mean, hes not", "they 're mean , he 's not"),
        ("thats it, youll see", "that 's it , you 'll see"),
        ("its a shame", "it 's a shame"),
        ("id love to, ill be there", "i 'd love to , i 'll be there"),
        ("anyway ill take it", "anyway i 'll take it"),
        ("u said ur car is red", "you said your car is red"),
        ("r u ok, we r not.", "are you ok , we are not ."),
        ("what about u?", "what about you ?"),
        ("he's 6'2", "he 's 6'2"),
    ],
)
def test_words_of_chat_are_spelled_in_full(text, full):
    assert words(text) == full


@pytest.mark.parametrize(
    "text",
    [
        "its roof leaks",
        "my id is new",
        "he fell ill in May",
        "who falls ill never pays",
        "your id never expires , bring an id rather than a pass",
        "we r/pics",
        "she lets flats , we were well in our shell",
        "an important hint for Kant",
        "a 5 m wall and an s hook",
        "see r/pics & u-boats",
        "the U of Basel",
        "R and S are letters",
    ],
)
def test_what_only_looks_so_stays(text):
    assert words(text) == " ".join(span.cut(text) for span in tokens(text, Span(0, len(text))))


@given(st.text("imuvrse'dnt .,-", max_size=30))
def test_each_word_of_the_text_has_one_spelling(text):
    found = tokens(text, Span(0, len(text)))
    assert len(spelled(text, found)) == len(found)
