"""The mixture: what is left out, what is held out and what its report counts."""

import random
from collections import Counter
from dataclasses import replace

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.mixture import (
    Filter,
    amid_others,
    apart,
    copied_rows,
    counts,
    crowd_some,
    evaluation_texts,
    is_validation,
    last_run,
    pad_some,
    passages,
    split,
    unrelated,
    write,
)
from training.rows import (
    COMPATIBLE,
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    NOT_ENTAILED,
    Row,
    normalise,
    read_rows,
)
from training.synthesis import Generator, Passage

pytestmark = pytest.mark.tree

ROWS = [
    Row(f"Premise number {n} stands here.", f"Claim number {n}.", ENTAILMENT, "mnli", f"g{n}")
    for n in range(200)
]


def row(premise="It rained all day.", claim="The day was a wet one.", source="mnli"):
    return Row(premise, claim, ENTAILMENT, source, "g")


# what is left out


def test_every_string_of_the_evaluation_sets_is_forbidden(data):
    folder = data(
        eval__one=[{"claim": "Mars is RED!", "label": 1}],
        eval__two=[{"turns": [{"text": "Who  is there?"}], "note": ""}],
    )
    assert evaluation_texts(folder) == {"mars is red", "who is there"}


def test_without_evaluation_sets_no_leak_can_be_ruled_out(tmp_path):
    with pytest.raises(FileNotFoundError, match="leakage check"):
        evaluation_texts(tmp_path)


@pytest.mark.parametrize(
    ("repeated", "reason"),
    [
        (row(claim="THE DAY, was a wet one"), "claim in eval"),
        (row("Held premise.", "It held."), "in held-out set"),
        (row("Another one.", "A claim that was held out."), "in held-out set"),
        (row("The premise held.", "All is new."), "premise in held-out set"),
        (row(claim="..."), "empty"),
    ],
)
def test_a_row_that_repeats_what_scores_is_left_out_and_counted(repeated, reason):
    held = [row("Held premise", "it held"), row("The premise held", "A claim that was held out")]
    gate = Filter({normalise("The day was a wet one.")}, held)
    assert gate.keep([repeated]) == []
    assert gate.dropped == {f"mnli: {reason}": 1}


def test_short_claims_are_left_out_only_with_the_held_out_premise():
    gate = Filter(set(), [row("He fell.", "He is hurt.")])
    assert gate.keep([row("She slipped.", "He is hurt."), row("He fell!", "he is hurt")]) == [
        row("She slipped.", "He is hurt.")
    ]


def test_a_pair_trains_once():
    gate = Filter(set(), [])
    assert gate.keep([row(), row(source="snli:x"), row("Else.")]) == [row(), row("Else.")]
    assert gate.dropped == {"snli: duplicate": 1}


# what is held out


def test_training_and_validation_share_no_group_premise_or_claim():
    train, validation = split(ROWS)
    assert validation
    assert all(is_validation(one.group) for one in validation)
    for key in (lambda one: one.group, lambda one: one.premise, lambda one: one.claim):
        assert {key(one) for one in train}.isdisjoint(map(key, validation))


@pytest.mark.parametrize("label", [NOT_ENTAILED, COMPATIBLE])
def test_rows_of_which_it_is_not_known_what_they_are_train_but_do_not_validate(label):
    coarse = [replace(one, label=label) for one in ROWS]
    train, validation = split(coarse)
    assert len(train) == len(split(ROWS)[0])
    assert not validation


def test_a_text_of_validation_never_trains_whatever_its_case():
    validation = [Row("premise NUMBER 3 stands here", "Else.", NEUTRAL, "mnli", "other")]
    kept = apart(ROWS, validation)
    assert kept
    assert all(one.group != "g3" for one in kept)


def test_the_group_alone_decides_what_validates():
    assert [is_validation(one.group) for one in ROWS] == [is_validation(one.group) for one in ROWS]
    assert 0 < sum(is_validation(f"group {n}") for n in range(5_000)) < 500


# what is made of the rows


def test_unrelated_pairs_are_neutral_and_never_of_one_group():
    number = {one.claim: one.group for one in ROWS} | {one.premise: one.group for one in ROWS}
    made = unrelated(ROWS, 500, random.Random(1))
    assert made
    assert {one.label for one in made} == {NEUTRAL}
    assert all(number[one.premise] != number[one.claim] for one in made)


def test_captions_are_no_premises_of_unrelated_pairs():
    captions = [Row("A man runs.", "A dog sleeps.", NEUTRAL, "snli", f"s{n}") for n in range(50)]
    made = unrelated([*ROWS, *captions], 300, random.Random(2))
    assert all(one.premise not in {"A man runs.", "A dog sleeps."} for one in made)


def test_some_premises_are_padded_but_not_those_with_their_own_surroundings():
    sentences = tuple(f"The gate at mile {n} is closed today." for n in range(9))
    generator = Generator([Passage(sentences, "p")], 4, {})
    lone = [row(f"It rained {n} days.") for n in range(60)]
    padded = pad_some(lone, generator)
    assert 5 < sum(a != b for a, b in zip(lone, padded, strict=True)) < 40
    windows = [row(f"It rained {n} days.", source="passages:number") for n in range(60)]
    assert pad_some(windows, generator) == windows


