from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Claim, ConflictKind, Role, Scope, Span
from belie.report.words import (
    clip,
    conflict_words,
    count,
    kind_words,
    scope_words,
    squeeze,
    turn_words,
    visible,
)

any_text = st.text(st.characters())


@given(any_text)
def test_visible_text_can_be_encoded_and_holds_no_control_but_tab_and_newline(text):
    shown = visible(text)
    shown.encode()
    assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cs") and c not in "\t\n"]
    assert visible(shown) == shown


@pytest.mark.parametrize("char", [*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b"])
def test_a_character_that_reorders_or_hides_text_is_named(char):
    assert visible(f"a{char}b") == f"a⟦U+{ord(char):04X}⟧b"


@pytest.mark.parametrize("text", ["Größe 5 €", "שלום עולם", "می‌خواهم", "👩‍👩‍👧", "a\tb\nc"])
def test_ordinary_text_of_any_language_is_unchanged(text):
    assert visible(text) == text


def test_windows_line_ends_are_no_control_characters():
    assert visible("a\r\nb") == "a\nb"
    assert visible("a\rb") == "a␍b"


def test_squeezed_text_is_one_line():
    assert squeeze("a\n\n \t b\r\nc") == "a b c"


def test_a_name_is_cut_with_an_ellipsis_only_where_it_is_too_long():
    assert clip("x" * 120) == "x" * 120
    assert clip("x" * 121) == "x" * 120 + "…"


def test_every_kind_has_words_of_its_own():
    assert len({kind_words(kind) for kind in ConflictKind}) == len(ConflictKind)


@pytest.mark.parametrize("scope", [each for each in Scope if each is not Scope.NEGATED])
def test_every_scope_but_negation_has_words_of_its_own(scope):
    claim = Claim("s/0#0", "A.", "s/0", Span(0, 2), scope=frozenset({scope}), as_of="2019")
    plain = Claim("s/0#0", "A.", "s/0", Span(0, 2), scope=frozenset({Scope.NEGATED}))
    assert scope_words(claim)
    assert scope_words(plain) == ()


def test_who_reported_a_claim_is_named_once_and_not_at_any_length():
    claim = Claim("s/0#0", "A.", "s/0", Span(0, 2), reported_by="w" * 3000)
    (words,) = scope_words(replace(claim, scope=frozenset({Scope.REPORTED})))
    assert words.startswith("reported by www")
    assert len(words) < 100
    assert scope_words(claim) == (words,)


def test_turns_are_named_by_index_and_role():
    assert turn_words(0, Role.USER) == "turn 0 (user)"


def test_only_one_is_singular():
    assert [count(number, "claim") for number in (0, 1, 2)] == ["0 claims", "1 claim", "2 claims"]


def test_a_document_of_an_earlier_turn_is_named_as_such(chat):
    conflict = chat[1].alerts[0].conflict
    assert conflict_words(conflict) == "against a document"
    later = replace(conflict, claim=replace(conflict.claim, turn=5))
    assert conflict_words(later) == "against a document of an earlier turn"
    own = chat[2].alerts[0].conflict
    assert own.premise.turn < own.claim.turn
    assert conflict_words(own) == "against its own earlier words"


def test_a_conflict_that_follows_from_others_is_called_implied(mended):
    direct, implied = (report.alerts[0].conflict for report in mended[1:3])
    assert conflict_words(implied) == "against its own earlier words, implied"
    assert conflict_words(direct) == "against what the user said"
