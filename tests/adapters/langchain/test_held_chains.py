"""A guarded chain that streams and is held back: what its reader sees, and when."""

from __future__ import annotations

import asyncio
import threading
from operator import itemgetter

import pytest
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.output_parsers import StrOutputParser
from langchain_core.runnables import RunnableGenerator, RunnableLambda, RunnablePassthrough
from langchain_core.runnables.utils import AddableDict

from belie import InputError, Relation, Role, Settings, Turn, TurnReport
from belie.langchain import CallbackHandler, ContradictionGuard
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
ANSWER = f"It is old. {WRONG} It is grey."
WITHHELD = "I withheld my answer: it contradicts its sources or what was said before."
UNCHECKED = "I withheld my answer: it could not be checked against its sources."
SESSION = {"metadata": {"session_id": "s"}}
WAYS = ["stream", "astream"]


@pytest.fixture
def make_guard(scripted, monitor):
    """A guard that streams around the usual chain, whose model says the given replies."""

    def make(*replies, strategy="block", monitor=monitor, chain=None, **options):
        model = scripted.ScriptedChat(replies=list(replies))
        chain = chain or scripted.rag(model, scripted.Shelf(texts=[FACT]))
        return ContradictionGuard(
            chain, monitor=monitor, strategy=strategy, hold_stream=True, **options
        )

    return make


async def read(guard, how, inputs=QUESTION, take=lambda _: None):
    """The chunks that the reader is shown, in order."""
    shown = []
    if how == "stream":
        for chunk in guard.stream(inputs, SESSION):
            shown.append(chunk)
            take(chunk)
    else:
        async for chunk in guard.astream(inputs, SESSION):
            shown.append(chunk)
            take(chunk)
    return shown


def turns(monitor, session="s"):
    return [(str(r.turn.role), r.turn.text) for r in monitor.session(session).reports]


def saying(*chunks):
    """A chain that streams these chunks."""

    def stream(_):
        yield from chunks

    async def astream(_):
        for chunk in chunks:
            yield chunk

    return RunnableGenerator(stream, astream)


@pytest.mark.parametrize("how", WAYS)
async def test_block_shows_what_was_checked_and_then_the_notice(how, monitor, make_guard):
    heard = []
    guard = make_guard(ANSWER, on_alert=heard.append)
    assert "".join(await read(guard, how)) == f"It is old.\n\n{WITHHELD}"
    assert turns(monitor) == [("user", QUESTION), ("assistant", "It is old.")]
    assert [alert.refused for alert in heard] == [True]
    assert (guard.health().blocked, guard.health().errors) == (1, 0)


@pytest.mark.parametrize("how", WAYS)
async def test_revise_has_only_the_rest_written_again(how, scripted, monitor, make_guard):
    model = scripted.ScriptedChat(replies=[f"{FACT} It is grey."])
    guard = make_guard(ANSWER, strategy="revise", model=model)
    better = f"It is old. {FACT} It is grey."
    assert "".join(await read(guard, how)) == better
    assert turns(monitor) == [("user", QUESTION), ("assistant", better)]
    [[question, draft, request]] = model.asked
    assert (question.text, draft.text) == (QUESTION, ANSWER)
    assert '"It is old."' in request.text


@pytest.mark.parametrize("how", WAYS)
async def test_a_model_that_fails_to_revise_leaves_it_to_otherwise(how, scripted, make_guard):
    model = scripted.ScriptedChat(replies=[RuntimeError("down")])
    guard = make_guard(ANSWER, strategy="revise", model=model, otherwise="block")
    assert "".join(await read(guard, how)) == f"It is old.\n\n{WITHHELD}"


@pytest.mark.parametrize("how", WAYS)
async def test_annotate_gives_all_words_and_a_note(how, monitor, make_guard):
    given = "".join(await read(make_guard(ANSWER, strategy="annotate"), how))
    assert given.startswith(f"{ANSWER}\n\n---\nThis answer may be wrong:\n- ")
    assert turns(monitor)[-1] == ("assistant", ANSWER)


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("strategy", ["annotate", "revise", "block"])
async def test_an_answer_that_agrees_comes_in_the_chunks_of_the_chain(
    how, strategy, scripted, monitor, make_guard
):
    answer = f"It is old. {FACT}"
    guard = make_guard(answer, strategy=strategy, model=scripted.ScriptedChat(replies=["No."]))
    assert [chunk for chunk in await read(guard, how) if chunk] == [
        word if place == 0 else f" {word}" for place, word in enumerate(answer.split(" "))
    ]
    assert turns(monitor) == [("user", QUESTION), ("assistant", answer)]


