"""Opening hours of a claim beside those of a passage."""

import pytest

from belie.monitor.values import Outcome, compare_claimed_hours, compare_hours
from belie.wiring import Monitor, check

TABLE = (
    "Opening hours\nMonday: closed\nTuesday-Friday: 9:00-18:00\nSaturday: 10:00-16:00\n"
    "Sunday: closed"
)
POOL = (
    "The pool is open every day from 7 am to 9 pm. The café closes at 6 pm. "
    "Children under 8 must be accompanied."
)
INN = "Our restaurant is open from 11:30 am until 10 pm. The kitchen closes at 9 pm."
SHOPS = (
    "Our shops\n\nMill Street\nMon-Fri 9:00-18:30, Sat 9:00-17:00, Sun closed.\n\n"
    "Riverside Mall\nMon-Sat 10:00-21:00, Sun 12:00-18:00.\n\nAirport\nDaily 6:00-22:00."
)
LIBRARY = "Library hours\nMon-Thu: 8 am - 8 pm\nFri: 8 am - 6 pm\nWeekends: 10 am - 4 pm"


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (TABLE, "On Wednesday it opens at 9 am."),
        (TABLE, "It closes at 6 pm on Thursdays."),
        (TABLE, "The shop is open from 10 am to 4 pm on Saturday."),
        (POOL, "The pool opens at 7 am."),
        (POOL, "The pool is open until 9 pm on Sundays."),
        (POOL, "The café closes at 6 pm."),
        (INN, "The restaurant closes at 10 pm."),
        (LIBRARY, "The library closes at 8 pm on Wednesdays."),
        (LIBRARY, "On Sunday it is open from 10 am to 4 pm."),
        (SHOPS, "The Riverside Mall shop is open on Sundays from noon to 6 pm."),
        (SHOPS, "The airport shop closes at 10 pm."),
    ],
)
def test_hours_that_agree_follow(premise, claim):
    assert compare_hours(premise, claim).outcome is Outcome.EQUAL


@pytest.mark.parametrize(
    ("premise", "claim", "told", "said"),
    [
        (TABLE, "On Wednesday it opens at 10 am.", "9:00", "10 am"),
        (TABLE, "It closes at 8 pm on Thursday.", "18:00", "8 pm"),
        (TABLE, "On Mondays it opens at 9 am.", "closed", "9 am"),
        (POOL, "The pool opens at 9 am.", "7 am", "9 am"),
        (POOL, "The café closes at 9 pm.", "6 pm", "9 pm"),
        (INN, "The kitchen closes at 10 pm.", "9 pm", "10 pm"),
        (LIBRARY, "It closes at 8 pm on Fridays.", "6 pm", "8 pm"),
        (SHOPS, "Mill Street opens at 10 am on Saturdays.", "9:00", "10 am"),
        (SHOPS, "On Sundays the Mill Street shop opens at 9 am.", "closed", "9 am"),
    ],
)
def test_hours_that_differ_clash_at_the_end_that_is_meant(premise, claim, told, said):
    found = compare_hours(premise, claim)
    assert found.outcome is Outcome.DIFFERENT
    assert (found.premise_span.cut(premise), found.claim_span.cut(claim)) == (told, said)


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (TABLE, "The shop is closed on Mondays."),
        (TABLE, "It does not open at 10 am on Fridays."),
        (TABLE, "The lecture starts at 10 am on Friday."),
        (TABLE, "It opens before 10 am on Friday."),
        (POOL, "The sauna closes at 8 pm."),
        (INN, "The bar closes at 11 pm."),
        (SHOPS, "It closes at 5 pm on Saturdays."),
        (SHOPS, "The Harbour Street shop opens at 10 am."),
        ("The train leaves at 9 am and arrives at 6 pm.", "It opens at 10 am."),
        ("Hours: Mon 9-12 and 14-18.", "On Monday it opens at 10 am."),
        ("Shop A opens at 9 am. Shop B opens at 10 am.", "The shop opens at 9 am."),
    ],
)
def test_of_other_things_and_of_what_is_unsure_nothing_is_said(premise, claim):
    assert compare_hours(premise, claim) is None


def test_a_day_within_others_is_checked():
    assert check("It closes at 8 pm on Thursday.", documents=[TABLE]).alerts
    assert not check("It closes at 6 pm on Thursday.", documents=[TABLE]).alerts


@pytest.mark.parametrize(
    ("earlier", "later", "clash"),
    [
        ("The museum opens at 9 am.", "On Sundays the museum opens at 10 am.", False),
        ("On Sundays the museum opens at 10 am.", "The museum opens at 9 am.", False),
        ("The museum opens at 9 am.", "The museum opens at 10 am.", True),
        ("On Sundays it opens at 9 am.", "It opens at 10 am on Sundays.", True),
    ],
)
def test_a_speaker_who_names_a_day_later_need_not_have_meant_all_before(earlier, later, clash):
    found = compare_claimed_hours(earlier, later)
    assert (found is not None and found.outcome is Outcome.DIFFERENT) is clash
    assert compare_hours(earlier, later).outcome is Outcome.DIFFERENT


@pytest.mark.parametrize(("later", "alerts"), [("On Sundays the", 0), ("The", 1)])
def test_an_exception_that_is_told_later_is_no_clash_with_what_was_said(later, alerts):
    monitor = Monitor()
    monitor.observe("The museum opens at 9 am.", session="s")
    report = monitor.observe(f"{later} museum opens at 10 am.", session="s")
    assert len(report.alerts) == alerts


def test_hostile_hours_cost_linear_time(soon):
    for piece in ("9:00 ", "Mon, ", "Mon-Fri 9:00-18:00, ", "open at 9:00 ", "closed "):
        with soon():
            compare_hours(f"Open {piece * 4_000}", "It opens at 9 am on Monday.")
            compare_hours("Open Mon 9:00-18:00", f"It opens {piece * 4_000}")
