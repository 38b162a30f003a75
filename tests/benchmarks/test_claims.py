from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")
pytest.importorskip("scipy", reason="pairs claims; comes with the extra dev")

from belie.datatypes import Syntax
from benchmarks import claims
from benchmarks.claims import Options, Systems, run
from benchmarks.claims_data import (
    detokenise,
    find_sentence,
    read_claims,
    read_propositions,
    read_references,
    read_splits,
    read_trees,
)
from benchmarks.claims_peers import Peer, SentenceExtractor, floors
from benchmarks.claims_speed import (
    ninetieth,
    read_conversations,
    read_documented,
    step_share,
    time_sentences,
)
from benchmarks.claims_table import Figure, Line, Table, as_markdown, as_text
from benchmarks.data import DataError

pytestmark = pytest.mark.tree

SENTENCE = "The tower, which leans, is old."
WORDS = ["The", "tower", ",", "which", "leans", ",", "is", "old", "."]
CONTEXT = "The tower is in Pisa.\n It is old and  it leans. Visit it!"
PROPOSITIONS = [
    {"id": f"p{number}", "sentence": SENTENCE, "tokens": WORDS, "split": split}
    | {"propositions": [[1, 4], [0, 1, 6, 7]], "source": "propsegment"}
    for number, split in enumerate(["test", "test", "test", "test", "dev"])
]
CLAIMS = [
    {"id": "c0", "source": "factcheckgpt", "sentence": "It is old and it leans."}
    | {"context": CONTEXT, "claims": ["The tower is old.", "The tower leans."]}
    | {"claim_checkworthiness": ["factual", "factual"], "split": "benchmark"},
    {"id": "c1", "source": "factcheckgpt", "sentence": "Enjoy it!", "context": CONTEXT}
    | {"claims": ["Enjoy the tower!"], "claim_checkworthiness": ["not_a_claim"]}
    | {"split": "benchmark"},
    {"id": "c2", "source": "factbench_factool-qa", "sentence": None, "context": CONTEXT}
    | {"claims": ["The tower is in Pisa"], "split": "benchmark"},
    {"id": "c3", "source": "factbench_felm-wk", "sentence": None, "context": "It leans."}
    | {"claims": ["It leans."], "split": "benchmark"},
    {"id": "c4", "source": "factbench_factcheckgpt", "sentence": None, "context": "It is so."}
    | {"claims": ["It is so."], "split": "benchmark"},
]
SPLITS = [
    {"id": f"s{number}", "complex": "It is old , and it leans .", "split": "test"}
    | {"source": source, "parts": ["It is old .", "It leans ."]}
    for number, source in enumerate(["wikisplit", "desse", "bisect", "wikisplit", "minwiki"])
]
REFERENCES = [
    {"id": f"r{number}", "text": "Ann met Eva. She left. Rain.", "split": split}
    | {"pronoun": "She", "pronoun_offset": 13, "a": "Ann", "a_offset": 0, "a_coref": "TRUE"}
    | {"b": "Eva", "b_offset": 8, "b_coref": "FALSE"}
    for number, split in enumerate(["test", "test", "test", "dev", "dev"])
]
TREES = """# text = I don't go
1\tI\tI\tPRON\tPRP\t_\t4\tnsubj\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_
4\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_
4.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t_\t_

# text = Go
1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_
"""


class Flat:
    """Hangs every word on the last one and is sure of the first name."""

    def parse(self, sentences):
        return [self.tree(tuple(words)) for words in sentences]

    def tree(self, words):
        last = len(words) - 1
        heads = tuple(-1 if place == last else last for place in range(len(words)))
        return Syntax(words, ("X",) * len(words), heads, (*("dep",) * last, "root"))

    def refer(self, text, pronouns, candidates):
        assert text == "Ann met Eva. She left."
        return [[0.3] + [0.1] * (len(candidates) - 1) for _ in pronouns]


