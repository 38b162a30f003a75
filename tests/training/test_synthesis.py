"""The generator of training pairs: its marks, its labels and the values it puts in."""

import random
import re

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.dialogue import HELD_OUT_TOPICS, TOPICS, dialogue_rows
from training.lexicon import MONTHS
from training.rows import (
    CONFLICT,
    CONFLICTING,
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    PARTIAL,
    Row,
    detokenise,
    differing_words,
    from_json,
    to_json,
)
from training.synthesis import (
    MAX_WINDOW_WORDS,
    Generator,
    NameBank,
    Passage,
    edit_date,
    edit_inversion,
    edit_name,
    edit_negation,
    edit_number,
    shorten,
    split_sentences,
)

pytestmark = pytest.mark.tree

TOWNS = ("Arlen", "Bedford", "Calder", "Dunmore", "Elland", "Farley", "Garston", "Hadley")


def passage(index):
    town, other = TOWNS[index % len(TOWNS)], TOWNS[(index + 3) % len(TOWNS)]
    year = 1850 + 7 * index
    return Passage(
        (
            f"The first mill in {town} was opened by Robert Marsh in {year}.",
            f"In June {year + 2}, the company moved 240 workers from {town} to {other}.",
            f"The northern road (built by the county) connects the market with {other}.",
            f"Its library requires a card and holds {1000 + 150 * index:,} books.",
            f"The council of {town} can change the opening hours every year.",
            "Visitors were allowed inside on Monday and on three other days.",
        ),
        f"page {index}",
    )


@pytest.fixture(scope="module")
def rows():
    return list(generator().from_passages(600))


def generator(seed=5):
    return Generator([passage(i) for i in range(24)], seed)


def marked(text, marks):
    return [text[start:end] for start, end in marks]


def test_the_same_seed_gives_the_same_rows(rows):
    assert list(generator().from_passages(600)) == rows


def test_another_seed_gives_other_rows(rows):
    assert list(generator(seed=6).from_passages(600)) != rows


def test_every_label_occurs(rows):
    assert {row.label for row in rows} >= {ENTAILMENT, CONTRADICTION, PARTIAL, NEUTRAL}


def test_only_conflicts_carry_marks_and_all_of_them_do(rows):
    for row in rows:
        conflicting = row.label in CONFLICTING
        assert bool(row.premise_marks) == bool(row.claim_marks) == conflicting


def test_swapping_the_marked_words_of_a_conflict_brings_claim_and_premise_together(rows):
    for row in rows:
        if row.label not in CONFLICTING:
            continue
        claim = row.claim
        restored = marked(row.premise, row.premise_marks)
        for (start, end), words in reversed(list(zip(row.claim_marks, restored, strict=True))):
            claim = claim[:start] + words + claim[end:]
        assert set(re.findall(r"\w+", claim)) <= set(re.findall(r"\w+", row.premise)) | {"The"}


def test_marks_cover_whole_words_that_differ(rows):
    for row in rows:
        if row.label not in CONFLICTING:
            continue
        assert marked(row.premise, row.premise_marks) != marked(row.claim, row.claim_marks)
        sides = ((row.premise, row.premise_marks), (row.claim, row.claim_marks))
        for text, marks in sides:
            for start, end in marks:
                assert text[start:end].strip() == text[start:end] != ""
                assert not text[start - 1 : start].isalnum()
                assert not text[end : end + 1].isalnum()


def test_a_wrong_value_is_not_one_the_premise_states():
    sentence, premise = "It has 4 rooms.", "It has 4 rooms. The other has 5 and a third has 7."
    for seed in range(60):
        edit = edit_number(sentence, premise, random.Random(seed))
        assert edit is None or not {"5", "7"} & set(marked(edit.text, edit.after))


def test_windows_are_short_enough_for_the_runtime(rows):
    assert all(len(row.premise.split()) <= MAX_WINDOW_WORDS for row in rows)


