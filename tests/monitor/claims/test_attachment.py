"""On which of two joined predicates a time or a place hangs, by trees as the parser reads them."""

import pytest

from belie.datatypes import Syntax
from belie.monitor.claims.attachment import nearest


def syntax(notation):
    """Return the syntax of "The/DT/det/1 tower/NN/root/-1": word, tag, relation, head."""
    rows = [row.rsplit("/", 3) for row in notation.split()]
    words, tags, relations, heads = zip(*rows, strict=True)
    return Syntax(words, tags, tuple(map(int, heads)), relations)


@pytest.mark.parametrize(
    ("notation", "head"),
    [
        pytest.param(
            "It/PRP/nsubj/1 opens/VBZ/root/-1 and/CC/cc/4 it/PRP/nsubj/4 closes/VBZ/conj/1 "
            "daily/RB/advmod/1",
            "closes",
            id="the second has a subject",
        ),
        pytest.param(
            "It/PRP/nsubj/1 costs/VBZ/root/-1 $60/CD/obj/1 and/CC/cc/4 ships/VBZ/conj/1 "
            "daily/RB/advmod/1",
            "ships",
            id="the first has an object",
        ),
        pytest.param(
            "It/PRP/nsubj/2 is/VBZ/cop/2 red/JJ/root/-1 and/CC/cc/4 ships/VBZ/conj/2 "
            "daily/RB/advmod/2",
            "ships",
            id="the first is an adjective",
        ),
        pytest.param(
            "It/PRP/nsubj/1 lasts/VBZ/root/-1 hours/NNS/obl/1 weighs/VBZ/parataxis/1 "
            "grams/NNS/obj/3 and/CC/cc/6 ships/VBZ/conj/3 daily/RB/advmod/1",
            "ships",
            id="the last of three",
        ),
        pytest.param(
            "It/PRP/nsubj/1 opens/VBZ/root/-1 and/CC/cc/3 closes/VBZ/conj/1 daily/RB/advmod/1",
            "opens",
            id="it may be of both",
        ),
        pytest.param(
            "It/PRP/nsubj/1 opens/VBZ/root/-1 he/PRP/nsubj/3 says/VBZ/parataxis/1 "
            "daily/RB/advmod/1",
            "opens",
            id="an aside stands between",
        ),
    ],
)
def test_what_follows_joined_predicates_is_of(notation, head):
    found = nearest(syntax(notation))
    assert found.words[found.heads[-1]] == head


def test_a_condition_stays_where_it_may_be_of_both():
    both = syntax(
        "You/PRP/nsubj/1 get/VBP/root/-1 mail/NN/obj/1 and/CC/cc/4 vote/VBP/conj/1 if/IN/mark/7 "
        "you/PRP/nsubj/7 pay/VBP/advcl/1"
    )
    assert nearest(both) == both
