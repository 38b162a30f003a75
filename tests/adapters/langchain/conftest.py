from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from belie.datatypes import Relation
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder

collect_ignore_glob = [] if find_spec("langchain_core") else ["*.py"]

HIGH, LOW = "The tower is 330 m tall.", "The tower is 300 m tall."


@pytest.fixture(scope="session")
def scripted():
    """The module ``scripted.py`` beside this file: a chat model, a retriever and a chain."""
    path = Path(__file__).with_name("scripted.py")
    spec = spec_from_file_location("belie_scripted", path)
    module = sys.modules["belie_scripted"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def monitor(sentence_extractor):
    """A real monitor, whose scripted judgement knows one clash: 330 m against 300 m."""
    checker = Checker(
        extractor=sentence_extractor,
        encoder=WordEncoder(),
        classifier=ScriptedClassifier({(HIGH, LOW): Relation.CONTRADICTION}),
        settings=Settings(),
        threshold=0.5,
    )
    return Monitor(checker=checker, store=MemoryStore())


@pytest.fixture
def handler(monitor, scripted):
    """A LangChain handler, which must have forgotten every run when its test ends."""
    with scripted.CallbackHandler(monitor=monitor) as made:
        yield made
        assert made.flush(10)
        assert made.health().errors == 0
        assert not made._roots._roots
        assert not made._roots._root_of
