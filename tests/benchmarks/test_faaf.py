from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")
pytest.importorskip("langchain_core", reason="needs the extra llm")

from benchmarks.faaf import KINDS, costs
from benchmarks.faaf_texts import answers, questions

pytestmark = [pytest.mark.tree, pytest.mark.extras]


def test_there_are_at_least_40_questions_with_about_five_facts_each():
    asked = questions()
    assert len({question.text for question in asked}) == len(asked) >= 40
    assert {len(question.facts) for question in asked} == {5, 6}
    for question in asked:
        assert not {*question.right} & {*question.wrong}


@pytest.mark.parametrize(
    ("kind", "spoilt"), [(KINDS[0], {0}), (KINDS[1], {2, 3}), (KINDS[2], {2, 3})]
)
def test_the_labels_say_which_facts_an_answer_states(kind, spoilt):
    for question, row in zip(questions(), answers(kind), strict=True):
        assert row.facts == question.facts
        stated = [sentence in row.answer for sentence in question.right]
        assert stated == [*row.labels]
        assert row.labels.count(False) in spoilt


def test_a_function_takes_five_times_fewer_calls_and_four_times_fewer_tokens_than_prompts():
    prompts, _, responses, *_, default = costs(
        [*answers("ungrounded")[::6], *answers("incomplete")[::6]]
    )
    assert prompts.usage.calls > 5 * responses.usage.calls
    assert prompts.usage.output_tokens > 4 * responses.usage.output_tokens
    assert default.usage.calls == responses.usage.calls
    assert default.usage.unmeasured == 0