@pytest.fixture
def data(tmp_path):
    for name, rows in (
        ("decomp_propsegment", PROPOSITIONS),
        ("decomp_claims", CLAIMS),
        ("decomp_split_rephrase", SPLITS),
        ("coref_gap", REFERENCES),
    ):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        write(tmp_path / "train" / f"{name}.jsonl.gz", text)
    write(tmp_path / "text" / "ud_ewt_test.conllu.gz", TREES)
    passages = [{"id": str(number), "text": f"Tower {number} leans."} for number in range(12)]
    text = "".join(json.dumps(row) + "\n" for row in passages)
    write(tmp_path / "text" / "passages.jsonl.gz", text)
    return tmp_path


def write(path, text):
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(text)


def systems():
    # "shipped" stands for whatever is measured against the floors.
    return Systems((*floors(), Peer("shipped", SentenceExtractor())), Flat())


def figures(table, name, metric):
    line = next(line for line in table.lines if (line.name, line.metric) == (name, metric))
    return dict(zip(table.columns, (figure.value for figure in line.figures), strict=True)), line


def test_propositions_are_the_marked_tokens_of_the_test_split(data):
    items = read_propositions(data)
    assert len(items) == 4
    assert items[0].sentence == SENTENCE
    assert items[0].gold == ("tower leans", "The tower is old")


def test_a_sentence_is_found_in_its_answer_whatever_the_blanks(data):
    item = read_claims(data)[0]
    assert item.text == CONTEXT
    assert item.sentence == "It is old and  it leans."
    assert item.earlier == ()


def test_a_sentence_that_is_not_in_its_answer_has_it_as_an_earlier_turn(data):
    item = read_claims(data)[1]
    assert (item.text, item.earlier, item.within) == ("Enjoy it!", (CONTEXT,), None)


def test_a_row_without_a_sentence_is_the_whole_answer(data):
    item = read_claims(data)[2]
    assert (item.sentence, item.labels) == (CONTEXT, ())


def test_split_sentences_are_written_together_and_misaligned_ones_left_out(data):
    items = read_splits(data)
    assert [item.group for item in items] == ["wikisplit", "desse", "bisect", "wikisplit"]
    assert items[0].text == "It is old, and it leans."


def test_references_slice_their_text(data):
    (item,) = read_references(data, "dev", size=1)
    assert item.pronoun.cut(item.text) == "She"
    assert [name.cut(item.text) for name in item.names] == ["Ann", "Eva"]
    assert item.gold == (True, False)
    assert item.feminine


def test_trees_leave_out_joined_and_empty_words(data):
    first, second = read_trees(data)
    assert first.words == ("I", "do", "n't", "go")
    assert first.heads == (3, 3, 3, -1)
    assert first.relations == ("nsubj", "aux", "advmod", "root")
    assert second.words == ("Go",)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match="ud_ewt_test"):
        read_trees(tmp_path)
    with pytest.raises(DataError, match="coref_gap"):
        read_references(tmp_path, "test")


@pytest.mark.parametrize(
    ("tokenised", "written"),
    [
        ("He did n't , really .", "He didn't, really."),
        ("The `` old '' one ( 5 % ) .", 'The "old" one (5%).'),
        ("a '' b '' c '' d", "a \"b\" c '' d"),
        ("Already written, as (it) is.", "Already written, as (it) is."),
        ("", ""),
    ],
)
def test_tokens_are_written_together(tokenised, written):
    assert detokenise(tokenised) == written


def test_an_empty_sentence_is_nowhere():
    assert find_sentence(" ", "a text") is None
    assert find_sentence("(not+there", "a text") is None


