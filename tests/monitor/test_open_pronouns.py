"""What a document calls "it" before it has named anything."""

import pytest

from belie.datatypes import Claim, Passage, Span
from belie.monitor.excerpts import OF_CLAIM, excerpt
from belie.monitor.open_pronouns import with_topic
from belie.monitor.told import Excerpt


def claim(subject, rest="cost $599"):
    text = f"{subject} {rest}."
    return Claim("s/0#0", text, "s/0", Span(0, len(text)), subject=subject)


def passage(text, *, start=0):
    return Passage(f"d@{start}", text, "d", Span(start, start + len(text)))


def read(text, subject, *, start=0):
    whole = Excerpt(text, (Span(0, len(text)),))
    return with_topic(whole, passage(text, start=start), claim(subject))


@pytest.mark.parametrize(
    ("text", "subject", "told"),
    [
        ("Apple sold it for $499.", "The first iPhone", "Apple sold the first iPhone for $499."),
        ("Apple sold it.", "Phone 5", "Apple sold Phone 5."),
        ("The city closed them in 1985.", "Both lines", "The city closed Both lines in 1985."),
    ],
)
def test_an_object_that_nothing_has_named_is_what_the_claim_is_about(text, subject, told):
    assert read(text, subject).text == told


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Apple sold the Newton for $499.", "The first iPhone"),
        ("Apple made it easy.", "The first iPhone"),
        ("It was sold for $499.", "The first iPhone"),
        ("Apple made a phone and sold it for $499.", "The first iPhone"),
        ("Apple sold it for $499. The iPhone was new.", "The first iPhone"),
        ("Apple sold it for $499.", "My phone"),
        ("Apple sold it for $499.", "Phones"),
        ("Apple sold them for $499.", "The first iPhone"),
        ("Apple sold it for $499.", ""),
    ],
    ids=["named", "not it", "subject", "before", "behind", "of me", "many", "one", "nothing"],
)
def test_what_may_be_something_else_stays_as_it_is(text, subject):
    assert read(text, subject).text == text


def test_a_window_from_the_middle_of_a_document_stays_as_it_is():
    text = "Apple sold it for $499."
    assert read(text, "The first iPhone", start=80).text == text


def test_words_of_what_is_read_are_found_in_the_document_again():
    text = "Apple sold it for $499. Shops were full. It came with a charger, a cable and a cloth."
    said = claim("The first iPhone", "came with a cable and cost $599")
    found = with_topic(excerpt(text, said.text, least=OF_CLAIM), passage(text), said)
    assert found.text.startswith("Apple sold the first iPhone for $499.")
    for word in ("Apple", "$499", "cable"):
        place = found.text.index(word)
        assert found.in_whole(Span(place, place + len(word))).cut(text) == word
    topic = found.text.index("first iPhone")
    assert found.in_whole(Span(topic, topic + 5)).cut(text) == "it"
