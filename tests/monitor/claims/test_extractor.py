"""From a turn to its claims, with the shipped parser; the self-check is scripted."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Extraction, Role, Scope, SkipReason, Span, Turn
from belie.monitor.claims.extractor import ClaimExtractor
from belie.monitor.inputs import make_turn
from belie.wiring import make_extractor

PHONE = "Apple released the first iPhone in 2007, priced at $499 at the time."
ANSWER = """# The Eiffel Tower

Hello! The Eiffel Tower, which was built in 1889, is in Paris. It is 330 m tall. How tall is yours?

The tower has:

- three floors
- two lifts

| City | Height | Age |
|---|---|---|
| Leeds | 12 m | |
| York | 30 m | 9 years |

```
x = 1
```

Turn off the water. Sorry, I was wrong. Anna and Ben live in the tower because it is **cheap** [1].
"""


class Script:
    """Finds that all follows, except the claims it is given; remembers what it was asked."""

    def __init__(self, *rejected):
        self.rejected = rejected
        self.asked = []

    def __call__(self, pairs):
        self.asked.extend(pairs)
        return [0.0 if pair.claim in self.rejected else 1.0 for pair in pairs]


@pytest.fixture(scope="session")
def extractor(parser):
    return ClaimExtractor(parser)


@pytest.fixture(scope="session")
def extract(extractor):
    """Return a function from a text to its extraction; ``earlier`` alternates, the user last."""

    def extracted(text, *, question=None, earlier=(), role=Role.ASSISTANT):
        roles = [
            Role.USER if (len(earlier) - place) % 2 else Role.ASSISTANT
            for place in range(len(earlier))
        ]
        turns = [
            Turn("s1", index, who, said)
            for index, (who, said) in enumerate(zip(roles, earlier, strict=True))
        ]
        return extractor.extract(Turn("s1", len(turns), role, text, question=question), turns)

    return extracted


def texts(extraction):
    """Return the claims in lower case, without their full stops."""
    return [claim.text.lower().removesuffix(".") for claim in extraction.claims]


def skips(extraction, text):
    return [(skipped.span.cut(text), skipped.reason) for skipped in extraction.skipped]


def assert_exact(extraction, turn):
    """Assert that ids count, spans slice, and anchors have the words or a pronoun of the turn."""
    for number, claim in enumerate(extraction.claims):
        assert claim.id == f"{turn.id}#{number}"
        assert (claim.source, claim.turn, claim.role) == (turn.id, turn.index, turn.role)
        assert claim.text == claim.text.strip() != ""
        assert claim.span == Span(claim.spans[0].start, claim.spans[-1].end)
        assert claim.span.cut(turn.text) == claim.span.cut(turn.text).strip() != ""
        assert len(claim.pieces) != 1
        assert list(claim.pieces) == sorted(claim.pieces)
        if not claim.anchors:
            assert claim.text == claim.span.cut(turn.text)
        end = 0
        for anchor in claim.anchors:
            assert end <= anchor.span.start < anchor.span.end <= len(claim.text)
            assert any(
                piece.start <= anchor.source.start < anchor.source.end <= piece.end
                for piece in claim.spans
            )
            end = anchor.span.end
        for link in claim.links:
            assert link.first.cut(claim.text) != link.second.cut(claim.text) or claim.text
    spans = [skipped.span for skipped in extraction.skipped]
    assert spans == sorted(spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert all(span.cut(turn.text).strip() for span in spans)


# Ids, spans and anchors


def test_a_sentence_becomes_claims_that_stand_alone_and_know_where_they_come_from(extract):
    released, priced = extract(PHONE).claims
    assert released.text == "Apple released the first iPhone in 2007."
    assert released.pieces == ()
    assert released.span.cut(PHONE) == released.text.removesuffix(".")
    assert priced.text == "the first iPhone was priced at $499 at the time."
    assert [piece.cut(PHONE) for piece in priced.spans] == [
        "the first iPhone",
        "priced at $499 at the time.",
    ]
    assert [(one.span.cut(priced.text), one.source.cut(PHONE)) for one in priced.anchors] == [
        ("the first iPhone", "the first iPhone"),
        ("priced at $499 at the time.", "priced at $499 at the time."),
    ]


def test_ids_count_the_claims_of_the_turn_in_reading_order(extract):
    extraction = extract(ANSWER, earlier=["Hi.", "Hello.", "Tell me."])
    assert [claim.id for claim in extraction.claims[:3]] == ["s1/3#0", "s1/3#1", "s1/3#2"]
    ends = [claim.span.end for claim in extraction.claims if not claim.pieces]
    assert ends == sorted(ends)


@pytest.mark.parametrize("role", list(Role))
def test_a_claim_knows_who_said_it(extract, role):
    assert {claim.role for claim in extract(PHONE, role=role).claims} == {role}


def test_everything_slices_in_an_answer_of_all_kinds(extract):
    assert_exact(extract(ANSWER), Turn("s1", 0, Role.ASSISTANT, ANSWER))


def test_an_anchor_without_a_pronoun_has_the_same_words_on_both_sides(extract):
    text = "The **Eiffel Tower**[1], a 330 m *tall* building, was sold and moved to Leeds."
    claims = extract(text).claims
    assert 2 < len(claims)
    for claim in claims:
        assert "*" not in claim.text
        assert "[1]" not in claim.text
        for anchor in claim.anchors:
            assert anchor.span.cut(claim.text) == anchor.source.cut(text)


def test_the_same_sentence_said_twice_is_two_claims_with_spans_of_their_own(extract):
    text = "The tower leans. The tower leans."
    first, second = extract(text).claims
    assert first.text == second.text
    assert (first.span, second.span) == (Span(0, 16), Span(17, 33))


# Pronouns and answers


def test_a_pronoun_takes_the_name_from_the_sentence_before(extract):
    text = "Marie Curie was born in Warsaw. She moved to Paris in 1891."
    moved = extract(text).claims[-1]
    assert moved.text == "Marie Curie moved to Paris in 1891."
    [name, rest] = moved.anchors
    assert (name.span.cut(moved.text), name.source.cut(text)) == ("Marie Curie", "She")
    assert rest.span.cut(moved.text) == rest.source.cut(text)


@pytest.mark.parametrize(
    "context",
    [
        {"earlier": ["How much was the first iPhone?"]},
        {"earlier": ["Hi.", "The first iPhone is old.", "And how much?"]},
        {"question": "How much was the first iPhone?"},
    ],
)
def test_a_pronoun_takes_the_name_from_the_turns_before_or_the_question(extract, context):
    assert texts(extract("It was priced at $499.", **context)) == [
        "the first iphone was priced at $499"
    ]


def test_a_pronoun_stays_where_nothing_before_says_what_it_is(extract):
    assert texts(extract("It was priced at $499.")) == ["it was priced at $499"]


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("When was the Eiffel Tower built?", "In 1889.", "the eiffel tower was built in 1889"),
        ("Is the shop open?", "No.", "the shop is not open"),
        ("Is the shop open?", "Yes.", "the shop is open"),
    ],
)
def test_a_short_answer_is_completed_from_the_question(extract, question, answer, claim):
    for context in ({"question": question}, {"earlier": [question]}):
        [found] = extract(answer, **context).claims
        assert found.text.lower() == f"{claim}."
        assert found.span.cut(answer).rstrip(".") == answer.rstrip(".")
        assert (Scope.NEGATED in found.scope) is (answer == "No.")


@pytest.mark.parametrize("answer", ["Yes, he did.", "He did."])
def test_a_short_answer_with_a_verb_of_its_own_is_completed(extract, answer):
    assert "ben won" in texts(extract(answer, question="Did Ben win?")) or "ben did win" in texts(
        extract(answer, question="Did Ben win?")
    )


def test_only_what_comes_first_answers_the_question(extract):
    text = "In 1889. No wonder."
    found = texts(extract(text, question="When was the Eiffel Tower built?"))
    assert found[0] == "the eiffel tower was built in 1889"
    assert sum("eiffel" in claim for claim in found) == 1


@pytest.mark.parametrize(
    "asked",
    [
        "is the pool open on sundays? we come on friday",
        "Is the pool open on Sundays? We come on Friday.",
        "do the huts even still have wardens then? we start on 4 september.",
    ],
)
def test_a_question_may_be_followed_by_other_words(extract, asked):
    found = texts(extract("Yes.", earlier=[asked]))
    assert len(found) == 1
    assert not any(word in claim for claim in found for word in ("friday", "september", "?"))


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Linde or Brockfurt might work, but check with the attendant first.",
            ["linde or brockfurt might work"],
        ),
        (
            "One 25 kg bag should do it; have a second in reserve.",
            ["one 25 kg bag should do it"],
        ),
        (
            "The storm had gusts of 150 km/h in the north, one death, about 600 flooded homes.",
            ["the storm had gusts of 150 km/h in the north"],
        ),
        (
            "The Duchy lost both of its river fortresses, Grauhof and Steinlach.",
            ["the duchy lost both of its river fortresses, grauhof and steinlach"],
        ),
        ("Notary and register come to around 4,060.", ["notary and register come to around 4,060"]),
        ("Pickle and Maple live as a bonded couple.", ["pickle and maple live as a bonded couple"]),
        ("1857. Answers. The room has a balcony.", ["the room has a balcony"]),
        ("1831 – born, the son of a fiddle maker.", ["1831 – born"]),
        (
            "She can do it three months before the vote, meaning to 14 June or earlier.",
            ["she can do it three months before the vote"],
        ),
        ("Happy to help! The room has a balcony.", ["the room has a balcony"]),
        ("Lovely choice! The room has a balcony.", ["the room has a balcony"]),
    ],
)
def test_what_assistants_say_at_length_is_not_cut_into_scraps(extract, text, claims):
    assert texts(extract(text)) == claims


@pytest.mark.parametrize(
    ("text", "scrap"),
    [
        ("The vote is scheduled for 17 June, assuming the parties agree.", "is assuming"),
        ("Own domain: included, exactly what you need.", "you need"),
    ],
)
def test_no_claim_is_a_scrap_of_its_sentence(extract, text, scrap):
    assert not any(
        claim.endswith(scrap) or f"{scrap} the" in claim for claim in texts(extract(text))
    )


def test_without_a_question_a_bare_yes_says_nothing(extract):
    assert extract("Yes.").claims == ()


# Structure


def test_items_of_a_list_continue_the_words_before_it(extract):
    text = "The tower has:\n- three floors\n- two lifts"
    extraction = extract(text)
    assert texts(extraction) == ["the tower has three floors", "the tower has two lifts"]
    assert ("The tower has:", SkipReason.META) in skips(extraction, text)
    for claim in extraction.claims:
        assert claim.anchors[0].source.cut(text) == "The tower has"


def test_items_under_a_condition_are_conditional(extract):
    claims = extract("If you are over 18:\n- you can vote\n- you can drive").claims
    assert len(claims) == 2
    for claim in claims:
        assert Scope.CONDITIONAL in claim.scope
        assert claim.text.startswith("If you are over 18")


def test_items_that_are_sentences_stand_alone(extract):
    found = texts(extract("The tower is famous:\n- It leans.\n- Anna owns it."))
    assert "anna owns the tower" in found or "anna owns it" in found
    assert "anna" not in found[0]


def test_a_row_of_a_table_says_each_value_of_its_name(extract):
    text = "| City | Height | Age |\n|---|---|---|\n| Leeds | 12 m | |\n| York | 30 m | 9 years |"
    extraction = extract(text)
    assert texts(extraction) == [
        "leeds: height 12 m",
        "york: height 30 m",
        "york: age 9 years",
    ]
    for claim in extraction.claims:
        for anchor in claim.anchors:
            assert anchor.span.cut(claim.text) == anchor.source.cut(text)


def test_a_quoted_block_is_quoted(extract):
    [claim] = extract("> The mine is safe.").claims
    assert Scope.QUOTED in claim.scope


def test_a_correction_marks_what_follows_it(extract):
    [before, after] = extract("The tower is tall. Sorry, I was wrong. The tower is small.").claims
    assert Scope.CORRECTION not in before.scope
    assert Scope.CORRECTION in after.scope


def test_what_is_said_within_a_question_is_marked(extract):
    claims = extract("Do you know that the tower leans?").claims
    assert all(Scope.QUESTION in claim.scope for claim in claims)


def test_claims_carry_scope_source_time_and_links(extract):
    [claim] = extract("According to Reuters, the town had 12 lifts as of 2019.").claims
    assert {Scope.REPORTED, Scope.AS_OF} <= claim.scope
    assert (claim.reported_by, claim.as_of) == ("Reuters", "2019")
    whole = extract("The match was cancelled because it rained.").claims[0]
    assert whole.links
    assert all(link.first.cut(whole.text) for link in whole.links)


def test_a_sentence_too_long_to_be_parsed_is_one_claim_as_it_stands(extract):
    text = "The tower leans. " + "The dog barks and the cat sleeps, " * 40 + "and so on. It is old."
    first, long, _ = extract(text).claims
    assert first.text == "The tower leans."
    assert long.anchors == ()
    assert long.text.startswith("The dog barks")
    assert long.text.endswith("and so on.")


# What makes no claim


@pytest.mark.parametrize(
    ("text", "words", "reason"),
    [
        ("# History\nThe tower leans.", "History", SkipReason.META),
        ("The tower leans.\n```\nx = 1\n```", "x = 1", SkipReason.CODE),
        ("The tower leans. Turn off the water.", "Turn off the water.", SkipReason.INSTRUCTION),
        (
            "The tower leans. Imagine 350 years of that!",
            "Imagine 350 years of that!",
            SkipReason.INSTRUCTION,
        ),
        ("Hello! The tower leans.", "Hello!", SkipReason.GREETING),
        ("The tower leans. How tall is it?", "How tall is it?", SkipReason.QUESTION),
        ("The tower leans. Are dogs allowed", "Are dogs allowed", SkipReason.QUESTION),
        ("The tower leans. I do not know.", "I do not know.", SkipReason.ABSTENTION),
    ],
)
def test_what_makes_no_claim_is_kept_with_its_reason(extract, text, words, reason):
    extraction = extract(text)
    assert "the tower leans" in texts(extraction)
    assert any(words in cut and why is reason for cut, why in skips(extraction, text))


@pytest.mark.parametrize(
    "text", ["Hello! Thanks for asking. Have a nice day!", "Hi there!", "How are you?"]
)
def test_a_turn_of_greetings_and_questions_has_no_claims(extract, text):
    extraction = extract(text)
    assert extraction.claims == ()
    assert {letter for cut, _ in skips(extraction, text) for letter in cut} >= set(text) - {" "}


def test_skipped_stretches_are_in_order_and_share_no_words_with_a_claim_beside_leads(extract):
    text = ANSWER.replace("The tower has:", "Some facts:")
    extraction = extract(text)
    assert_exact(extraction, Turn("s1", 0, Role.ASSISTANT, text))
    leads = {"Some facts:", "City | Height | Age"}
    stated = [piece for claim in extraction.claims for piece in claim.spans]
    for skipped in extraction.skipped:
        if skipped.span.cut(text) not in leads:
            assert all(
                piece.end <= skipped.span.start or skipped.span.end <= piece.start
                for piece in stated
            )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n ",
        "\u200b",
        "***",
        "|",
        pytest.param("[1]"),
    ],
)
def test_nothing_said_gives_no_claims(extract, text):
    assert extract(text).claims == ()


# Self-check


WHOLE = PHONE.rstrip(".")
RELEASED = "Apple released the first iPhone in 2007"
PRICED = "the first iPhone was priced at $499 at the time"


def checked(parser, text, script):
    turn = Turn("s1", 0, Role.ASSISTANT, text)
    extraction = ClaimExtractor(parser, entailments=script).extract(turn)
    assert_exact(extraction, turn)
    return [claim.text.removesuffix(".") for claim in extraction.claims]


def test_what_does_not_follow_is_dropped_and_the_sentence_kept_whole(parser):
    script = Script(PRICED)
    found = checked(parser, PHONE, script)
    assert WHOLE in found
    assert PRICED not in found
    assert PRICED in {pair.claim for pair in script.asked}
    assert {pair.premise for pair in script.asked} == {WHOLE}


def test_where_all_follows_the_parts_are_kept_alone(parser):
    assert checked(parser, PHONE, Script()) == checked(parser, PHONE, None) == [RELEASED, PRICED]


def test_only_the_sentence_of_what_does_not_follow_is_kept_whole(parser):
    found = checked(parser, f"{PHONE} Ben sold the house, built in 1920.", Script(PRICED))
    assert WHOLE in found
    assert found[-2:] == ["Ben sold the house", "the house was built in 1920"]


def test_a_whole_that_is_kept_anyway_is_not_kept_twice(parser):
    text = "The tower, a landmark, was closed because it leaned."
    unchecked = checked(parser, text, None)
    [supplied] = [claim for claim in unchecked if claim.endswith(" a landmark")]
    found = checked(parser, text, Script(supplied))
    assert supplied not in found
    assert found.count(text.rstrip(".")) <= 1
    assert set(unchecked) - set(found) == {supplied}


def test_what_is_rejected_in_one_sentence_may_follow_from_another(parser):
    class Once(Script):
        def __call__(self, pairs):
            return [float("1900" in pair.premise) for pair in pairs]

    text = "Ben sold the house, built in 1920. In 1900 Ben sold the house, built in 1920."
    found = checked(parser, text, Once())
    assert found.count("the house was built in 1920") == 1


def test_a_sentence_that_is_its_own_claim_is_not_asked_about(parser):
    script = Script()
    turn = Turn("s1", 0, Role.ASSISTANT, "The tower leans. It is old. If it rains, it leaks.")
    ClaimExtractor(parser, entailments=script).extract(turn)
    assert script.asked == []


def test_what_is_only_reported_need_not_follow(parser):
    text = "Reuters reported that the mine closed in 2012."
    turn = Turn("s1", 0, Role.ASSISTANT, text)
    script = Script("the mine closed in 2012")
    claims = ClaimExtractor(parser, entailments=script).extract(turn).claims
    [part] = [claim for claim in claims if claim.text == "the mine closed in 2012."]
    assert (part.reported_by, Scope.REPORTED in part.scope) == ("Reuters", True)


def test_the_shipped_self_check_keeps_what_plainly_follows():
    extraction = make_extractor().extract(Turn("s1", 0, Role.ASSISTANT, PHONE))
    assert [claim.text.removesuffix(".") for claim in extraction.claims] == [
        RELEASED,
        PRICED,
    ]


# The same again, and elsewhere


def test_the_same_turn_gives_the_same_again(parser, extractor):
    turn = Turn("s1", 0, Role.ASSISTANT, ANSWER)
    first = extractor.extract(turn)
    assert first == extractor.extract(turn) == ClaimExtractor(parser).extract(turn)


def test_what_was_read_before_makes_no_difference(parser):
    used = ClaimExtractor(parser)
    for text in (PHONE, ANSWER, "It was Anna. She left."):
        turn = Turn("s1", 0, Role.ASSISTANT, text)
        assert used.extract(turn) == ClaimExtractor(parser).extract(turn)


def test_two_threads_share_one_extractor(parser):
    shared = ClaimExtractor(parser)
    turns = [
        Turn("s1", index, Role.ASSISTANT, f"{ANSWER} It has {index} doors.") for index in range(6)
    ]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(shared.extract, turns * 2))
    assert found == [ClaimExtractor(parser).extract(turn) for turn in turns] * 2


@pytest.mark.parametrize(
    "text",
    [
        "The tower " * 3_000,
        "(" * 3_000,
        "a, " * 3_000 + "b.",
        "If " * 200 + "it rains.",
        "The tower, which, which, which leans, leans.",
        "👩‍👩‍👧 owns 🇫🇷. It’s 漢字!",
        "It\u202e leans \u0301\u0301.\x00\ud800",
        "|a|\n|-|\n|" + "x|" * 500,
        "- " * 500,
        "She said he said she said that it was so, they said.",
        "'s n't 's: n't?",
        "\"''\"“”’‘",
        pytest.param(
            "% 1990 , that sold ’ The $ 5 than.",
        ),
        pytest.param("] but ( a only"),
    ],
)
def test_hostile_text_is_read_to_its_end_with_exact_offsets(extractor, text):
    turn = make_turn(text, session="s1", index=0, role="assistant")
    assert_exact(extractor.extract(turn), turn)


@given(
    st.lists(
        st.sampled_from(
            [
                PHONE,
                "The tower, which is old, leans.",
                "It leans.",
                "- ",
                "\n",
                "**",
                "She said ",
                "if ",
                "(",
                ", ",
                "’s",
            ]
        )
        | st.text(max_size=6),
        max_size=10,
    ).map("".join)
)
def test_any_text_is_read_with_exact_offsets(extractor, text):
    turn = make_turn(text, session="s1", index=0, role="assistant", question=text[:40])
    assert_exact(extractor.extract(turn, [turn]), turn)


def test_earlier_turns_give_names_but_no_claims(extract):
    extraction = extract("It leans.", earlier=[ANSWER, "Thanks!"])
    assert isinstance(extraction, Extraction)
    assert {claim.source for claim in extraction.claims} == {"s1/2"}
    assert all(claim.span.end <= len("It leans.") for claim in extraction.claims)


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("The old tower leans.", ["The old tower"]),
        ("Anna and Ben live in Rome.", ["Anna", "Ben"]),
        ("There are three lifts.", ["three lifts"]),
        ("It is known that Rome fell.", ["It", "Rome"]),
        ("Marie, a nurse from Leeds, lives in Rome.", ["Marie", "Marie"]),
        ("The man whose roof leaks called.", ["The man whose roof leaks", "The man's roof"]),
        ("Turn it off? Love tea.", [""]),
        ("| City | Height |\n|---|---|\n| York | 30 m |", ["York"]),
    ],
)
def test_the_subject_says_what_a_claim_is_about(extract, text, subjects):
    claims = extract(text, role=Role.USER).claims
    assert [claim.subject for claim in claims] == subjects


def test_a_subject_is_in_the_words_of_its_claim_names_in_place_of_pronouns(extract):
    claims = extract("Marie Curie was born in Warsaw. She won a prize.").claims
    assert [claim.subject for claim in claims] == ["Marie Curie", "Marie Curie"]
    assert all(claim.subject in claim.text for claim in extract(ANSWER).claims)


def test_a_pronoun_left_standing_carries_the_sentence_it_may_point_to(extract):
    shown = "Apple showed the phone and the tablet."
    claims = extract(f"{shown} It cost $499.").claims
    assert (claims[-1].text, claims[-1].context) == ("It cost $499.", shown)
    assert {claim.context for claim in claims[:-1]} == {""}


@pytest.mark.parametrize(
    ("earlier", "text", "expected"),
    [
        (["My bike is broken."], "It was repaired.", "your bike was repaired"),
        (["Your bike is old."], "It was repaired.", "my bike was repaired"),
        (["Where is your office?"], "It is in Bergen.", "my office is in bergen"),
        (["My bike is broken.", "ok"], "It was repaired.", "my bike was repaired"),
        (["The bike is broken."], "It was repaired.", "the bike was repaired"),
    ],
)
def test_what_the_other_one_calls_mine_is_yours(extract, earlier, text, expected):
    assert texts(extract(text, earlier=earlier)) == [expected]


def test_a_user_takes_over_what_the_assistant_calls_yours(extractor):
    said = Turn("s1", 0, Role.ASSISTANT, "Your parcel has arrived.")
    (claim,) = extractor.extract(Turn("s1", 1, Role.USER, "It is damaged."), [said]).claims
    assert claim.text.lower() == "my parcel is damaged."


def test_one_text_said_by_both_is_read_as_each_means_it(extract):
    said = "My bike is broken."
    assert texts(extract("It was repaired.", earlier=[said])) == ["your bike was repaired"]
    assert texts(extract("It was repaired.", earlier=[said, "ok"])) == ["my bike was repaired"]


@pytest.mark.parametrize(
    ("text", "order", "stated"),
    [
        ("Just click Cancel and your plan ends.", "Just click Cancel and", "your plan ends"),
        (
            "Click Forgot password on the login page and you'll get a code by text message.",
            "Click Forgot password on the login page and",
            "you'll get a code by text message",
        ),
        ("Keep the lid on and the rice stays warm.", "Keep the lid on and", "the rice stays warm"),
    ],
)
def test_what_comes_of_an_order_is_stated(extract, text, order, stated):
    extraction = extract(text)
    assert texts(extraction) == [stated]
    assert skips(extraction, text) == [(order, SkipReason.INSTRUCTION)]


@pytest.mark.parametrize(
    "text",
    [
        "Call us and tell them that you are coming.",
        "Bring a towel and the swimsuit you like.",
        "Press the button until the light turns green.",
    ],
)
def test_an_order_of_two_things_states_nothing(extract, text):
    assert texts(extract(text)) == []


def test_a_named_question_is_asked_by_the_other_one(extract):
    answer = extract("It is in Bergen.", question="Where is your office?")
    assert texts(answer) == ["my office is in bergen"]


def test_a_context_from_the_other_one_is_in_the_speakers_words(extract):
    shown = "My brother showed the phone and the tablet."
    (claim,) = extract("It cost $499.", earlier=[shown]).claims
    assert claim.context == "your brother showed the phone and the tablet."
    (claim,) = extract("It cost $499.", earlier=[shown, "ok"]).claims
    assert claim.context == shown


def test_a_context_may_come_from_an_earlier_turn(extract):
    shown = "Apple showed the phone and the tablet."
    (claim,) = extract("It cost $499.", earlier=[shown]).claims
    assert claim.context == shown


def test_a_claim_was_said_when_its_turn_was(extractor):
    at = datetime(2024, 5, 1, 12, 30, tzinfo=UTC)
    turn = Turn("s1", 0, Role.ASSISTANT, "The tower leans. It is old.", at=at)
    assert {claim.at for claim in extractor.extract(turn).claims} == {at}
    timeless = Turn("s1", 0, Role.ASSISTANT, "The tower leans.")
    assert extractor.extract(timeless).claims[0].at is None


@pytest.mark.parametrize("answer", ["Yes.", "No."])
def test_a_yes_to_are_you_sure_claims_nothing(extract, answer):
    extraction = extract(answer, earlier=["The tower leans.", "Are you sure?"])
    assert extraction.claims == ()
    assert [one.span for one in extraction.skipped] == [Span(0, len(answer))]


def test_a_first_line_in_bold_that_answers_is_a_claim_and_a_title_is_none(extract):
    asked = "What is the capital of France?"
    answer = extract("**Paris**\n\nThe city lies on the Seine.", question=asked)
    assert [claim.text for claim in answer.claims] == [
        "the capital of France is Paris.",
        "The city lies on the Seine.",
    ]
    title = extract("**Overview**\n\nThe city lies on the Seine.", question=asked)
    assert [claim.text for claim in title.claims] == ["The city lies on the Seine."]
    assert [one.reason for one in title.skipped] == [SkipReason.META]


@pytest.mark.parametrize(
    ("question", "answer"),
    [("Which dogs are allowed?", "any small dogs"), ("When did you learn it?", "when i moved")],
)
def test_an_answer_that_begins_like_a_question_is_kept(extract, question, answer):
    extraction = extract(answer, question=question)
    assert extraction.claims
    assert not extraction.skipped


@pytest.mark.parametrize(
    "text",
    [
        "The ferry sails at noon, right?",
        "So the gym has a sauna, doesn't it?",
        "the gym isn't open today, is it?",
        "You take cards, correct?",
        "your shop takes cards, huh?",
    ],
)
def test_a_user_who_asks_whether_it_is_so_asserts_nothing(extract, text):
    (claim,) = extract(text, role=Role.USER).claims
    assert Scope.QUESTION in claim.scope
    (claim,) = extract(text).claims
    assert Scope.QUESTION not in claim.scope


@pytest.mark.parametrize(
    "text",
    [
        "I need a table for nine, ok?",
        "I am allergic to nuts, you know?",
        "I grew up in Ghent, and you?",
        "I grew up in Ghent, how about you?",
        "The ferry sails at noon, right.",
        "The ferry sails at noon. Right?",
    ],
)
def test_a_user_who_only_hangs_a_word_on_asserts_it(extract, text):
    (claim,) = extract(text, role=Role.USER).claims
    assert Scope.QUESTION not in claim.scope


def test_a_question_whether_it_is_so_is_of_its_own_sentence_alone(extract):
    first, second = extract("The gym has a sauna, right? I like saunas.", role=Role.USER).claims
    assert (Scope.QUESTION in first.scope, Scope.QUESTION in second.scope) == (True, False)


def test_an_answer_that_does_what_was_wanted_takes_the_place_of_what_was_said(extract):
    wanted = "Please move the meeting to 5."
    (claim,) = extract("All right! The meeting is at 5.", earlier=["Hi.", "At 3.", wanted]).claims
    assert Scope.CORRECTION in claim.scope
    (claim,) = extract("The meeting is at 5.", question=wanted).claims
    assert Scope.CORRECTION in claim.scope


@pytest.mark.parametrize(
    ("said", "answer", "role"),
    [
        ("When is the meeting?", "The meeting is at 5.", Role.ASSISTANT),
        ("Please move the meeting to 5.", "I can't, the meeting is at 3.", Role.ASSISTANT),
        ("Please move the meeting to 5.", "The meeting is at 5.", Role.USER),
    ],
)
def test_without_such_a_wish_or_with_a_refusal_nothing_is_corrected(extract, said, answer, role):
    claims = extract(answer, question=said, role=role).claims
    assert claims
    assert all(Scope.CORRECTION not in claim.scope for claim in claims)


def test_a_wish_two_turns_ago_changes_nothing_now(extract):
    earlier = ["Please move the meeting to 5.", "Done!", "Thanks!"]
    (claim,) = extract("The meeting is at 3.", earlier=earlier).claims
    assert Scope.CORRECTION not in claim.scope


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Never.", ["the kitchen is never open on sundays"]),
        ("Sure!", ["the kitchen is open on sundays!"]),
        ("Yes, until nine.", ["the kitchen is open on sundays until nine"]),
        (
            "Not yet. We only opened in May.",
            [
                "the kitchen is not open on sundays yet",
                "we only opened in may",
            ],
        ),
        ("Sure! Let me look.", []),
        ("Never mind.", []),
    ],
)
def test_a_short_answer_is_a_claim_where_it_answers(extract, answer, expected):
    assert texts(extract(answer, question="Is the kitchen open on Sundays?")) == expected


@pytest.mark.parametrize("answer", ["Never.", "Not really.", "Sure!", "Of course.", "Not yet."])
def test_a_short_answer_to_nothing_or_to_a_favour_claims_nothing(extract, answer):
    for extraction in (extract(answer), extract(answer, earlier=["I love your kitchen."])):
        assert extraction.claims == ()
        assert [one.reason for one in extraction.skipped] == [SkipReason.GREETING]
    assert extract("Sure!", question="Can you help me?").claims == ()


def test_the_place_of_a_short_answer_is_all_of_it(extract):
    answer = "Yes, until nine. The kitchen closes at eight."
    claim, _ = extract(answer, question="Is the bar open?").claims
    assert claim.span.cut(answer) == "Yes, until nine"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # a name in a pronoun's place has none of Markdown's marks
        ("The **Silver** plan is cheap. It has **3 seats**.", ["The Silver plan has 3 seats."]),
        # a bracket at the end stays closed
        ("The lift runs until late (from 8:00 to 23:30).", ["(from 8:00 to 23:30)."]),
        # "even though" opens a clause as one word
        ("The pool is open, even though the spa is closed.", ["the spa is closed."]),
        # in a list of amounts none says what the one before is
        ("A bar has 20 g of sugar, 9 g of fat and 4 g of salt.", []),
        # but a sum says what a fee is
        ("The fee, 20 euros, is due on Monday.", ["The fee is 20 euros."]),
    ],
)
def test_claims_of_answers_about_sheets_and_tables(extract, text, told):
    claims = [claim.text for claim in extract(text).claims]
    for one in told:
        assert any(claim.lower().endswith(one.lower()) for claim in claims)
    assert not any("*" in claim or "even the" in claim for claim in claims)
    assert not any(" is 9 g" in claim or " are 9 g" in claim for claim in claims)
