"""Pronouns of chats that were marked by hand."""

import re

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.blocks import read_folder
from training.parser.chats import FOLDER, chat_references

pytestmark = pytest.mark.tree


def cut(reference, span):
    return reference.text[slice(*span)]


def meant(*turns):
    return [
        (cut(one, one.pronoun), sorted(cut(one, span) for span in one.antecedents))
        for one in chat_references(turns)
    ]


def test_a_pronoun_stands_for_what_is_named_and_for_pronouns_before_it():
    turns = (
        "Ana met my uncle. {She=Ana} likes {him=my uncle}.",
        "Does {he=my uncle} like {her=Ana}?",
    )
    assert meant(*turns) == [
        ("She", ["Ana"]),
        ("him", ["my uncle"]),
        ("he", ["him", "my uncle"]),
        ("her", ["Ana", "She"]),
    ]


def test_a_pronoun_may_stand_for_several_phrases_or_for_nothing():
    assert meant("Luna is my cat. {She=Luna | my cat} sleeps, {it=-}'s late.") == [
        ("She", ["Luna", "my cat"]),
        ("it", []),
    ]


def test_only_the_last_five_sentences_before_are_read_with_it():
    turns = "Ana is here. " + " ".join(f"Day {number} passes." for number in range(5))
    (one,) = chat_references([turns, "{She=Ana} sings. She leaves."])
    assert one.text == " ".join(f"Day {number} passes." for number in range(5)) + " She sings."
    assert one.antecedents == ()


def test_all_that_is_marked_stands_in_its_chat():
    blocks = [lines for _, _, lines in read_folder(FOLDER)]
    assert len(blocks) > 1_900
    for lines in blocks:
        plain = re.sub(r"\{([^{}=]+)=[^{}]+\}", r"\1", " ".join(lines)).casefold()
        marks = re.findall(r"\{[^{}=]+=([^{}]+)\}", " ".join(lines))
        assert all(line[:3] in ("H: ", "B: ") for line in lines)
        for phrase in " | ".join(marks).casefold().split(" | "):
            assert phrase.strip() == "-" or phrase.strip() in plain
