"""The generator of training pairs: its marks, its labels and the values it puts in."""

import random
import re

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.clauses import Clause
from training.lexicon import MONTHS, NAMES, NUMBER_WORDS
from training.rows import (
    CONFLICT,
    CONFLICTING,
    CONTRADICTION,
    ENTAILMENT,
    ERROR_OF_EDIT,
    NEUTRAL,
    PARTIAL,
    Row,
)
from training.synthesis import (
    MAX_WINDOW_WORDS,
    Generator,
    NameBank,
    Passage,
    edit_antonym,
    edit_bound,
    edit_concept,
    edit_date,
    edit_detail,
    edit_general,
    edit_inversion,
    edit_name,
    edit_name_within,
    edit_negation,
    edit_number,
    edit_number_within,
    edit_number_word,
    shorten,
    split_sentences,
    usable,
)

pytestmark = pytest.mark.tree

TOWNS = ("London", "Paris", "Vienna", "Oslo", "Dublin", "Prague", "Athens", "Madrid")
PEOPLE = ("Robert Marsh", "Mary Cole", "Henry Moss", "Anna Reed")
EDITS = set(ERROR_OF_EDIT)


def passage(index):
    town, other = TOWNS[index % len(TOWNS)], TOWNS[(index + 3) % len(TOWNS)]
    person, year = PEOPLE[index % len(PEOPLE)], 1850 + 7 * index
    return Passage(
        (
            f"The first mill in {town} was built by {person} in {year}.",
            f"In June {year + 2}, the company moved 240 workers from {town} to {other}.",
            f"The northern road (built by men in {year + 5}) connects {town} with the market.",
            f"Its library requires a card and holds {1000 + 150 * index:,} books.",
            f"The council of {town} can often change the opening hours of the museum.",
            "Visitors were allowed inside on Monday and on three other days.",
            f"The old hall seats {110 + index} people and is usually full.",
        ),
        f"page {index}",
    )


PASSAGES = [passage(index) for index in range(24)]
SHARED = {"Visitors were allowed inside on Monday and on three other days."}
SENTENCES = [sentence for one in PASSAGES for sentence in one.sentences]


def clause(sentence):
    """The clause before the first "and" of a sentence."""
    head = sentence.partition(" and ")[0]
    return Clause(f"{head}.", (((0, len(head)), (0, len(head))),))


CLAUSES = {s: (clause(s),) for s in SENTENCES if len(s.partition(" and ")[0].split()) >= 5}


def generator(seed=5, passages=PASSAGES, clauses=CLAUSES):
    return Generator(passages, seed, clauses)


@pytest.fixture(scope="module")
def plain():
    """Conflicts as they are edited, before any rewording."""
    maker = generator()
    return [row for _ in range(900) if (row := maker.conflict())]


@pytest.fixture(scope="module")
def rows():
    return list(generator().from_passages(900))


@pytest.fixture(scope="module")
def bank():
    return NameBank(SENTENCES)


def marked(text, marks):
    return [text[start:end] for start, end in marks]


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def edits(edit, sentence, *arguments):
    """What an edit makes of a sentence by different lots."""
    made = (edit(sentence, *arguments[:-1], random.Random(n), *arguments[-1:]) for n in range(40))
    return [one for one in made if one is not None]


def lots(edit, *arguments):
    made = (edit(*arguments, random.Random(seed)) for seed in range(40))
    return [one for one in made if one is not None]


def new_words(found):
    return {word for one in found for word in marked(one.text, one.after)}


# rows of passages


def test_the_same_seed_gives_the_same_rows_and_another_others(rows):
    assert list(generator().from_passages(900)) == rows
    assert list(generator(seed=6).from_passages(900)) != rows


def test_every_label_and_every_kind_of_edit_occurs(plain, rows):
    assert {row.label for row in rows} == {ENTAILMENT, NEUTRAL, CONTRADICTION, PARTIAL, CONFLICT}
    assert {row.source.removeprefix("passages:") for row in plain} >= EDITS - {"antonym"}


