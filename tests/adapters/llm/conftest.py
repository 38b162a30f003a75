from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

NEEDED = ("langchain_core", "rapidfuzz")
collect_ignore_glob = [] if all(map(find_spec, NEEDED)) else ["*.py"]


@pytest.fixture(scope="session")
def scripted():
    """The module ``scripted_replies.py`` beside this file: chat models and a local extractor."""
    path = Path(__file__).with_name("scripted_replies.py")
    spec = spec_from_file_location("belie_scripted_replies", path)
    module = sys.modules["belie_scripted_replies"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
