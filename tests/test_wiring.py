"""The public functions on the shipped models, and the monitor on its stores."""

import subprocess
import sys

import pytest

from belie import InputError, Monitor, Passage, Relation, Settings, check, classify
from belie.adapters.onnx import load_config
from belie.testing import ScriptedClassifier


def test_check_reads_as_the_readme_says():
    report = check(
        "The first iPhone cost $599.", documents=["Apple sold it for $499."], question=None
    )
    assert [claim.text.rstrip(".") for claim in report.claims] == ["The first iPhone cost $599"]
    assert isinstance(report.verdicts[0].premise, Passage)
    [alert] = report.alerts
    assert alert.claim_span.cut("The first iPhone cost $599.") == "599"
    assert alert.premise_span.cut("Apple sold it for $499.") == "499"
    assert report.consistency < 0.5


@pytest.mark.parametrize("blank", ["\u00a0", "\u202f", "\u2009"])
def test_a_number_grouped_by_any_blank_is_marked_and_replaced_whole(blank):
    said, right = f"There are 12{blank}345{blank}678 rooms.", f"12{blank}345{blank}999"
    document = f"There are {right} rooms."
    (alert,) = check(said, [document]).alerts
    assert alert.claim_span.cut(said) == f"12{blank}345{blank}678"
    assert alert.premise_span.cut(document) == right
    assert alert.suggestion == document


def test_check_remembers_nothing():
    check("The tower is 330 m tall.", ["The tower is 330 m tall."])
    assert check("The tower is 300 m tall.").verdicts == ()


def test_classify_judges_pairs_in_order():
    same, other = classify(
        ["The bridge opened in 1932.", "The bridge opened in 1932."],
        ["The bridge opened in 1932.", "Bananas grow in the tropics."],
    )
    assert same.relation is Relation.ENTAILMENT
    assert other.relation is Relation.NEUTRAL
    assert (same.premise.text, other.claim.text) == (
        "The bridge opened in 1932.",
        "Bananas grow in the tropics.",
    )


def test_classify_of_nothing_is_nothing():
    assert classify([], []) == []


@pytest.mark.parametrize(
    ("premises", "claims", "message"),
    [
        (["a"], [], "expected as many claims as premises, got 0 and 1"),
        ("a", "b", "expected two lists of strings"),
        (["a", 3], ["b", "c"], r"expected premises\[1\] to be str, got int"),
        (None, None, r"expected premises to be Collection, got NoneType; write classify\("),
        (["a"], 5, r"expected claims to be Collection, got int; write classify\("),
    ],
)
def test_classify_refuses_what_it_cannot_judge(premises, claims, message):
    with pytest.raises(InputError, match=message):
        classify(premises, claims)


async def later(alert):
    raise NotImplementedError(alert)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"store": 5}, "store to have the methods append and load, got int; write store="),
        ({"extractor": "foo"}, "extractor to have the method extract, got str; see belie.prot"),
        ({"encoder": "foo"}, "encoder to have the method encode, got str; see belie.protocols"),
        ({"classifier": "foo"}, "classifier to have the method classify, got str; see belie"),
        ({"classifier": ScriptedClassifier}, "got the class ScriptedClassifier; write Script"),
        ({"verifier": "llm"}, "verifier to have the method verify, got str; see belie.protocols"),
        ({"settings": {}}, "settings to be Settings, got dict; write settings=Settings"),
        ({"settings": 5}, "settings to be Settings, got int; write settings=Settings"),
        ({"calibration": 5}, "calibration to be Calibration or str or PathLike, got int; see"),
        ({"sinks": print}, "sinks to be Iterable, got builtin_function_or_method; write sinks="),
        ({"sinks": [print, 5]}, r"sinks\[1\] to be a plain function, got int; write sinks="),
        ({"sinks": [later]}, r"sinks\[0\] to be a plain function, got a coroutine function"),
    ],
)
def test_a_part_that_cannot_do_its_work_is_refused_at_once(parts, message):
    with pytest.raises(InputError, match=message):
        Monitor(**parts)


def odds_between_turns(**options):
    """Return the odds that a second turn contradicts the first."""
    monitor = Monitor(**options)
    monitor.observe("The tower is 330 m tall.", session="s")
    [verdict] = monitor.observe("The tower is not tall.", session="s").verdicts
    return verdict.contradiction / (1 - verdict.contradiction)


def test_the_shipped_model_is_told_that_turns_contradict_each_other_rarely():
    plain = odds_between_turns(settings=Settings(earlier_odds=1.0))
    assert odds_between_turns() == pytest.approx(load_config().earlier_odds * plain)
    doubled = odds_between_turns(settings=Settings(earlier_odds=2.0))
    assert doubled == pytest.approx(2 * plain)


