from __future__ import annotations

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from pydantic import BaseModel

from belie.adapters.langchain.shapes import Said
from belie.adapters.langchain.structured import structured_answer

pytestmark = pytest.mark.extras

ANSWER = "It is 330 m tall."


class Reply(BaseModel):
    answer: str = ANSWER
    sure: bool = True


CALL = AIMessage(
    "", id="a1", tool_calls=[{"name": "Reply", "args": Reply().model_dump(), "id": "c1"}]
)
DONE = ToolMessage("Returning structured response", tool_call_id="c1", name="Reply")
JSON = AIMessage(Reply().model_dump_json(), id="a1")


def returned(*messages, form):
    asked = HumanMessage("How tall is it?")
    return {"messages": [asked, *messages], "structured_response": form}


@pytest.mark.parametrize("form", [Reply(), Reply().model_dump()])
@pytest.mark.parametrize(("messages", "calls"), [((CALL, DONE), ("c1",)), ((JSON,), ())])
def test_the_answer_in_a_form_is_found(messages, calls, form):
    found = structured_answer(returned(*messages, form=form))
    assert (found.said, found.calls) == (Said(ANSWER, "a1"), calls)


@pytest.mark.parametrize(
    "outputs",
    [
        ANSWER,
        None,
        {"structured_response": Reply()},
        returned(JSON, form=None),
        returned(JSON, form={"height": 330}),
        returned(JSON, form=Reply(answer="The form of an earlier turn.")),
        returned(CALL, DONE, AIMessage("I could not say."), form=Reply()),
        returned(AIMessage("[1]"), form=Reply()),
    ],
)
def test_other_outputs_hold_no_form_of_this_turn(outputs):
    assert structured_answer(outputs) is None
