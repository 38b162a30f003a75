import re
from dataclasses import replace

import pytest

from belie.datatypes import (
    Claim,
    ErrorType,
    Judgement,
    Pair,
    Passage,
    Relation,
    Role,
    ScoredSpan,
    Span,
)
from belie.monitor.candidates import Candidate
from belie.monitor.judging import Judge
from belie.testing import ScriptedClassifier


def claim(text, *, turn=1, role=Role.ASSISTANT, context=""):
    return Claim(
        f"s/{turn}#0",
        text,
        f"s/{turn}",
        Span(0, len(text)),
        turn=turn,
        role=role,
        context=context,
    )


def passage(text):
    return Passage("s/0/d@0", text, "d", Span(0, len(text)))


def test_a_document_is_asked_one_way_and_claims_both_ways():
    classifier = ScriptedClassifier()
    Judge(classifier).judge(
        [
            Candidate(passage("It is red."), claim("It is blue.")),
            Candidate(claim("It is big.", turn=0), claim("It is small.")),
        ]
    )
    assert classifier.calls == [
        [
            Pair("It is red.", "It is blue."),
            Pair("It is big.", "It is small."),
            Pair("It is small.", "It is big."),
        ]
    ]


def test_no_pair_is_asked_twice():
    classifier = ScriptedClassifier()
    judge = Judge(classifier)
    candidate = Candidate(passage("It is red."), claim("It is blue."))
    judge.judge([candidate, candidate])
    judge.judge([candidate])
    assert classifier.calls == [[Pair("It is red.", "It is blue.")]]


def test_a_contradiction_seen_from_one_side_only_is_averaged_away():
    one_way = {("It is big.", "It is small."): Relation.CONTRADICTION}
    (verdict,) = Judge(ScriptedClassifier(one_way)).judge(
        [Candidate(claim("It is big.", turn=0), claim("It is small."))]
    )
    assert verdict.contradiction == pytest.approx((0.98 + 0.02) / 2)
    assert sum(verdict.probabilities.values()) == pytest.approx(1)


def test_contradictions_of_earlier_statements_are_less_to_be_expected():
    script = {("It is red.", "It is blue."): Relation.CONTRADICTION}
    judge = Judge(ScriptedClassifier(script), earlier_odds=0.5)
    shown = Candidate(passage("It is red."), claim("It is blue."))
    now, before = judge.judge([shown, replace(shown, earlier=True)])
    assert now.contradiction == pytest.approx(0.98)
    odds = before.contradiction / (1 - before.contradiction)
    assert odds == pytest.approx(0.5 * 0.98 / 0.02)


def test_contradictions_within_one_sentence_are_hardly_to_be_expected():
    script = {
        ("It is big.", "It is small."): Relation.CONTRADICTION,
        ("It is small.", "It is big."): Relation.CONTRADICTION,
    }
    of_two = Candidate(claim("It is big."), claim("It is small."))
    judge = Judge(ScriptedClassifier(script))
    said, within = judge.judge([of_two, replace(of_two, one_sentence=True)])
    odds = [one.contradiction / (1 - one.contradiction) for one in (said, within)]
    assert odds[1] == pytest.approx(0.3 * odds[0])


def test_claims_that_may_clash_are_judged_by_their_whole_utterances_too():
    never, view = claim("I never did.", turn=0), claim("The view was lovely.")
    said = Pair("I never did. I fear heights!", "The view was lovely. Try it!")
    back = Pair(said.claim, said.premise)
    script = {
        ("I never did.", "The view was lovely."): Relation.CONTRADICTION,
        (said.premise, said.claim): Relation.CONTRADICTION,
        (back.premise, back.claim): Relation.CONTRADICTION,
    }
    classifier = ScriptedClassifier(script)
    (alone,) = Judge(classifier).judge([Candidate(never, view)])
    (beside,) = Judge(classifier).judge([Candidate(never, view, said)])
    assert classifier.calls[-1] == [said, back]
    assert alone.contradiction < beside.contradiction < 1
    assert beside.relation is Relation.CONTRADICTION


def test_utterances_are_not_asked_of_claims_that_have_nothing_against_each_other():
    classifier = ScriptedClassifier()
    said = Pair("It is big. It is red.", "It is small. It is old.")
    Judge(classifier).judge([Candidate(claim("It is big.", turn=0), claim("It is old."), said)])
    assert len(classifier.calls) == 1


