import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.monitor.claims.blocks import BlockKind, blocks
from belie.monitor.claims.html import tags

SENTENCE, ITEM, HEADING, ROW, CODE = BlockKind


def cut(text, *kinds):
    return [block.span.cut(text) for block in blocks(text) if not kinds or block.kind in kinds]


def kinds(text):
    return [(block.kind, block.span.cut(text)) for block in blocks(text)]


def leads(text):
    return [(block.span.cut(text), block.lead and block.lead.cut(text)) for block in blocks(text)]


def quotes(text):
    return [(block.span.cut(text), block.quoted) for block in blocks(text)]


def in_order(found, text):
    end = 0
    for block in found:
        assert end <= block.span.start < block.span.end <= len(text)
        assert block.span.cut(text) == block.span.cut(text).strip()
        assert block.lead is None or block.lead.end <= block.span.start
        for cell in block.cells:
            filled = len(cell.value)
            assert not filled or block.span.start <= cell.value.start
            assert not filled or cell.value.end <= block.span.end
        end = block.span.end
    return True


# Prose


@pytest.mark.parametrize(
    "sentence",
    [
        '"Is that so?" she asked.',
        "Dr. Eiffel of the U.S. lived at No. 5, approx. 3.5 km away, e.g. near the river.",
        "It is … well … old.",
        "See https://example.com/a.B?c=d. e or www.example.org/X.Y for more.",
        "Node.js runs on example.Com and in the U.S.A today.",
        "Call `open. Close` before [the page](https://example.com/A.B), then stop.",
        "**Height:** 330 m",
        "The tower (see Fig. 3) is 330 m tall.",
    ],
)
def test_a_sentence_stays_whole(sentence):
    assert kinds(sentence) == [(SENTENCE, sentence)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It opened in 1889.[1] It is tall.", ["It opened in 1889.[1]", "It is tall."]),
        (
            "It opened.[1][^2] It is tall. [3] Yes.",
            ["It opened.[1][^2]", "It is tall. [3]", "Yes."],
        ),
        ("**It is old.** It is *tall.* Yes.", ["**It is old.**", "It is *tall.*", "Yes."]),
        ("It was the end.Next came the start.", ["It was the end.", "Next came the start."]),
        ("See https://example.com/a. It is tall.", ["See https://example.com/a.", "It is tall."]),
    ],
)
def test_sentences_are_cut_and_keep_what_hangs_on_to_them(text, parts):
    assert cut(text) == parts


def test_wrapped_prose_is_joined_and_its_span_holds_the_line_break():
    text = (
        "The tower was planned for the fair of 1889 by the engineer Gustave\n"
        "Eiffel and it is visited by about seven million people a year. It is\n"
        "330 m tall."
    )
    first, second = cut(text, SENTENCE)
    assert first == text[: text.index(" It is\n")]
    assert second == "It is\n330 m tall."


@pytest.mark.parametrize(
    "text",
    [
        "I like tea\nMy dog is big\nWe went home",
        "i like tea and cake and all that is sweet and good\nmy dog is big\nwe went home",
        "Bob: I have never been so happy in all my long life\nAnn: me too",
        "Height of the tower in metres, as measured in 2022\nBuilder: Eiffel",
        "What I like best of all is a long walk by the sea  \nand a cup of tea",
        "The tower has three floors, all of them open to all\nIt is tall",
        "Milk\nbread\neggs",
        "Name: Ann\nrole: cook\ntown: Rome.",
        "| a | b |\n| 1 | 2 |",
    ],
)
def test_messages_labels_and_list_like_lines_are_cut_at_lines(text):
    assert cut(text) == [line.strip() for line in text.splitlines()]


def test_short_lines_are_joined_where_all_are_as_full_as_can_be():
    text = "It was designed by the engineer\nJoseph Strauss and was paid for\nby the town of Bath."
    assert cut(text) == [text]
    assert cut(text.replace("engineer", "man")) != [text]


