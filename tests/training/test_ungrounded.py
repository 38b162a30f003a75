"""The head of ungrounded words."""

from dataclasses import replace

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("onnx")

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import nn

from belie.adapters.sessions import MODELS, open_session
from training.contrast import contrast_rows
from training.encoding import encode
from training.hypotheses import number_of, unmarked
from training.onnx_scoring import feed
from training.rows import CONFLICT, CONTRADICTION, ENTAILMENT, NEUTRAL, UNKNOWN, Row
from training.ungrounded import OUTPUT, Pieces, States, fitted, with_head
from training.ungrounded_rows import FOLDER, marked_rows, read_ungrounded, with_marks

pytestmark = pytest.mark.tree

PREMISE = "The tower is red."
PREMISES = {number_of(PREMISE): PREMISE}


@pytest.fixture
def marks(tmp_path):
    line = f"{number_of(PREMISE)}\tThe tower is [[old]].\n"
    (tmp_path / "some.tsv").write_text(line)
    return read_ungrounded(PREMISES, tmp_path)


def row(claim, label, *, premise=PREMISE, marks=()):
    return Row(premise, claim, label, "contrast:documents", "g", claim_marks=marks)


def test_the_marks_of_a_claim_stand_beside_its_premise(marks):
    assert marks == {"The tower is old.": [(PREMISE, ((13, 16),))]}


@pytest.mark.parametrize(
    "line",
    ["0\tThe tower is [[old]].", f"{number_of(PREMISE)}\tThe tower is old.", "The tower."],
)
def test_a_line_needs_a_known_premise_and_a_mark(line, tmp_path):
    (tmp_path / "some.tsv").write_text(f"{line}\n")
    with pytest.raises(ValueError, match="expected a premise's number and a marked claim"):
        read_ungrounded(PREMISES, tmp_path)


def test_every_marked_claim_of_the_documents_is_one_that_its_document_does_not_entail():
    rows = list(contrast_rows())
    premises = {number_of(one.premise): one.premise for one in rows}
    labels = {(one.premise, one.claim): one.label for one in rows}
    lines = (FOLDER / "documents.tsv").read_text("utf-8").splitlines()
    for number, marked in (line.split("\t") for line in lines):
        claim, spans = unmarked(marked)
        assert spans, marked
        assert labels[premises[number], claim] != ENTAILMENT, marked


def test_rows_whose_ungrounded_words_are_known_are_kept_once(marks):
    amid = f"It rains. {PREMISE} It snows."
    rows = [
        row("The tower is old.", NEUTRAL),
        row("The tower is old.", NEUTRAL),
        row("The tower is old.", NEUTRAL, premise=amid),
        row("The tower is old.", NEUTRAL, premise="The tower is blue."),
        row("The tower has a colour.", ENTAILMENT),
        row("The tower is blue.", CONFLICT, marks=((13, 17),)),
        row("The tower is green.", CONTRADICTION),
    ]
    found = list(marked_rows(rows, marks))
    assert [(one.premise, one.ungrounded) for one in found] == [
        (PREMISE, ((13, 16),)),
        (amid, ((13, 16),)),
        (PREMISE, ()),
        (PREMISE, ((13, 17),)),
    ]


def test_a_run_gets_its_marks_and_the_marked_claims_that_it_has_not_drawn(marks, monkeypatch):
    monkeypatch.setattr("training.ungrounded_rows.is_held_out", lambda row: row.group == "out")
    old = row("The tower is old.", NEUTRAL)
    amid, out = replace(old, premise=f"It rains. {PREMISE}", group="h"), replace(old, group="out")
    drawn = [
        row("The tower has a colour.", ENTAILMENT),
        row("The tower is tall.", NEUTRAL),
        replace(row("The tower has a colour.", ENTAILMENT), source="mnli"),
        replace(row("It has a colour.", ENTAILMENT), group="out"),
    ]
    rows = with_marks(drawn, [amid, out, old, replace(old, premise=f"{PREMISE} Yes.")], marks)
    assert [one.ungrounded for one in rows] == [(), None, None, None, ((13, 16),), ((13, 16),)]
    assert [replace(one, ungrounded=None) for one in rows[:4]] == drawn
    assert [(one.premise, one.label, one.source) for one in rows[4:]] == [
        (amid.premise, UNKNOWN, "held:contrast:documents"),
        (old.premise, UNKNOWN, "held:contrast:documents"),
    ]
    assert len(with_marks([old], [old], marks)) == 1


def test_the_head_learns_what_tells_the_pieces_apart():
    torch.manual_seed(0)
    targets = torch.rand(20_000).round()
    states = torch.randn(20_000, 384)
    states[:, 7] += 4 * targets
    head = fitted(Pieces(states.to(torch.bfloat16), targets), seed=1)
    told = torch.sigmoid(head(states).squeeze(-1)).detach() >= 0.5
    assert (told == (targets > 0)).float().mean() > 0.9


def test_the_graph_gets_one_more_output_and_says_the_same_otherwise(tmp_path):
    torch.manual_seed(0)
    head = nn.Sequential(nn.Dropout(), nn.Linear(384, 8), nn.GELU(), nn.Linear(8, 1)).eval()
    path = tmp_path / "cross_encoder.onnx"
    onnx.save(with_head(onnx.load(MODELS / "cross_encoder.onnx"), head), path)
    ids = np.array([[101, 2009, 15815, 102, 2009, 2003, 2417, 102]])
    feed = {
        "input_ids": ids,
        "attention_mask": np.ones_like(ids),
        "token_type_ids": np.array([[0, 0, 0, 0, 1, 1, 1, 1]]),
    }
    before, after = open_session(MODELS / "cross_encoder.onnx"), open_session(path)
    names = ["logits", "clash", "error"]
    for one, other in zip(before.run(names, feed), after.run(names, feed), strict=True):
        assert np.array_equal(one, other)
    [told] = after.run([OUTPUT], feed)
    assert told.shape == (1, 8)
    assert not np.array_equal(told, before.run([OUTPUT], feed)[0])


def test_the_states_are_what_the_head_that_ships_reads(tmp_path, monkeypatch):
    monkeypatch.setattr("training.ungrounded.BUILD", tmp_path)
    known = replace(row("The tower is old.", NEUTRAL), ungrounded=((13, 16),))
    tokenizer = Tokenizer.from_file(str(MODELS / "tokenizer.json"))
    examples = encode(tokenizer, [known])
    pieces = States(MODELS).of(examples)
    assert pieces.targets.tolist() == [0, 0, 0, 1, 0]

    shipped = onnx.load(MODELS / "cross_encoder.onnx").graph.initializer
    parts = {
        one.name: torch.from_numpy(numpy_helper.to_array(one).copy())
        for one in shipped
        if one.name.startswith(OUTPUT)
    }
    read = nn.functional.gelu(
        pieces.states.float() @ parts[f"{OUTPUT}.first"] + parts[f"{OUTPUT}.first_bias"]
    )
    logits = (read @ parts[f"{OUTPUT}.second"] + parts[f"{OUTPUT}.second_bias"]).squeeze(-1)
    [told] = open_session(MODELS / "cross_encoder.onnx").run([OUTPUT], feed(examples))
    assert logits.numpy() == pytest.approx(told[0][-6:-1], abs=0.1)