def test_beside_a_document_the_sentence_of_the_claim_is_asked_too():
    source, tower = passage("It leans."), claim("The tower stands.")
    said = Pair(source.text, "The tower, built in 1889, stands.")
    against = {(source.text, tower.text): Relation.CONTRADICTION}
    classifier = ScriptedClassifier(against)
    (unsure,) = Judge(classifier).judge([Candidate(source, tower, said)])
    assert classifier.calls[-1] == [said]
    both = against | {(said.premise, said.claim): Relation.CONTRADICTION}
    (sure,) = Judge(ScriptedClassifier(both)).judge([Candidate(source, tower, said)])
    assert unsure.contradiction < 0.6
    assert sure.contradiction > 0.95


def test_a_supported_claim_of_a_wrong_sentence_is_supported():
    source, tower = passage("The tower stands."), claim("The tower stands.")
    said = Pair(source.text, "The tower stands and is green.")
    script = {
        (source.text, tower.text): Relation.ENTAILMENT,
        (said.premise, said.claim): Relation.PARTIAL_CONTRADICTION,
    }
    (alone,) = Judge(ScriptedClassifier(script)).judge([Candidate(source, tower)])
    (beside,) = Judge(ScriptedClassifier(script)).judge([Candidate(source, tower, said)])
    assert beside == alone


def test_one_of_several_claims_takes_the_blame_for_a_sentence_that_is_contradicted():
    source = passage("The left side pumps to the body, the right side to the lungs.")
    sides = claim("The left side pumps to the lungs."), claim("The right side pumps to the body.")
    said = Pair(source.text, "The left side pumps to the lungs, the right side to the body.")
    script = {
        (source.text, sides[0].text): Relation.ENTAILMENT,
        (source.text, sides[1].text): Relation.NEUTRAL,
        (said.premise, said.claim): Relation.CONTRADICTION,
    }
    candidates = [Candidate(source, side, said) for side in sides]
    passed, blamed = Judge(ScriptedClassifier(script)).judge(candidates)
    assert passed.relation is Relation.ENTAILMENT
    assert blamed.relation is Relation.CONTRADICTION
    assert blamed.contradiction == pytest.approx(0.98)


@pytest.mark.parametrize(
    ("told", "relation"),
    [
        ("The canal was closed in 1962.", Relation.NEUTRAL),
        ("The canal was inaugurated in 1962.", Relation.CONTRADICTION),
    ],
)
def test_a_clash_of_the_times_of_two_events_is_none(told, relation):
    source, said = passage("The canal was opened in 1847."), claim(told)
    scored = Judgement(
        {one: 0.91 if one is Relation.CONTRADICTION else 0.03 for one in Relation},
        premise_words=(ScoredSpan(Span(24, 28), 0.9),),
        claim_words=(ScoredSpan(Span(len(told) - 5, len(told) - 1), 0.9),),
    )

    class Classifier(ScriptedClassifier):
        def classify(self, pairs):
            return [scored for _ in pairs]

    (verdict,) = Judge(Classifier()).judge([Candidate(source, said)])
    assert verdict.relation is relation
    assert sum(verdict.probabilities.values()) == pytest.approx(1)
    assert (verdict.claim_span is None) is (relation is Relation.NEUTRAL)
    assert (verdict.error_type is None) is (relation is Relation.NEUTRAL)


@pytest.mark.parametrize(
    ("of_rest", "relation"),
    [
        (Relation.CONTRADICTION, Relation.ENTAILMENT),
        (Relation.NEUTRAL, Relation.CONTRADICTION),
    ],
)
def test_a_rule_outweighs_the_exception_beside_it_and_nothing_else(of_rest, relation):
    rule, exception, said = "Dogs may stay.", "Dogs may not eat here.", "Dogs may stay here."
    classifier = ScriptedClassifier(
        {
            (f"{rule} {exception}", said): Relation.CONTRADICTION,
            (rule, said): Relation.ENTAILMENT,
            (exception, said): of_rest,
        }
    )
    [verdict] = Judge(classifier).judge([Candidate(passage(f"{rule} {exception}"), claim(said))])
    assert verdict.relation is relation
    assert classifier.calls == [
        [Pair(f"{rule} {exception}", said)],
        [Pair(rule, said)],
        [Pair(exception, said)],
    ]


