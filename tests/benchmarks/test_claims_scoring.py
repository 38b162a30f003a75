from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")
pytest.importorskip("scipy", reason="pairs claims; comes with the extra dev")

from belie.datatypes import Claim, Extraction, Role, Skipped, SkipReason, Span, Syntax, Turn
from benchmarks.claims_data import ClaimItem, ReferenceItem
from benchmarks.claims_parser import (
    Referred,
    base_las,
    bias,
    choose,
    clip,
    gap_f1,
    las,
    nearest,
    probabilities,
    score_tree,
    tune,
    uas,
)
from benchmarks.claims_peers import NaiveExtractor, SentenceExtractor
from benchmarks.claims_scoring import (
    FACTUAL,
    OTHER,
    extract,
    factual_f1,
    lies_within,
    other_f1,
    score_claims,
    silent,
    worth,
)

pytestmark = pytest.mark.tree

TEXT = "Ann met Eva in Rome. She left her there. It rained."
ANN, EVA, SHE = Span(0, 3), Span(8, 11), Span(21, 24)


def item(text, gold, **more):
    return ClaimItem(id="i", group="g", text=text, gold=gold, **more)


def reference(pronoun=SHE, names=(ANN, EVA), gold=(True, False), text=TEXT):
    return ReferenceItem(id="r", text=text, pronoun=pronoun, names=names, gold=gold)


def claim(*pieces):
    whole = Span(pieces[0].start, pieces[-1].end)
    return Claim("c", "words", "t", whole, pieces=pieces if 1 < len(pieces) else ())


class FirstName:
    """Is sure of the first candidate, and notes the text it was shown."""

    def __init__(self):
        self.texts = []

    def refer(self, text, pronouns, candidates):
        self.texts.append(text)
        return [[0.6, *(0.1 for _ in candidates[1:])] for _ in pronouns]


def test_only_the_claims_of_the_judged_sentence_count():
    row = item("It rained. The tower is old.", ("The tower is old.",), within=Span(11, 28))
    score = score_claims(row, extract(SentenceExtractor(), row))
    assert (score.predicted, score.similarity, score.content) == (1, 1.0, 2)


def test_an_earlier_text_reaches_the_extractor_as_an_earlier_turn():
    class Asking:
        def extract(self, turn, earlier=()):
            self.seen = (turn.index, [(before.index, before.text) for before in earlier])
            return Extraction()

    asking = Asking()
    extract(asking, item("It leans.", (), earlier=("The tower is old.",)))
    assert asking.seen == (1, [(0, "The tower is old.")])


def test_a_claim_belongs_where_half_of_its_source_words_lie():
    assert lies_within(claim(Span(0, 2), Span(10, 12)), Span(8, 20))
    assert not lies_within(claim(Span(0, 4), Span(10, 12)), Span(8, 20))


def test_a_reported_stretch_and_a_sentence_without_a_claim_are_silent():
    text = "Hello you. The tower leans. Is it old?"
    extraction = Extraction((claim(Span(11, 27)),), (Skipped(Span(0, 10), SkipReason.GREETING),))
    assert [span.cut(text) for span in silent(text, extraction)] == [
        "Hello you.",
        "Hello you.",
        "Is it old?",
    ]


def test_a_gold_claim_whose_words_were_skipped_is_told_as_not_factual():
    text = "The tower leans. Enjoy your matcha latte!"
    row = item(text, ("The tower leans.", "Enjoy the latte!"), labels=("factual", "not_a_claim"))
    kept = Extraction((claim(Span(0, 16)),), (Skipped(Span(17, 41), SkipReason.INSTRUCTION),))
    told = worth(row, kept)
    assert told.gold == told.told == (FACTUAL, OTHER)
    assert factual_f1([told]) == other_f1([told]) == 1.0


def test_everything_is_factual_to_an_extractor_that_skips_nothing():
    row = item("Enjoy your latte!", ("Enjoy the latte!",), labels=("opinion",))
    assert worth(row, extract(SentenceExtractor(), row)).told == (FACTUAL,)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("It cost $1,149, and it sold well.", ["It cost $1,149", "it sold well."]),
        ("Andy and Eva, who met, left; all wept", ["Andy", "Eva", "who met", "left", "all wept"]),
        ("A band but which and what", ["A band", "which", "what"]),
        (", ; ,", []),
    ],
)
def test_the_naive_floor_cuts_at_its_marks_and_slices_exactly(text, pieces):
    claims = NaiveExtractor().extract(Turn("s", 0, Role.ASSISTANT, text)).claims
    assert [claim.text for claim in claims] == pieces
    assert [claim.span.cut(text) for claim in claims] == pieces


def test_the_text_ends_with_the_pronouns_sentence_but_not_before_a_name():
    assert clip(reference()) == "Ann met Eva in Rome. She left her there."
    later = reference(
        pronoun=Span(0, 3), names=(Span(4, 7), Span(17, 19)), text="She saw Al. Then Bo."
    )
    assert clip(later) == "She saw Al. Then Bo"


@pytest.mark.parametrize(
    ("names", "pronoun", "told"),
    [
        ((ANN, EVA), Span(21, 24), (False, True)),
        ((EVA, ANN), Span(21, 24), (True, False)),
        ((ANN, EVA), Span(4, 7), (True, False)),
        ((EVA, Span(15, 19)), Span(4, 7), (True, False)),
    ],
)
def test_the_floor_takes_the_name_nearest_before_the_pronoun(names, pronoun, told):
    assert nearest(reference(pronoun=pronoun, names=names)) == told


def test_one_name_at_most_is_chosen():
    assert choose([0.5, 0.5], 0.5) == (True, False)
    assert choose([0.2, 0.7], 0.5) == (False, True)
    assert choose([0.2, 0.3], 0.5) == (False, False)


def test_gap_counts_each_name_as_a_question():
    neither = Referred(True, (False, False), (True, False))
    right = Referred(False, (False, True), (False, True))
    assert gap_f1([neither, right]) == pytest.approx(2 / 3)
    assert gap_f1([Referred(True, (False, False), (False, False))]) is None


def test_bias_is_feminine_over_masculine():
    right, wrong = ((True, False), (True, False)), ((True, False), (False, True))
    rows = [Referred(True, *right), Referred(True, *wrong), Referred(False, *right)]
    assert bias(rows) == 0.5
    assert bias([Referred(True, *right)]) is None


def test_the_parser_sees_the_clipped_text_and_the_threshold_is_tuned_below_its_doubt():
    parser = FirstName()
    told = probabilities(parser, [reference()])
    assert parser.texts == ["Ann met Eva in Rome. She left her there."]
    assert told == [[0.6, 0.1]]
    assert tune([reference()], told) <= 0.6


def test_trees_count_heads_and_relations_with_and_without_subtypes():
    gold = Syntax(("I", "went", "home"), ("",) * 3, (1, -1, 1), ("nsubj", "root", "obl:unmarked"))
    told = Syntax(("I", "went", "home"), ("",) * 3, (1, -1, 0), ("nsubj:pass", "root", "obl"))
    rows = [score_tree(gold, told)]
    assert (uas(rows), base_las(rows), las(rows)) == pytest.approx((2 / 3, 2 / 3, 1 / 3))