def test_a_short_line_continues_where_the_grammar_leaves_no_choice():
    assert cut("The height of the tower is\n33. That is a lot.") == [
        "The height of the tower is\n33.",
        "That is a lot.",
    ]
    assert cut("It was built by Gustave Eiffel and Dr.\nStone was not there.")[0].endswith(
        "was not there."
    )


def test_a_year_at_the_start_of_a_line_numbers_no_list():
    assert kinds("1889. That was the year.") == [
        (SENTENCE, "1889."),
        (SENTENCE, "That was the year."),
    ]
    assert kinds("12.") == [(SENTENCE, "12.")]


# Lists


@pytest.mark.parametrize(
    "marker", ["-", "*", "+", "•", "–", "1.", "1)", "a)", "(1)", "- [x]", "-\u00a0"]
)
def test_every_marker_of_a_list_is_known_and_left_out(marker):
    assert kinds(f"{marker} It is tall. It leans.") == [(ITEM, "It is tall."), (ITEM, "It leans.")]


def test_an_item_knows_the_line_that_leads_in_to_its_list():
    text = "It is old. It has:\n- three floors\n- lifts:\n  1. north\n  2. south\n- a shop\n\nYes."
    assert leads(text) == [
        ("It is old.", None),
        ("It has:", None),
        ("three floors", "It has:"),
        ("lifts:", "It has:"),
        ("north", "lifts:"),
        ("south", "lifts:"),
        ("a shop", "It has:"),
        ("Yes.", None),
    ]


def test_bullets_below_a_number_need_no_indentation_to_continue_it():
    text = "1. **Tower:**\n- Height: 330 m\n2. **Louvre:**\n- Height: 21 m"
    assert leads(text)[1::2] == [
        ("Height: 330 m", "**Tower:**"),
        ("Height: 21 m", "**Louvre:**"),
    ]


def test_a_line_after_a_list_is_no_item_but_an_indented_one_is():
    assert kinds("- It is tall.\n  It leans.\nIt was built in 1889.") == [
        (ITEM, "It is tall."),
        (ITEM, "It leans."),
        (SENTENCE, "It was built in 1889."),
    ]


def test_items_that_markdown_does_not_take_for_items_are_items():
    assert leads("Facts:\n2. It is tall.\n3. It leans.") == [
        ("Facts:", None),
        ("It is tall.", "Facts:"),
        ("It leans.", "Facts:"),
    ]
    assert kinds("Facts:\n\n    - It is tall.\n    - It leans.")[1:] == [
        (ITEM, "It is tall."),
        (ITEM, "It leans."),
    ]


def test_a_number_too_high_to_be_a_marker_is_one_where_it_counts_on():
    text = "".join(f"{number}. It is so.\n" for number in range(1, 1201))
    assert cut(text) == ["It is so."] * 1200


# Headings, tables, code, quotes


@pytest.mark.parametrize(
    "thought",
    [
        "<think>\nIt may cost $5.\n\n- or $6\n</think>\n\n",
        "<think>It may cost $5.</think> ",
        "<think></think>",
        "Okay, it may cost $5.\n\nWait, $6.\n</think>\n\n",
        "Okay, it may cost $5:\n\n```\n</think>\n```\n\nWait, $6.\n</think>\n\n",
        "<reasoning>\r\n```\n5\r\n</reasoning>\r\n",
    ],
)
def test_what_a_model_thought_before_its_answer_is_not_said(thought):
    text = f"{thought}It costs $6.\n- a\n- b"
    first, *rest = blocks(text)
    assert (first.kind, first.span.cut(text)) == (BlockKind.CODE, thought.strip())
    assert [block.span.cut(text) for block in rest] == ["It costs $6.", "a", "b"]