@pytest.mark.parametrize(
    ("in_the_other", "beside_it", "relation"),
    [
        (Relation.NEUTRAL, Relation.CONTRADICTION, Relation.NEUTRAL),
        (Relation.ENTAILMENT, Relation.CONTRADICTION, Relation.CONTRADICTION),
        (Relation.NEUTRAL, Relation.NEUTRAL, Relation.CONTRADICTION),
    ],
)
def test_what_holds_for_two_scopes_clashes_only_where_they_are_one(
    in_the_other, beside_it, relation
):
    said, claimed = "For members it is free.", "For guests it is dear."
    moved = "For guests it is free."
    classifier = ScriptedClassifier(
        {
            (said, claimed): Relation.CONTRADICTION,
            (said, moved): in_the_other,
            (moved, claimed): beside_it,
        }
    )
    [verdict] = Judge(classifier).judge([Candidate(passage(said), claim(claimed))])
    assert classifier.calls[1:] == [[Pair(said, moved), Pair(moved, claimed)]]
    assert verdict.relation is relation


def test_of_a_long_passage_a_claim_is_asked_beside_what_shares_its_words():
    text = "Gulls nest there. " * 40 + "The old tower is green. " + "Boats pass by. " * 19
    tower = claim("The tower is red.")
    asked = Pair("Gulls nest there. " * 5 + "The old tower is green.", tower.text)
    scored = Judgement(
        {relation: float(relation is Relation.CONTRADICTION) for relation in Relation},
        premise_words=(ScoredSpan(Span(107, 112), 0.9),),
        claim_words=(ScoredSpan(Span(13, 16), 0.9),),
    )

    class Classifier(ScriptedClassifier):
        def classify(self, pairs):
            return [scored for _ in super().classify(pairs)]

    classifier = Classifier()
    (verdict,) = Judge(classifier).judge([Candidate(passage(text), tower)])
    assert classifier.calls[0] == [asked]
    assert verdict.premise_span.cut(text) == "green"
    assert verdict.premise_span.start == text.index("green")
    assert verdict.claim_span.cut(tower.text) == "red"


def likely(relation, mass):
    rest = (1 - mass) / 3
    return Judgement({one: mass if one is relation else rest for one in Relation})


def test_of_a_short_passage_both_the_sentences_with_its_words_and_the_whole_are_asked():
    text = f"The tower is green. {'Gulls nest there. ' * 12}"
    tower = claim("The tower is red.")

    class Classifier(ScriptedClassifier):
        def classify(self, pairs):
            super().classify(pairs)
            return [
                likely(Relation.NEUTRAL if pair.premise == text else Relation.CONTRADICTION, 0.7)
                for pair in pairs
            ]

    classifier = Classifier()
    (verdict,) = Judge(classifier).judge([Candidate(passage(text), tower, whole=True)])
    part, whole = classifier.calls[0]
    assert part.premise != text
    assert "The tower is green." in part.premise
    assert whole == Pair(text, tower.text)
    assert verdict.probabilities[Relation.CONTRADICTION] == pytest.approx(
        verdict.probabilities[Relation.NEUTRAL]
    )


def test_a_passage_is_not_read_whole_unless_that_is_wanted():
    text = f"The tower is green. {'Gulls nest there. ' * 12}"
    tower, classifier = claim("The tower is red."), ScriptedClassifier()
    Judge(classifier).judge([Candidate(passage(text), tower)])
    assert Pair(text, tower.text) not in [pair for call in classifier.calls for pair in call]


def test_the_users_words_are_asked_from_the_assistants_side():
    classifier = ScriptedClassifier()
    Judge(classifier).judge(
        [Candidate(claim("I am vegan.", turn=0, role=Role.USER), claim("You eat meat."))]
    )
    assert classifier.calls[0][0] == Pair("you are vegan.", "You eat meat.")


def test_the_clash_is_located_in_the_users_own_words():
    script = {
        ("you ordered 12 boxes.", "You ordered 10 boxes."): Relation.CONTRADICTION,
        ("You ordered 10 boxes.", "you ordered 12 boxes."): Relation.CONTRADICTION,
    }
    premise = claim("I ordered 12 boxes.", turn=0, role=Role.USER)
    (verdict,) = Judge(ScriptedClassifier(script)).judge(
        [Candidate(premise, claim("You ordered 10 boxes."))]
    )
    assert verdict.premise_span.cut(premise.text) == "12"
    assert verdict.claim_span.cut(verdict.claim.text) == "10"
    assert verdict.error_type is ErrorType.NUMERIC