def test_half_of_the_documents_written_for_claims_beside_two_premises_stand_among_others():
    def block(n, source="contrast:documents_shops"):
        premise = f"Shop {n} opens at {n}."
        place = premise.rindex(str(n))
        marks = ((place, place + len(str(n))),)
        return Row(premise, f"Shop {n} opens at 7.", CONTRADICTION, source, f"g{n}", marks, ())

    blocks = [block(n) for n in range(10, 70)]
    crowded = crowd_some(blocks, random.Random(1))
    changed = [(old, new) for old, new in zip(blocks, crowded, strict=True) if old != new]
    assert 15 < len(changed) < 45
    for old, new in changed:
        assert old.premise in new.premise
        assert all(other in {one.premise for one in blocks} for other in _shops(new.premise))
        ((start, end),) = new.premise_marks
        assert new.premise[:start].endswith(f"Shop {old.group[1:]} opens at ")
        assert new.premise[start:end] == old.group[1:]
    talk = [block(n, "contrast:chat_shops") for n in range(60)]
    assert crowd_some(talk, random.Random(1)) == talk


def test_premises_that_others_wrote_are_padded_and_documents_stand_among_their_own():
    generator = Generator([Passage(("The gate was closed today.",) * 9, "p")], 4, {})
    borrowed = [row(f"It rained {n} days.", source="hypotheses:mnli") for n in range(60)]
    documents = [row(f"Shop {n} opens at {n}.", source="contrast:documents_x") for n in range(60)]
    documents = [replace(one, group=one.premise) for one in documents]
    told = amid_others([*borrowed, *documents], generator, random.Random(1))
    assert len(told) == 120
    padded = [one for one in told if "gate" in one.premise]
    crowded = [one for one in told if one.premise.count("Shop") > 1]
    assert {one.source for one in padded} == {"hypotheses:mnli"}
    assert {one.source for one in crowded} == {"contrast:documents_x"}
    assert 5 < len(padded) < 40
    assert 15 < len(crowded) < 45


def test_a_third_of_the_copies_are_of_chat_untrimmed_and_half_of_the_rest_of_documents_by_hand():
    generator = Generator([Passage(("The old gate of the town was built in 1874.",), "p")], 4, {})
    told = [
        ("contrast:documents_shops", "The shop on the long road by the river opens at nine."),
        ("contrast:chat_talk", "The dog of my aunt in the old town sleeps at noon."),
        ("vitaminc", "The tower in the north of the town was built in 1874."),
    ]
    rows = [
        Row(f"{said} " * 3, "It is so.", CONTRADICTION, source, source) for source, said in told
    ]
    made = copied_rows(rows, generator, 60)
    found = Counter(one.group for one in made)
    assert found["contrast:chat_talk"] == 20
    assert 10 < found["contrast:documents_shops"] < 30
    assert found.keys() == {source for source, _ in told}
    kinds = {one.source.split(":")[1] for one in made if one.group == "contrast:chat_talk"}
    assert kinds <= {"chat_whole", "chat_clause"}
    assert not any("chat" in one.source for one in made if one.group == "vitaminc")


def _shops(premise):
    return [f"{sentence.strip('.')}." for sentence in premise.split(". ")]


def test_documents_are_not_put_among_premises_of_their_own_block_or_beyond_a_window():
    def pair_of(n, words):
        return [
            Row(f"{side}{n} " * words, "A claim.", NEUTRAL, "contrast:documents_news", f"g{n}")
            for side in "ab"
        ]

    short = [row for n in range(40) for row in pair_of(n, 20)]
    for row in crowd_some(short, random.Random(2)):
        numbers = [word[1:] for word in row.premise.split()]
        assert len(numbers) <= 110
        assert numbers.count(row.group[1:]) == 20
    long = [row for n in range(40) for row in pair_of(n, 100)]
    assert crowd_some(long, random.Random(2)) == long


# files


def test_the_last_run_sees_all_pairs_beside_two_premises_and_some_of_everything_else():
    def of(source):
        return [
            Row(f"It costs {n} euros.", f"You pay {n}.", ENTAILMENT, source, "g")
            for n in range(200)
        ]

    files = ("documents_plain_shops", "chat_plain_facts", "documents_news")
    written = [*of("contrast:shops"), *(row for file in files for row in of(f"written:{file}"))]
    windows = [replace(one, premise=f"{one.premise} " * 30) for one in of("passages:date")]
    made = [*of("mnli:number"), *windows]
    seen = last_run([*of("mnli"), *made], written, random.Random(1))
    table = {source: sum(labels.values()) for source, labels in counts(seen).items()}
    assert table["contrast:shops"] == 200
    assert 70 < table["written:documents_plain_shops"] < 130
    assert 70 < table["written:chat_plain_facts"] < 130
    assert 25 < table["mnli"] < 75
    assert 5 < table["written:documents_news"] < 50
    assert 2 < table["mnli:number"] < 24
    assert 24 < table["passages:date"] < 60


def test_passages_are_read_as_sentences_and_near_identical_ones_are_limited(data):
    page = {"text": "The gate is shut. Dr. Moss has left.", "group": "g"}
    limited = [page | {"source": "MicrosoftDocs/windows-powershell-docs"}] * 2_600
    folder = data(text__passages=[*limited, page | {"source": "else"}])
    found = passages(folder)
    assert len(found) == 2_501
    assert found[-1] == Passage(("The gate is shut.", "Dr. Moss has left."), "passage:g")


def test_rows_are_written_and_counted_by_source_and_label(tmp_path):
    rows = [row(), row("Ö."), row(source="a")]
    write(tmp_path / "new" / "rows.jsonl", rows)
    assert read_rows(tmp_path / "new" / "rows.jsonl") == rows
    assert counts(rows) == {"a": {ENTAILMENT: 1}, "mnli": {ENTAILMENT: 2}}
