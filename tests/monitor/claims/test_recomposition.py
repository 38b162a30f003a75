"""The self-check on drafts made by hand; what is asked of it in a turn stands in test_extractor."""

from belie.datatypes import Anchor, Pair, Scope, Span
from belie.monitor.claims.drafts import Draft, Reading
from belie.monitor.claims.recomposition import following

WHOLE = Draft("Ann, a nurse, left.", (Anchor(Span(0, 19), Span(0, 19)),))
LEFT = Draft("Ann left.", (Anchor(Span(0, 3), Span(0, 3)), Anchor(Span(4, 9), Span(14, 19))))
NURSE = Draft("Ann is a nurse", (Anchor(Span(0, 3), Span(0, 3)), Anchor(Span(7, 14), Span(5, 12))))


def check(reading, *, entailed):
    asked = []

    def entailments(pairs):
        asked.extend(pairs)
        return [entailed] * len(pairs)

    return following([reading], entailments), asked


def test_only_a_part_with_supplied_words_is_asked_about():
    kept, asked = check(Reading(WHOLE, (LEFT, NURSE)), entailed=1.0)
    assert asked == [Pair(WHOLE.text, NURSE.text)]
    assert kept == [(LEFT, NURSE)]


def test_a_part_that_does_not_follow_gives_way_to_the_whole():
    kept, _ = check(Reading(WHOLE, (LEFT, NURSE)), entailed=0.0)
    assert kept == [(WHOLE, LEFT)]


def test_what_is_not_asserted_or_certain_by_its_making_is_not_asked_about():
    said = Draft(NURSE.text, NURSE.anchors, frozenset({Scope.REPORTED}))
    assert check(Reading(WHOLE, (said,)), entailed=0.0) == ([(said,)], [])
    assert check(Reading(WHOLE, (NURSE,), certain=True), entailed=0.0) == ([(NURSE,)], [])
