"""The long conversations: what is planted is there, what is measured is what happened."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from belie.datatypes import ConflictKind, Relation
from belie.monitor.settings import Settings
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier
from benchmarks import session
from benchmarks.data import Dialogue, Line
from benchmarks.session_dialogue import TASKS, dialogue_text, measure, methods
from benchmarks.session_measures import (
    all_pairs,
    by_distance,
    by_kind,
    by_length,
    bytes_by_length,
    false_alarms,
    lengths,
    recall,
    replay_seconds,
    turn_time,
)
from benchmarks.session_report import Line as Figure
from benchmarks.session_runs import (
    AllPairsChecker,
    hear,
    perfect_all_pairs,
    perfect_checker,
    perfect_monitor,
)
from benchmarks.session_script import PlantKind, write_script
from benchmarks.session_texts import StatementPair, Statements, load_statements

pytestmark = pytest.mark.tree

THINGS = [f"{a}{b}" for a in "BCDFGHKL" for b in ("ano", "erra", "illo", "omba", "ulda", "yssa")]


def made(count=40):
    """Statements about towns that do not exist."""
    return Statements(
        tuple(
            StatementPair(one, f"{one} has {n} old stone bridges.", f"{one} has {n + 90} bridges.")
            for n, one in enumerate(THINGS[:count], start=3)
        ),
        tuple(
            StatementPair(one + "s", f"{one}s is a town on a hill.", f"{one}s lies on a hill.")
            for one in THINGS[:count]
        ),
        tuple(f"Visitor {n} saw {n * n} birds." for n in range(500)),
    )


@pytest.fixture(scope="module")
def script():
    return write_script(90, made(), seed=0)


@pytest.fixture(scope="module")
def whole(script):
    """What a monitor of all pairs and perfect parts makes of it."""
    return hear(script, perfect_monitor(script, kind=AllPairsChecker))


def test_every_turn_is_said_and_every_plant_stands_at_its_distance(script):
    assert len(script.turns) == 90
    assert all(said.text for said in script.turns)
    assert {plant.kind for plant in script.plants} == set(PlantKind)
    places = [place for plant in script.plants for place in {plant.first, plant.second}]
    assert len(set(places)) == len(places)
    for plant in script.plants:
        assert script.turns[plant.first].text == plant.pair.premise
        assert script.turns[plant.checked].role == "assistant"
        assert plant.distance in {1, 2, 5, 10, 20, 50}


def test_what_follows_a_users_correction_agrees_with_it(script):
    (plant, *_) = [one for one in script.plants if one.kind is PlantKind.USER_CORRECTION]
    assert [script.turns[place].role for place in (plant.first, plant.second)] == ["user", "user"]
    assert script.turns[plant.second].text.endswith(script.turns[plant.checked].text)


def test_the_same_seed_gives_the_same_conversation():
    assert write_script(60, made(), seed=3) == write_script(60, made(), seed=3)
    assert write_script(60, made(), seed=3) != write_script(60, made(), seed=4)


def test_all_pairs_and_a_perfect_judge_find_every_planted_contradiction(script, whole):
    planted = sum(plant.kind is PlantKind.CONTRADICTION for plant in script.plants)
    assert recall(script, whole) == 1.0
    assert false_alarms(script, whole) == 0
    assert sum(figure.found for figure in by_distance(script, whole)) == planted


def test_the_naive_monitor_judges_all_that_a_checked_claim_can_be_held_against(script, whole):
    checked = [place for place, said in enumerate(script.turns) if said.role == "assistant"]
    by_assistant = sum(len(whole.reports[place].verdicts) for place in checked)
    assert all_pairs(script) == sum(checked) == by_assistant


def test_judging_what_was_planted_alone_raises_what_judging_all_pairs_does(script, whole):
    planted = hear(script, perfect_all_pairs(script))
    assert planted.raised == whole.raised
    assert planted.pairs < 0.01 * whole.pairs


def test_where_no_conflict_is_raised_nothing_is_found_and_all_is_quiet(script, whole):
    run = replace(whole, reports=tuple(replace(one, conflicts=()) for one in whole.reports))
    assert recall(script, run) == 0.0
    assert all(figure.quiet == figure.planted for figure in by_kind(script, run))
    assert not any(figure.found or figure.raised for figure in by_distance(script, run))


def test_a_plant_that_raises_a_conflict_is_not_quiet(script):
    (plan, *_) = [one for one in script.plants if one.kind is PlantKind.PLAN]
    plain = [
        replace(said, scope=frozenset()) if place == plan.second else said
        for place, said in enumerate(script.turns)
    ]
    loud = replace(script, turns=tuple(plain))
    run = hear(loud, perfect_all_pairs(loud))
    quiet = {figure.kind: figure.planted - figure.quiet for figure in by_kind(loud, run)}
    assert quiet[PlantKind.PLAN] == 1


def test_a_conflict_between_turns_not_planted_together_is_a_false_alarm(script, whole):
    kept = [plant for plant in script.plants if plant.kind is not PlantKind.CONTRADICTION]
    gone = len(script.plants) - len(kept)
    assert false_alarms(replace(script, plants=tuple(kept)), whole) == gone


def test_the_search_finds_what_all_pairs_find(script, whole):
    run = hear(script, perfect_monitor(script))
    assert run.raised == whole.raised
    assert run.pairs < 0.1 * whole.pairs


def test_a_turn_costs_what_those_around_it_took(whole):
    slow = replace(whole, seconds=(*[0.5] * 100, *[2.0] * 100))
    assert (turn_time(slow, 50), turn_time(slow, 200)) == (0.5, 2.0)
    short = replace(whole, seconds=(0.5, 3.0, 0.5))
    assert turn_time(short, 3) == 0.5
    assert [(one.turn, one.seconds) for one in by_length(slow)] == [(100, 1.25), (200, 2.0)]


@pytest.mark.parametrize(
    ("turns", "shown"),
    [(10, [10]), (100, [100]), (101, [100, 101]), (20_000, [100, 300, 1000, 3000, 10_000, 20_000])],
)
def test_costs_are_shown_on_the_way_and_at_the_end(turns, shown):
    assert lengths(turns) == shown


def test_memory_is_that_of_what_a_replay_keeps(script, whole):
    store = MemoryStore()
    for report in whole.reports:
        store.append(report)
    checker = perfect_checker(script)
    graph, reports = bytes_by_length(store, checker)
    assert len(graph) == 1
    assert all(200 < each < 20_000 for each in graph)
    assert reports < 200  # they were there before
    assert all(seconds >= 0 for seconds in replay_seconds(store, checker))


@pytest.mark.parametrize(
    ("value", "lower", "said"), [(1.2, True, "<= 1.3 met"), (1.2, False, ">= 1.3 MISSED")]
)
def test_a_line_says_whether_its_bar_is_met(value, lower, said):
    assert str(Figure("ratio", value, "x", bar=1.3, lower=lower)).endswith(said)


SHORT = ["--encoded", "12", "--shipped", "12"]


def rows_of(name):
    label = {"fv_vitaminc": "refutes", "fv_fever_dev": "supports"}.get(name)
    if label is None:
        return [
            {"group": f"T{n}", "premise": f"The Born of Person {n} is {1900 + n}.", "id": str(n)}
            | {"hypothesis": f"Person {n} is tall.", "label": "entailment"}
            for n in range(30)
        ]
    return [
        {"group": one, "label": told, "evidence": f"{one} has {n} bridges .", "id": f"{n}"}
        | {"claim": f"{one} has {n + 1} bridges ."}
        for n, one in enumerate(THINGS)
        for told in ((label,) if n % 2 else ("supports",))
    ]


@pytest.fixture
def data(tmp_path):
    (tmp_path / "train").mkdir()
    for name in ("fv_vitaminc", "fv_fever_dev", "nli_infotabs"):
        with gzip.open(tmp_path / "train" / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows_of(name))
    return tmp_path


def test_a_page_gives_one_pair_and_tokens_become_sentences(data):
    statements = load_statements(data)
    about = [pair.about for pair in (*statements.clashing, *statements.agreeing)]
    assert sorted(about) == sorted(set(about)) == sorted(THINGS)
    assert statements.agreeing[0].premise == "Bano has 0 bridges."
    assert "The Born of Person 3 is 1903." in statements.alone


def test_the_command_prints_the_bars_and_writes_json(data, tmp_path, capsys):
    out = tmp_path / "figures.json"
    told = ["--data", str(data), "--only", "timing", "--turns", "60", "--json", str(out)]
    assert session.main(told) == 0
    printed = capsys.readouterr().out
    assert "no model" in printed
    assert "replay from SQLite" in printed
    assert "KB a claim" in printed
    (written,) = json.loads(out.read_text("utf-8"))
    assert [line["bar"] for line in written["lines"]] == [None, 6.0, None, 10.0, 95.0]
    assert [each["turn"] for each in written["lengths"]] == [60]


def test_the_shipped_monitor_stands_beside_the_naive_one(data, capsys):
    assert session.main(["--data", str(data), "--only", "search", "shipped", *SHORT]) == 0
    printed = capsys.readouterr().out
    assert "search with the shipped encoder, 12 turns" in printed
    assert "as shipped, 12 turns" in printed
    assert "the naive monitor beside it" in printed
    assert printed.count("<= 3") == 2


def test_missing_data_is_exit_code_2_and_named(tmp_path, capsys):
    assert session.main(["--data", str(tmp_path), "--only", "timing"]) == 2
    assert "fv_vitaminc.jsonl.gz" in capsys.readouterr().err


def test_a_conversation_has_at_least_ten_turns(capsys):
    with pytest.raises(SystemExit):
        session.main(["--turns", "9"])
    assert "expected at least 10 turns, got 9" in capsys.readouterr().err


# --dialogue


THEN, NOW = "The shop is in Rome.", "The shop is in Bonn."


def a_dialogue(name, *, role="assistant", gold="contradiction"):
    lines = (Line(role, THEN), Line("user", "Really?"), Line("assistant", NOW))
    return Dialogue(name, (gold,), lines, (2,))


def three_methods(task, sentence_extractor):
    """The methods on a judge that finds the two lines to clash, and a reader of sentences."""
    import belie  # noqa: PLC0415 - the models load with it

    clash = Relation.CONTRADICTION
    classifier = ScriptedClassifier({(THEN, NOW): clash, (NOW, THEN): clash})
    monitors = [
        belie.Monitor(
            extractor=sentence_extractor,
            classifier=classifier,
            settings=Settings(min_similarity=-1.0, rules=rules),
        )
        for rules in (frozenset(), Settings().rules)
    ]

    def classify(premises, claims):
        pairs = zip(premises, claims, strict=True)
        return [a_verdict(clash if pair == (THEN, NOW) else Relation.NEUTRAL) for pair in pairs]

    plain, ruled = monitors
    return dict(methods(task, classify=classify, plain=plain, ruled=ruled, threshold=0.9))


class a_verdict:  # noqa: N801 - stands for one
    def __init__(self, relation):
        self.contradicts = relation is Relation.CONTRADICTION
        self.contradiction = 0.97 if self.contradicts else 0.01


def test_all_methods_find_a_plain_contradiction_of_one_speaker(sentence_extractor):
    told = three_methods(TASKS[0], sentence_extractor)
    assert list(told) == ["utterances", "no rules", "rules"]
    assert [method(0, a_dialogue("one")) for method in told.values()] == [True] * 3


def test_what_the_other_speaker_said_counts_only_where_the_set_asks_for_it(sentence_extractor):
    other = a_dialogue("other", role="user")
    own, anyone = (three_methods(task, sentence_extractor) for task in TASKS[:2])
    assert TASKS[1].kinds - TASKS[0].kinds == {ConflictKind.USER_FACT}
    assert [method(0, other) for method in own.values()] == [False] * 3
    assert [method(0, other) for method in anyone.values()] == [True] * 3


def test_figures_are_counted_over_the_right_rows():
    items = [a_dialogue(str(n), gold="contradiction" if n < 2 else "none") for n in range(6)]
    line = measure(TASKS[0], items, 10, name="x", method=lambda _, item: item.id in "124")
    assert (line.rows, line.total, line.method) == (6, 10, "x")
    assert line.f1 == pytest.approx(2 * 1 / (2 + 3))
    assert line.accuracy == pytest.approx(3 / 6)
    assert line.false_alarms == pytest.approx(2 / 4)
    none = measure(TASKS[3], items, 10, name="x", method=lambda _, item: item.id == "1")
    assert (none.f1, none.false_alarms) == (None, pytest.approx(1 / 6))
    assert "| decode_rct | 6/10 | x | - | 83.3 | 16.7 |" in dialogue_text([none])
