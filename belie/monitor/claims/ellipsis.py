"""Answers that lean on their question: "In 2007." says when the iPhone was released."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.claims.agreements import agreement, is_bare
from belie.monitor.claims.completed import AUXILIARIES, NOT, Completed, answered, lowered
from belie.monitor.claims.mentions import TIMES
from belie.monitor.claims.phrases import FINITE, without_edges
from belie.monitor.claims.polar_answers import polar
from belie.monitor.claims.wording import text_of
from belie.monitor.values.calendar import DAYS, MONTHS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.claims.tree import Tree

__all__ = ["complete", "is_answer", "is_fragment"]

_BEGINS_WITH_PREPOSITION = re.compile(
    r"(?:in|on|at|since|during|from|to|by|for|with)\b", re.IGNORECASE
)
_WH = frozenset({"WP", "WDT", "WRB", "WP$"})
_TIMES = TIMES | {"noon", "midnight"}
_LONGEST_ANSWER = 14
_DAYS, _MONTHS = ({name.lower() for name in names} for names in (DAYS, MONTHS))
_MONTH, _DAY = rf"(?:{'|'.join(MONTHS)})", r"\d\d?(?:st|nd|rd|th)?"
_DATE = re.compile(rf"(?:{_MONTH} {_DAY}|{_DAY} {_MONTH})(?:,? \d{{4}})?")
_YEAR = re.compile(r"[12]\d{3}")
_HOUR = re.compile(
    r"(?:\d\d?(?:[:.]\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"noon|midnight)(?: ?[ap]\.?m\.?| o['’]clock)?",
    re.IGNORECASE,
)
_OCCUPATION_ASKED = re.compile(
    r"what do(?:es)? (?:\w+ ){1,3}do(?: for (?:a|your|his|her) living| for work)?", re.IGNORECASE
)
_OCCUPATION = re.compile(
    r"an? (?:[\w-]+ ){0,3}[\w-]+|(?:\w{3,}(?:er|or|ist|ian)|nurse|chef|cook|student|pilot)"
)
_MOVING = word_set(
    "go going gone move moved moving travel travelled traveling fly flying flown drive head "
    "heading sail return come run"
)


def is_fragment(tree: Tree) -> bool:
    """Whether a sentence has no finite verb of its own."""
    return len(tree) <= _LONGEST_ANSWER and not any(
        tree.tags[word] in FINITE for word in range(len(tree))
    )


def is_answer(tree: Tree, question: Tree | None) -> bool:
    """Whether a line in bold answers a question, rather than being a title.

    It must fit the question, and have a number or a name, or be a yes or no.
    """
    if question is None or complete(tree, question) is None:
        return False
    told = any(tree.tags[word] in {"CD", "NNP", "NNPS"} for word in range(len(tree)))
    return told or is_bare(tree.span.cut(tree.text))


def complete(answer: Tree, question: Tree) -> Completed | None:
    """Return what ``answer`` says, completed from ``question``; `None` where that is not plain.

    A question after a place, time, amount, name or thing gets its statement with the answer in its
    place; a question to be answered by yes or no gets the statement or its negation.
    """
    agreed = agreement(answer.span.cut(answer.text))
    if agreed is not None:
        completed = polar(question, agreed)
        if completed is not None or not (agreed.end or "never" in agreed.denial):
            return completed
    asked = next((word for word in range(len(question)) if question.tags[word] in _WH), None)
    said = without_edges(
        answer, [word for word in range(len(answer)) if answer.base(word) != "discourse"]
    )
    if not said or _asks_twice(question):
        return None
    if asked is None:
        return _named(question, answer, said)
    return _open(question, asked, answer, said)


def _named(question: Tree, answer: Tree, said: Sequence[int]) -> Completed | None:
    """Return "I have two sons" for "Two sons." as the answer to "Do you have children?"."""
    rest = without_edges(question, range(len(question)))
    thing = question.child(question.root, "obj")
    if thing is None or not rest or question.lower(rest[0]) not in {"do", "does", "did"}:
        return None
    asked = question.subtree(thing)
    if asked[-1] != rest[-1] or not _names_a_thing(answer):
        return None
    auxiliary, *others = rest
    subject, statement = _statement(question, auxiliary, [w for w in others if w not in asked])
    if not subject:
        return None
    text = text_of(answer, said, _no_opening(answer, said[0]))
    place = Span(len(statement) + 1, len(statement) + 1 + len(text))
    return Completed(f"{statement} {text}", place, subject)


def _names_a_thing(answer: Tree) -> bool:
    """Whether words name what somebody may have: "two sons", "my car", not "some day", "nuts"."""
    noun = answer.root
    if not answer.tags[noun].startswith("NN") or not is_fragment(answer):
        return False
    articles = [answer.lower(word) for word in answer.children(noun, ("det",))]
    return articles in (["a"], ["an"]) or bool(answer.children(noun, ("nummod", "nmod:poss")))


def _open(question: Tree, asked: int, answer: Tree, said: Sequence[int]) -> Completed | None:
    """Return the statement that a wh-question asks for, with the answer in its place."""
    phrase = _asked_phrase(question, asked)
    inner = without_edges(question, range(len(question)))
    rest = [word for word in inner if word not in phrase]
    if not rest:
        return None
    if question.base(phrase[-1]) == "nsubj" or (
        any(question.base(word) == "nsubj" for word in phrase)
        and not _has_subject(question, phrase)
    ):
        name, tail = text_of(answer, said, {}), text_of(question, rest, {})
        return Completed(f"{name} {tail}", Span(0, len(name)), subject=name)
    auxiliary = rest[0] if question.lower(rest[0]) in AUXILIARIES else None
    if auxiliary is None or (phrase[-1] == asked and not _fits(question, asked, answer, said)):
        return None
    text = text_of(answer, said, _no_opening(answer, said[0]))
    if _OCCUPATION_ASKED.fullmatch(question.slice(inner)):
        return _occupation(question, rest, text)
    end = _verb_asked_of(question, phrase, rest)
    subject, statement = _statement(question, auxiliary, [w for w in rest[1:] if w <= end])
    noun = _counted(question, asked, phrase) if text[-1:].isalnum() and " " not in text else ""
    if question.tags[phrase[0]] == "IN" and not noun and not _BEGINS_WITH_PREPOSITION.match(text):
        statement += f" {question.lower(phrase[0])}"
    elif question.tags[rest[-1]] not in {"IN", "TO"} and phrase == [asked]:
        statement = f"{statement} {_preposition(question, asked, answer, said)}".rstrip()
    place = Span(len(statement) + 1, len(statement) + 1 + len(text))
    tail = answered(text_of(question, [word for word in rest if end < word], {}))
    return Completed(" ".join(filter(None, (statement, text, noun, tail))), place, subject)


def _verb_asked_of(question: Tree, phrase: Sequence[int], rest: Sequence[int]) -> int:
    """Return the word that the answer follows: "eat" of "What do you eat for breakfast?".

    It is the last one but where a verb's object is asked for, and a time, a place or the like
    stands behind the verb.
    """
    end, verb = rest[-1], question.heads[phrase[-1]]
    wanted = question.child(verb, "xcomp")  # "to eat" of "What do you want to eat?"
    verb = verb if wanted is None else wanted
    if question.base(phrase[-1]) != "obj" or not rest[0] < verb < end:
        return end
    behind = verb + 1
    adds = question.tags[behind] in {"IN", "TO"} or question.lower(behind) in _TIMES
    return verb if adds else end


def _occupation(question: Tree, rest: Sequence[int], text: str) -> Completed | None:
    """Return "I am a nurse" for "Nurse." as the answer to "What do you do for a living?"."""
    if not _OCCUPATION.fullmatch(text):
        return None
    does = next(word for word in rest[1:] if question.lower(word) == "do")
    subject = answered(text_of(question, [word for word in rest[1:] if word < does], {}))
    verb = {"i": "am", "we": "are", "they": "are", "you": "are"}.get(subject.lower(), "is")
    article = "" if " " in text else "an " if text[0] in "aeiou" else "a "
    begun = f"{subject} {verb} {article}"
    return Completed(f"{begun}{text}", Span(len(begun), len(begun) + len(text)), subject)


def _preposition(question: Tree, asked: int, answer: Tree, said: Sequence[int]) -> str:
    """Return what a bare place or time lacks: "in" for "Where do you live?" and "Leeds."."""
    first, text = answer.lower(said[0]), answer.slice(said)
    if question.lower(asked) == "where":
        moves = any(question.lower(word) in _MOVING for word in range(len(question)))
        is_place = answer.tags[said[0]] == "NNP"
        return ("to" if moves else "in") if is_place else ""
    if question.lower(asked) != "when":
        return ""
    if first.rstrip("s") in _DAYS or _DATE.fullmatch(text):
        return "on"
    if first in _MONTHS or _YEAR.fullmatch(text):
        return "in"
    return "at" if _HOUR.fullmatch(text) else ""


def _asks_twice(question: Tree) -> bool:
    """Whether an answer may be to either of two questions: "when and where was it built"."""
    asking = (word for word in range(len(question)) if question.tags[word] in _WH)
    added = (
        any(question.base(one) == "acl" for one in (word, *question.ancestors(word)))
        for word in asking
    )
    return 1 < sum(not one for one in added)


def _fits(question: Tree, asked: int, answer: Tree, said: Sequence[int]) -> bool:
    """Whether words can stand where "when", "where", "how" or "why" asks: not "Good news!"."""
    if question.tags[asked] != "WRB":
        return True
    tag = answer.tags[said[0]]
    if question.lower(asked) == "why":
        return tag in {"IN", "TO"}
    if tag in {"IN", "TO", "RB", "CD", "NNP", "VBG"}:
        return True
    timed = any(answer.tags[one] == "CD" or answer.lower(one) in _TIMES for one in said)
    return question.lower(asked) == "when" and timed


def _no_opening(tree: Tree, first: int) -> dict[int, str]:
    """Return a word that opened a sentence in lower case, where it is no name."""
    opening = tree.words[first]
    is_name = tree.tags[first].startswith("NNP") or opening == "I"
    is_name = is_name or (opening == opening.upper() and opening != "A")
    return {} if is_name else {first: opening.lower()}


def _counted(question: Tree, asked: int, phrase: Sequence[int]) -> str:
    """Return "lifts" of "how many lifts"."""
    if question.lower(asked + 1) not in {"many", "much"}:
        return ""
    nouns = [word for word in phrase if question.tags[word].startswith("NN")]
    return text_of(question, nouns, {})


def _asked_phrase(question: Tree, asked: int) -> list[int]:
    """Return the words that ask: "when", "how much", "which year", "in which year"."""
    top = asked
    head = question.heads[asked]
    within = question.base(asked) in {"det", "advmod", "nmod"} and asked < head < asked + 4
    if within and question.tags[head][:2] in {"NN", "JJ", "RB"}:
        above = question.heads[head]
        top = above if question.base(head) == "amod" and head < above else head
    return list(range(top + 1))


def _has_subject(question: Tree, without: Sequence[int]) -> bool:
    return any(
        question.base(word) == "nsubj" and word not in without for word in range(len(question))
    )


def _statement(question: Tree, auxiliary: int, rest: Sequence[int]) -> tuple[str, str]:
    """Return a question's subject, and with auxiliary and the rest in a statement's order.

    "do you bake it" is "you bake it"; "does" and "did" stay, for the verb is not in their form.
    """
    top = next((w for w in rest if question.base(w) in {"nsubj", "expl", "csubj"}), None)
    words = [w for w in (question.subtree(top) if top is not None else rest) if w in rest]
    following = [word for word in rest if max(words, default=auxiliary) < word]
    spelled = lowered(question, auxiliary)
    subject = answered(text_of(question, words, spelled)) if top is not None else ""
    denials = [word for word in rest if question.lower(word) in NOT and word not in following]
    may_drop = question.lower(auxiliary) == "do" and following and not denials
    is_plain = may_drop and question.lower(following[0]) not in NOT
    verbs = [] if is_plain else [auxiliary, *denials]
    text = answered(text_of(question, [*words, *verbs, *following], spelled))
    return subject if text.startswith(subject) else "", text