def test_entailed_claims_are_worded_by_the_premise(rows):
    for row in rows:
        if row.label == ENTAILMENT:
            words, known = (set(re.findall(r"\w+", t.lower())) for t in (row.claim, row.premise))
            assert words <= known


def test_the_removed_sentence_is_not_in_its_window(rows):
    removed = [row for row in rows if row.source == "passages:removed"]
    assert removed
    assert all(row.claim not in row.premise for row in removed)


@pytest.mark.parametrize(
    ("sentence", "shape"),
    [
        ("The hall was built in 1874.", r"1[89]\d\d"),
        ("The estate cost $1,250,000 to build.", r"\$\d,\d\d0,000"),
        ("About 45% of the members voted.", r"\d\d%"),
        ("The river is 3.5 miles long.", r"\d\.\d miles"),
        ("It opened on June 15 that year.", r"June ([1-9]|1\d|2[0-8])\b"),
    ],
)
def test_numbers_keep_their_format_and_size(sentence, shape):
    for seed in range(40):
        edit = edit_number(sentence, sentence, random.Random(seed))
        assert edit is None or (edit.text != sentence and re.search(shape, edit.text))


def test_years_stay_near():
    sentence = "The hall was built in 1874."
    for seed in range(40):
        edit = edit_number(sentence, sentence, random.Random(seed))
        (new,) = marked(edit.text, edit.after)
        assert 1 <= abs(int(new) - 1874) <= 12


@pytest.mark.parametrize("sentence", ["Set it to x86 mode.", "Open port-80.", "See /v2/3 there."])
def test_digits_of_identifiers_are_left_alone(sentence):
    assert all(edit_number(sentence, "", random.Random(seed)) is None for seed in range(10))


def test_a_month_becomes_another_month():
    edit = edit_date("It rained in April.", "It rained in April.", random.Random(1))
    (new,) = marked(edit.text, edit.after)
    assert new in MONTHS
    assert new != "April"


def test_the_verb_may_is_no_month():
    assert edit_date("Members may vote.", "", random.Random(1)) is None


def test_names_come_from_the_same_context():
    sentences = [f"She was born in {town}." for town in TOWNS]
    bank = NameBank([*sentences, "It was written by Henry Moss."])
    edit = edit_name("He was born in Madrid.", "He was born in Madrid.", random.Random(2), bank)
    (new,) = marked(edit.text, edit.after)
    assert new in TOWNS
    assert edit.label == CONTRADICTION  # the only content of a short statement


@pytest.mark.parametrize(
    ("sentence", "negated"),
    [
        ("The gate is open.", "The gate is not open."),
        ("The gate is not open.", "The gate is open."),
        ("Members can vote.", "Members cannot vote."),
        ("Members cannot vote.", "Members can vote."),
        ("The fee includes lunch.", "The fee does not include lunch."),
        ("The team won the final.", "The team did not win the final."),
    ],
)
def test_negation_turns_the_main_verb(sentence, negated):
    edit = edit_negation(sentence)
    assert (edit.text, edit.label) == (negated, CONTRADICTION)


@pytest.mark.parametrize(
    "sentence", ["If it is open, go in.", "The man who was there left.", "He has a dog."]
)
def test_negation_leaves_subclauses_and_possession_alone(sentence):
    assert edit_negation(sentence) is None


def test_inversion_marks_both_names_and_leaves_its_kind_open():
    edit = edit_inversion("The firm moved from Leeds to York.", random.Random(0))
    assert edit is None  # one word between the names is too little to tell roles
    edit = edit_inversion("Last week Arsenal were beaten soundly by Chelsea.", random.Random(0))
    assert edit.text == "Last week Chelsea were beaten soundly by Arsenal."
    assert marked(edit.text, edit.after) == ["Chelsea", "Arsenal"]
    assert edit.label == CONFLICT