def test_only_conflicts_carry_marks_and_all_of_them_do_on_both_sides(rows):
    for row in rows:
        conflicting = row.label in CONFLICTING
        assert bool(row.premise_marks) == bool(row.claim_marks) == conflicting


def test_the_marked_words_of_the_premise_put_a_claim_right(plain):
    for row in plain:
        claim = row.claim
        for span, right in sorted(
            zip(row.claim_marks, marked(row.premise, row.premise_marks), strict=True), reverse=True
        ):
            claim = claim[: span[0]] + right + claim[span[1] :]
        assert claim != row.claim
        assert words(claim) <= words(row.premise)


def test_marks_cover_whole_words_that_differ(rows):
    for row in rows:
        if row.label not in CONFLICTING:
            continue
        assert marked(row.premise, row.premise_marks) != marked(row.claim, row.claim_marks)
        for text, marks in ((row.premise, row.premise_marks), (row.claim, row.claim_marks)):
            for start, end in marks:
                assert text[start:end].strip() == text[start:end] != ""
                assert not text[start - 1 : start].isalnum()
                assert not text[end : end + 1].isalnum()


def test_the_edited_side_is_drawn_by_lot(plain):
    numbers = [row for row in plain if row.source == "passages:bound"]
    bounds = [any(" " in mark for mark in marked(row.claim, row.claim_marks)) for row in numbers]
    assert {True, False} == set(bounds)


def test_windows_are_short_enough_for_the_runtime(plain):
    assert all(len(row.premise.split()) <= MAX_WINDOW_WORDS + 5 for row in plain)


def test_entailed_claims_are_worded_by_the_premise_or_told_as_a_true_bound():
    maker = generator()
    made = [row for _ in range(300) if (row := maker.entailment())]
    assert made
    bounds = {"more", "than", "fewer", "at", "least", "about", "around"}
    for row in made:
        new = {word for word in words(row.claim) - words(row.premise) if not word.isdigit()}
        assert row.label == ENTAILMENT
        assert new <= bounds | {"and"}


def test_the_removed_sentence_is_not_in_its_window():
    maker = generator()
    made = [row for _ in range(100) if (row := maker.hard_neutral())]
    assert made
    assert all(row.claim not in row.premise and row.label == NEUTRAL for row in made)


def test_an_addition_tells_what_the_window_does_not():
    maker = generator()
    made = [row for _ in range(200) if (row := maker.addition())]
    assert made
    assert all(words(row.claim) - words(row.premise) and row.label == NEUTRAL for row in made)


def test_an_example_adds_nothing():
    sentences = ("For example, the old mill was sold.", "Nobody was there.")
    maker = generator(passages=[Passage(sentences, f"p{n}") for n in (1, 2)], clauses={})
    assert shorten(sentences[0], random.Random(0)).text == "The old mill was sold."
    assert [row for _ in range(50) if (row := maker.addition())] == []


def test_a_claim_of_another_document_is_neutral():
    maker = generator()
    made = [row for _ in range(100) if (row := maker.easy_neutral())]
    assert made
    page = {sentence: one.group for one in PASSAGES for sentence in one.sentences}
    assert {row.label for row in made} == {NEUTRAL}
    assert all(page.get(row.claim) != row.group for row in made if row.claim not in SHARED)


def test_a_name_that_the_whole_sentence_bears_out_is_no_conflict():
    """The clause leaves out the second town, which stands in its sentence all the same."""
    sentence = "The bank has houses in Paris and London and sold 12 of them."
    text = "The bank has houses in Paris."
    part = Clause(text, (((0, len(text) - 1), (0, len(text) - 1)),))
    pages = [
        Passage((sentence, "Other towns, Oslo among them, have none."), f"p{n}") for n in (1, 2)
    ]
    maker = generator(3, pages, {sentence: (part,)})
    made = [row for _ in range(400) if (row := maker.conflict())]
    clauses = [row for row in made if row.claim.startswith("The bank has houses in")]
    within = {row.claim for row in clauses if row.source == "passages:name within"}
    assert "The bank has houses in Oslo." in within
    assert "The bank has houses in London." not in within


# numbers


