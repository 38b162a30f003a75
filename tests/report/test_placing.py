from __future__ import annotations

from dataclasses import replace

import pytest

from belie.datatypes import Role, Span, Turn, TurnReport
from belie.report.placing import Place, converse


def placed(reports):
    return [alert for conversation in converse(reports) for alert in conversation.alerts]


def words(side):
    return side.span.cut(side.text)


def test_both_sides_are_the_clashing_words_of_their_turn_or_document(chat):
    assert [(words(alert.premise), words(alert.claim)) for alert in placed(chat)] == [
        ("$499", "$599"),
        ("$499", "$599"),
        ("4 GB", "8 GB of memory"),
        ("June 2007", "June 2008"),
    ]


def test_both_sides_say_where_they_stand(chat):
    first, _, user, own = placed(chat)
    assert (first.claim.label, first.premise.label) == (
        "turn 1 (assistant)",
        "document history.md (turn 1)",
    )
    assert (first.claim.place, first.premise.place) == (Place(1), Place(1, 0))
    assert (user.premise.label, user.premise.place) == ("turn 0 (user)", Place(0))
    assert (own.premise.place, own.claim.place) == (Place(1), Place(2))


def test_documents_that_disagree_come_with_the_supporting_one(chat):
    supports = [alert.support for alert in placed(chat)]
    assert [support is not None for support in supports] == [False, True, False, False]
    assert words(supports[1]) == "The 4 GB model cost $599."
    assert supports[1].place == Place(1, 1)


def test_a_claim_with_other_words_than_its_turn_comes_with_its_reading(reworded):
    (alert,) = placed(reworded)
    assert alert.premise.reading == "The first iPhone was priced at $499."
    assert alert.claim.reading == "The first iPhone cost $599 at launch."
    assert (words(alert.premise), words(alert.claim)) == ("$499", "$599")


def test_a_claim_in_the_words_of_its_turn_or_a_passage_needs_no_reading(chat):
    sides = [side for alert in placed(chat) for side in (alert.claim, alert.premise, alert.support)]
    assert {side.reading for side in sides if side is not None} == {None}


@pytest.mark.parametrize(
    ("claim_text", "pieces", "reading"),
    [
        ("The tower was sold.", [(0, 9), (30, 38)], None),
        ("the  TOWER was sold", [(0, 9), (30, 38)], None),
        ("The tower, which leans, was sold.", [(0, 9), (30, 38)], "differs"),
        ("It was sold.", [(0, 9), (30, 38)], "differs"),
        ("The tower was sold.", [(0, 9), (30, 5000)], None),
    ],
)
def test_words_make_a_reading_and_signs_do_not(chat, claim_text, pieces, reading):
    turn = replace(chat[2].turn, text="The tower* (old, in **Pisa**) was sold.")
    claim = replace(
        chat[2].claims[0],
        text=claim_text,
        span=Span(0, 38),
        pieces=tuple(Span(*ends) for ends in pieces),
    )
    alert = chat[2].alerts[0]
    alert = replace(alert, conflict=replace(alert.conflict, claim=claim), claim_span=Span(30, 33))
    (shown,) = placed([TurnReport(turn, alerts=(alert,))])
    assert shown.claim.reading == (claim_text if reading else None)


def test_a_reading_of_endless_text_is_cut(hostile):
    assert len(placed(hostile)[0].claim.reading) < 500


def test_a_label_says_how_a_claim_is_meant(reworded):
    (alert,) = placed(reworded)
    assert alert.premise.label == "turn 1 (assistant), reported by Apple"
    assert alert.claim.label == "turn 2 (assistant), hedged, as of launch"


def test_order_of_the_reports_does_not_matter_and_sessions_do_not_mix(chat):
    other = TurnReport(Turn("other", 1, Role.USER, "Hello there."))
    conversations = converse([chat[2], other, chat[0], chat[1]])
    assert [conversation.session for conversation in conversations] == ["phones", "other"]
    assert conversations[0].reports == tuple(chat)
    assert [alert.number for alert in conversations[0].alerts] == [1, 2, 3, 4]
    assert words(conversations[0].alerts[3].premise) == "June 2007"


def test_a_turn_that_is_not_among_the_reports_falls_back_to_the_premises_own_text(chat):
    (alert,) = placed(chat[2:])
    assert alert.premise.place is None
    assert alert.premise.text == "The first iPhone went on sale in June 2007."
    assert words(alert.premise) == "June 2007"
    assert alert.premise.label == "turn 1 (assistant)"


def test_a_document_that_was_not_kept_falls_back_to_the_passage(chat):
    bare = replace(chat[1], turn=replace(chat[1].turn, documents=()))
    alert = placed([bare])[0]
    assert alert.premise.place is None
    assert (alert.premise.text, words(alert.premise)) == (
        "The 4 GB model cost $499 at launch.",
        "$499",
    )


@pytest.mark.parametrize("side", ["claim_span", "premise_span"])
def test_a_span_that_does_not_fit_its_text_falls_back_instead_of_failing(chat, side):
    broken = replace(chat[2].alerts[0], **{side: Span(5000, 5001)})
    alert = placed([chat[1], replace(chat[2], alerts=(broken,))])[-1]
    fallen = alert.claim if side == "claim_span" else alert.premise
    assert fallen.place is None
    assert words(fallen) in ("June 2008", "June 2007")


def test_an_alert_without_clashing_words_falls_back_to_the_whole_statement(chat):
    alert = chat[2].alerts[0]
    verdict = replace(alert.conflict.verdict, premise_span=None)
    wordless = replace(alert, conflict=replace(alert.conflict, verdict=verdict))
    shown = placed([replace(chat[2], alerts=(wordless,))])[0]
    assert words(shown.premise) == "The first iPhone went on sale in June 2007."


def test_two_reports_of_the_same_turn_each_keep_their_own_text(chat):
    again = replace(chat[1], turn=replace(chat[1].turn, text=chat[1].turn.text + " Again."))
    claims = [alert.claim for alert in placed([chat[0], chat[1], again])]
    assert [side.place.report for side in claims] == [1, 1, 1, 2, 2, 2]
    assert [side.text.endswith(" Again.") for side in claims] == [False] * 3 + [True] * 3


def test_of_two_documents_with_one_id_the_one_with_the_passage_is_shown(chat):
    turn = chat[1].turn
    double = replace(turn.documents[1], id="history.md")
    report = replace(chat[1], turn=replace(turn, documents=(double, turn.documents[0])))
    assert placed([report])[0].premise.place == Place(0, 1)