def test_agreement_has_no_clashing_words():
    script = {("It is red.", "It is red."): Relation.ENTAILMENT}
    (verdict,) = Judge(ScriptedClassifier(script)).judge(
        [Candidate(passage("It is red."), claim("It is red."))]
    )
    assert (verdict.relation, verdict.claim_span, verdict.error_type) == (
        Relation.ENTAILMENT,
        None,
        None,
    )


RED, TALL = Pair("It is red and tall.", "It is red."), Pair("It is red and tall.", "It is old.")
FOLLOWS = {(RED.premise, RED.claim): Relation.ENTAILMENT}


def test_entailments_are_the_probabilities_that_the_premise_entails_the_claim():
    follows, does_not = Judge(ScriptedClassifier(FOLLOWS)).entailments([RED, TALL])
    assert (follows, does_not) == (pytest.approx(0.97), pytest.approx(0.01))


def test_entailments_come_in_order_and_no_pair_is_asked_twice_or_both_ways():
    classifier = ScriptedClassifier(FOLLOWS)
    judge = Judge(classifier)
    first, other, again = judge.entailments([RED, TALL, RED])
    assert first == again > other
    assert judge.entailments([TALL]) == [other]
    assert classifier.calls == [[RED, TALL]]


def test_no_pairs_have_no_entailments_and_ask_nothing():
    classifier = ScriptedClassifier()
    assert Judge(classifier).entailments([]) == []
    assert classifier.calls == []


def test_more_pairs_than_are_remembered_are_all_answered():
    pairs = [Pair("It is red.", f"It is {number}.") for number in range(10)]
    assert len(Judge(ScriptedClassifier(), size=3_000).entailments(pairs)) == 10


def test_what_was_judged_for_a_verdict_is_not_asked_again():
    classifier = ScriptedClassifier()
    judge = Judge(classifier)
    judge.judge([Candidate(passage(RED.premise), claim(RED.claim))])
    judge.entailments([RED])
    assert classifier.calls == [[RED]]


class SplitClassifier:
    """Sure that it is a contradiction, unsure which; scores a word of its own choice."""

    name = "split"

    def classify(self, pairs):
        odds = {
            Relation.ENTAILMENT: 0.4,
            Relation.CONTRADICTION: 0.25,
            Relation.PARTIAL_CONTRADICTION: 0.3,
            Relation.NEUTRAL: 0.05,
        }
        words = (ScoredSpan(Span(0, 2), 0.9),)
        return [Judgement(odds, words, words, truncated=True) for _ in pairs]


def test_both_contradictions_compete_as_one_and_scored_words_are_used():
    (verdict,) = Judge(SplitClassifier()).judge(
        [Candidate(passage("It is red."), claim("It is blue."))]
    )
    assert verdict.relation is Relation.PARTIAL_CONTRADICTION
    assert verdict.premise_span == verdict.claim_span == Span(0, 2)
    assert verdict.truncated
    assert verdict.model == "split"


SHOWN = "Apple showed the iPhone and the iPod."
PRICE = "The iPhone cost $599."
IT = "It cost $499."


def test_a_claims_context_stands_behind_the_premise_and_is_first_asked_about_alone():
    classifier = ScriptedClassifier()
    Judge(classifier).judge([Candidate(passage(PRICE), claim(IT, context=SHOWN))])
    assert classifier.calls == [[Pair(SHOWN, IT)], [Pair(f"{PRICE} {SHOWN}", IT)]]


@pytest.mark.parametrize("told", [Relation.ENTAILMENT, Relation.CONTRADICTION])
def test_a_context_that_says_something_of_the_claim_itself_is_left_out(told):
    classifier = ScriptedClassifier({("The iPod cost $399.", IT): told})
    context = "The iPod cost $399."
    (verdict,) = Judge(classifier).judge([Candidate(passage(PRICE), claim(IT, context=context))])
    assert classifier.calls[-1] == [Pair(PRICE, IT)]
    assert verdict.relation is Relation.NEUTRAL


