"""Questions with facts, written for `benchmarks.faaf`; everything in them is made up.

Each fact is written twice: as the fact that is verified, and in other words as the sentence of an
answer. From a whole answer an incomplete one is made by leaving facts out, and an ungrounded one
by giving some facts the value of another row.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.monitor.recall import RecallRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Kind", "Question", "answers", "questions"]

Kind = str
_CHANGED = (2, 3)
"""How many facts of an answer are left out or changed."""


@dataclass(frozen=True, slots=True)
class _Domain:
    """Things of one kind.

    Parameters
    ----------
    question
        With ``{name}``.
    forms
        For each value the fact, with ``{name}`` and ``{value}``, and the sentence of an answer.
    rows
        A name and its values, between bars.
    """

    question: str
    forms: tuple[tuple[str, str], ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its facts, and the sentences that state them; ``wrong`` states others."""

    text: str
    name: str
    facts: tuple[str, ...]
    right: tuple[str, ...]
    wrong: tuple[str, ...]


_DOMAINS = (
    _Domain(
        "What is known of the {name}?",
        (
            ("The {name} crosses the {value}.", "It spans the {value}."),
            ("The {name} opened in {value}.", "Its opening was in {value}."),
            ("The {name} is {value} metres long.", "It has a length of {value} metres."),
            ("The {name} was designed by {value}.", "The design is by {value}."),
            ("The {name} is built of {value}.", "The builders used {value} for it."),
            ("The {name} carries {value}.", "What crosses on it is {value}."),
        ),
        (
            "Tarn Bridge | river Osk | 1908 | 212 | Elin Marsh | granite | a tram line",
            "Hollin Bridge | Vale Canal | 1931 | 86 | Pieter Voss | steel | a footpath",
            "Castor Bridge | river Lune | 1967 | 540 | Ada Brandt | concrete | a motorway",
            "Merrow Bridge | Sill Gorge | 1889 | 145 | Tomas Reyes | iron | a railway",
            "Quay Bridge | harbour basin | 2003 | 64 | Nadia Karim | timber | a cycle path",
            "Ebbing Bridge | river Dorn | 1954 | 318 | Hugo Stahl | brick | a country road",
        ),
    ),
    _Domain(
        'What is the novel "{name}"?',
        (
            ('"{name}" was written by {value}.', "The author is {value}."),
            ('"{name}" was published in {value}.', "It first came out in {value}."),
            ('"{name}" is set in {value}.', "The story takes place in {value}."),
            ('"{name}" is narrated by {value}.', "The one who tells it is {value}."),
            ('"{name}" has {value} pages.', "The book runs to {value} pages."),
            ('"{name}" won the {value}.', "It was awarded the {value}."),
        ),
        (
            "Salt Year | Ingrid Falk | 1978 | Bergen | a lighthouse keeper | 412 | Aurora Prize",
            "The Ninth Clock | Omar Teal | 1995 | Lisbon | a watchmaker | 288 | Meridian Prize",
            "Low Water | June Abara | 2011 | Lagos | a ferry pilot | 340 | Delta Medal",
            "Paper Orchard | Lin Wei | 1963 | Kyoto | a schoolgirl | 196 | Crane Award",
            "A House of Bees | Clara Novak | 2004 | Prague | a widowed baker | 520 | Vltava Award",
            "Northern Post | Sven Aho | 1949 | Tampere | a postman | 255 | Birch Medal",
        ),
    ),
    _Domain(
        "What should a visitor know about the {name}?",
        (
            ("The {name} is in {value}.", "You find it in {value}."),
            ("The {name} was founded in {value}.", "Its foundation dates from {value}."),
            ("The {name} shows {value}.", "On display are {value}."),
            ("A ticket to the {name} costs {value} euros.", "Admission is {value} euros."),
            ("The {name} is closed on {value}.", "There is no admission on {value}."),
        ),
        (
            "Glass Museum | Murten | 1921 | old bottles | 9 | Mondays",
            "Tide Museum | Esbjerg | 1987 | ship models | 14 | Tuesdays",
            "Seed Museum | Parma | 2009 | dried plants | 6 | Sundays",
            "Clock Museum | Besan | 1899 | pocket watches | 11 | Wednesdays",
            "Letter Museum | Ghent | 1956 | love letters | 8 | Fridays",
            "Salt Museum | Halle | 1974 | mining tools | 12 | Thursdays",
        ),
    ),
    _Domain(
        "What does the company {name} do?",
        (
            ("{name} was founded by {value}.", "The founder is {value}."),
            ("{name} has its headquarters in {value}.", "The head office is in {value}."),
            ("{name} makes {value}.", "It manufactures {value}."),
            ("{name} employs {value} people.", "The staff numbers {value} people."),
            ("{name} has been listed since {value}.", "It went public in {value}."),
            ("{name} is led by {value}.", "Its chief executive is {value}."),
        ),
        (
            "Orvane | Mila Sorel | Lyon | hearing aids | 1,200 | 2014 | Jean Petit",
            "Brickwell | Tom Harrow | Leeds | roof tiles | 430 | 1998 | Sara Lowe",
            "Nimbra | Kenji Mori | Osaka | weather drones | 2,750 | 2021 | Yuki Tanaka",
            "Feldkraft | Anna Roth | Graz | small tractors | 3,900 | 1989 | Karl Weiss",
            "Pelagos | Nikos Vrettos | Patras | fishing nets | 310 | 2007 | Eleni Kosta",
            "Cindrel | Radu Pop | Cluj | bicycle brakes | 860 | 2016 | Ioana Stan",
        ),
    ),
    _Domain(
        "What is known of the {name}?",
        (
            ("The {name} lives in {value}.", "Its home is {value}."),
            ("The {name} eats {value}.", "It feeds on {value}."),
            ("The {name} weighs up to {value}.", "The heaviest reach {value}."),
            ("The {name} lives for about {value} years.", "Its lifespan is about {value} years."),
            ("The {name} has {value} young a year.", "Each year it raises {value} young."),
            (
                "The {name} was first described in {value}.",
                "Its first description is from {value}.",
            ),
        ),
        (
            "marl fox | dry grassland | beetles | 4 kg | 8 | three | 1832",
            "reed otter | mountain lakes | trout | 11 kg | 14 | two | 1791",
            "dusk heron | tidal marshes | crabs | 2 kg | 21 | four | 1866",
            "slate lizard | stone deserts | ants | 90 g | 5 | twelve | 1924",
            "cloud goat | high cliffs | lichen | 60 kg | 17 | one | 1758",
            "moss hare | northern forests | bark | 3 kg | 6 | seven | 1903",
        ),
    ),
    _Domain(
        "What is the {name}?",
        (
            ("The {name} takes place in {value}.", "It is held in {value}."),
            ("The {name} began in {value}.", "The first one was in {value}."),
            ("The {name} lasts {value} days.", "It goes on for {value} days."),
            ("The {name} celebrates {value}.", "What is celebrated is {value}."),
            ("The {name} had {value} visitors last year.", "Last year {value} people came."),
        ),
        (
            "Lantern Fair | Nantes | 1925 | five | the grape harvest | 48,000",
            "Drum Week | Bahia | 1983 | seven | African music | 120,000",
            "Cider Days | Hereford | 2001 | three | apple growing | 9,500",
            "Ice Feast | Oulu | 1968 | ten | winter swimming | 21,000",
            "Kite Sunday | Weifang | 1947 | two | the spring wind | 75,000",
            "Bread Market | Matera | 1990 | four | old bakeries | 15,300",
        ),
    ),
    _Domain(
        "What can you tell me about the ferry {name}?",
        (
            ("The {name} sails to {value}.", "Its destination is {value}."),
            ("The {name} was launched in {value}.", "The launch was in {value}."),
            ("The {name} carries {value} cars.", "There is room for {value} cars."),
            ("The crossing of the {name} takes {value}.", "A crossing lasts {value}."),
            ("The {name} runs on {value}.", "Its engines burn {value}."),
            ("The captain of the {name} is {value}.", "{value} is in command."),
        ),
        (
            "Skua | Anholt | 1996 | 38 | ninety minutes | diesel | Lars Bech",
            "Solveig | Utsira | 2018 | 55 | forty minutes | hydrogen | Kari Moen",
            "Isla Verde | Gomera | 2007 | 140 | two hours | marine gas oil | Ana Cruz",
            "Petrel | Stornoway | 1985 | 72 | three hours | heavy oil | Iain Shaw",
            "Mariposa | Bastia | 2012 | 260 | five hours | liquefied gas | Luc Ferri",
            "Hvalur | Papey | 1974 | 12 | half an hour | biodiesel | Jon Arnar",
        ),
    ),
    _Domain(
        "What is the {name}?",
        (
            ("The {name} stands in {value}.", "Its site is in {value}."),
            (
                "The mirror of the {name} is {value} metres wide.",
                "The mirror measures {value} metres.",
            ),
            ("The {name} saw first light in {value}.", "First light came in {value}."),
            ("The {name} observes {value}.", "It is used to observe {value}."),
            ("The {name} is operated by {value}.", "The operator is {value}."),
            ("The {name} cost {value} million euros.", "Its price was {value} million euros."),
        ),
        (
            "Alto Telescope | Chile | 8.2 | 1999 | young galaxies | a German institute | 310",
            "Karoo Telescope | Namibia | 6.5 | 2012 | dying stars | the University of Oslo | 145",
            "Mauna Eye | Hawaii | 3.9 | 1979 | comets | a Canadian agency | 58",
            "Pamir Telescope | Tajikistan | 2.4 | 1991 | asteroids | a national academy | 22",
            "Teide Mirror | Tenerife | 10.4 | 2008 | exoplanets | a Spanish foundation | 130",
            "Ross Dish | Antarctica | 5.1 | 2020 | cosmic dust | an Italian team | 96",
        ),
    ),
)


