import pytest

from belie.datatypes import Claim, Passage, Role, Span
from belie.monitor.reasoning import Inference
from belie.monitor.reasoning.inferring import derive


def said(text, *, turn=0, role=Role.ASSISTANT):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn, role)


def clash(premise, claim):
    return derive(said(claim, turn=2), [said(premise)], inferences={Inference.BELONGING})


@pytest.mark.parametrize(
    ("none", "some", "what"),
    [
        ("I'm an only child.", "My older sister still cuts my meat.", "sister"),
        ("I grew up as an only child.", "My brother was a sailor.", "brother"),
        ("I'm single.", "My husband steals my blanket.", "husband"),
        ("I don't have any children.", "My twins turn five in May.", "twins"),
        ("I have no pets.", "My dog's hair is everywhere.", "dog"),
        ("I live all alone.", "My flatmate cooks on Sundays.", "flatmate"),
        ("I'm retired.", "My boss wants me in at eight.", "boss"),
        ("Ana Berg has no children.", "Ana Berg's son works at the bank.", "son"),
    ],
)
def test_who_has_none_has_no_my(none, some, what):
    for premise, claim in ((none, some), (some, none)):
        found = clash(premise, claim)
        assert found is not None
        assert (found.refutes, found.conclusion) == (True, f"there is no {what}")


@pytest.mark.parametrize(
    ("none", "other"),
    [
        ("I'm an only child.", "My dad has two sisters."),
        ("I'm an only child.", "Your brother is funny."),
        ("I have no pets.", "My landlord allows dogs."),
        ("I have no dog.", "My dog walker is never late."),
        ("I have no dog.", "My dog died when I was six."),
        ("I have no car with a sunroof.", "My car is red."),
        ("I'm retired.", "My old boss wants me back."),
        ("If I were an only child I'd be bored.", "My brother is a sailor."),
        ("I don't have a boyfriend anymore.", "My boyfriend is a sailor."),
        ("Ana Berg has no children.", "Tom Lind's son works at the bank."),
        ("I have no children.", "My cousin has a son."),
    ],
)
def test_what_somebody_else_has_or_had_is_no_clash(none, other):
    assert clash(none, other) is None
    assert clash(other, none) is None


def test_what_the_user_has_none_of_the_assistant_has_not_either():
    mine = said("I have no children.", role=Role.USER)
    yours = said("Your son starts school.", turn=2)
    own = said("My son starts school.", turn=2)
    assert derive(yours, [mine], inferences={Inference.BELONGING}) is not None
    assert derive(own, [mine], inferences={Inference.BELONGING}) is None


def test_the_speaker_of_a_document_is_nobody_of_the_conversation():
    text = "I have no children."
    page = Passage("p", text, "d", Span(0, len(text)))
    claim = said("My son starts school.", turn=2)
    assert derive(claim, [page], inferences={Inference.BELONGING}) is None
