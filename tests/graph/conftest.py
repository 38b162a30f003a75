from __future__ import annotations

import pytest

from belie.datatypes import Claim, Passage, Relation, Role, Scope, Span, Verdict
from belie.graph import ClaimGraph


def said(turn, text, session="s", number=0, **meant):
    source = f"{session}/{turn}"
    return Claim(
        f"{source}#{number}", text, source, Span(0, len(text)), turn, Role.ASSISTANT, **meant
    )


def judged(premise, claim, relation, mass=0.9):
    rest = (1 - mass) / 3
    odds = {each: mass if each is relation else rest for each in Relation}
    return Verdict(premise, claim, odds, relation, model="small-1")


@pytest.fixture(scope="session")
def view_of():
    """Make a graph with every kind of edge, in which a text stands everywhere."""

    def view_of(text, session="s"):
        guide = Passage(f"{session}/0/{text}@0-9", text, text, Span(0, 9), 0)
        first, again = said(1, f"The mill {text}", session), said(3, f"The mill {text}", session)
        other = said(5, f"The barn {text}", session, scope=frozenset({Scope.CORRECTION}))
        graph = ClaimGraph(threshold=0.5)
        graph.update(
            [first, again, said(7, "Scratch that.", session)],
            [
                judged(guide, first, Relation.ENTAILMENT),
                judged(guide, other, Relation.PARTIAL_CONTRADICTION, 0.7),
                judged(again, other, Relation.CONTRADICTION),
            ],
        )
        return graph.view()

    return view_of