def test_a_shortened_sentence_maps_back():
    sentence = "In 1990, the band (then a trio) toured Spain with Queen."
    for seed in range(10):
        short = shorten(sentence, random.Random(seed))
        at = short.text.index("Spain")
        start, end = short.to_original((at, at + 5))
        assert sentence[start:end] == "Spain"


@pytest.mark.parametrize(
    "sentence", ["If it rains (often), we stay.", "No dog (or cat) may enter."]
)
def test_restricted_sentences_are_not_shortened(sentence):
    assert shorten(sentence, random.Random(0)) is None


def test_padding_moves_the_marks_with_the_premise():
    make = generator()
    row = Row("He was born in Rome.", "He was born in Oslo.", PARTIAL, "s", "g", ((15, 19),))
    for _ in range(20):
        padded = make.pad(row)
        assert marked(padded.premise, padded.premise_marks) == ["Rome"]
        assert len(padded.premise) > len(row.premise)


def test_a_supported_claim_is_edited_only_where_the_evidence_states_the_words():
    make = generator()
    claim = Row("The club sold 45 shirts in 2001.", "It sold 45 shirts.", ENTAILMENT, "s", "g")
    made = [row for _ in range(20) if (row := make.from_supported(claim))]
    assert made
    for row in made:
        if row.source == "s:number":
            assert marked(row.premise, row.premise_marks) == ["45"]


def test_a_bounded_figure_is_not_edited():
    make = generator()
    claim = Row("The club sold 45 shirts.", "It sold more than 40 shirts.", ENTAILMENT, "s", "g")
    sources = {row.source for _ in range(30) if (row := make.from_supported(claim))}
    assert "s:number" not in sources


def test_abbreviations_do_not_end_a_sentence():
    assert split_sentences("Dr. Marsh met J. Cole. They left.") == [
        "Dr. Marsh met J. Cole.",
        "They left.",
    ]


def test_detokenise_undoes_treebank_spacing():
    assert detokenise("It 's `` fine '' -LRB- so far -RRB- .") == 'It\'s "fine" (so far).'


def test_one_word_replacements_are_found():
    premise, claim = "A man in red runs.", "A man in blue runs."
    spans = differing_words(premise, claim)
    assert [premise[slice(*spans[0][0])], claim[slice(*spans[1][0])]] == ["red", "blue"]


def test_rows_survive_json():
    row = Row("a b", "a c", PARTIAL, "s", "g", ((2, 3),), ((2, 3),))
    assert from_json(to_json(row)) == row


# --- chat ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chat():
    return dialogue_rows(2_000, 500, seed=3)


def test_chat_is_deterministic(chat):
    assert dialogue_rows(2_000, 500, seed=3) == chat


def test_most_chat_pairs_are_compatible(chat):
    train, _ = chat
    assert sum(row.label == NEUTRAL for row in train) > len(train) / 2


def test_validation_topics_never_train(chat):
    train, validation = chat
    assert {row.group for row in train}.isdisjoint(row.group for row in validation)
    assert {row.group for row in validation} == {f"dialogue:{name}" for name in HELD_OUT_TOPICS}


def test_held_out_topics_exist():
    assert {topic.name for topic in TOPICS} >= HELD_OUT_TOPICS


def test_chat_marks_slice_to_text(chat):
    train, _ = chat
    for row in train:
        assert not row.marked or row.label in CONFLICTING
        for word in marked(row.premise, row.premise_marks):
            assert word.strip() == word != ""


def test_templates_are_filled_and_styled_both_ways(chat):
    train, _ = chat
    assert not any("{" in row.premise + row.claim for row in train)
    assert {row.claim == row.claim.lower() for row in train} == {True, False}


def test_no_topic_is_told_twice_in_compatible_turns(chat):
    talk = [row for rows in chat for row in rows if row.label == NEUTRAL]
    for row in talk:
        text = f"{row.premise} {row.claim}".lower()
        assert not ("i never learned to drive" in text and "my car is a" in text)