def test_a_classifier_of_the_users_is_taken_at_its_word():
    said = ScriptedClassifier(default=Relation.CONTRADICTION)
    assert odds_between_turns(classifier=said) == pytest.approx(0.98 / 0.02)


def test_a_monitor_reopened_on_its_database_goes_on(tmp_path):
    url = f"sqlite:///{tmp_path}/belie.db"
    before = Monitor(store=url)
    before.observe("The tower is 330 m tall.", session="s", documents=["It is in Paris."])
    before.observe("The tower is 330 m tall. It is old.", session="s")
    after = Monitor(store=url)
    assert after.session("s").reports == before.session("s").reports
    assert after.session("s").score == before.session("s").score
    assert after.observe("It is in Paris.", session="s").turn.index == 2


def test_a_url_of_no_known_database_is_refused():
    with pytest.raises(InputError):
        Monitor(store="nonsense://x")


def test_verdicts_are_the_same_in_a_conversation_and_alone():
    document, claim = "The tower is 330 metres tall.", "The tower is 300 metres tall."
    (live,) = Monitor().observe(claim, session="s", documents=[document]).verdicts
    (alone,) = classify([document], [live.claim.text])
    assert live.probabilities == alone.probabilities


def test_a_megabyte_of_text_in_one_turn_is_checked_in_part_and_says_so():
    report = check("The tower of Paris is very tall. " * 32_000)
    assert report.warnings[0].endswith("claims were not checked: Settings(max_claims=200)")


def test_a_document_of_200_000_words_is_searched_for_the_sentence_that_decides():
    filler = " ".join(f"Item {number} is described on page {number}." for number in range(28_600))
    cut = len(filler) // 2
    document = f"{filler[:cut]} The tower of Arlen is 330 metres tall. {filler[cut:]}"
    report = check("The tower of Arlen is 330 metres tall.", [document])
    assert any("tower of Arlen" in verdict.premise.text for verdict in report.verdicts)


def test_an_empty_and_a_blank_document_are_no_evidence():
    report = check("The tower is tall.", ["", "  \n"])
    assert (report.verdicts, report.consistency) == ((), None)


REMEMBERS = """
import gc
from belie import Monitor

CODE = "".join(["47", "11"])

def held():
    seen, found, waiting = set(), 0, gc.get_objects()
    while waiting:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            found += isinstance(one, str) and "vault" in one and CODE in one
            waiting.extend(gc.get_referents(one))
    return found

def speak(monitor):
    answer = f"The vault code is {CODE}. It has 9 locks. Every vault {CODE} opens at 9:00."
    document = f"The vault code is not {CODE}. It has 8 locks."
    monitor.observe(answer, session="s", documents=[document])
    monitor.observe(f"The vault code is not {CODE}.", session="s")

monitor = Monitor()
speak(monitor)
before = held()
monitor.forget("s")
print(before > 0, held())
"""


def test_no_word_of_a_forgotten_session_is_left_in_the_process():
    done = subprocess.run(
        [sys.executable, "-I", "-c", REMEMBERS], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["True", "0"], done.stderr


@pytest.mark.parametrize(
    ("wrong", "correction", "right"),
    [
        ("The first iPhone cost $599.", "I was wrong, it is $499.", "The first iPhone cost $499."),
        ("The bridge opened in 1937.", "Actually, it was 1957.", "The bridge opened in 1957."),
        ("The store closes at 6 pm.", "Actually, it's 8 pm.", "The store closes at 8 pm."),
        ("The mill opened in 1937.", "Sorry, it's 1957.", "The mill opened in 1957."),
        (
            "The capital of Australia is Sydney.",
            "I was wrong, it is Canberra.",
            "The capital of Australia is Canberra.",
        ),
    ],
)
def test_a_correction_of_few_words_supersedes_and_may_be_said_again(wrong, correction, right):
    monitor = Monitor()
    monitor.observe(wrong, session="s")
    assert [one.premise.text for one in monitor.observe(correction, session="s").changes] == [wrong]
    assert not monitor.observe(right, session="s").alerts
    assert monitor.observe(wrong, session="s").alerts


@pytest.mark.parametrize(
    ("then", "since", "claim"),
    [
        ("My flight leaves at 6 pm.", "No wait, it's at 8 pm.", "Your flight leaves at 8 pm."),
        ("I live in Paris.", "I moved to London.", "You live in London."),
        ("The bridge opened in 1957.", "Oh, it opened in 1937.", "The bridge opened in 1937."),
    ],
)
def test_the_assistant_may_say_what_the_user_said_last(then, since, claim):
    monitor = Monitor()
    monitor.observe(then, session="s", role="user")
    monitor.observe(since, session="s", role="user")
    assert not monitor.observe(claim, session="s").alerts
