from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belie.datatypes import ConflictKind, Role
from belie.report.words import clip, count, kind_words, squeeze, turn_words, visible

any_text = st.text(st.characters())


@settings(max_examples=60, deadline=None)
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


def test_turns_are_named_by_index_and_role():
    assert turn_words(0, Role.USER) == "turn 0 (user)"


def test_only_one_is_singular():
    assert [count(number, "claim") for number in (0, 1, 2)] == ["0 claims", "1 claim", "2 claims"]