@pytest.mark.parametrize(
    ("sentence", "shape"),
    [
        ("The hall was built in 1874.", r"in 18[6-8]\d\."),
        ("The estate cost $1,250,000 to build.", r"\$\d,\d\d0,000"),
        ("Over there 45% of the members voted.", r"\d\d%"),
        ("The river is 3.5 miles long.", r"\d\.\d miles"),
        ("It opened on June 15 that year.", r"June ([1-9]|1\d|2[0-8])\b"),
    ],
)
def test_numbers_keep_their_format_and_size(sentence, shape):
    found = lots(edit_number, sentence, sentence)
    assert found
    for edit in found:
        assert edit.text != sentence
        assert re.search(shape, edit.text)
        assert (edit.label, edit.kind) == (PARTIAL, "number")


def test_years_stay_near():
    sentence = "The hall was built in 1874."
    assert {1 <= abs(int(y) - 1874) <= 12 for y in new_words(lots(edit_number, sentence, ""))} == {
        True
    }


def test_a_wrong_value_is_not_one_the_premise_states():
    premise = "It has 4 rooms. The other has 5 and a third has 7."
    assert new_words(lots(edit_number, "It has 4 rooms.", premise)) == {
        "1",
        "2",
        "3",
        "6",
        "8",
        "9",
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "Set it to x86 mode.",
        "Open port-80.",
        "See /v2/3 there.",
        "The season of 2003\u201304 was short.",
        "They watched Apollo 11 land.",
        "It sold more than 40 shirts.",
        "Names of 15 characters or less are made.",
        "It grew with 4 leaves and more.",
        "From 1985 onwards they won.",
        "In 2014, the song was the best of 2014.",
    ],
)
def test_figures_that_do_not_stand_for_themselves_are_left_alone(sentence):
    assert lots(edit_number, sentence, sentence) == []


def test_a_figure_becomes_another_one_of_the_premise_that_is_written_alike():
    premise = "It opened in 1874 and closed in 1921. It sold 45 shirts and 1,300 hats for $12."
    found = lots(edit_number_within, "It opened in 1874.", premise)
    assert {(one.text, one.kind) for one in found} == {("It opened in 1921.", "number within")}
    assert lots(edit_number_within, "It sold 45 shirts.", premise) == []


def test_a_number_word_becomes_a_near_one():
    found = lots(edit_number_word, "It has three rooms.", "It has three rooms and five doors.")
    assert new_words(found) <= {"two", "four", "six"} <= set(NUMBER_WORDS)
    assert found


@pytest.mark.parametrize(
    "sentence",
    [
        "It took less than a second.",
        "Back then it was a first for the series.",
        "The system first scans the disk.",
        "It is the second-largest lake.",
        "They read The Three Pigs.",
        "Clovers with four leaves and more are rare.",
    ],
)
def test_words_that_do_not_count_are_left_alone(sentence):
    assert lots(edit_number_word, sentence, "") == []


def test_a_count_becomes_a_bound_that_it_does_not_reach():
    found = lots(edit_bound, "The old hall seats 110 people.")
    assert new_words(found) == {"more than 200", "fewer than 100", "about 400", "at least 200"}
    assert {one.label for one in found} == {PARTIAL}


# dates


def test_a_month_becomes_another_month():
    found = lots(edit_date, "It rained in April.", "It rained in April and in June.")
    assert new_words(found) <= set(MONTHS) - {"April", "June"}
    assert len(new_words(found)) > 5


@pytest.mark.parametrize(
    "sentence", ["Members May vote.", "April sees Matthew again.", "He met June at home."]
)
def test_months_that_are_verbs_or_people_are_left_alone(sentence):
    assert lots(edit_date, sentence, "") == []


@pytest.mark.parametrize("sentence", ["It opened on 4 May 1999.", "It rained in March."])
def test_months_beside_a_date_are_months(sentence):
    assert lots(edit_date, sentence, "")


# names