class Noting:
    """Notes what an extractor is asked to read, which is what is about to be checked."""

    def __init__(self, extractor, events):
        self._extractor, self._events = extractor, events

    def extract(self, turn, earlier=()):
        if turn.role == "assistant":
            self._events.append(("checked", turn.text))
        return self._extractor.extract(turn, earlier)


@pytest.mark.parametrize("strategy", ["annotate", "block"])
def test_no_word_is_shown_before_a_check_of_its_sentence(strategy, sentence_extractor, make_guard):
    events = []
    checker = Checker(
        extractor=Noting(sentence_extractor, events),
        encoder=WordEncoder(),
        classifier=ScriptedClassifier({(FACT, WRONG): Relation.CONTRADICTION}),
        settings=Settings(),
        threshold=0.5,
    )
    monitor = Monitor(checker=checker, store=MemoryStore())
    guard = make_guard(f"It is old. It is tall. {ANSWER}", strategy=strategy, monitor=monitor)
    for chunk in guard.stream(QUESTION, SESSION):
        events.append(("shown", chunk))  # noqa: PERF401 - the checks are noted in between
    checked, shown = "", ""
    for kind, words in events:
        if kind == "checked":
            checked = max(checked, words, key=len)
        elif "300" not in shown + words and "withheld" not in words:
            shown += words
            assert checked.startswith(shown)
    assert shown
    first = events.index(("shown", "It"))
    assert events[first - 1] == ("checked", "It is old.")


@pytest.mark.parametrize("how", WAYS)
async def test_a_sentence_is_shown_while_the_chain_still_speaks(how, scripted, make_guard):
    seen = threading.Event()

    class Waiting(scripted.ScriptedChat):
        def _stream(self, messages, stop=None, run_manager=None, **kwargs):
            for chunk in super()._stream(messages, stop, run_manager, **kwargs):
                if "grey" in chunk.text:
                    assert seen.wait(30)
                yield chunk

    so_far = []

    def take(words):
        so_far.append(words)
        if "".join(so_far).startswith("It is old"):
            seen.set()

    chain = scripted.rag(Waiting(replies=["It is old. It is grey."]), scripted.Shelf(texts=[FACT]))
    await read(make_guard(chain=chain), how, take=take)
    assert "".join(so_far) == "It is old. It is grey."


@pytest.mark.parametrize("how", WAYS)
async def test_messages_keep_their_id_and_say_what_was_done(how, scripted, monitor, make_guard):
    monitor.observe(FACT, session="s")
    guard = make_guard(chain=scripted.ScriptedChat(replies=[ANSWER]))
    shown = await read(guard, how)
    whole = shown[0]
    for chunk in shown[1:]:
        whole += chunk
    assert isinstance(whole, AIMessageChunk)
    assert whole.text == f"It is old.\n\n{WITHHELD}"
    assert len({chunk.id for chunk in shown}) == 1
    assert whole.response_metadata["belie"]["action"] == "block"


@pytest.mark.parametrize("how", WAYS)
async def test_mappings_keep_their_shape_and_their_documents(how, make_guard):
    documents = AddableDict(context=[Document(FACT)])
    words = [f" {word}" for word in ANSWER.split()]
    guard = make_guard(chain=saying(documents, *(AddableDict(answer=word) for word in words)))
    whole = sum(await read(guard, how), start=AddableDict())
    assert whole["context"] == [Document(FACT)]
    assert whole["answer"].strip() == f"It is old.\n\n{WITHHELD}"


@pytest.mark.parametrize("how", WAYS)
async def test_an_answer_in_an_odd_shape_waits_for_the_end_and_passes_or_raises(
    how, monitor, make_guard
):
    monitor.observe(FACT, session="s")
    odd = [AIMessage("Hm."), AIMessage(WRONG)]
    guard = make_guard(chain=saying(odd))
    assert await read(guard, how) == [odd]
    assert guard.health().errors == 1
    assert turns(monitor)[-1] == ("assistant", WRONG)
    closed = make_guard(chain=saying(odd), on_failure="closed")
    with pytest.raises(InputError, match="expected chunks that are strings"):
        await read(closed, how)


