"""The closed loop, with a checker that says what it is told, and with the shipped models."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import belie
from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Passage,
    Relation,
    Role,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.monitor.revising import revised

ODDS = {relation: float(relation is Relation.CONTRADICTION) for relation in Relation}


def alert(text, wrong, suggestion):
    """An alert about some words of a text, as a claim of their own."""
    start = text.index(wrong)
    span = Span(start, start + len(wrong))
    claim = Claim(f"c/0#{start}", wrong, "c/0", span)
    premise = Passage(f"p{start}", "Other.", "d", Span(0, 6))
    verdict = Verdict(premise, claim, ODDS, Relation.CONTRADICTION)
    conflict = Conflict(ConflictKind.REFERENCE, premise, claim, verdict)
    return Alert(conflict, span, Span(0, 6), Severity.HIGH, "It clashes.", suggestion)


def checker(rules):
    """Check by a table: words that are wrong, and what is suggested for them."""

    def check(text):
        alerts = tuple(alert(text, *rule) for rule in rules.items() if rule[0] in text)
        return TurnReport(Turn("c", 0, Role.ASSISTANT, text), alerts=alerts)

    return check


def words_of(revision, text):
    return [(edit.old.cut(text), edit.new.cut(revision.text)) for edit in revision.edits]


def rebuilt(revision, text):
    """The text with the new words of the edits in the place of the old ones."""
    parts, end = [], 0
    for edit in revision.edits:
        parts += [text[end : edit.old.start], edit.new.cut(revision.text)]
        end = edit.old.end
    return "".join([*parts, text[end:]])


def test_a_text_without_alerts_is_left_as_it_is():
    revision = revised("All is well.", check=checker({}), rounds=3)
    assert (revision.text, revision.edits, revision.alerts) == ("All is well.", (), ())
    assert revision.rounds == 0


def test_all_suggestions_are_put_into_their_places_and_told():
    text = "It cost 5 euros, in 1990, in Rome."
    revision = revised(text, check=checker({"5 euros": "7 euros", "Rome": "Oslo"}), rounds=3)
    assert revision.text == "It cost 7 euros, in 1990, in Oslo."
    assert words_of(revision, text) == [("5", "7"), ("Rome", "Oslo")]
    assert revision.alerts == ()
    assert [edit.alerts[0].suggestion for edit in revision.edits] == ["7 euros", "Oslo"]


def test_it_goes_on_until_nothing_clashes():
    text = "One two three."
    rules = {"three": "thirteen", "One": "Eleven", "Eleven": "Twenty-one"}
    revision = revised(text, check=checker(rules), rounds=5)
    assert revision.text == "Twenty-one two thirteen."
    assert revision.rounds == 2


def test_words_that_are_changed_again_are_one_edit_of_the_text_handed_in():
    text = "One two three four."
    rules = {"One": "Eleven", "Eleven two": "Eleven twelve", "three": "thirteen", "four": "five"}
    revision = revised(text, check=checker(rules), rounds=5)
    assert revision.text == "Eleven twelve thirteen five."
    assert all(edit.alerts for edit in revision.edits)
    assert rebuilt(revision, text) == revision.text


WORDS = st.sampled_from(["a", "b", "c", "a b", "b c", "c a b", "", "d", "d e f"])


@given(
    text=st.lists(st.sampled_from("abcd"), max_size=9).map(" ".join),
    rules=st.dictionaries(WORDS.filter(bool), WORDS, max_size=5),
    rounds=st.integers(0, 4),
)
def test_the_edits_tell_all_that_was_changed(text, rules, rounds):
    revision = revised(text, check=checker(rules), rounds=rounds)
    assert rebuilt(revision, text) == revision.text
    assert revision.rounds <= rounds


def test_the_bound_ends_it():
    rules = {"a0": "a1", "a1": "a2", "a2": "a3", "b": "c", "b0": "c0"}
    revision = revised("a0 b b0", check=checker(rules), rounds=1)
    assert revision.rounds == 1
    assert revised("a0 b b0", check=checker(rules), rounds=0).text == "a0 b b0"


def test_a_round_that_leaves_as_many_alerts_is_undone():
    revision = revised("It is a.", check=checker({"a.": "b.", "b.": "a."}), rounds=9)
    assert revision.text == "It is a."
    assert revision.edits == ()
    assert [one.suggestion for one in revision.alerts] == ["b."]


def test_an_alert_without_a_suggestion_remains_and_is_told():
    text = "It cost 5 euros, in Rome."
    revision = revised(text, check=checker({"5": None, "Rome": "Oslo"}), rounds=3)
    assert revision.text == "It cost 5 euros, in Oslo."
    assert [one.claim_span.cut(revision.text) for one in revision.alerts] == ["5"]


def test_of_suggestions_that_meet_one_is_taken():
    text = "It cost 5 euros."
    rules = {"cost 5": "cost 6", "5 euros": "7 euros"}
    revision = revised(text, check=checker(rules), rounds=3)
    assert revision.text == "It cost 6 euros."


def test_the_shipped_models_mend_several_clashes_and_nothing_else():
    text = "Sure! 😀 The first iPhone cost $599. It was released in 2008.\n\n- Enjoy it!"
    source = "Apple released the first iPhone in June 2007. At launch the iPhone cost $499."
    revision = belie.revise(text, [source])
    assert revision.text == text.replace("599", "499").replace("2008", "2007")
    assert revision.alerts == ()
    assert words_of(revision, text) == [("599", "499"), ("2008", "2007")]


def test_what_is_said_twice_is_mended_twice():
    text = "The tower is 300 m tall. Yes, really. The tower is 300 m tall."
    revision = belie.revise(text, ["The tower is 330 m tall."])
    assert revision.text == text.replace("300", "330")
    assert len(revision.edits) == 2


def test_a_response_that_two_documents_contradict_differently_is_left_alone():
    sources = ["The hall has 200 seats.", "The hall has 250 seats."]
    revision = belie.revise("The hall has 300 seats.", documents=sources)
    assert revision.text == "The hall has 300 seats."
    assert len(revision.alerts) == 2


def test_the_question_is_taken_into_account():
    revision = belie.revise("In 1940.", ["The bridge opened in 1932."], "When did the bridge open?")
    assert revision.text == "In 1932."


def test_bad_input_is_named():
    with pytest.raises(belie.InputError, match="rounds"):
        belie.revise("It is old.", rounds=-1)
    with pytest.raises(belie.InputError, match="text"):
        belie.revise(3)
