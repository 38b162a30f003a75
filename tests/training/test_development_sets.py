"""Whole responses and dialogues written by hand."""

import pytest

pytest.importorskip("training", reason="needs the source tree")

from belie import Monitor, Settings
from belie.datatypes import Role
from training.contrast import contrast_rows
from training.development_sets import (
    FOLDER,
    Case,
    CaseFigures,
    Dialogue,
    Figures,
    Marked,
    PairFigures,
    Response,
    Sheet,
    SheetFigures,
    Statements,
    all_dialogues,
    figures,
    read_cases,
    read_dialogues,
    read_marked,
    read_pairs,
    read_responses,
    read_sheets,
    score_cases,
    score_marks,
    score_pairs,
    score_sheets,
    strongest_of_document,
    strongest_of_earlier,
)
from training.written import written_rows

pytestmark = pytest.mark.tree


def test_a_block_is_a_document_and_responses_to_it(tmp_path):
    path = tmp_path / "news.txt"
    path.write_text("It rained.\n+ It was wet.\n- It snowed.\n\nHe won.\n- He lost.\n")
    assert list(read_responses(path)) == [
        Response("It rained.", "It was wet.", supported=True),
        Response("It rained.", "It snowed.", supported=False),
        Response("He won.", "He lost.", supported=False),
    ]


def test_a_dialogue_names_the_line_that_its_last_contradicts(tmp_path):
    path = tmp_path / "chats.txt"
    path.write_text(
        "contradiction 1\nH: hi\nB: i have a cat\nH: aw\nB: i have no pets\n\nnone\nB: hi"
    )
    user, bot = Role.USER, Role.ASSISTANT
    turns = ((user, "hi"), (bot, "i have a cat"), (user, "aw"), (bot, "i have no pets"))
    assert list(read_dialogues(path)) == [Dialogue(turns, 1), Dialogue(((bot, "hi"),), None)]


@pytest.mark.parametrize("text", ["It rained.\n* It was wet.", "It rained.\nIt was wet."])
def test_a_response_without_a_sign_is_an_error(text, tmp_path):
    (tmp_path / "news.txt").write_text(text)
    with pytest.raises(ValueError, match="expected"):
        list(read_responses(tmp_path / "news.txt"))


def test_what_is_wrong_counts_as_the_higher_score():
    found = figures([0.9, 0.4, 0.4, 0.1], [True, False, True, False], [True, True, False, False])
    assert (found.auc, found.found, found.false_alarms) == (0.875, 0.5, 0.5)


