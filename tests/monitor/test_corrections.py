"""Corrections of a value alone, on the claims around it."""

import pytest

from belie.datatypes import Claim, Role, Scope, Span, Turn
from belie.monitor.corrections import in_full

OPENED = "The bridge opened in 1937."


def claim(text, turn, *, said=None, role=Role.ASSISTANT, subject="", scope=frozenset()):
    start = (said or text).rindex((said or text).rpartition(", ")[2])
    span = Span(start, len(said or text))
    return Claim(f"s/{turn}#0", text, f"s/{turn}", span, turn, role, subject=subject, scope=scope)


def corrected(*earlier, said, text=None, subject="", role=Role.ASSISTANT, asked=None):
    """Return the text of a correction and the words of its turn that it is anchored in."""
    known = [claim(one, turn) for turn, one in enumerate(earlier)][::-1]
    own = text or said.rpartition(", ")[2]
    marked = claim(own, 9, said=said, role=role, subject=subject, scope={Scope.CORRECTION})
    before = Turn("s", 8, Role.USER, asked) if asked else None
    (found,) = in_full(Turn("s", 9, role, said), [marked], known, before)
    return found.text, [anchor.source.cut(said) for anchor in found.anchors]


@pytest.mark.parametrize(
    ("before", "said", "text", "value"),
    [
        (OPENED, "Actually, it was 1957.", "The bridge opened in 1957.", "1957"),
        (OPENED, "Correction, 1957.", "The bridge opened in 1957.", "1957"),
        (OPENED, "Sorry, I meant 1957.", "The bridge opened in 1957.", "1957"),
        ("The store closes at 6 pm.", "Wait, it's at 8 pm.", "The store closes at 8 pm.", "8 pm"),
        ("The first lamp cost $599.", "I erred, it is $499.", "The first lamp cost $499.", "$499"),
        ("The tower is 250 m tall.", "No, it is 330 m.", "The tower is 330 m tall.", "330 m"),
    ],
)
def test_a_correction_of_a_value_says_what_it_is_the_value_of(before, said, text, value):
    assert corrected("It is 90 years old.", before, said=said) == (text, [value])


def test_the_last_turn_with_such_a_value_is_corrected():
    assert corrected(
        "The mill opened in 1920.", OPENED, "It is old.", said="Actually, it was 1957."
    ) == (
        "The bridge opened in 1957.",
        ["1957"],
    )


@pytest.mark.parametrize(
    "options",
    [
        {"said": "Actually, it was 8 pm."},
        {"said": "Actually, it was 1937."},
        {"said": "Actually, it was opened in 1957."},
        {"said": "Actually, it was 1957.", "text": "The mill was 1957.", "subject": "The mill"},
        {"said": "Actually, it was 1957.", "asked": "And the mill?"},
        {"said": "Actually, it was 1957.", "role": Role.USER},
    ],
    ids=["kind", "same", "more", "subject", "answer", "speaker"],
)
def test_what_may_correct_something_else_is_left_as_it_is(options):
    assert corrected(OPENED, said="Actually, it was 1957.")[1]
    assert corrected(OPENED, **options)[1] == []


def test_where_two_values_of_a_turn_may_be_meant_none_is_taken():
    two = [claim(OPENED, 0), claim("The mill opened in 1920.", 0)]
    said = "Actually, it was 1957."
    marked = claim("it was 1957.", 9, said=said, scope={Scope.CORRECTION})
    now = Turn("s", 9, Role.ASSISTANT, said)
    assert in_full(now, [marked], two, None) == (marked,)
    assert in_full(now, [marked], two[:1], None) != (marked,)