def test_names_become_names_of_their_sort(bank):
    found = edits(edit_name, "He was born in Madrid.", "He was born in Madrid, not Oslo.", bank)
    assert new_words(found) <= set(NAMES["city"]) - {"Madrid", "Oslo"}
    assert {one.label for one in found} == {CONTRADICTION}  # the only content of a short statement
    found = edits(edit_name, "The mill of the town was built by Anna Reed.", "", bank)
    assert new_words(found) == set(PEOPLE) - {"Anna Reed"}
    assert {one.label for one in found} == {PARTIAL}


def test_names_of_no_listed_sort_are_told_by_where_they_stand():
    names = ("Arlen", "Bedford", "Calder")
    bank = NameBank(f"The mill near {name} lies north of it." for name in names)
    assert bank.alike("Arlen") == ["Bedford", "Calder"]
    assert NameBank([f"He saw {name}." for name in names]).alike("Arlen") == []


def test_a_possessive_is_no_part_of_a_name(bank):
    (name,) = bank.names("It was read by Anna Reed's brother.")
    assert name.group() == "Anna Reed"
    (name,) = bank.names("It is of Henry Moss' making.")
    assert name.group() == "Henry Moss"


def test_a_part_of_a_longer_name_is_no_name(bank):
    assert bank.names("It is in the Bank of London now.") == []
    assert bank.names("It was seen with Oslo 2 there.") == []


def test_a_name_becomes_another_one_of_the_premise(bank):
    premise = "The mill is in Paris. The hall is in Oslo. Anna Reed saw it."
    found = edits(edit_name_within, "The mill is in Paris.", premise, bank)
    assert {(one.text, one.kind) for one in found} == {("The mill is in Oslo.", "name within")}
    assert edits(edit_name_within, "It was seen by Anna Reed.", premise, bank) == []


def test_who_is_english_is_british_too(bank):
    assert {"English", "Scottish"}.isdisjoint(bank.alike("British"))
    assert "British" not in bank.alike("English")
    assert "French" in bank.alike("English")


@pytest.mark.parametrize(("article", "other"), [("a", "French"), ("an", "Italian")])
def test_an_article_fits_the_name_after_it(bank, article, other):
    sentence = f"She met {article} {'German' if article == 'a' else 'Austrian'} there."
    premise = f"{sentence} They saw Italian and French films."
    found = edits(edit_name_within, sentence, premise, bank)
    assert {word for one in found for word in marked(one.text, one.after)} == {other}


def test_inversion_marks_both_names_and_leaves_its_kind_open(bank):
    edit = edit_inversion("Last week Paris was beaten soundly by Oslo.", random.Random(0), bank)
    assert edit.text == "Last week Oslo was beaten soundly by Paris."
    assert marked(edit.text, edit.after) == ["Oslo", "Paris"]
    assert edit.label == CONFLICT


@pytest.mark.parametrize(
    "sentence",
    [
        "He likes both Paris and Oslo.",
        "It lies between Paris and Oslo.",
        "In Paris Anna Reed sang.",
    ],
    ids=["a list", "symmetric", "of two sorts"],
)
def test_names_whose_order_says_nothing_stay(bank, sentence):
    assert edit_inversion(sentence, random.Random(0), bank) is None


# words


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
    assert words("".join(marked(edit.text, edit.after))) != words(
        "".join(marked(sentence, edit.before))
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "If it is open, go in.",
        "The man who was there left.",
        "He has a dog.",
        "Some of them were late.",
    ],
)
def test_negation_leaves_subclauses_possession_and_parts_alone(sentence):
    assert edit_negation(sentence) is None


@pytest.mark.parametrize(
    ("edit", "sentence", "changed", "label", "kind"),
    [
        (edit_antonym, "Prices rose.", "Prices fell.", CONTRADICTION, "antonym"),
        (edit_detail, "The old gate.", "The new gate.", PARTIAL, "detail antonym"),
        (edit_general, "He often sings.", "He always sings.", PARTIAL, "general"),
        (edit_general, "Some bears sing.", "All bears sing.", PARTIAL, "general"),
    ],
)
def test_a_word_becomes_its_counterpart(edit, sentence, changed, label, kind):
    (made,) = {(one.text, one.label, one.kind) for one in lots(edit, sentence)}
    assert made == (changed, label, kind)


