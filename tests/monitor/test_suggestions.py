"""What would agree with the evidence, and when nothing is suggested."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import belie
from belie.datatypes import (
    Anchor,
    Claim,
    ConflictKind,
    Document,
    Extraction,
    Relation,
    Role,
    Span,
    Turn,
)
from belie.monitor.checker import Checker
from belie.monitor.difference import unshared
from belie.monitor.settings import Settings
from belie.monitor.suggestions import Replacement, replacement_between
from belie.monitor.suggestions.alignment import name_around
from belie.monitor.suggestions.formats import written_like
from belie.monitor.suggestions.negation import affirmed, denied
from belie.monitor.suggestions.proposing import proposals
from belie.monitor.values import read_values
from belie.testing import ScriptedClassifier, WordEncoder

TEXT = "Well. The tower is 300 m tall. It is old."
SAID = "The tower is 300 m tall."
TRUE = "The tower is 330 m tall."
CLASH, AGREES = Relation.CONTRADICTION, Relation.ENTAILMENT
SCRIPT = {(TRUE, SAID): CLASH, (TRUE, TRUE): AGREES}


def turn(text, *documents, index=0, role=Role.ASSISTANT):
    given = tuple(Document(f"d{number}", each) for number, each in enumerate(documents))
    return Turn("s", index, role, text, given)


@pytest.fixture
def checked(sentence_extractor):
    """Return the report of the last of some turns, and what the classifier was asked."""

    def checked(script, *turns, settings=None):
        classifier = ScriptedClassifier(script)
        checker = Checker(
            extractor=sentence_extractor,
            encoder=WordEncoder(),
            classifier=classifier,
            settings=settings or Settings(),
            threshold=0.9,
        )
        memory = checker.new_memory()
        for one in turns:
            classifier.calls.clear()
            report = checker.check(one, memory)
            memory.remember(report)
        return report, classifier.calls

    return checked


def texts_with_proposals(claim, premise):
    found = proposals(
        claim,
        premise,
        claim_span=unshared(claim, premise),
        premise_span=unshared(premise, claim),
    )
    return [edit.applied(claim) for edit in found]


def test_a_suggestion_stands_in_the_place_of_the_claim_and_agrees_with_the_document(checked):
    report, _ = checked(SCRIPT, turn(TEXT, TRUE))
    (alert,) = report.alerts
    assert alert.suggestion == TRUE
    mended = Replacement(alert.conflict.claim.span, alert.suggestion).applied(TEXT)
    assert mended == "Well. The tower is 330 m tall. It is old."


def test_an_edit_that_the_classifier_does_not_find_supported_is_not_suggested(checked):
    report, _ = checked({(TRUE, SAID): CLASH}, turn(TEXT, TRUE))
    assert [alert.suggestion for alert in report.alerts] == [None]


def test_a_turn_without_alerts_is_asked_about_once(checked):
    report, calls = checked({(TRUE, TRUE): AGREES}, turn(f"Well. {TRUE}", TRUE))
    assert report.alerts == ()
    assert len(calls) == 1


def test_without_suggestions_the_classifier_is_asked_once_and_the_alert_says_the_rest(checked):
    report, calls = checked(SCRIPT, turn(TEXT, TRUE), settings=Settings(suggestions=False))
    (alert,) = report.alerts
    assert alert.suggestion is None
    assert len(calls) == 1


def test_the_first_edits_of_all_alerts_are_judged_in_one_batch(checked):
    wide, narrow = "The river is 90 m wide.", "The river is 80 m wide."
    script = SCRIPT | {(narrow, wide): CLASH, (narrow, narrow): AGREES}
    report, calls = checked(script, turn(f"{SAID} {wide}", TRUE, narrow))
    assert [alert.suggestion for alert in report.alerts] == [TRUE, narrow]
    assert len(calls) == 2


def test_second_edits_are_judged_only_where_the_first_does_not_hold(checked):
    old, true = "The peak was reached by nobody in 1950.", "The peak was reached by two in 1953."
    script = SCRIPT | {(true, old): CLASH, (true, true): AGREES}
    report, calls = checked(script, turn(f"{SAID} {old}", TRUE, true))
    assert [alert.suggestion for alert in report.alerts] == [TRUE, true]
    first, *further = calls[1:]
    assert {pair.premise for pair in first} == {TRUE, true}
    assert len(first) == 2
    assert further
    assert {pair.premise for pairs in further for pair in pairs} == {true}


def test_where_documents_disagree_nothing_is_suggested(checked):
    other = "The tower is 320 m tall."
    script = SCRIPT | {(other, SAID): CLASH, (other, TRUE): CLASH, (TRUE, other): CLASH}
    report, _ = checked(script, turn(TEXT, TRUE, other))
    assert [alert.suggestion for alert in report.alerts] == [None, None]


def test_what_a_document_supports_is_not_edited(checked):
    script = SCRIPT | {(SAID, SAID): AGREES, (SAID, TRUE): CLASH}
    report, _ = checked(script, turn(TEXT, TRUE, SAID))
    assert {alert.conflict.kind for alert in report.alerts} >= {ConflictKind.REFERENCE}
    assert {alert.suggestion for alert in report.alerts} == {None}


def test_an_earlier_turn_of_the_assistant_is_evidence(checked):
    report, _ = checked(SCRIPT | {(SAID, TRUE): CLASH}, turn(TRUE), turn(SAID, index=1))
    assert [alert.suggestion for alert in report.alerts] == [TRUE]


def test_what_the_user_said_is_evidence_in_the_assistants_words(checked):
    script = {
        ("you ordered 12 boxes.", "You ordered 10 boxes."): CLASH,
        ("You ordered 10 boxes.", "you ordered 12 boxes."): CLASH,
        ("you ordered 12 boxes.", "You ordered 12 boxes."): AGREES,
    }
    said = turn("I ordered 12 boxes.", role=Role.USER)
    report, _ = checked(script, said, turn("You ordered 10 boxes.", index=1))
    assert [alert.suggestion for alert in report.alerts] == ["You ordered 12 boxes."]


def test_of_two_claims_of_one_turn_neither_is_evidence(checked):
    script = SCRIPT | {(SAID, TRUE): CLASH}
    report, _ = checked(script, turn(f"{TRUE} {SAID}"))
    assert [alert.suggestion for alert in report.alerts] == [None]


def test_of_two_claims_of_one_turn_the_one_that_a_document_supports_is_evidence(checked):
    source = "The tower measures 330 m."
    script = SCRIPT | {(SAID, TRUE): CLASH, (source, TRUE): AGREES}
    report, _ = checked(script, turn(f"{TRUE} {SAID}", source))
    assert [alert.suggestion for alert in report.alerts] == [TRUE]


def test_a_sentence_of_the_evidence_is_suggested_where_no_edit_holds(checked):
    said, true = "Nobody has climbed the peak.", "A team of two reached the peak, in 1953."
    whole = f"It is steep. {true}"
    report, _ = checked({(whole, said): CLASH, (whole, true): AGREES}, turn(f"Well. {said}", whole))
    assert [alert.suggestion for alert in report.alerts] == [true]


def test_a_sentence_that_is_cut_off_is_not_suggested(checked):
    said, line = "Nobody has climbed the peak.", "A team of two reached the peak from"
    script = {(line, said): CLASH, (line, f"{line}."): AGREES}
    report, _ = checked(script, turn(f"Well. {said}", line))
    assert [alert.suggestion for alert in report.alerts] == [None]


def test_words_of_wrapped_evidence_stand_in_one_line():
    claim = "It was built by Ann Lee in May."
    wrapped = "After the war of the north it was built by Bob\nHall in May."
    assert texts_with_proposals(claim, wrapped)[0] == "It was built by Bob Hall in May."


def test_a_name_may_run_over_two_lines():
    text = "It was found by Anna Lee\nSmith in Rome."
    assert name_around(Span(16, 20), text).cut(text) == "Anna Lee\nSmith"


@pytest.mark.parametrize(
    ("claim", "premise", "mended"),
    [
        ("It cost $599.", "Apple sold it for $499.", "It cost $499."),
        ("It made $1.5m.", "It made 2 million dollars.", "It made $2m."),
        ("It has 1,200 seats.", "It has 850 seats.", "It has 850 seats."),
        ("It is 300 feet long.", "It is 90 metres long.", "It is 90 metres long."),
        ("40% of them agreed.", "60 per cent of them agreed.", "60% of them agreed."),
        ("It opened in May 1990.", "It opened on 3 June 1991.", "It opened in June 1991."),
        ("It opened on 6 May 1990.", "It opened in 1991.", "It opened in 1991."),
        ("It opened on Monday.", "It opened on Friday.", "It opened on Friday."),
        ("It leaves at 5:30 pm.", "It leaves at 17:45.", "It leaves at 17:45."),
        ("It has four rooms.", "It has six rooms.", "It has six rooms."),
        ("We met Anna Smith there.", "We met Peter Jones there.", "We met Peter Jones there."),
        ("It is open today.", "It is closed today.", "It is closed today."),
        ("It is not open today.", "It is open today.", "It is open today."),
        ("It is open today.", "It is not open today.", "It is not open today."),
        ("This does not help you.", "This helps you.", "This helps you."),
        ("It opened today.", "It did not open today.", "It did not open today."),
        ("You can't return it.", "Returns of it are possible.", "You can return it."),
    ],
)
def test_the_first_edit_takes_the_values_names_and_denials_of_the_evidence(claim, premise, mended):
    assert texts_with_proposals(claim, premise)[0] == mended


def test_words_that_are_the_same_in_another_order_are_put_in_that_of_the_evidence():
    claim, premise = "Ann Lee hired Bob in May.", "In May Bob hired Ann Lee."
    spans = {"claim_span": Span(0, 17), "premise_span": Span(7, 24)}
    first = next(proposals(claim, premise, **spans))
    assert first.applied(claim) == "Bob hired Ann Lee in May."


def test_a_preposition_that_the_evidence_s_words_lack_stays():
    claim, premise = "The bridge of Ruth Ashdown of York is old.", "Ashdown, from Leeds, built it."
    found = proposals(claim, premise, claim_span=Span(27, 34), premise_span=Span(14, 19))
    assert "The bridge of Ruth Ashdown of Leeds is old." in [one.applied(claim) for one in found]


def test_the_evidence_is_the_sentence_that_is_nearest_to_the_claim():
    premise = "It closed in 1990. The tower was built in 1950 by Anna Lee. It was sold in 1960."
    claim = "The tower was built in 1951 by Anna Lee."
    assert texts_with_proposals(claim, premise)[0] == "The tower was built in 1950 by Anna Lee."


def test_words_are_not_put_where_words_of_another_sort_stand():
    found = texts_with_proposals("Nobody has climbed it.", "Two climbers reached it in 1953.")
    assert not any("1953 has" in text or "Two has" in text for text in found)


def test_what_would_leave_half_a_sentence_is_not_deleted():
    found = texts_with_proposals("You cannot return opened items.", "Opened items are returned.")
    assert all(text.startswith("You") for text in found)


def test_a_value_that_the_manner_of_the_claim_cannot_tell_is_not_written_so():
    model, value = read_values("It is 300 feet long, not 90 metres.")
    assert written_like(value, model, "300 feet") is None
    model, value = read_values("It was on 3 June 1991, not in 1990.")
    assert written_like(value, model, "3 June 1991") is None


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("It won't open.", "It will open."),
        ("It has never been sold.", "It has been sold."),
        ("It cannot float.", "It can float."),
    ],
)
def test_a_denial_is_taken_away(text, mended):
    (edit,) = affirmed(text)
    assert edit.applied(text) == mended


def test_a_denial_stands_behind_the_first_of_several_auxiliaries():
    text = "It will have been sold."
    edit = denied(text, Span(18, 22))
    assert edit
    assert edit.applied(text) == "It will not have been sold."


@given(
    before=st.text(max_size=30), old=st.text(max_size=20), new=st.text(max_size=20),
    after=st.text(max_size=30),
)  # fmt: skip
def test_the_replacement_between_two_texts_makes_one_of_the_other(before, old, new, after):
    one, other = before + old + after, before + new + after
    edit = replacement_between(one, other)
    assert (edit.applied(one) if edit else one) == other


@given(
    claim=st.text(alphabet="ab 1290.,$%€é’'\n", max_size=60),
    premise=st.text(alphabet="ab 1290.,$%€é’'\n", max_size=60),
    data=st.data(),
)
def test_a_proposal_keeps_every_other_character(claim, premise, data):
    places = st.integers(0, len(claim)), st.integers(0, len(premise))
    mine, its = (Span(*sorted((data.draw(place), data.draw(place)))) for place in places)
    for edit in proposals(claim, premise, claim_span=mine, premise_span=its):
        mended = edit.applied(claim)
        assert mended != claim
        assert mended.startswith(claim[: edit.span.start])
        assert mended.endswith(claim[edit.span.end :])


@pytest.mark.parametrize(
    "hostile",
    ["1 " * 100_000, "not " * 50_000, "$" * 100_000, "A " * 100_000, "1.5m 5 May " * 9999],
)
def test_hostile_texts_take_no_long_time(hostile, soon):
    with soon():
        list(proposals(hostile, hostile[2:], claim_span=Span(4, 9), premise_span=Span(4, 9)))


@pytest.mark.parametrize(
    ("text", "document", "mended"),
    [
        (
            "**Price:** the phone cost $599. It came in black.",
            "The phone cost $499.",
            "**Price:** the phone cost $499. It came in black.",
        ),
        (
            "The phone cost **$599**. It came in black.",
            "Apple sold the phone for $499 at launch.",
            "The phone cost **$499**. It came in black.",
        ),
        pytest.param(
            "**Price:** the phone cost $599. It came in black.",
            "Apple sold the phone for $499 at launch.",
            "**Price:** the phone cost $499. It came in black.",
            marks=pytest.mark.xfail(reason="behind a heading 0.16.0 is sure of 0.66 only"),
        ),
        pytest.param(
            "**Price:** the phone cost $599. It came in black.",
            "At launch the phone cost $499.",
            "**Price:** the phone cost $499. It came in black.",
            marks=pytest.mark.xfail(reason="behind a heading 0.16.0 is sure of 0.57 only"),
        ),
        (
            "Anna Smith wrote the report in Berlin, and it has 30 pages.",
            "Anna Smith wrote the report in Hamburg.",
            "Anna Smith wrote the report in Hamburg, and it has 30 pages.",
        ),
        (
            "Hello! The tower is not open on Sundays.",
            "The tower is open on Sundays.",
            "Hello! The tower is open on Sundays.",
        ),
        (
            "The tower opened on 6 May 1990.",
            "The tower opened on 5 May 1990.",
            "The tower opened on 5 May 1990.",
        ),
        (
            "The Golden Gate Bridge was opened to traffic in 1957.",
            "The Golden Gate Bridge was opened to\ntraffic in 1937 after four years.",
            "The Golden Gate Bridge was opened to traffic in 1937.",
        ),
    ],
)
def test_the_shipped_models_suggest_what_the_document_says(text, document, mended):
    (alert,) = belie.check(text, [document]).alerts
    assert alert.suggestion is not None
    assert Replacement(alert.conflict.claim.span, alert.suggestion).applied(text) == mended


class TwoNames:
    """Reads "Anna and Bob were born in 1950." as two claims that share its last words."""

    def extract(self, turn, earlier=()):
        del earlier
        claims = (self.claim(turn, number, name) for number, name in enumerate(("Anna", "Bob")))
        return Extraction(tuple(claims))

    def claim(self, turn, number, name):
        text, start, shared = f"{name} was born in 1950.", turn.text.index(name), "born in 1950."
        anchors = tuple(
            Anchor(Span(here, here + len(words)), Span(there, there + len(words)))
            for words, here, there in (
                (name, 0, start),
                (shared, text.index(shared), turn.text.index(shared)),
            )
        )
        whole = Span(start, len(turn.text))
        return Claim(f"{turn.id}#{number}", text, turn.id, whole, turn.index, anchors=anchors)


@pytest.mark.parametrize(("of_anna", "expected"), [(AGREES, None), (Relation.NEUTRAL, "1960")])
def test_words_that_belong_to_a_supported_claim_too_are_left_alone(of_anna, expected):
    source = "Bob was born in 1960. Anna is old."
    script = {
        (source, "Anna was born in 1950."): of_anna,
        (source, "Anna and Bob were born in 1950."): CLASH,
        (source, "Bob was born in 1950."): CLASH,
        (source, "Bob was born in 1960."): AGREES,
    }
    checker = Checker(
        extractor=TwoNames(),
        encoder=WordEncoder(),
        classifier=ScriptedClassifier(script),
        settings=Settings(),
        threshold=0.9,
    )
    report = checker.check(turn("Anna and Bob were born in 1950.", source), checker.new_memory())
    (alert,) = report.alerts
    assert alert.suggestion == (expected and f"Bob were born in {expected}.")