@pytest.mark.parametrize("how", WAYS)
async def test_a_draft_that_the_inputs_held_is_not_changed_in_the_place_of_the_answer(
    how, scripted, monitor, make_guard
):
    monitor.observe(FACT, session="s")
    model = scripted.ScriptedChat(replies=[WRONG])
    chain = RunnablePassthrough.assign(refined=itemgetter("question") | model | StrOutputParser())
    guard, asked = make_guard(chain=chain), {"question": QUESTION, "response": "A draft."}
    whole = sum(await read(guard, how, asked), start=AddableDict())
    assert whole == {**asked, "refined": WRONG}
    assert (guard.health().blocked, guard.health().errors) == (0, 1)
    with pytest.raises(InputError, match="expected chunks that are strings"):
        await read(make_guard(chain=chain, on_failure="closed"), how, asked)


@pytest.mark.parametrize("how", WAYS)
async def test_what_is_no_answer_passes_unchecked(how, scripted, monitor, make_guard):
    guard = make_guard(chain=scripted.ScriptedChat(replies=[scripted.call("guide")]))
    assert any(chunk.tool_calls for chunk in await read(guard, how))
    assert "assistant" not in [role for role, _ in turns(monitor)]


@pytest.mark.parametrize("how", WAYS)
async def test_a_reader_who_leaves_is_recorded_with_what_was_shown(how, monitor, make_guard):
    guard = make_guard("It is old. " + "It is grey. " * 40)
    if how == "stream":
        stream = guard.stream(QUESTION, SESSION)
        while "old" not in next(stream):
            pass
        stream.close()
    else:
        stream = guard.astream(QUESTION, SESSION)
        while "old" not in await anext(stream):
            pass
        await stream.aclose()
    assert turns(monitor)[0] == ("user", QUESTION)
    assert turns(monitor)[1][1].startswith("It is old.")
    assert len(turns(monitor)[1][1]) < 60


class Failing:
    """A monitor whose model is gone."""

    def observe(self, text, **_):
        raise RuntimeError(text)

    preview = observe

    def stream(self, **_):
        raise RuntimeError


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize(("on_failure", "given"), [("open", ANSWER), ("closed", UNCHECKED)])
async def test_where_the_monitor_fails_the_answer_passes_whole_or_is_withheld(
    how, on_failure, given, make_guard
):
    guard = make_guard(ANSWER, monitor=Failing(), on_failure=on_failure)
    assert "".join(await read(guard, how)) == given
    assert guard.health().errors > 0


@pytest.mark.parametrize("how", WAYS)
async def test_a_chain_that_fails_raises_as_it_would_alone(how, make_guard):
    guard = make_guard("It is old. It is grey. BOOM")
    with pytest.raises(RuntimeError, match="the model broke"):
        await read(guard, how)


def test_a_run_that_names_no_conversation_has_one_of_its_own(monitor, make_guard):
    guard = make_guard(ANSWER)
    for _ in range(2):
        assert "".join(guard.stream(QUESTION)) == f"It is old.\n\n{WITHHELD}"
    assert [len(monitor.session(name).reports) for name in monitor.sessions()] == [2, 2]


def test_a_guard_is_one_step_of_a_longer_chain_and_a_handler_sees_what_was_given(make_guard):
    seen = []

    class Seeing:
        def observe(self, text, *, session, role, **_):
            seen.append((role, text))
            return TurnReport(Turn(session, 0, Role(role), text))

    def loud(chunks):
        for chunk in chunks:
            yield chunk.upper()

    chain = RunnableLambda(str.strip) | make_guard(ANSWER) | RunnableGenerator(loud)
    with CallbackHandler(monitor=Seeing()) as handler:
        shown = list(chain.stream(QUESTION, {**SESSION, "callbacks": [handler]}))
        assert handler.flush(30)
    assert "".join(shown) == f"It is old.\n\n{WITHHELD}".upper()
    assert 1 < len(shown)
    assert seen == [("user", QUESTION), ("assistant", "".join(shown))]


async def test_many_held_streams_at_once_are_kept_apart(scripted, monitor):
    class Echo(scripted.ScriptedChat):
        def _next(self, messages):
            return AIMessage(messages[-1].text.removeprefix("Say: "))

    guard = ContradictionGuard(
        Echo(replies=[""]), monitor=monitor, strategy="block", hold_stream=True
    )

    async def talk(name):
        config = {"metadata": {"session_id": f"s{name}"}}
        monitor.observe(FACT, session=f"s{name}")
        said = f"Say: Place {name} is old. {WRONG if name % 2 else FACT} It is grey."
        return "".join([chunk.text async for chunk in guard.astream(said, config)])

    answers = await asyncio.gather(*map(talk, range(8)))
    assert all((WITHHELD in answer) is bool(name % 2) for name, answer in enumerate(answers))
    assert guard.health().errors == 0