def test_a_noun_becomes_another_of_its_sort_that_the_premise_lacks():
    found = lots(edit_concept, "The novel was sold.", "The novel was sold.")
    assert {(one.text, one.label) for one in found} == {("The poem was sold.", PARTIAL)}
    assert lots(edit_concept, "The novel was sold.", "The novel was sold, the poem not.") == []


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (edit_antonym, "Prices have not increased."),
        (edit_antonym, "They like to accept it."),
        (edit_detail, "He left his high school."),
        (edit_detail, "The great white shark swims."),
        (edit_concept, "He ate a hot dog."),
        (edit_detail, "They saw the North Pole."),
        (edit_general, "After many years it fell."),
        (edit_general, "It is more often seen than heard."),
    ],
)
def test_words_without_a_counterpart_where_they_stand_stay(edit, sentence):
    arguments = (sentence, "") if edit is edit_concept else (sentence,)
    assert lots(edit, *arguments) == []


# shortening


def shortened(sentence):
    return {one.text for one in lots(shorten, sentence)}


def test_a_shortened_sentence_maps_back():
    sentence = "In 1990, the band (then a trio) toured Spain with Queen."
    for short in lots(shorten, sentence):
        at = short.text.index("Spain")
        start, end = short.to_sentence((at, at + 5))
        assert sentence[start:end] == "Spain"


@pytest.mark.parametrize(
    ("sentence", "short"),
    [
        ("The old mill (built by two men) was sold.", "The old mill was sold."),
        ("In that year, the old mill was sold.", "The old mill was sold."),
        ("The mill, which was old, was sold by him.", "The mill was sold by him."),
        ("The old mill was sold in May 1999.", "The old mill was sold."),
    ],
)
def test_what_is_left_of_a_sentence_is_one(sentence, short):
    assert shortened(sentence) == {short}


@pytest.mark.parametrize(
    "sentence",
    [
        "If it rains (often), we stay.",
        "No dog (or cat) may enter.",
        "On September 30, 2014, the firm was sold.",
        "It was sold on 29 July 2010, during which it rained.",
    ],
)
def test_sentences_that_would_say_more_or_nothing_are_not_shortened(sentence):
    assert shortened(sentence) == set()


# supported claims and padding


def test_padding_moves_the_marks_with_the_premise():
    make = generator()
    row = Row("He was born in Rome.", "He was born in Oslo.", PARTIAL, "s", "g", ((15, 19),))
    for _ in range(20):
        padded = make.pad(row)
        assert marked(padded.premise, padded.premise_marks) == ["Rome"]
        assert len(padded.premise) > len(row.premise)


def supported(premise, claim):
    make, row = generator(), Row(premise, claim, ENTAILMENT, "s", "g")
    return [made for _ in range(60) if (made := make.from_supported(row))]


def test_a_supported_claim_is_edited_only_where_the_evidence_states_the_words():
    made = supported("The club sold 45 shirts in 2001.", "It sold 45 shirts.")
    assert {row.source for row in made} == {"s:number", "s:negation"}
    for row in made:
        known = ["45"] if row.source == "s:number" else []
        assert marked(row.premise, row.premise_marks) == known
        assert row.claim_marks


@pytest.mark.parametrize("bound", ["more than 40", "as of May 45", "about 45"])
def test_a_bounded_figure_of_a_supported_claim_is_not_edited(bound):
    made = supported(f"The club sold {bound} shirts.", f"It sold {bound} shirts.")
    assert made
    assert "s:number" not in {row.source for row in made}


# sentences


def test_abbreviations_do_not_end_a_sentence():
    assert split_sentences("Dr. Marsh met J. Cole. They left.") == [
        "Dr. Marsh met J. Cole.",
        "They left.",
    ]


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("The old mill was sold.", True),
        ("the old mill was sold.", False),
        ("The old mill was sold", False),
        ("Sold.", False),
        ("The old mill (was sold by him.", False),
        ("Run it with --all to see them.", False),
    ],
)
def test_only_whole_sentences_of_prose_are_used(sentence, whole):
    assert usable(sentence) is whole
