from __future__ import annotations

from dataclasses import replace
from io import StringIO

from rich.cells import cell_len
from rich.console import Console

from belie.report import text


def shown(reports, *, width=80, colour=False, **options):
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
    )
    console.print(text.render(reports, **options))
    return console.file.getvalue()


def test_an_alert_is_a_block_with_both_sides_marked_and_explained(chat):
    lines = [line.rstrip() for line in shown(chat[1:]).splitlines()]
    start = next(at for at, line in enumerate(lines) if line.startswith(" 4"))
    assert lines[start : start + 6] == [
        " 4  HIGH  contradiction · against its own earlier words · temporal · 0.94",
        "    turn 2 (assistant)",
        "      As I said, the first iPhone went on sale in «June 2008», and it sold well.",
        "    turn 1 (assistant)",
        "      The first iPhone went on sale in «June 2007».",
        "    → Turn 1 said June 2007, turn 2 says June 2008.",
    ]


def test_the_heading_of_an_alert_goes_on_behind_its_number(chat):
    lines = [line.rstrip() for line in shown(chat[1:], width=70).splitlines()]
    start = next(at for at, line in enumerate(lines) if line.startswith(" 4"))
    assert lines[start : start + 2] == [
        " 4  HIGH  contradiction · against its own earlier words · temporal ·",
        "    0.94",
    ]


def test_documents_that_disagree_stand_side_by_side(chat):
    lines = shown(chat).splitlines()
    beside = [line for line in lines if "press.txt (turn 1)" in line]
    assert "history.md (turn 1)" in beside[0]


def test_the_suggestion_the_support_and_the_warnings_are_shown(chat):
    whole = shown(chat)
    assert "✎ It cost $499 at launch." in whole
    assert "turn 1 (assistant)    0.63  █████████████░░░░░░░" in whole
    assert "not checked in turn 2 (assistant): One sentence is in a language" in whole


def test_it_starts_with_the_summary_and_a_clean_conversation_is_only_that(chat):
    assert shown(chat).startswith("3 turns, 6 claims, 1 cross-turn contradiction")
    assert shown(chat[:1]).strip() == "1 turn, 1 claim, no contradictions"


def test_a_claim_in_other_words_is_shown_with_its_reading_and_scope(reworded):
    lines = [line.rstrip() for line in shown(reworded).splitlines()]
    start = lines.index("    turn 2 (assistant), hedged, as of launch")
    assert lines[start : start + 6] == [
        "    turn 2 (assistant), hedged, as of launch",
        "      At launch, perhaps «$599».",
        "      read as: The first iPhone cost $599 at launch.",
        "    turn 1 (assistant), reported by Apple",
        "      It was priced at «$499», Apple says.",
        "      read as: The first iPhone was priced at $499.",
    ]
    assert "read as" not in shown(reworded[1:2])


def test_what_became_of_an_alert_and_what_was_changed_are_shown(mended):
    lines = [line.strip() for line in shown(mended, width=120).splitlines()]
    assert "1 contradiction of the user, 1 marked false, 1 resolved, 1 change, 3" in lines[0]
    assert "✓ resolved in turn 3" in lines
    assert "✓ false alarm, by Ann: A joke." in lines
    assert (
        "changed in turn 3 (assistant): “it leaves at noon.” supersedes “It leaves at one.” of "
        "turn 1 (explicit correction: It says so.)"
    ) in " ".join(lines)


def test_a_conflict_that_follows_from_others_shows_what_stands_between(mended):
    lines = [line.strip() for line in shown(mended).splitlines()]
    between = lines.index("turn 0 (user), between them")
    assert lines[between + 1] == "«The train leaves at noon.»"
    assert sum("between them" in line for line in lines) == 1


def test_a_turn_of_the_assistant_without_claims_has_nothing_to_check(reworded):
    lines = [line.strip() for line in shown(reworded).splitlines()]
    assert "turn 3 (assistant)    nothing to check (greeting)" in lines
    assert sum("nothing to check" in line for line in lines) == 1
    assert "how far the documents" not in shown(reworded)


def test_what_makes_no_claim_is_counted_and_only_quoted_in_detail(reworded):
    brief, detailed = shown(reworded, width=150), shown(reworded, width=150, detailed=True)
    assert "5 stretches not checked: 2 greeting, 2 question, 1 instruction" in brief
    assert "Shall I go on?" not in brief
    line = "not checked in turn 1 (assistant): greeting “Hello!” · question “Shall I go on?”"
    assert line in detailed
    assert "not checked in turn 0 (user)" not in detailed


def test_words_that_no_document_backs_stand_under_the_bar_of_their_turn(unbacked):
    lines = [line.rstrip() for line in shown(unbacked).splitlines()]
    start = lines.index("how far the documents support each turn")
    bars, words = lines[start + 1 : start + 5 : 2], lines[start + 2 : start + 5 : 2]
    assert [line[:22] for line in bars] == ["    turn 1 (assistant)", "    turn 2 (assistant)"]
    assert words == [
        "      no document backs “painted a calm green”",
        "      no document backs “Romans built” · “tin”",
    ]


def test_many_words_that_no_document_backs_go_on_where_they_began(unbacked):
    lines = [line.rstrip() for line in shown(unbacked, width=40).splitlines()]
    start = lines.index("      no document backs “painted a calm")
    assert lines[start + 1] == "      green”"


def test_where_documents_back_all_words_nothing_is_said_of_them(chat):
    assert "no document backs" not in shown(chat)


def test_only_what_was_checked_is_green(chat, reworded):
    assert "\x1b[1;32m1 turn, 1 claim" in shown(chat[:1], colour=True)
    assert "\x1b[1m1 turn, 0 claims, nothing to check" in shown(reworded[3:], colour=True)


def test_the_words_stand_out_where_the_terminal_can(chat):
    assert "\x1b[1;4m«June 2008»\x1b[0m" in shown(chat, colour=True)


def test_no_line_is_wider_than_the_terminal(chat, hostile):
    for width in (40, 80):
        lines = shown(chat + hostile, width=width, detailed=True).splitlines()
        assert max(cell_len(line) for line in lines) <= width


def test_hostile_text_is_printed_not_obeyed(hostile):
    whole = shown(hostile, detailed=True)
    whole.encode()
    assert not {"\x1b", "\x07", "\x00", "\u202e", "\u2066"} & set(whole)
    joined = "".join(line.strip() for line in whole.splitlines())
    assert "[red]red[/red]" in joined
    assert "␛[31mred␛]8;;http://evil.example␇" in joined
    assert "⟦U+202E⟧gnp.exe" in joined


def test_a_colour_terminal_gets_no_escape_from_the_conversation(hostile):
    whole = shown(hostile, colour=True, detailed=True)
    assert "\x1b[31m" not in whole
    assert "\x1b]8" not in whole


def test_text_that_looks_like_an_emoji_code_or_link_stays_as_it_is(chat):
    alert = replace(chat[2].alerts[0], explanation=":smile: [link=http://e.example]x[/link]")
    whole = shown([replace(chat[2], alerts=(alert,))])
    assert ":smile: [link=http://e.example]x[/link]" in whole
