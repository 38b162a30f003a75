from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks import build
from benchmarks.data import DataError, Dialogue, Grounded, Line, NliPair, sample
from benchmarks.sets import SETS, TRUE_FOUR, load_items, true_mean

pytestmark = pytest.mark.tree

BY_NAME = {spec.name: spec for spec in SETS}


def write(folder, name, rows):
    path = folder / f"{name}.jsonl.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def test_sets_have_names_of_their_own():
    assert len(BY_NAME) == len(SETS)


def test_every_promised_figure_has_its_bar():
    promised = {
        (spec.name, measure.name)
        for spec in SETS
        for measure in spec.measures
        if measure.must is not None
    }
    assert promised >= {
        ("mnli_dev_gold", "accuracy, 3-way"),
        ("mnli_dev_gold", "calibration error, 3-way"),
        ("summedits_8dom", "best BA, mean of domains"),
        ("summedits_8dom", "F1 of marked characters, alerts"),
        ("decode_human_bot", "accuracy of alerts"),
        ("decode_rct", "false alarms, checked turn"),
        ("decode_pairs_dev", "AUC"),
        ("prosecco_pairs", "accuracy"),
        ("chatprotect_pairs", "AUC"),
    }


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"eval/true_q2\.jsonl\.gz.*--data"):
        load_items(BY_NAME["true_q2"], tmp_path, size=None, seed=0)


def test_only_gold_development_rows_of_mnli_are_used(tmp_path):
    row = {"id": "a", "premise": "P.", "hypothesis": "H.", "label": "neutral", "split": "dev"}
    kinds = [{"label_kind": "gold"}, {"label_kind": "single_annotator"}, {"split": "train"}]
    write(tmp_path, "train/nli_mnli_subset", [row | kind for kind in kinds])
    items, total = load_items(BY_NAME["mnli_dev_gold"], tmp_path, size=None, seed=0)
    assert (items, total) == ([NliPair("a", ("neutral",), "P.", "H.")], 1)


def test_peers_scores_join_the_row_they_belong_to(tmp_path):
    row = {"document": "D.", "response": "R.", "label": "consistent", "split": "q2"}
    rows = [row | {"id": f"true_q2_{n}"} for n in range(2)]
    scores = [
        {"dataset": "begin", "row": 1, "scores": {"unieval": 0.1}},
        {"dataset": "q2", "row": 1, "scores": {"unieval": 0.9, "summac_zs": None}},
    ]
    write(tmp_path, "eval/true_q2", rows)
    write(tmp_path, "eval/true_peer_scores", scores)
    items, _ = load_items(BY_NAME["true_q2"], tmp_path, size=None, seed=0)
    assert [item.peers for item in items] == [{}, {"peer UniEval": 0.9}]


def test_rows_of_one_document_follow_each_other(tmp_path):
    texts = ["A.", "B.", "A.", "C.", "B."]
    rows = [
        {"id": str(n), "document": text, "response": "R.", "label": "consistent", "split": "dev"}
        for n, text in enumerate(texts)
    ]
    write(tmp_path, "eval/true_q2", rows)
    write(tmp_path, "eval/true_peer_scores", [])
    items, _ = load_items(BY_NAME["true_q2"], tmp_path, size=None, seed=0)
    assert [item.id for item in items] == ["0", "2", "1", "4", "3"]


def test_a_sample_is_seeded_keeps_the_order_and_never_exceeds_the_rows():
    rows = [{"id": n} for n in range(20)]
    drawn = sample(rows, 5, seed=1)
    assert drawn == sample(rows, 5, seed=1) != sample(rows, 5, seed=2)
    assert drawn == sorted(drawn, key=lambda row: row["id"])
    assert sample(rows, 50) == sample(rows, None) == rows


def dialogue(*speakers, **fields):
    turns = [{"speaker": who, "text": f"{n}."} for n, who in enumerate(speakers)]
    return {"id": "d", "turns": turns, **fields}


def test_the_checked_speaker_is_the_assistant_and_later_turns_are_left_out():
    row = dialogue("a", "b", "a", "b", checked_turn=2, label="contradiction")
    lines = (Line("assistant", "0."), Line("user", "1."), Line("assistant", "2."))
    assert build.decode_dialogue(row) == Dialogue("d", ("contradiction",), lines, (2,), "2-4 turns")


def test_a_task_dialogue_names_what_it_contradicts_and_brings_its_table():
    flags = {"kb_inconsistent": 1, "query_inconsistent": 0, "history_inconsistent": 1}
    table = json.dumps([{"day": "monday", "room": "-", "time": "9am"}, {"day": "friday"}])
    item = build.citod(dialogue("driver", "assistant", checked_turn=1, document=table, **flags))
    assert item.gold == ("contradiction", "kb", "history")
    assert item.documents == ("day: monday; time: 9am\nday: friday",)


def test_an_empty_table_is_no_document():
    flags = dict.fromkeys(("kb_inconsistent", "query_inconsistent", "history_inconsistent"), 0)
    item = build.citod(dialogue("driver", "assistant", checked_turn=1, document="[]", **flags))
    assert (item.gold, item.documents) == (("no_contradiction",), ())


def test_dialogues_with_one_id_get_sessions_of_their_own(tmp_path):
    flags = dict.fromkeys(("kb_inconsistent", "query_inconsistent", "history_inconsistent"), 0)
    row = dialogue("driver", "assistant", checked_turn=1, document="[]", **flags)
    write(tmp_path, "eval/ci_tod", [row, row])
    items, _ = load_items(BY_NAME["ci_tod"], tmp_path, size=None, seed=0)
    assert [item.id for item in items] == ["d", "d (2)"]


def test_every_turn_of_the_bot_is_checked_for_incoherence():
    item = build.diahalu(dialogue("user", "bot", "user", "bot", has_incoherence=True))
    assert (item.checked, item.gold) == ((1, 3), ("incoherence",))


def test_a_claim_takes_a_list_of_documents_or_one():
    row = {"id": "c", "claim": "C.", "label": "supports"}
    assert build.claim(row | {"document": "D."}) == Grounded("c", ("supports",), "C.", ("D.",))
    assert build.claim(row | {"document": ["D.", "E."]}).documents == ("D.", "E.")


def test_the_mean_of_four_needs_all_four():
    assert true_mean({name: [] for name in TRUE_FOUR[:3]}) == []