def test_a_thought_that_was_cut_off_is_one_still():
    text = "<think>\nIt may cost $5. Or"
    assert [(one.kind, one.span) for one in blocks(text)] == [(BlockKind.CODE, Span(0, len(text)))]


@pytest.mark.parametrize("text", ["<think>", "<think> ", "<think>\n"])
def test_a_thought_that_only_begins_is_one(text):
    assert [block.kind for block in blocks(text)] == [BlockKind.CODE]


def test_who_speaks_of_the_tag_does_not_think():
    text = "The thought is closed by `</think>` there."
    assert [block.kind for block in blocks(text)] == [BlockKind.SENTENCE]
    text = "<thinking> tags were introduced in 2024. They cost nothing."
    assert [block.kind for block in blocks(text)] == [BlockKind.SENTENCE] * 2


@pytest.mark.parametrize("fence", ["```", "~~~"])
def test_a_tag_in_code_ends_no_thought(fence):
    text = f"It costs $5.\n\n{fence}\n<think>\nWell.\n</think>\nHi\n{fence}\n\nIt is red."
    assert [block.span.cut(text) for block in blocks(text)][::2] == ["It costs $5.", "It is red."]
    assert blocks(text)[1].kind is BlockKind.CODE


def test_what_stands_before_a_thought_that_was_opened_is_said():
    text = "It costs $5.\n\n<think>\nWell.\n</think>\n"
    assert blocks(text)[0].span.cut(text) == "It costs $5."


@pytest.mark.parametrize("line", ["x\n", "``\n", "```\n", "```\nx\n~~~\n", "<think>\n", " \t"])
def test_thoughts_without_end_are_read_soon(line, soon):
    with soon():
        blocks(line * 10_000)


def test_headings_in_every_form_and_rules():
    text = "# One #\n\nTwo\n===\n**Three:**\nIt is tall.\n\n---\n\nFour\n---\n"
    assert kinds(text) == [
        (HEADING, "One"),
        (HEADING, "Two"),
        (HEADING, "**Three:**"),
        (SENTENCE, "It is tall."),
        (HEADING, "Four"),
    ]


def test_a_sentence_is_no_heading_for_being_bold_or_underlined():
    assert kinds("**It is tall.**\n\nIt leans.\n---") == [
        (SENTENCE, "**It is tall.**"),
        (SENTENCE, "It leans."),
    ]


def test_a_row_knows_the_header_of_each_cell():
    text = (
        "Heights:\n\n| Name | Height |\n|:--|--:|\n| A \\| B | 3 m | new |\n| | 5 m |\n| C |\nYes."
    )
    found = blocks(text)
    assert [block.kind for block in found] == [SENTENCE, HEADING, ROW, ROW, ROW, SENTENCE]
    assert [
        [(cell.header and cell.header.cut(text), cell.value.cut(text)) for cell in block.cells]
        for block in found[2:5]
    ] == [
        [("Name", "A \\| B"), ("Height", "3 m"), (None, "new")],
        [("Name", ""), ("Height", "5 m")],
        [("Name", "C")],
    ]
    assert {block.lead.cut(text) for block in found[2:5]} == {"Heights:"}


def test_tables_are_found_within_quotes_and_lists():
    text = "> | a | b |\n> |---|---|\n> | 1 | 2 |\n\n- | c |\n  |---|\n  | 3 |"
    assert cut(text, ROW) == ["1 | 2", "3"]
    assert [block.quoted for block in blocks(text)] == [True, True, False, False]


@pytest.mark.parametrize(
    "code",
    [
        "```python\nx = 1. Y\n\n# z\n```",
        "~~~\nx\n~~~",
        "<!-- It is tall.\n\nIt leans. -->",
        "https://example.com/a?b=c",
        "<https://example.com>",
        '[1]: https://example.com "It is tall"',
        "![It is tall](tower.png)",
        "<details>",
        "<pre>\nIt is tall.\n</pre>",
    ],
)
def test_code_comments_and_bare_addresses_are_code(code):
    assert kinds(f"Before.\n\n{code}\n\nAfter.") == [
        (SENTENCE, "Before."),
        (CODE, code),
        (SENTENCE, "After."),
    ]


