import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.monitor import text as module
from belie.monitor.text import sentences, sentences_within, unwrapped


def cut(text):
    return [span.cut(text) for span in sentences(text)]


def test_abbreviations_and_decimals_do_not_end_a_sentence():
    text = "Dr. Eiffel paid approx. $3.5 million. He lived in the U.S. for a year."
    assert cut(text) == [
        "Dr. Eiffel paid approx. $3.5 million.",
        "He lived in the U.S. for a year.",
    ]


def test_max_and_min_end_no_sentence_before_what_they_limit():
    assert cut("max. 5 days carried over") == ["max. 5 days carried over"]


def test_a_decimal_ends_a_sentence_but_a_number_of_a_clause_does_not():
    text = (
        "The fee is €7.50. Cash only. It takes 2.5. Then it rests. 4.3. Guests pay. See 4.3 Fees."
    )
    assert [span.cut(text) for span in sentences(text)][:4] == [
        "The fee is €7.50.",
        "Cash only.",
        "It takes 2.5.",
        "Then it rests.",
    ]
    clause = "4.3. Guests pay on arrival."
    assert [span.cut(clause) for span in sentences(clause)] == [clause]
    assert len(sentences("It is 2.5. times as big as 1.25 of them.")) == 1


def test_tags_of_html_end_sentences_or_stand_within_them():
    assert cut("<ul><li>It is <b>old</b></li><li>It is red. <i>It leans.</i></li></ul>") == [
        "It is <b>old",
        "It is red.",
        "It leans.",
    ]
    assert cut('<div class="a b">It is old<br>It is red</div>') == ["It is old", "It is red"]
    assert cut("<p>\nIt is old.\n</p>") == ["It is old."]


def test_hostile_tags_cost_linear_time(soon):
    for piece in ("<b>", "<p><b ", "</p>", "< p>", "<b" + " " * 600, "<br>x"):
        with soon():
            sentences(piece * 20_000)


def test_lower_case_and_tokenised_text_is_cut_too():
    assert cut("i like tea. my dog is big! it cost 3.5 dollars. ok") == [
        "i like tea.",
        "my dog is big!",
        "it cost 3.5 dollars.",
        "ok",
    ]
    assert cut("Roma won 2 - 1 . the cup is theirs . ") == [
        "Roma won 2 - 1 .",
        "the cup is theirs .",
    ]
    assert cut("we saw mrs. lee, prof. ray etc. at 5 p.m. today.") == [
        "we saw mrs. lee, prof. ray etc. at 5 p.m. today."
    ]


def test_who_writes_a_small_i_needs_no_capital_to_begin_a_sentence():
    assert cut("you should. in Rome i don't. best thing i ever did") == [
        "you should.",
        "in Rome i don't.",
        "best thing i ever did",
    ]
    assert cut("i met Mrs. brown. it was fun") == ["i met Mrs. brown.", "it was fun"]
    assert cut("It is approx. 3 m, i.e. tall. it leans") == [
        "It is approx. 3 m, i.e. tall. it leans"
    ]


def test_marks_end_a_sentence_of_chat_whatever_follows():
    assert cut("im Tom! nice") == ["im Tom!", "nice"]
    assert cut("and u? i sing") == ["and u?", "i sing"]
    assert cut("it came at 5!! so late") == ["it came at 5!!", "so late"]
    assert cut("Thanks!! it came from Rome.") == ["Thanks!!", "it came from Rome."]
    assert cut("Is the Joy! bar in Rome old?") == ["Is the Joy! bar in Rome old?"]
    assert cut("we met mr. lee") == ["we met mr. lee"]


def test_a_sentence_may_end_in_i():
    assert cut("So do I! Rome is old.") == ["So do I!", "Rome is old."]


def test_addresses_and_inline_code_are_never_cut():
    text = "See (http://example.com/a?b=c. ok) or `x. Y` on Example.Com. It is tall."
    assert cut(text) == [text.removesuffix(" It is tall."), "It is tall."]


def test_notes_and_closing_marks_belong_to_the_sentence_before():
    assert cut("It is old.[1] It is **tall.** It was red .[^2] it is blue .") == [
        "It is old.[1]",
        "It is **tall.**",
        "It was red .[^2]",
        "it is blue .",
    ]


def test_full_width_marks_end_a_sentence_without_a_blank():
    assert cut("该塔高3.5米。“它很旧！”真的吗？！是。It leans.") == [
        "该塔高3.5米。",
        "“它很旧！”",
        "真的吗？！",
        "是。",
        "It leans.",
    ]


def test_a_stretch_of_several_lines_is_cut_at_its_sentences_only():
    text = "- It was built by\n> Dr. Eiffel. It\r\nleans."
    found = sentences_within(Span(2, len(text)), text)
    assert [span.cut(text) for span in found] == [
        "It was built by\n> Dr. Eiffel.",
        "It\r\nleans.",
    ]


