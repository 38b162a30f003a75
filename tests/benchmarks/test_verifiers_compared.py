from __future__ import annotations

import sys

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from belie import Monitor
from belie.datatypes import Judgement, Relation
from belie.monitor.judging import Judge
from belie.monitor.vectors import CachedEncoder
from belie.testing import WordEncoder
from belie.verifiers import ScaleVerifier, local_verifier
from benchmarks.data import Grounded
from benchmarks.engines import Engine, Variant, engine_of
from benchmarks.scoring import answers
from benchmarks.spent import Spent, counted
from benchmarks.verifiers_compared import (
    ASKING,
    NAMES,
    SHIPPED,
    Choice,
    Made,
    Parts,
    VerifierError,
    choose,
    make,
)

pytestmark = pytest.mark.tree

GPT = "test:gpt"
PAINTED, PAINTS = "The bridge was painted by Ann.", "The bridge was painted by Zoe."
BUILT, BUILDS = "The mill was built of stone.", "The mill was built of wood."
FUNCTION = {
    "fact_1_citation": PAINTED,
    "fact_1": "False",
    "fact_1_degree": "partial",
    "fact_1_passage_words": "Ann",
    "fact_1_fact_words": "Zoe",
}
POINT = {
    "point": "the painter",
    "words": "Zoe",
    "premise": 1,
    "context": PAINTED,
    "check": "contradicted",
    "error": "entity",
}
FACTS = {"checks": [{"claim": 1, "points": [POINT]}]}
REPLIES = {"verify_facts": FUNCTION, "FactsReply": FACTS}


OWN = """
from types import SimpleNamespace

from belie.verifiers import local_verifier


class Counts:
    name = "mine"
    usage = SimpleNamespace(calls=1, input_tokens=2, output_tokens=3, unmeasured=0)

    def verify(self, turn, claims, candidates):
        raise NotImplementedError


class Inner:
    made = local_verifier
"""


class Classifier:
    """Is sure that nothing follows, but unsure of what is said of the bridge."""

    name = "half sure"

    def classify(self, pairs):
        return [self.judge("bridge" in pair.claim) for pair in pairs]

    def judge(self, unsure):
        most = 0.55 if unsure else 0.97
        rest = (1 - most) / 3
        return Judgement({one: most if one is Relation.NEUTRAL else rest for one in Relation})


@pytest.fixture
def parts():
    return Parts(Judge(Classifier()), CachedEncoder(WordEncoder()))


