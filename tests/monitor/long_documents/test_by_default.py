"""What a monitor does by itself with documents of thousands of words, on the shipped models."""

import pytest

from belie import InputError, Monitor, Relation, Settings

NOISE = [
    f"In {1700 + number} the ferry of zone {number} carried {number + 3} barrels to the market."
    for number in range(260)
]
DEEP = "Lake Orvanne is 74 metres deep."
CLAIM = "Lake Orvanne is 210 metres deep."
ROOMS, BEDS = "The inn of Sellerby has six rooms.", "Each room of the inn has two beds."


def hidden(*facts):
    """The facts in order, far apart in a document of more than 2,000 words."""
    step = len(NOISE) // len(facts)
    parts = [
        sentence
        for number, fact in enumerate(facts)
        for sentence in (*NOISE[number * step : (number + 1) * step], fact)
    ]
    return " ".join(parts)


def test_the_sentence_that_decides_is_the_premise():
    report = Monitor().observe(CLAIM, session="s", documents=[hidden(DEEP)])
    assert [alert.conflict.premise.text for alert in report.alerts] == [DEEP]


@pytest.mark.parametrize("words", [None, 10_000])
def test_documents_below_the_bound_are_searched_for_windows(words):
    monitor = Monitor(settings=Settings(long_documents_from=words))
    report = monitor.observe(CLAIM, session="s", documents=[hidden(DEEP)])
    assert len(report.verdicts) == Settings().passages_per_claim
    assert all(DEEP != verdict.premise.text for verdict in report.verdicts)


def test_a_document_retrieved_again_is_quoted_at_the_turn_that_first_brought_it():
    monitor, document = Monitor(), hidden(DEEP)
    first = monitor.observe(CLAIM, session="s", documents=[document])
    second = monitor.observe(f"Well. {CLAIM}", session="s", documents=[document])
    (early,), (late,) = first.alerts, second.alerts
    assert late.conflict.premise == early.conflict.premise
    assert late.premise_span.cut(document) == early.premise_span.cut(document)


def test_what_is_read_ahead_of_a_stream_is_what_the_check_reads():
    document = hidden(DEEP)
    monitor, other = Monitor(), Monitor()
    stream = monitor.stream(session="s", documents=[document])
    early = [*stream.feed(f"{CLAIM} "), *stream.feed("It is cold.")]
    report = stream.close()
    whole = other.observe(f"{CLAIM} It is cold.", session="s", documents=[document])
    assert [alert.conflict.premise.text for alert in early] == [DEEP]
    assert report.verdicts == whole.verdicts


def test_a_later_turn_is_held_against_a_long_document_of_an_earlier_one():
    monitor = Monitor()
    monitor.observe("Here is what I found.", session="s", documents=[hidden(DEEP)])
    report = monitor.observe(CLAIM, session="s")
    assert any(DEEP in verdict.premise.text for verdict in report.verdicts)


def test_sentences_far_apart_refute_a_claim_together():
    report = Monitor().observe(
        "The inn of Sellerby has nine beds.", session="s", documents=[hidden(ROOMS, BEDS)]
    )
    (alert,) = report.alerts
    assert alert.conflict.verdict.relation in (
        Relation.CONTRADICTION,
        Relation.PARTIAL_CONTRADICTION,
    )
    assert "12 beds" in alert.explanation


def test_a_bound_below_one_word_is_refused():
    with pytest.raises(InputError, match="long_documents_from"):
        Settings(long_documents_from=0)