@pytest.mark.parametrize("width", [40, 60, 80])
def test_wrapped_prose_has_the_sentences_of_the_prose(width):
    text = (
        "The Golden Gate Bridge is a bridge in San Francisco. It was opened to traffic in May "
        "1937 by the President after four years of work, and 200,000 people came to see it. Its "
        "main span is 1,280 metres long."
    )
    wrapped = textwrap.fill(text, width)
    assert [" ".join(sentence.split()) for sentence in cut(wrapped)] == cut(text)


def test_an_item_a_quote_and_lines_that_end_in_a_return_may_be_wrapped():
    assert cut("- It was opened by\n  the mayor.\n- It is red.") == [
        "It was opened by\n  the mayor.",
        "It is red.",
    ]
    assert cut("> It was opened by\n> the mayor.\nNo.") == [
        "It was opened by\n> the mayor.",
        "No.",
    ]
    assert cut("It was opened by\r\nthe mayor.") == ["It was opened by\r\nthe mayor."]


def test_a_number_that_ends_a_wrapped_sentence_numbers_no_item():
    text = "After four years the bridge was opened on May\n27. It leans."
    assert cut(text) == ["After four years the bridge was opened on May\n27.", "It leans."]


@pytest.mark.parametrize(
    "text",
    [
        "Opening hours\nMonday: 9 to 5\nTuesday: 10 to 6\nclosed on Sunday.",
        "Name: Ann\nrole: cook\ntown: Rome.",
        "Name of the product,price in dollars,in stock\nrow one of the list,30,yes",
        "| Name of the product | price in dollars |\n| a chair | 30 |",
        "The bridge\n\nis red.",
        "The list of what grows in the garden of the\n> old house.",
    ],
)
def test_lines_of_lists_tables_and_labels_are_not_joined(text):
    assert cut(text) == [line.removeprefix("> ") for line in text.splitlines() if line]


def test_a_heading_does_not_go_on_below():
    assert cut("# What it is made of and\niron was used.") == [
        "What it is made of and",
        "iron was used.",
    ]


def test_list_items_headings_and_quotes_are_cut_without_their_markers():
    text = "## Facts\n* It is tall\n2. It is old\n> It leans"
    assert cut(text) == ["Facts", "It is tall", "It is old", "It leans"]


def test_fenced_code_makes_no_sentence():
    assert cut("Before.\n```python\nx = 1\n```\nAfter.") == ["Before.", "After."]


@given(st.lists(st.sampled_from(["```", "```py", " ~~~ ", "It is tall.", ""]), max_size=12))
def test_of_many_fences_each_hides_what_stands_in_it_and_nothing_else(lines):
    outside, fence = [], None
    for line in lines:
        mark = line.strip()
        if fence is None and mark[:3] in ("```", "~~~"):
            fence = mark[:3]
        elif fence is None and line:
            outside.append(line)
        elif mark == fence:
            fence = None
    assert cut("\n".join(lines)) == outside


def test_repeated_sentences_have_their_own_offsets():
    text = "It rains. It rains."
    assert [span.start for span in sentences(text)] == [0, 10]


def test_a_line_of_a_megabyte_loses_no_word():
    text = "abcd " * 200_000
    assert sum(len(piece.split()) for piece in cut(text)) == 200_000


@given(st.text(alphabet=st.sampled_from("aB1 .,!?\n\t-*#é漢😀\u202e'\"$"), max_size=80))
def test_sentences_are_ordered_disjoint_stripped_slices(text):
    end = 0
    for span in sentences(text):
        assert end <= span.start < span.end <= len(text)
        assert span.cut(text) == span.cut(text).strip() != ""
        end = span.end


@given(st.text(alphabet=st.sampled_from("aB1 .,!?\n\r\t-*#>é漢"), max_size=80))
def test_unwrapped_text_is_as_long_and_has_the_same_words(text):
    plain = unwrapped(text)
    assert len(plain) == len(text)
    assert plain.replace(">", " ").split() == text.replace(">", " ").split()


@given(st.text(alphabet=st.sampled_from("aBI1 .!?;:,()[]\"'’*_-…。！\u200bé漢"), max_size=30))
def test_syntok_ends_no_sentence_within_what_is_taken_for_one(text):
    if module._ONE_SENTENCE.fullmatch(text):
        assert len(module._ends(text)) == 1


def test_a_mark_a_bracket_or_a_sign_behind_the_last_word_is_for_syntok_to_read():
    one = module._ONE_SENTENCE.fullmatch
    assert all(map(one, ["It is 330 m tall", "It is tall.", "So: tall! "]))
    for text in ("It is tall. It leans.", "It (so he says) leans", "It leans.”", "", "…"):
        assert one(text) is None
