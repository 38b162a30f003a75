from __future__ import annotations

import re
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

from belie.adapters.onnx import MODELS
from belie.cli.checkup import (
    DEPENDENCIES,
    EXTRAS,
    SelfCheck,
    check_models,
    list_models,
    list_versions,
)


@pytest.mark.tree
def test_dependencies_and_extras_are_those_of_the_project():
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    project = tomllib.loads(text)["project"]
    names = [re.match(r"[\w.-]+", entry)[0] for entry in project["dependencies"]]
    assert sorted(DEPENDENCIES) == sorted(names)
    for extra, packages in EXTRAS.items():
        entries = project["optional-dependencies"][extra]
        assert sorted(packages) == sorted(re.match(r"[\w.-]+", entry)[0] for entry in entries)


def test_every_package_has_a_version_or_says_how_to_get_one():
    versions = dict(list_versions())
    assert set(versions) == {"python", "belie", *DEPENDENCIES, *sum(EXTRAS.values(), ())}
    for extra, packages in EXTRAS.items():
        for package in packages:
            found = versions[package]
            assert re.match(r"\d", found) or f"'belie[{extra}]'" in found


def test_a_package_of_two_extras_is_listed_once():
    names = [name for name, _ in list_versions()]
    assert "langchain-core" in set(EXTRAS["langchain"]) & set(EXTRAS["llm"])
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "name",
    ["bi_encoder.onnx", "cross_encoder.onnx", "parser.onnx", "parser.json", "tokenizer.json"],
)
def test_model_files_are_named_with_the_head_of_their_hash(name):
    digest = sha256((MODELS / name).read_bytes()).hexdigest()
    assert dict(list_models())[f"  {name}"] == f"sha256 {digest[:12]}"


def test_the_shipped_models_know_the_known_pairs():
    assert check_models().right


def test_a_wrong_or_slow_verdict_fails():
    assert SelfCheck(right=True, loading=9.0, judging=0.1).passed
    assert not SelfCheck(right=False, loading=0.1, judging=0.1).passed
    assert not SelfCheck(right=True, loading=0.1, judging=1.1).passed