def test_indented_code_is_code_but_an_indented_text_is_none():
    assert kinds("Before.\n\n    x = 1\n\n    y = 2") == [
        (SENTENCE, "Before."),
        (CODE, "x = 1"),
        (CODE, "y = 2"),
    ]
    assert kinds("    It is tall.\n    It leans.") == [
        (SENTENCE, "It is tall."),
        (SENTENCE, "It leans."),
    ]


def test_an_open_fence_hides_all_that_follows():
    assert kinds("It is tall.\n```\nx. Y\n\nIt leans.") == [
        (SENTENCE, "It is tall."),
        (CODE, "```\nx. Y\n\nIt leans."),
    ]


def test_prose_after_a_comment_and_within_tags_is_kept():
    assert cut("<!-- note --> It is tall.\n\n<div>\nIt leans.\n</div>", SENTENCE) == [
        "It is tall.",
        "It leans.",
    ]


def test_a_heading_of_html_is_one():
    assert kinds('<h2 class="a">Towers</h2><p>It is tall.</p>') == [
        (HEADING, "Towers"),
        (SENTENCE, "It is tall."),
    ]


@pytest.mark.parametrize("between", ["", "\n"])
def test_a_table_of_html_has_rows_below_its_header(between):
    text = between.join(
        [
            "<p>Heights:</p>",
            "<table><thead><tr><th>Name</th><th>Height</th></tr></thead>",
            '<tbody><tr><td class="a">A</td><td>$<b>3</b> m</td><td>new</td></tr>',
            "<tr><td></td><td>5 m</td></tr><tr></tr></tbody></table>",
            "<p>Yes.</p>",
        ]
    )
    found = blocks(text)
    assert [block.kind for block in found] == [SENTENCE, HEADING, ROW, ROW, SENTENCE]
    assert [
        [(cell.header and cell.header.cut(text), cell.value.cut(text)) for cell in block.cells]
        for block in found[2:4]
    ] == [
        [("Name", "A"), ("Height", "$<b>3</b> m"), (None, "new")],
        [("Name", ""), ("Height", "5 m")],
    ]
    assert found[2].lead.cut(text) == "Heights:"


def test_hostile_tables_of_html_cost_linear_time(soon):
    for piece in ("<tr>", "<tr><td>", "<tr", "</tr>", "<tr><td>a</td></tr>"):
        with soon():
            blocks(piece * 5_000)


def test_what_is_quoted_says_so_and_a_reply_below_it_does_not():
    assert quotes("> It is tall. It\n> leans.\nThat is wrong.\n\n> - one\n> > two") == [
        ("It is tall.", True),
        ("It\n> leans.", True),
        ("That is wrong.", False),
        ("one", True),
        ("two", True),
    ]


def test_a_footnote_is_read_without_its_mark():
    assert cut("It is tall.[^1]\n\n[^1]: It was measured.") == [
        "It is tall.[^1]",
        "It was measured.",
    ]


# Hostile text