@pytest.fixture
def chat(monkeypatch):
    """What `init_chat_model` gives: a chat model that fills in each tool as `REPLIES` says."""
    pytest.importorskip("langchain", reason="needs the extra agents")
    from langchain_core.language_models import BaseChatModel  # noqa: PLC0415 - an extra
    from langchain_core.messages import AIMessage  # noqa: PLC0415
    from langchain_core.outputs import ChatGeneration, ChatResult  # noqa: PLC0415

    class Chat(BaseChatModel):
        model_name: str
        asked: list = []  # noqa: RUF012 - pydantic copies it
        broken: bool = False

        @property
        def _llm_type(self):
            return "scripted"

        def bind_tools(self, tools, **options):
            del options
            return self.bind(tools=tools)

        def _generate(self, messages, stop=None, run_manager=None, *, tools=(), **options):
            del stop, run_manager, options
            self.asked.append(f"{messages[-1].text} {tools[0].model_json_schema()}")
            if self.broken:
                raise TimeoutError
            name = tools[0].__name__
            call = {"name": name, "args": REPLIES[name], "id": "1"}
            used = {"input_tokens": 100, "output_tokens": 10, "total_tokens": 110}
            message = AIMessage("", tool_calls=[call], usage_metadata=used)
            return ChatResult(generations=[ChatGeneration(message=message)])

    model = Chat(model_name="gpt")
    made = {GPT: model}
    monkeypatch.setattr("langchain.chat_models.init_chat_model", made.__getitem__)
    return model


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A module of one's own that makes verifiers."""
    (tmp_path / "of_my_own.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    yield "of_my_own"
    sys.modules.pop("of_my_own", None)


def asked(choice, parts, extractor, text, document):
    """The answer of an engine with the verifier of a choice."""
    made = make(choice, parts)
    monitor = Monitor(
        extractor=extractor,
        encoder=parts.encoder,
        classifier=Classifier(),
        verifier=made.verifier,
    )
    engine = Engine(classify=None, monitor=monitor, threshold=0.65, chat=made.chat)
    (answer,) = answers([Grounded("g", ("x",), text, (document,))], engine=engine)
    return answer


def test_what_ships_needs_no_verifier_of_its_own(parts):
    assert choose(["local"]) == (SHIPPED,)
    assert make(SHIPPED, parts) == Made()


def test_verifiers_stand_once_each_in_the_order_they_were_named():
    assert choose(["scale", "local", "scale"]) == (Choice("scale"), SHIPPED)


@pytest.mark.parametrize(
    ("names", "model", "told"),
    [
        (["local", "scales"], "", "expected local, scale, .* or module:callable, got scales"),
        (["cascade"], "", "expected --model provider:name for the verifier cascade"),
        (["local", "scale"], GPT, "to ask test:gpt, got none"),
        (["no_such_module:make"], "", "No module named 'no_such_module'"),
        (["json:no_such_name"], "", "no_such_name"),
        (["json:__name__"], "", "cannot be called"),
        ([".:make"], "", "expected module:callable, got .:make"),
        ([":make"], "", "expected module:callable, got :make"),
    ],
)
def test_what_cannot_be_made_is_told_before_anything_is_scored(names, model, told):
    with pytest.raises(VerifierError, match=told):
        choose(names, model=model)


@pytest.mark.parametrize("name", ASKING)
def test_without_langchain_it_is_told_what_to_install(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "langchain.chat_models", None)
    with pytest.raises(VerifierError, match=r"pip install 'belie\[agents,llm\]'"):
        choose([name], model=GPT)


@pytest.mark.extras
@pytest.mark.parametrize("error", [ImportError("pip install langchain-x"), ValueError("unknown")])
def test_a_provider_that_is_missing_or_unknown_is_named(error, chat, monkeypatch):
    def refuse(name):
        del name
        raise error

    del chat
    monkeypatch.setattr("langchain.chat_models.init_chat_model", refuse)
    with pytest.raises(VerifierError, match=f"got test:gpt: {error}"):
        choose(["fact-logic"], model=GPT)


def test_scale_reads_every_document_as_the_verifier_that_users_hand_over():
    ours = engine_of(Variant(verifier=Choice("scale"))).monitor
    users = Monitor(verifier=ScaleVerifier(from_words=0))
    document = f"{PAINTED} It is long and has a toll. Its arch is made of steel."
    told = [one.observe(PAINTS, session="s", documents=[document]) for one in (ours, users)]
    ours.forget("s")
    assert told[0].verdicts == told[1].verdicts
    assert {verdict.premise.text for verdict in told[0].verdicts} == {PAINTED}


def test_scale_as_published_judges_every_window(parts):
    document = " ".join(f"Item {number} lies on shelf {number % 9}." for number in range(200))
    pairs = {}
    for name in ("scale", "scale-published"):
        classifier = Counting()
        verifier = make(Choice(name), Parts(Judge(classifier), parts.encoder)).verifier
        Monitor(verifier=verifier).observe("Item 1 is red.", session="s", documents=[document])
        pairs[name] = classifier.pairs
    assert pairs["scale"] < 15 < pairs["scale-published"]


class Counting(Classifier):
    pairs = 0

    def classify(self, pairs):
        self.pairs += len(pairs)
        return super().classify(pairs)


@pytest.mark.extras
@pytest.mark.parametrize(
    ("name", "calls"), [("function-call", 1), ("fact-logic", 0), ("cascade", 1)]
)
def test_a_chat_model_judges_and_is_counted_where_the_verifier_counts(
    name, calls, chat, parts, sentence_extractor
):
    (choice,) = choose([name], model=GPT)
    answer = asked(choice, parts, sentence_extractor, PAINTS, PAINTED)
    assert answer.scores["alerts"] == 1
    assert answer.spent == Spent(1, 1, calls, 100 * calls, 10 * calls)
    assert len(chat.asked) == 1


@pytest.mark.extras
def test_a_cascade_asks_only_where_the_classifier_is_unsure(chat, parts, sentence_extractor):
    text, document = f"{BUILDS} {PAINTS}", f"{BUILT} {PAINTED}"
    answer = asked(Choice("cascade", GPT), parts, sentence_extractor, text, document)
    assert (answer.spent.calls, answer.spent.by_chat) == (1, 1)
    assert answer.spent.by_chat < answer.spent.verdicts
    (said,) = chat.asked
    assert PAINTS in said
    assert BUILDS not in said


@pytest.mark.extras
@pytest.mark.parametrize("name", ASKING)
def test_where_the_chat_model_fails_its_column_says_whose_verdicts_they_are(
    name, chat, parts, sentence_extractor
):
    chat.broken = True
    answer = asked(Choice(name, GPT), parts, sentence_extractor, PAINTS, PAINTED)
    assert (answer.spent.verdicts, answer.spent.by_chat) == (1, 0)
    assert answer.spent.unmeasured == answer.spent.calls


def test_a_callable_of_ones_own_makes_a_verifier(own, parts):
    (choice,) = choose([f"{own}:Inner.made"])
    made = make(choice, parts)
    assert made.verifier.name == local_verifier().name
    assert made.chat is None


def test_a_callable_that_makes_something_else_is_refused(parts):
    (choice,) = choose(["builtins:dict"])
    with pytest.raises(VerifierError, match="expected a verifier from builtins:dict, got dict"):
        make(choice, parts)


def test_a_verifier_of_ones_own_is_counted_if_it_counts(own, parts):
    made = make(Choice(f"{own}:Counts"), parts)
    assert made.chat is made.verifier
    assert counted(made.chat) == Spent(calls=1, input_tokens=2, output_tokens=3)


def test_every_name_is_made_or_asks_a_chat_model(parts):
    for name in set(NAMES) - set(ASKING):
        assert make(Choice(name), parts).chat is None