def test_two_claims_share_their_contexts_each_said_once():
    classifier = ScriptedClassifier()
    earlier = claim("It cost $599.", turn=0, context=SHOWN)
    Judge(classifier).judge([Candidate(earlier, claim(IT, context=SHOWN))])
    assert classifier.calls[-1] == [
        Pair(f"It cost $599. {SHOWN}", IT),
        Pair(f"{IT} {SHOWN}", "It cost $599."),
    ]


def test_a_premise_is_not_repeated_as_the_claims_context():
    classifier = ScriptedClassifier()
    Judge(classifier).judge([Candidate(claim(SHOWN, turn=0), claim(IT, context=SHOWN))])
    assert classifier.calls == [[Pair(SHOWN, IT), Pair(IT, SHOWN)]]


def test_the_users_context_is_seen_from_the_assistants_side_too():
    classifier = ScriptedClassifier()
    mine = claim("It is ill.", turn=0, role=Role.USER, context="I have a dog and a cat.")
    Judge(classifier).judge([Candidate(mine, claim("The dog is well."))])
    assert classifier.calls[-1][0] == Pair(
        "It is ill. you have a dog and a cat.", "The dog is well."
    )


class LastWordClassifier:
    """Sure that the last words of both sides clash, where they are told apart."""

    name = "last word"

    def classify(self, pairs):
        return [self._judge(pair) for pair in pairs]

    def _judge(self, pair):
        told = Relation.NEUTRAL if pair.premise == SHOWN else Relation.CONTRADICTION
        odds = {relation: 0.97 if relation is told else 0.01 for relation in Relation}
        starts = [place + 1 for place, char in enumerate(pair.premise) if char == " "]
        words = tuple(
            ScoredSpan(Span(start, start + 1), start / len(pair.premise)) for start in starts
        )
        return Judgement(odds, words, (ScoredSpan(Span(0, 2), 0.9),))


def test_words_of_the_context_are_never_taken_for_words_of_the_premise():
    (verdict,) = Judge(LastWordClassifier()).judge(
        [Candidate(passage(PRICE), claim(IT, context=SHOWN))]
    )
    assert verdict.contradicts
    assert verdict.premise_span.cut(PRICE) == "$"


class KindClassifier:
    """Sure that all pairs contradict, and that it is by an entity; scores no words."""

    name = "kind"

    def __init__(self, error_type=ErrorType.ENTITY):
        self.error_type = error_type

    def classify(self, pairs):
        odds = dict.fromkeys(Relation, 0.01) | {Relation.CONTRADICTION: 0.97}
        return [Judgement(odds, error_type=self.error_type) for _ in pairs]


@pytest.mark.parametrize(
    ("premise", "claimed", "expected"),
    [
        ("It is warm here.", "It is cold here.", ErrorType.ENTITY),
        ("It is open.", "It is not open.", ErrorType.ENTITY),
        ("The plan costs $20.", "The plan costs $10.", ErrorType.NUMERIC),
        ("It opened on 5 May 1990.", "It opened on 6 May 1990.", ErrorType.TEMPORAL),
        (
            "The flood was caused by the storm.",
            "The flood caused the storm.",
            ErrorType.CAUSAL_CONFUSION,
        ),
    ],
)
def test_the_classifier_tells_the_kind_unless_a_rule_knows_it(premise, claimed, expected):
    (verdict,) = Judge(KindClassifier()).judge([Candidate(passage(premise), claim(claimed))])
    assert verdict.error_type is expected


@pytest.mark.parametrize(
    ("premise", "claimed", "expected"),
    [
        ("It is open.", "It is not open.", ErrorType.NEGATION),
        ("He met Ann Lee.", "He met Bob Ray.", ErrorType.ENTITY),
        ("It is warm here.", "It is cold here.", ErrorType.OTHER),
    ],
)
def test_the_words_tell_the_kind_where_the_classifier_does_not(premise, claimed, expected):
    (verdict,) = Judge(KindClassifier(None)).judge([Candidate(passage(premise), claim(claimed))])
    assert verdict.error_type is expected


def test_agreement_has_no_kind_of_error_whatever_the_classifier_says():
    class Agreeing(KindClassifier):
        def classify(self, pairs):
            odds = dict.fromkeys(Relation, 0.01) | {Relation.ENTAILMENT: 0.97}
            return [Judgement(odds, error_type=self.error_type) for _ in pairs]

    (verdict,) = Judge(Agreeing()).judge([Candidate(passage("It is red."), claim("It is red."))])
    assert verdict.error_type is None