def test_pairs_are_scored_by_their_contradiction(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("C\tIt cost $499.\tIt cost $599.\nN\tIt cost $499.\tBirds sing.\n")
    pairs = list(read_pairs(path))
    assert pairs[1] == Statements("It cost $499.", "Birds sing.", "N")
    assert score_pairs(pairs, threshold=0.5) == PairFigures(Figures(2, 1.0, 1.0, 0.0), 1.0)


def test_claims_about_a_document_are_right_wrong_or_open(tmp_path):
    path = tmp_path / "tables.jsonl"
    path.write_text(
        '{"kind": "prose", "document": "The tea costs $3.", "right": ["The tea is $3."], '
        '"wrong": ["The tea costs $5."], "open": ["Birds sing."]}\n'
    )
    sheets = list(read_sheets(path))
    assert sheets == [
        Sheet("The tea costs $3.", ("The tea is $3.",), ("The tea costs $5.",), ("Birds sing.",))
    ]
    found = score_sheets(Monitor(settings=Settings(suggestions=False)), sheets)
    assert found == SheetFigures(Figures(2, 1.0, 1.0, 0.0), 0.0)


def test_cases_are_found_where_they_clash_with_a_document_or_with_what_was_said(tmp_path):
    path = tmp_path / "cases.jsonl"
    said = '{"before": [["assistant", "The tea costs $3."]], "documents": ["Shops sell tea."], '
    path.write_text(
        f'{said}"text": "Birds sing. The tea costs $5.", "clash": "costs $5"}}\n'
        f'{said}"text": "The tea costs $6. Shops sell tea.", "clash": "Shops sell tea"}}\n'
        f'{said}"text": "The tea costs $3.", "clash": null}}\n'
    )
    cases = list(read_cases(path))
    assert cases[0] == Case(
        ((Role.ASSISTANT, "The tea costs $3."),),
        ("Shops sell tea.",),
        "Birds sing. The tea costs $5.",
        "costs $5",
    )
    monitor = Monitor(settings=Settings(suggestions=False))
    assert score_cases(monitor, cases) == CaseFigures(3, 1.0, 0.5, 0.0)


def test_what_clashes_stands_once_in_its_case():
    for path in (FOLDER / "cases").glob("*.jsonl"):
        for case in read_cases(path):
            assert case.before or case.documents
            assert case.clash is None or case.text.count(case.clash) == 1


def test_dialogues_score_as_the_surest_clash_with_what_was_said_before():
    bot = Role.ASSISTANT
    said = (bot, "The store in York closes at 8 pm.")
    dialogues = [
        Dialogue((said, (bot, "The store in York closes at 6 pm.")), 0),
        Dialogue((said, (bot, "Birds sing.")), None),
        Dialogue(((bot, "It closes at 6 pm. The store in York closes at 8 pm."),), None),
    ]
    wrong, *right = strongest_of_earlier(Monitor(settings=Settings(earlier_odds=1.0)), dialogues)
    assert wrong > 0.7
    assert right == [0.0, 0.0]


def test_responses_score_as_the_surest_clash_with_their_document():
    document = "The store in York closes at 8 pm."
    texts = "The store in York closes at 6 pm.", document
    responses = [Response(document, text, supported=text == document) for text in texts]
    wrong, right = strongest_of_document(Monitor(), responses)
    assert wrong > 0.7
    assert right == 0.0


def test_what_a_response_says_against_itself_is_no_clash_with_its_document():
    text = "The cafe in Leeds opened in 1990. The cafe in Leeds opened in 1999."
    response = Response("The store in York closes at 8 pm.", text, supported=True)
    assert Monitor().observe(text, session="s", documents=[response.document]).alerts
    assert strongest_of_document(Monitor(), [response]) == [0.0]


def test_marked_characters_are_held_against_the_wrong_ones(tmp_path):
    path = tmp_path / "prices.tsv"
    path.write_text("It cost $599 in May.\t$599\n")
    wrong = Response("It cost $499 in May.", "It cost $599 in May.", supported=False)
    [one] = read_marked(path, [wrong, Response("Birds sing.", "Birds sing.", supported=True)])
    assert one == Marked(wrong, ((8, 12),))
    found = score_marks(Monitor(), [one])
    assert (found.items, found.alerted, found.recall) == (1, 1, 1.0)
    assert found.precision > 0.9


def test_a_letter_that_is_none_is_refused(tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("P\tIt cost $499.\tIt cost $599.\n")
    with pytest.raises(ValueError, match="expected 'C', 'E' or 'N', got 'P'"):
        list(read_pairs(path))


def test_all_files_can_be_read_and_none_of_their_texts_trains():
    responses = [
        one for path in (FOLDER / "responses").glob("*.txt") for one in read_responses(path)
    ]
    talks = [one for path in (FOLDER / "talks").glob("*.txt") for one in read_dialogues(path)]
    assert len(talks) == 1_280
    dialogues = [*all_dialogues(), *talks]
    assert len(responses) > 1_000
    assert len(dialogues) > 250
    for one in dialogues:
        assert one.turns[-1][0] is Role.ASSISTANT
        if one.contradicted is not None:
            assert one.turns[one.contradicted][0] is Role.ASSISTANT
    rows = [*written_rows(), *contrast_rows()]
    trained = {text for row in rows for text in (row.premise, row.claim)}
    assert trained.isdisjoint(text for one in responses for text in (one.document, one.text))
    pairs = [one for path in (FOLDER / "pairs").glob("*.txt") for one in read_pairs(path)]
    assert len(pairs) > 200
    marked = [
        one
        for path in (FOLDER / "marks").glob("*.tsv")
        for one in read_marked(path, read_responses(FOLDER / "responses" / f"{path.stem}.txt"))
    ]
    assert len(marked) == 500
    assert trained.isdisjoint(text for one in pairs for text in (one.premise, one.claim))
