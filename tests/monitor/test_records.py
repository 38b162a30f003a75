"""Tables, lists and data, line by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.monitor.records import lacks_header, records


def told(text):
    return [[piece.said for piece in record.pieces] for record in records(text)]


def test_a_row_has_the_headers_of_its_columns():
    text = "# Fees\n\n| Lane | Fee |\n|---|---|\n| Car | $3 |\n| Van | $5 |\n\nCash only."
    assert told(text) == [
        ["Fees"],
        ["Lane", "Car", "Fee", "$3"],
        ["Lane", "Van", "Fee", "$5"],
        ["Cash only."],
    ]
    first, row, *_ = records(text)
    assert first.heading
    assert not row.heading
    assert row.name == "Car"
    assert [[piece.said for piece in cell] for cell in row.cells] == [
        ["Lane", "Car"],
        ["Fee", "$3"],
    ]


def test_ticks_crosses_and_dashes_are_told_in_words_and_empty_cells_not_at_all():
    text = "| | Tea | Rum |\n|---|---|---|\n| Inn | ✓ | ✗ |\n| Bar | - | N/A |\n| Den | | ✔\ufe0f |"
    assert told(text) == [
        ["Inn", "Tea", "yes", "Rum", "no"],
        ["Bar", "Tea", "none", "Rum", "none"],
        ["Den", "Rum", "yes"],
    ]


def test_a_range_or_a_word_with_a_dash_stays():
    text = "| Lane | Hours |\n|---|---|\n| Car | 6-9 |\n| Van | drive-in |"
    assert told(text)[0][-1] == "6-9"
    assert told(text)[1][-1] == "drive-in"


def test_columns_apart_by_semicolons_tabs_or_commas_are_a_table():
    for mark in ";\t,":
        text = "\n".join(mark.join(row) for row in ("abc", "def", "ghi"))
        assert told(text) == [list("adbecf"), list("agbhci")]


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ann,\nhow are you,\nBob",
        "Eggs, milk, rye.\nSalt, oil, tea.\nJam, ham, figs.",
        "tea;milk\nrum",
    ],
)
def test_lines_with_commas_are_no_table(text):
    assert all(len(record.cells) == 1 for record in records(text))


def test_attributes_are_parted_and_what_is_not_there_is_denied():
    text = "**Inn Aster**\n- **Beds:** 12\n- Sauna: no\n- Garage: ✓\n- Check in: 15:00"
    assert told(text) == [
        ["**Inn Aster**"],
        ["Beds", "12"],
        ["no", "Sauna"],
        ["Garage", "yes"],
        ["Check in", "15:00"],
    ]
    assert [record.name for record in records(text)[1:]] == ["Beds", "Sauna", "Garage", "Check in"]


def test_a_question_is_a_line_with_its_answer():
    text = "Q: Is there a sauna?\nA: No\n\nWho pays?\n\n- The guest\n\nWhen?\n\n## More"
    assert told(text) == [
        ["no", "Is there a sauna?"],
        ["Who pays?", "The guest"],
        ["When?"],
        ["More"],
    ]


def test_a_no_stands_before_what_it_denies_and_the_rest_of_the_answer_behind():
    assert told("Any pets?\nNo, but guide dogs\nWhere?\nNorth side") == [
        ["no", "Any pets?", "but guide dogs"],
        ["Where?", "North side"],
    ]


def test_items_of_a_list_that_is_headed_with_a_denial_have_it_beside_them():
    text = "Inn\n\nIncluded:\n- sheets\n\nNot included:\n- towels\n\n## Without\n\n- pool"
    leads = {record.pieces[0].said: record.lead and record.lead.said for record in records(text)}
    assert leads["sheets"] is None
    assert leads["towels"] == "Not included"
    assert leads["pool"] == "Without"


def test_lines_without_a_header_are_no_table():
    assert told("Ann;5\nBob;6\nCid;7") == [["Ann;5"], ["Bob;6"], ["Cid;7"]]
    assert told("Name;2019\nBob;6\nCid;7")[1] == ["Name", "Cid", "2019", "7"]


def test_a_time_or_an_address_is_no_attribute():
    assert told("10:30 Coffee\nSee https://inn.example\nTea") == [
        ["10:30 Coffee"],
        ["See https://inn.example"],
        ["Tea"],
    ]


def test_a_guide_with_some_json_in_it_is_read_by_lines():
    text = (
        "# Fees\nThe van pays five euros a day.\n```\n"
        '{"a": 1, "b": 2, "c": 3}\n```\nGuests pay in cash.'
    )
    lines = [line for record in told(text) for line in record]
    assert "The van pays five euros a day." in lines
    assert "Guests pay in cash." in lines


@given(st.text(alphabet='ab1 :|-,;"{}\n*#✓\t', max_size=80))
def test_every_word_is_told_where_it_stands(text):
    for record in records(text):
        assert record.cells
        assert isinstance(record.name, str)
        for piece in record.pieces:
            words = piece.source.cut(text)
            assert words.replace("_", " ") == piece.said or piece.said in {"yes", "no", "none"}


def test_a_window_that_begins_within_a_table_lacks_its_header():
    assert lacks_header("| Van | $5 |\n| Bus | $9 |")
    assert not lacks_header("| Lane | Fee |\n|---|---|\n| Van | $5 |")
    assert not lacks_header("Fees\n| Van | $5 |")