def test_a_run_measures_every_part(data):
    parts = ("claims", "worth", "gap", "trees")
    tables = list(run(systems(), Options(data=data, parts=parts, threshold=0.2)))
    assert [table.title for table in tables] == ["claims", "check-worthiness", "pronouns", "trees"]
    decomposed, worthy, referred, parsed = tables

    found, line = figures(decomposed, "propsegment", "F1")
    assert found["the gold"] == 1.0
    assert found["sentences"] == found["shipped"] < 1.0
    assert "+0.0 over sentences (>= +15 MISSED)" in line.bar
    found, _ = figures(decomposed, "split_rephrase", "F1")
    assert found["sentences"] < found["naive"]
    found, line = figures(decomposed, "decomp_claims, atomic", "F1")
    assert line.rows == 3
    found, _ = figures(decomposed, "decomp_claims, factbench_felm-wk", "F1")
    assert found["sentences"] == 1.0

    found, line = figures(worthy, "decomp_claims", "F1 of factual")
    assert found["sentences"] == pytest.approx(0.8)
    assert line.rows == 2
    assert figures(referred, "coref_gap", "F1")[0] == {"nearest name": 0.0, "shipped": 1.0}
    assert figures(parsed, "ud_ewt_test", "UAS")[0] == {"shipped": 1.0}
    assert figures(parsed, "ud_ewt_test", "LAS, full relation")[0] == {"shipped": 0.4}


def test_the_threshold_is_looked_for_on_the_dev_split(data):
    options = Options(data=data, parts=("gap",), tune=True)
    (table,) = run(systems(), options)
    assert figures(table, "coref_gap", "F1")[0]["shipped"] == 1.0
    (table,) = run(systems(), Options(data=data, parts=("gap",)))
    assert figures(table, "coref_gap", "F1")[0]["shipped"] == 0.0


def test_every_extractor_is_timed(data):
    (table,) = run(systems(), Options(data=data, parts=("speed",)))
    assert table.columns == ("sentences", "naive", "previous", "shipped")
    values = [figure.value for line in table.lines for figure in line.figures]
    assert all(0 < value for value in values)
    assert table.lines[0].bar == "<= 4 met"


def test_time_is_taken_for_each_sentence():
    assert len(time_sentences(SentenceExtractor(), ["It leans.", "It is old."])) == 2
    assert ninetieth([1.0]) is None


def test_answers_get_three_passages_as_documents_and_none_without_the_file(data, tmp_path):
    items = read_claims(data)
    turns = [turn for (turn,) in read_documented(items, data)]
    assert [turn.text for turn in turns] == list(dict.fromkeys(item.text for item in items))
    assert all(len(turn.documents) == 3 for turn in turns)
    assert read_documented(items, tmp_path / "elsewhere") == []


def test_the_share_of_a_turn_is_a_share(tmp_path):
    conversations = read_conversations(tmp_path)
    assert conversations
    share = step_share(SentenceExtractor(), conversations)
    assert 0 < share < 1
    assert step_share(SentenceExtractor(), []) is None


def test_the_command_prints_markdown_and_keeps_json(data, tmp_path, capsys):
    out = tmp_path / "figures.json"
    options = ["--data", str(data), "--only", "claims", "--rows", "2"]
    assert claims.main([*options, "--markdown", "--json", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "| set | rows | measure | sentences | naive | previous |" in printed
    kept = json.loads(out.read_text(encoding="utf-8"))
    assert kept["tables"][0]["title"] == "claims"
    assert kept["tables"][0]["lines"][0]["rows"] == 2


def test_missing_data_ends_with_code_2_and_names_the_file(tmp_path, capsys):
    assert claims.main(["--data", str(tmp_path), "--only", "claims"]) == 2
    assert "decomp_propsegment.jsonl.gz" in capsys.readouterr().err


def test_a_table_shows_shares_in_per_cent_with_their_interval():
    line = Line(name="set", rows=3, metric="F1", figures=(Figure(0.5, (0.25, 1.0)), Figure()))
    other = Line(name="set", rows=3, metric="time", figures=(Figure(1.5), Figure(2.0)), unit="ms")
    table = Table(title="t", columns=("a", "b"), lines=(line, other), notes=("said",))
    title, _, first, second, note = as_text(table).splitlines()
    assert (title, note) == ("== t", "said")
    assert first.split() == ["set", "3", "F1", "(%)", "50.0", "[25.0,", "100.0]", "-"]
    assert second.split() == ["set", "3", "time", "(ms)", "1.50", "2.00"]
    assert as_markdown(table).endswith("- said")
