"""An answer that arrives token by token: early alerts, the same report, no trace before the end."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie import ConflictKind, InputError, Relation, StoreError
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder
from belie.wiring import Monitor as ShippedMonitor

TALL, SMALL = "The tower is 330 m tall.", "The tower is 300 m tall."
CLASH = {(TALL, SMALL): Relation.CONTRADICTION, (SMALL, TALL): Relation.CONTRADICTION}
ANSWER = f"{SMALL} It was built of iron. Many people visit it. It stands in Paris. {TALL}"


@pytest.fixture(scope="session")
def make_monitor(sentence_extractor):
    def make(script=CLASH, *, extractor=None, store=None, classifier=None, encoder=None, sinks=()):
        checker = Checker(
            extractor=extractor or sentence_extractor,
            encoder=encoder or WordEncoder(),
            classifier=classifier or ScriptedClassifier(script),
            settings=Settings(),
            threshold=0.9,
        )
        return Monitor(checker=checker, store=store or MemoryStore(), sinks=sinks)

    return make


def words(text):
    """The text in tokens as models send them, the blank before the word."""
    first, *others = text.split(" ")
    return [first, *(f" {word}" for word in others)]


def fed(stream, tokens):
    """The alerts of each token, by its place."""
    return {place: found for place, token in enumerate(tokens) if (found := stream.feed(token))}


def broken_off(stream):
    fed(stream, words(ANSWER))
    raise RuntimeError


@st.composite
def tokens_of(draw, text):
    """Any way to cut a text into tokens, empty ones among them."""
    borders = sorted(draw(st.lists(st.integers(0, len(text)), max_size=30)))
    edges = [0, *borders, len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


def test_a_false_first_sentence_is_told_when_the_second_begins(make_monitor):
    stream = make_monitor().stream(session="s", documents=[TALL])
    [(place, (alert,))] = fed(stream, words(ANSWER)[:15]).items()
    assert words(ANSWER)[place] == " It"
    assert alert.conflict.kind is ConflictKind.REFERENCE
    assert alert.claim_span.cut(ANSWER) == "300"


class Noting(WordEncoder):
    """Notes what it was given to read."""

    def __init__(self):
        super().__init__()
        self.read = []

    def encode(self, texts):
        self.read += texts
        return super().encode(texts)


def test_documents_are_read_with_the_first_token_and_not_again(make_monitor):
    encoder = Noting()
    monitor = make_monitor(encoder=encoder)
    stream = monitor.stream(session="s", documents=[TALL])
    assert encoder.read == []
    assert stream.feed("The") == ()
    assert encoder.read == [TALL]
    fed(stream, words(ANSWER)[1:])
    assert stream.close().alerts
    monitor.observe("It leans.", session="s", documents=[TALL])
    assert len(encoder.read) == len(set(encoder.read))


def test_a_dropped_stream_has_read_documents_and_no_later_turn_is_held_to_them(make_monitor):
    monitor = make_monitor()
    monitor.stream(session="s", documents=[TALL]).feed("The")
    assert monitor.observe(SMALL, session="s").verdicts == ()


def test_without_documents_the_first_token_has_nothing_read(make_monitor):
    encoder = Noting()
    with make_monitor(encoder=encoder).stream(session="s") as stream:
        assert stream.feed("") == ()
    assert encoder.read == []


def test_checked_says_how_much_was_looked_at_and_a_failed_look_does_not_count(make_monitor):
    class Brittle(ScriptedClassifier):
        broken = False

        def classify(self, pairs):
            if self.broken:
                raise OSError("gone")
            return super().classify(pairs)

    classifier = Brittle(CLASH)
    stream = make_monitor(classifier=classifier).stream(session="s", documents=[TALL])
    stream.feed("The tower is grey. The tower")
    assert stream.checked == len("The tower is grey.")
    classifier.broken = True
    with pytest.raises(OSError, match="gone"):
        stream.feed(" is tall. The tower")
    assert stream.checked == len("The tower is grey.")
    classifier.broken = False
    stream.feed(" is old. It")
    assert stream.checked == len("The tower is grey. The tower is tall. The tower is old.")


def test_the_shipped_models_tell_of_the_first_sentence_before_the_fifth_begins():
    answer = (
        "The Eiffel Tower is 250 metres tall. It was built of iron. Many people visit it. "
        "It stands in Paris. It has three floors."
    )
    stream = ShippedMonitor().stream(
        session="s", documents=["The Eiffel Tower is 330 metres tall."]
    )
    told = fed(stream, words(answer[: answer.index("It has")]))
    (early,) = (alert for alerts in told.values() for alert in alerts)
    assert early.claim_span.cut(answer) == "250"
    assert early in stream.close().alerts


def test_an_answer_in_html_is_told_of_early_and_reported_as_a_whole():
    answer = (
        "<p>The Eiffel Tower is <b>250 metres</b> tall.</p><p>It was built of iron.</p>"
        "<ul><li>It stands in Paris.</li><li>It has three floors.</li></ul>"
    )
    documents = ["The Eiffel Tower is 330 metres tall."]
    stream = ShippedMonitor().stream(session="s", documents=documents)
    told = fed(stream, words(answer[: answer.index("It has")]))
    (early,) = (alert for alerts in told.values() for alert in alerts)
    assert early.claim_span.cut(answer) == "250"
    stream.feed(answer[answer.index("It has") :])
    assert stream.close() == ShippedMonitor().observe(answer, session="s", documents=documents)


@given(tokens=tokens_of(ANSWER))
def test_however_it_is_cut_the_report_is_that_of_the_whole_answer(make_monitor, tokens):
    streamed, whole = make_monitor(), make_monitor()
    for monitor in (streamed, whole):
        monitor.observe("How tall is it?", session="s", role="user")
        monitor.observe(TALL, session="s", documents=["The tower is old."])
    given = {"session": "s", "documents": [TALL, "It is red."], "question": "How tall?"}
    with streamed.stream(**given) as stream:
        fed(stream, tokens)
    assert stream.close() == whole.observe(ANSWER, **given)
    assert streamed.session("s").reports == whole.session("s").reports
    assert stream.withdrawn == ()
    assert set(stream.alerts) <= set(stream.close().alerts)


MARKDOWN = (
    "# Tower\n\nSorry, I was wrong: it is 330 m tall. It has:\n- three floors\n- 7 lifts\n\n"
    "| Part | Of |\n|-|-|\n| Top | Iron |\n\n```\nx = 1. y\n```\nDr. Eiffel built it, e.g. the top…"
)


@given(tokens=tokens_of(MARKDOWN))
def test_the_shipped_extractor_reads_a_stream_as_it_reads_the_whole(tokens, shipped):
    streamed, whole = shipped
    name = f"s{len(streamed.sessions())}"
    with streamed.stream(session=name, documents=[SMALL]) as stream:
        fed(stream, tokens)
    assert stream.close() == whole.observe(MARKDOWN, session=name, documents=[SMALL])


@pytest.fixture(scope="module")
def shipped():
    return ShippedMonitor(), ShippedMonitor()


@given(st.text(alphabet="ab .!?\n`|-#\ud83d\x00*", max_size=60))
def test_any_text_may_be_fed_letter_by_letter(make_monitor, text):
    with make_monitor().stream(session="s") as stream:
        fed(stream, text)
    assert stream.close() == make_monitor().observe(text, session="s")


def test_each_alert_is_returned_once_and_told_to_the_sinks_once_at_the_end(make_monitor):
    told = []
    monitor = make_monitor(sinks=[told.append])
    stream = monitor.stream(session="s", documents=[TALL])
    early = fed(stream, words(f"{ANSWER} And so on."))
    returned = [alert for alerts in early.values() for alert in alerts]
    assert told == []
    report = stream.close()
    assert [str(alert.conflict.kind) for alert in returned] == ["reference", "same_turn"]
    assert (returned, told) == (list(report.alerts), list(report.alerts))


def test_alerts_across_turns_are_told_early_too(make_monitor):
    monitor = make_monitor()
    monitor.observe(TALL, session="s")
    stream = monitor.stream(session="s")
    fed(stream, [SMALL, " It", " is old."])
    assert [str(alert.conflict.kind) for alert in stream.alerts] == ["cross_turn"]
    assert stream.alerts == stream.close().alerts


def test_what_its_speaker_corrected_before_is_not_held_against_a_stream(make_monitor):
    monitor = make_monitor()
    monitor.observe(TALL, session="s", role="user")
    monitor.observe(f"Scratch that. {SMALL}", session="s", role="user")
    for number in range(6):
        monitor.observe(f"Place {number} is old.", session="s", role="user")
    stream = monitor.stream(session="s")
    fed(stream, [SMALL, " It is old."])
    assert stream.alerts == stream.close().alerts == ()


def test_a_dropped_stream_leaves_no_trace(make_monitor):
    told = []
    monitor = make_monitor(sinks=[told.append])
    monitor.observe("It is old.", session="s", documents=["It is red."])
    fed(monitor.stream(session="s", documents=[TALL]), words(ANSWER))
    stream = monitor.stream(session="s", documents=[TALL])
    with pytest.raises(RuntimeError), stream:
        broken_off(stream)
    assert (told, monitor.sessions(), len(monitor.session("s").reports)) == ([], ("s",), 1)
    fresh = make_monitor()
    fresh.observe("It is old.", session="s", documents=["It is red."])
    assert monitor.observe(ANSWER, session="s") == fresh.observe(ANSWER, session="s")
    with pytest.raises(InputError, match="dropped"):
        stream.close()


def test_a_turn_observed_meanwhile_counts_and_the_early_alert_is_withdrawn(make_monitor):
    monitor = make_monitor()
    stream = monitor.stream(session="s", documents=[TALL])
    fed(stream, [SMALL, " It is old."])
    assert stream.withdrawn == ()
    monitor.observe("Go on.", session="s", role="user")
    report = stream.close()
    assert report.turn.index == 1
    assert [alert.id for alert in stream.withdrawn] == [stream.alerts[0].id]
    assert [alert.id for alert in report.alerts] == ["s/1#0 reference s/1/document-1@0-24"]


class Words:
    """Reads a turn as one claim for as long as it does not end in a retraction."""

    def __init__(self, extractor):
        self._extractor = extractor

    def extract(self, turn, earlier=()):
        found = self._extractor.extract(turn, earlier)
        return type(found)() if "Just kidding." in turn.text else found


def test_an_alert_that_later_words_undo_is_withdrawn(make_monitor, sentence_extractor):
    stream = make_monitor(extractor=Words(sentence_extractor)).stream(session="s", documents=[TALL])
    fed(stream, [SMALL, " So there.", " Just kidding."])
    assert stream.close().alerts == ()
    assert stream.withdrawn == stream.alerts != ()


def test_what_is_fed_after_the_end_is_refused_and_closing_twice_is_one_turn(make_monitor):
    monitor = make_monitor()
    stream = monitor.stream(session="s")
    stream.feed(TALL)
    assert stream.close() is stream.close()
    with pytest.raises(InputError, match="closed"):
        stream.feed("x")
    assert len(monitor.session("s").reports) == 1


@pytest.mark.parametrize("bad", [{"session": ""}, {"session": "s", "documents": "one"}])
def test_bad_input_is_refused_before_the_first_token(bad, make_monitor):
    with pytest.raises(InputError):
        make_monitor().stream(**bad)


def test_a_token_that_is_no_text_is_refused_and_the_stream_goes_on(make_monitor):
    with make_monitor().stream(session="s") as stream:
        with pytest.raises(InputError, match="token"):
            stream.feed(None)
        stream.feed(TALL)
    assert stream.close().turn.text == TALL


class FailingOnce(ScriptedClassifier):
    def classify(self, pairs):
        if not self.calls and pairs:
            self.calls.append([])
            raise RuntimeError("no memory")
        return super().classify(pairs)


def test_a_model_that_fails_under_way_does_not_end_the_stream(make_monitor):
    monitor = make_monitor(classifier=FailingOnce(CLASH))
    stream = monitor.stream(session="s", documents=[TALL])
    with pytest.raises(RuntimeError):
        fed(stream, [SMALL, " It is old."])
    assert stream.feed(" So it is. Yes.") == stream.alerts != ()
    assert stream.close() == make_monitor().observe(
        f"{SMALL} It is old. So it is. Yes.", session="s", documents=[TALL]
    )


class BrokenStore(MemoryStore):
    def append(self, report):
        del report
        raise StoreError("the disk is full")


def test_a_stream_that_cannot_be_stored_is_no_turn(make_monitor):
    monitor = make_monitor(store=BrokenStore())
    stream = monitor.stream(session="s")
    stream.feed(TALL)
    with pytest.raises(StoreError):
        stream.close()
    assert monitor.session("s").reports == ()
    assert stream.withdrawn == ()


@pytest.mark.parametrize("close", ["close", "aclose", "with", "async with"])
async def test_a_sink_that_raises_loses_no_report(close, make_monitor):
    def refuse(alert):
        raise OSError(alert.id)

    monitor = make_monitor(sinks=[refuse])
    stream = monitor.stream(session="s", documents=[TALL])
    with pytest.raises(OSError, match="reference") as raised:
        await ended(stream, close)
    (report,) = monitor.session("s").reports
    assert raised.value.belie_report == stream.close() == report
    assert len(report.alerts) == 1
    assert stream.withdrawn == ()


async def ended(stream, close):
    """A stream with a false sentence, which ends in one of the ways there are."""
    match close:
        case "close":
            stream.feed(SMALL)
            stream.close()
        case "aclose":
            await stream.afeed(SMALL)
            await stream.aclose()
        case "with":
            with stream:
                stream.feed(SMALL)
        case "async with":
            async with stream:
                await stream.afeed(SMALL)


async def test_an_async_stream_finds_the_same_while_the_loop_goes_on(make_monitor):
    monitor, whole = make_monitor(), make_monitor()
    ticks = 0

    async def tick():
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    ticking = asyncio.create_task(tick())
    async with monitor.stream(session="s", documents=[TALL]) as stream:
        for token in words(ANSWER):
            await stream.afeed(token)
    ticking.cancel()
    assert stream.close() == whole.observe(ANSWER, session="s", documents=[TALL])
    assert stream.alerts[0] == stream.close().alerts[0]
    assert ticks > 1


async def test_a_cancelled_async_stream_is_no_turn(make_monitor):
    monitor = make_monitor()
    said = asyncio.Event()

    async def serve():
        async with monitor.stream(session="s") as stream:
            await stream.afeed(TALL)
            said.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(serve())
    await said.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert monitor.sessions() == ()


@pytest.mark.parametrize("text", ["a. " * 4_000, "a.\n" * 4_000, "é" * 20_000, ". " * 6_000])
def test_hostile_streams_cost_in_proportion_to_their_length(text, make_monitor, soon):
    stream = make_monitor().stream(session="s")
    with soon():
        fed(stream, text)


def test_a_preview_tells_what_observing_would_and_keeps_nothing(make_monitor):
    told = []
    monitor = make_monitor(sinks=[told.append])
    monitor.observe(TALL, session="s", role="user")
    given = {"session": "s", "documents": [TALL]}
    foreseen = monitor.preview(SMALL, **given)
    assert (told, len(monitor.session("s").reports)) == ([], 1)
    assert foreseen == monitor.observe(SMALL, **given).alerts != ()
