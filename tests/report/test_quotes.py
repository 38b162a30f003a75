from __future__ import annotations

from dataclasses import replace

import pytest

from belie.datatypes import Role, Skipped, SkipReason, Span, Turn, TurnReport
from belie.report.quotes import no_claims, stretches, ungrounded


def report_of(text, *spans, reason=SkipReason.META):
    turn = Turn("s", 0, Role.ASSISTANT, text)
    return TurnReport(turn, skipped=tuple(Skipped(Span(*each), reason) for each in spans))


def unbacked(text, *spans):
    turn = Turn("s", 0, Role.ASSISTANT, text)
    return TurnReport(turn, ungrounded=tuple(Span(*each) for each in spans))


def test_a_turn_without_claims_has_nothing_to_check_and_each_reason_once(reworded):
    assert no_claims(report_of("")) == "nothing to check"
    assert no_claims(report_of("So. So.", (0, 3), (4, 7))) == "nothing to check (meta)"
    assert no_claims(reworded[1]) is None


def test_a_turn_that_could_not_be_read_was_not_checked():
    failed = replace(report_of("So.", (0, 3)), warnings=("It was not read.",))
    assert no_claims(failed) == "nothing checked (meta)"


@pytest.mark.parametrize("reason", SkipReason)
def test_every_reason_is_said_with_its_words(reason):
    assert stretches(report_of("Well, so.", (0, 9), reason=reason)) == f"{reason} “Well, so.”"


def test_many_stretches_are_counted_and_long_ones_are_cut():
    report = report_of("- ab\n" * 5000, *((at, at + 4) for at in range(0, 25_000, 5)))
    assert stretches(report, limit=2) == "meta “- ab” · meta “- ab” · 4998 more"
    assert len(stretches(report_of("w" * 9000, (0, 9000)))) < 100


def test_a_stretch_beyond_its_text_does_not_fail():
    assert stretches(report_of("So.", (1, 5000), (90, 91))) == "meta “o.” · meta “”"


def test_hostile_words_are_shown_and_stay_on_one_line():
    report = report_of("\x1b[2J\n\u202ea", (0, 7))
    assert stretches(report) == "meta “␛[2J ⟦U+202E⟧a”"


def test_words_that_no_document_backs_are_quoted_counted_and_cut():
    report = unbacked("It is red and old. " * 200, *((at + 6, at + 9) for at in range(0, 3800, 19)))
    assert ungrounded(report, limit=2) == "“red” · “red” · 198 more"
    assert len(ungrounded(unbacked("w" * 9000, (0, 9000)))) < 100


def test_where_a_document_backs_all_words_there_is_nothing_to_quote():
    assert ungrounded(unbacked("It is red.")) == ""


def test_of_words_beyond_their_text_only_those_in_it_are_quoted():
    assert ungrounded(unbacked("So. It.", (4, 5000), (90, 91), (1, 1), (3, 4))) == "“It.”"
    assert ungrounded(unbacked("So.", (90, 91))) == ""


def test_hostile_words_that_no_document_backs_stay_on_one_line():
    report = unbacked("\x1b[2J\n\u202ea \ud800", (0, 9))
    assert ungrounded(report) == "“␛[2J ⟦U+202E⟧a ⟦U+D800⟧”"