def questions() -> list[Question]:
    """Return the 48 questions, each with five or six facts."""
    return [question for domain in _DOMAINS for question in _of(domain)]


def answers(kind: Kind, *, seed: int = 8) -> list[RecallRow]:
    """Return a labelled answer to each question: ``whole``, ``incomplete`` or ``ungrounded``."""
    chance = random.Random(f"{seed} {kind}")
    return [_answer(question, kind, chance) for question in questions()]


def _answer(question: Question, kind: Kind, chance: random.Random) -> RecallRow:
    places = range(len(question.facts))
    spoilt = set[int]() if kind == "whole" else {*chance.sample(places, chance.choice(_CHANGED))}
    said = question.wrong if kind == "ungrounded" else [""] * len(places)
    sentences = [said[n] if n in spoilt else question.right[n] for n in places]
    text = " ".join([f"Here is what I found about {question.name}.", *filter(None, sentences)])
    labels = tuple(n not in spoilt for n in places)
    return RecallRow(text, question.facts, question=question.text, labels=labels)


def _of(domain: _Domain) -> Iterator[Question]:
    rows = [row.split(" | ") for row in domain.rows]
    for number, (name, *values) in enumerate(rows):
        _, *others = rows[(number + 1) % len(rows)]
        yield Question(
            text=domain.question.format(name=name),
            name=_called(domain, name),
            facts=tuple(_filled(domain, 0, name, values)),
            right=tuple(_filled(domain, 1, name, values)),
            wrong=tuple(_filled(domain, 1, name, others)),
        )


def _filled(domain: _Domain, side: int, name: str, values: Sequence[str]) -> Iterator[str]:
    for form, value in zip(domain.forms, values, strict=True):
        text = form[side].format(name=name, value=value)
        yield text[0].upper() + text[1:]


def _called(domain: _Domain, name: str) -> str:
    """Return the name as the facts of its domain call it."""
    form = domain.forms[0][0]
    before = form.partition("{name}")[0].lower()
    return f'{before}{name}"' if before == '"' else f"{before}{name}"