HOSTILE = {
    "words without an end": "word ",
    "open brackets": "([",
    "bullets": "- It is so.\n",
    "dots as bullets": "• It is so.\n",
    "quotes in quotes": ">",
    "lists in lists": "- ",
    "headings": "# ",
    "stars": "**a",
    "underscores": "_a",
    "backticks": "` ",
    "pipes": "|",
    "rows": "|a|b|\n|-|-|\n",
    "comments": "<!--",
    "tags": "<a ",
    "addresses": "https://",
    "links": "](a",
    "notes": ".[1]",
    "definitions": "[a]: b\n",
    "dots": ".",
    "dots and letters": "a.b-",
    "blanks": " ",
    "tabs": "\ta",
    "line ends": "\r",
    "wrapped": "the\n",
    "scripts": "漢字 кир abc ",
    "zero width": "\u200b",
    "nothing": "\x00",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_costs_linear_time_and_keeps_exact_offsets(piece, soon):
    text = piece * (200_000 // len(piece)) + "It is tall."
    with soon():
        assert in_order(blocks(text), text)


def test_ten_thousand_levels_lose_no_word():
    for marker in (">", "> ", "- ", "1. "):
        assert "".join(cut(f"{marker * 10_000}It is tall.")).endswith("It is tall.")
    nested = "".join(f"{'  ' * depth}- item{depth}\n" for depth in range(300))
    assert cut(nested) == [f"item{depth}" for depth in range(300)]


PIECES = st.sampled_from(
    [
        *(
            "a",
            "b1",
            "It is tall.",
            "It leans",
            "the",
            "1889.",
            "12)",
            "(a)",
            "https://a.b/C.d",
            "x:",
        ),
        *(
            " ",
            "  ",
            "    ",
            "\t",
            "\n",
            "\n\n",
            "\r\n",
            "\r",
            "\u00a0",
            "\u200b",
            "\u2028",
            "\x0b",
        ),
        *(
            "- ",
            "* ",
            "+ ",
            "•",
            "– ",
            "1. ",
            "2. ",
            "10. ",
            "a) ",
            "- [x] ",
            "> ",
            ">",
            "# ",
            "## ",
        ),
        *(
            "**",
            "*",
            "_",
            "`",
            "```\n",
            "~~~",
            "---",
            "===",
            "***",
            "|",
            "|a|b|\n|-|-|\n",
            "\\",
            "[1]",
        ),
        *(
            "[^1]: ",
            "<!--",
            "-->",
            "<div>",
            "<pre>",
            "</pre>",
            "[a]: b",
            "![",
            "](",
            "。",
            "é",
            "漢",
            "😀",
        ),
    ]
)


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_blocks_are_ordered_disjoint_stripped_slices(text):
    assert in_order(blocks(text), text)


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_no_word_is_lost_unless_it_is_a_marker_or_a_tag(text):
    kept = [block.span for block in blocks(text)]
    marked = [tag.span for tag in tags(Span(0, len(text)), text)]
    inside = {place for span in (*kept, *marked) for place in range(span.start, span.end)}
    lost = "".join(
        char if char.isalnum() and place not in inside else " " for place, char in enumerate(text)
    )
    assert all(word.isdigit() or len(word) == 1 for word in lost.split())


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_no_letter_of_any_script_is_lost(text):
    inside = {place for block in blocks(text) for place in range(block.span.start, block.span.end)}
    lost = [char for place, char in enumerate(text) if char.isalpha() and place not in inside]
    assert len(lost) <= text.count(")")  # "a) "


PARAGRAPHS = st.lists(
    st.sampled_from(
        [
            "It is tall. It leans.",
            "It has:",
            "The tower was planned for the fair of 1889 by the engineer Gustave\nEiffel.",
            "- one\n- two",
            "  - three",
            "1. one\n2. two:",
            "   It is an item.",
            "12. twelve",
            "# Tower",
            "Tower\n---",
            "**Tower**",
            "> It is tall.\n> It leans.",
            "| a | b |\n|---|---|\n| 1 | 2 |",
            "```\nx = 1\n\ny = 2\n```",
            "    x = 1",
            "<!-- It\n\nis -->",
            "<div>\nIt is.",
            "---",
            "[1]: https://example.com",
            "• one\n• two",
        ]
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=300)
@given(PARAGRAPHS, PARAGRAPHS)
def test_the_blocks_of_a_text_are_the_first_of_what_it_grows_to(paragraphs, added):
    text = "\n\n".join(paragraphs)
    found = blocks(text)
    assert blocks("\n\n".join([text, *added]))[: len(found)] == found
