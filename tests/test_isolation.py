"""Importing is light, and nothing opens a network socket."""

import json
import subprocess
import sys

import pytest

HEAVY = {
    "alembic",
    "asyncio",
    "cachetools",
    "jinja2",
    "langchain_core",
    "markdown_it",
    "networkx",
    "numpy",
    "onnxruntime",
    "pydantic",
    "rapidfuzz",
    "regex",
    "rich",
    "sentence_transformers",
    "sqlalchemy",
    "sqlmodel",
    "syntok",
    "tokenizers",
    "torch",
    "transformers",
    "typer",
}

GUARD = """
import socket, sys
def refuse(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.bind"):
        raise RuntimeError(f"a socket was opened: {event} {args}")
sys.addaudithook(refuse)
"""


def run(code):
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def loaded_by(statement):
    return set(json.loads(run(f"import sys, json\n{statement}\nprint(json.dumps([*sys.modules]))")))


def test_import_belie_loads_no_heavy_module():
    assert loaded_by("import belie").isdisjoint(HEAVY)


def test_help_loads_no_model_runtime():
    code = (
        "import contextlib, io\nfrom belie.cli import main\nsys.argv = ['belie', '--help']\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()): main()"
    )
    assert loaded_by(code).isdisjoint({"onnxruntime", "networkx", "sqlalchemy", "torch"})


@pytest.mark.parametrize("first", ["Monitor", "check", "classify"])
def test_the_models_run_without_torch(first):
    modules = loaded_by(f"from belie import {first}, check\ncheck('It is red.', ['It is blue.'])")
    assert modules.isdisjoint({"torch", "transformers", "sentence_transformers", "sqlalchemy"})


def test_the_guard_itself_refuses_a_connection():
    code = GUARD + "import socket\nsocket.create_connection(('127.0.0.1', 9))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False
    )
    assert "a socket was opened" in done.stderr


def test_checking_observing_and_storing_open_no_socket(tmp_path):
    run(
        GUARD
        + f"""
from belie import Monitor, check, classify
check("It is red.", ["It is blue."])
classify(["It is red."], ["It is blue."])
monitor = Monitor(store="sqlite:///{tmp_path}/belie.db")
monitor.observe("The tower is 330 m tall.", session="s", documents=["It is 300 m tall."])
"""
    )