def test_without_scored_words_the_words_that_differ_are_marked():
    premise, claimed = "The hall is open. It was built by Ann Lee.", "The hall was built by Bo Ray."
    (verdict,) = Judge(KindClassifier()).judge([Candidate(passage(premise), claim(claimed))])
    assert verdict.premise_span.cut(premise) == "Ann Lee"
    assert verdict.claim_span.cut(claimed) == "Bo Ray"


def test_a_full_stop_is_never_what_clashes():
    source, tower = passage("It leans."), claim("It stands.")
    scored = Judgement(
        {relation: float(relation is Relation.CONTRADICTION) for relation in Relation},
        premise_words=(ScoredSpan(Span(3, 8), 0.2), ScoredSpan(Span(8, 9), 0.4)),
        claim_words=(ScoredSpan(Span(9, 10), 0.9),),
    )

    class Classifier(ScriptedClassifier):
        def classify(self, pairs):
            return [scored for _ in pairs]

    (verdict,) = Judge(Classifier()).judge([Candidate(source, tower)])
    assert verdict.premise_span.cut(source.text) == "leans"
    assert verdict.claim_span.cut(tower.text) == "stands"


def test_values_that_clash_are_marked_whatever_words_were_scored():
    premise, claimed = "The plan costs $20.", "The plan costs $10."
    (verdict,) = Judge(SplitClassifier()).judge([Candidate(passage(premise), claim(claimed))])
    assert verdict.relation is Relation.PARTIAL_CONTRADICTION
    assert verdict.premise_span.cut(premise) == "$20"
    assert verdict.claim_span.cut(claimed) == "$10"


def test_a_value_is_asked_in_the_words_of_the_premise_and_marked_in_the_claims_own():
    class Classifier(SplitClassifier):
        asked = ()

        def classify(self, pairs):
            self.asked = [*self.asked, *pairs]
            return super().classify(pairs)

    classifier = Classifier()
    told, said = "The meeting of the club is at 14:00.", "They meet at 2 pm in the hall."
    (verdict,) = Judge(classifier).judge([Candidate(passage(told), claim(said))])
    assert classifier.asked == [Pair(told, "They meet at 14:00 in the hall.")]
    assert verdict.claim.text == said
    assert verdict.claim_span.cut(said) == "hall"


class Backing:
    """A classifier that tells which words of a claim its premise has not."""

    name = "backing"

    def classify(self, pairs):
        return [
            Judgement(
                dict(zip(Relation, (0.1, 0.1, 0.1, 0.7), strict=True)),
                ungrounded_words=tuple(
                    ScoredSpan(Span(*word.span()), 0.05 if word.group() in one.premise else 0.91234)
                    for word in re.finditer(r"\w+", one.claim)
                ),
            )
            for one in pairs
        ]


def test_a_verdict_has_the_words_of_its_claim_that_a_passage_does_not_back():
    said = claim("It is red and old.")
    [verdict] = Judge(Backing()).judge([Candidate(passage("It is red and tall."), said)])
    assert verdict.ungrounded == (ScoredSpan(Span(14, 17), 0.912),)


def test_of_earlier_claims_and_of_classifiers_without_scores_no_words_are_told():
    said = claim("It is red and old.")
    of_claim = Candidate(claim("It is red and tall.", turn=0), said)
    [verdict] = Judge(Backing()).judge([of_claim])
    assert verdict.ungrounded is None
    [verdict] = Judge(ScriptedClassifier()).judge([Candidate(passage("It is tall."), said)])
    assert verdict.ungrounded is None


def test_a_word_that_the_whole_passage_has_and_its_excerpt_has_not_is_backed():
    read = passage(
        "Trains leave. Buses with gold leave every hour, rain or shine. The market opens at eight. "
        "The bridge is tall, as all in the town know. The bridge is red, as all have seen."
    )
    said = claim("The bridge is red, tall, old.")
    apart, whole = (
        Judge(Backing()).judge([Candidate(read, said, whole=whole)])[0] for whole in (False, True)
    )
    assert [word.span.cut(said.text) for word in apart.ungrounded] == ["old"]
    assert whole.ungrounded == ()
