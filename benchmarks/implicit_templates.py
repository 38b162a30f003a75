"""Contradictions that need several premises or arithmetic, made from templates with a seed.

Each template gives premises, a claim that they rule out, and the same claim made consistent.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["TEMPLATES", "Implicit", "generated"]


@dataclass(frozen=True)
class Implicit:
    """A claim that premises rule out together, and its twin that they do not.

    ``documents`` are retrieved with the answer, ``turns`` (role and text) were said before it.
    """

    id: str
    half: str
    kind: str
    domain: str
    documents: tuple[str, ...]
    turns: tuple[tuple[str, str], ...]
    claim: str
    twin: str


@dataclass(frozen=True)
class _Made:
    kind: str
    domain: str
    documents: tuple[str, ...]
    claim: str
    twin: str
    turns: tuple[tuple[str, str], ...] = ()


_INNS = [
    "Seaview Lodge",
    "Harbour Inn",
    "Pine Hostel",
    "Maple Guesthouse",
    "Castle Hotel",
    "Lakeside Motel",
]
_PEOPLE = [
    "Elena Petrova",
    "Tomas Lind",
    "Amir Haddad",
    "Clara Voss",
    "Jonas Berg",
    "Mina Okafor",
    "Paul Renard",
]
_NAMES = ["Ana", "Ben", "Carl", "Dina", "Emil", "Fay", "Gus", "Hanna", "Ivo", "Jana"]
_PLACES = [
    "Harrow",
    "Thornbury",
    "Oakfield",
    "Millbrook",
    "Ashford",
    "Kelmore",
    "Dunwick",
    "Larkhill",
]
_FIRMS = ["Nordlys", "Brightwater", "Quantia", "Ferrum Works", "Bluefin", "Solvane", "Kestrel Labs"]
_SMALL = ["two", "three", "four", "five", "six", "seven", "eight", "nine"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def _rooms(rng: random.Random) -> _Made:
    inn, rooms, beds = rng.choice(_INNS), rng.randint(4, 30), rng.randint(2, 4)
    each = rng.choice(
        [
            "Each room has {n} beds.",
            "Every room has {n} beds.",
            "Every room at the {inn} has {n} beds.",
        ]
    )
    wrong = rooms * beds + rng.choice([-5, -3, 4, 7])
    say = rng.choice(
        [
            "The {inn} has {n} beds in total.",
            "The {inn} has {n} beds.",
            "There are {n} beds in the {inn}.",
        ]
    )
    documents = f"The {inn} has {rooms} rooms.", each.format(n=_SMALL[beds - 2], inn=inn)
    return _Made(
        "total",
        "hotels",
        documents,
        say.format(inn=inn, n=wrong),
        say.format(inn=inn, n=rooms * beds),
    )


def _carriages(rng: random.Random) -> _Made:
    name, count, seats = rng.choice(_PLACES), rng.randint(3, 12), rng.choice([40, 60, 72, 80])
    documents = (
        f"The {name} Express has {count} carriages. Each carriage seats {seats} passengers.",
    )
    wrong = count * seats + rng.choice([-60, -20, 50])
    return _Made(
        "total",
        "transport",
        documents,
        f"The {name} Express seats {wrong} passengers.",
        f"The {name} Express seats {count * seats} passengers.",
    )


def _boxes(rng: random.Random) -> _Made:
    item, n, m = (
        rng.choice(["tiles", "candles", "pens", "bulbs"]),
        rng.randint(3, 9),
        rng.choice([6, 10, 12, 24]),
    )
    firm = rng.choice(_FIRMS)
    documents = (
        f"The {firm} starter kit contains {n} boxes of {item}.",
        f"Each box contains {m} {item}.",
    )
    say = f"The {firm} starter kit contains {{}} {item} altogether."
    return _Made(
        "total",
        "shopping",
        documents,
        say.format(n * m + rng.choice([-4, 3, 8])),
        say.format(n * m),
    )


def _scores(rng: random.Random) -> _Made:
    (a, b), x, y = rng.sample(_NAMES, 2), rng.randint(5, 30), rng.randint(5, 30)
    documents = f"{a} scored {x} points.", f"{b} scored {y} points."
    say = rng.choice(
        ["Together, {a} and {b} scored {n} points.", "{a} and {b} scored {n} points in total."]
    )
    wrong = x + y + rng.choice([-6, -3, 4, 9])
    return _Made(
        "total", "sport", documents, say.format(a=a, b=b, n=wrong), say.format(a=a, b=b, n=x + y)
    )


def _raised(rng: random.Random) -> _Made:
    (a, b), x, y = (
        rng.sample(["bake sale", "raffle", "concert", "auction", "fun run"], 2),
        rng.randint(10, 90) * 10,
        rng.randint(10, 90) * 10,
    )
    documents = (f"The {a} raised ${x}. The {b} raised ${y}.",)
    say = f"Together, the {a} and the {b} raised ${{:,}}."
    return _Made(
        "total",
        "charity",
        documents,
        say.format(x + y + rng.choice([-70, 100, 150])),
        say.format(x + y),
    )


def _stock(rng: random.Random) -> _Made:
    place, item, n = (
        rng.choice(_PLACES),
        rng.choice(["bikes", "tents", "lamps", "chairs"]),
        rng.randint(30, 90) * 10,
    )
    gone = rng.randint(3, 25) * 10
    verb = rng.choice(["sold", "shipped", "donated"])
    documents = (
        f"The {place} warehouse had {n} {item} on Monday.",
        f"The {place} warehouse {verb} {gone} {item} on Tuesday.",
    )
    say = f"The {place} warehouse has {{}} {item} left."
    return _Made(
        "difference",
        "warehouse",
        documents,
        say.format(n - gone + rng.choice([-20, 30, 50])),
        say.format(n - gone),
    )


def _purse(rng: random.Random) -> _Made:
    n, gone = rng.randint(30, 90) * 10, rng.randint(3, 25) * 10
    turns = (
        ("user", f"I had ${n} this morning."),
        ("user", f"I spent ${gone} on {rng.choice(['shoes', 'books', 'a chair'])}."),
    )
    return _Made(
        "difference",
        "money",
        (),
        f"You have ${n - gone + rng.choice([-20, 30, 50])} left.",
        f"You have ${n - gone} left.",
        turns,
    )


def _closed(rng: random.Random) -> _Made:
    name = f"{rng.choice(_PLACES)} {rng.choice(['Museum', 'Cinema', 'Library', 'Mill'])}"
    year, years = rng.randint(1880, 1990), rng.randint(6, 30)
    later = rng.choice(
        [
            "It closed {n} years later.",
            "The {name} closed {n} years after its opening.",
            "The {name} shut down {n} years after it opened.",
        ]
    )
    documents = (f"The {name} opened in {year}. {later.format(n=years, name=name)}",)
    end = year + years
    say = rng.choice(
        [
            "The {name} was still open in {y}.",
            "In {y}, the {name} was still open.",
            "The {name} closed in {y}.",
        ]
    )
    twin = end if "closed" in say else end - 3
    return _Made(
        "duration",
        "buildings",
        documents,
        say.format(name=name, y=end + rng.randint(3, 9)),
        say.format(name=name, y=twin),
    )


def _built(rng: random.Random) -> _Made:
    name, year, years = (
        f"{rng.choice(_PLACES)} Bridge",
        rng.randint(1820, 1900),
        rng.randint(20, 80),
    )
    documents = (
        f"The {name} was completed in {year}.",
        f"The {name} was demolished {years} years after its completion.",
    )
    say = f"The {name} was demolished in {{}}."
    return _Made(
        "duration",
        "buildings",
        documents,
        say.format(year + years + rng.choice([-7, 6, 11])),
        say.format(year + years),
    )


def _death(rng: random.Random) -> _Made:
    name, year, age = rng.choice(_PEOPLE), rng.randint(1850, 1940), rng.randint(40, 80)
    died = rng.choice(["{name} died at the age of {age}.", "{name} died aged {age}."])
    documents = f"{name} was born in {year}.", died.format(name=name, age=age)
    return _Made(
        "duration",
        "biography",
        documents,
        f"{name} died in {year + age + rng.choice([-6, 5, 12])}.",
        f"{name} died in {year + age}.",
    )


def _age(rng: random.Random) -> _Made:
    name, firm, year, age = (
        rng.choice(_PEOPLE),
        rng.choice(_FIRMS),
        rng.randint(1940, 1990),
        rng.randint(22, 50),
    )
    he = "she" if name.split()[0] in {"Elena", "Clara", "Mina"} else "he"
    documents = f"{name} was born in {year}.", f"{name} founded {firm} in {year + age}."
    say = f"{name} was {{}} when {he} founded {firm}."
    return _Made(
        "duration",
        "biography",
        documents,
        say.format(age + rng.choice([-5, 4, 7])),
        say.format(age),
    )


def _lease(rng: random.Random) -> _Made:
    what, year, years = (
        rng.choice(["lease", "contract", "licence", "warranty"]),
        rng.randint(2008, 2022),
        rng.randint(2, 6),
    )
    documents = (
        f"The {what} starts on 1 {rng.choice(_MONTHS)} {year}.",
        f"The {what} runs for {_SMALL[years - 2]} years.",
    )
    return _Made(
        "duration",
        "contracts",
        documents,
        f"The {what} ends in {year + years + rng.choice([3, 4, 5])}.",
        f"The {what} ends in {year + years}.",
    )


def _ferry(rng: random.Random) -> _Made:
    what, hour, minutes = (
        rng.choice(["ferry", "coach", "train", "flight"]),
        rng.randint(6, 18),
        rng.choice([45, 60, 75, 90, 105]),
    )
    documents = (
        f"The {what} leaves {rng.choice(_PLACES)} at {hour}:00.",
        f"The journey takes {minutes} minutes.",
    )

    def clock(late: int) -> str:
        return f"{hour + (minutes + late) // 60}:{(minutes + late) % 60:02d}"

    return _Made(
        "duration",
        "transport",
        documents,
        f"The {what} arrives at {clock(rng.choice([30, 45, 60]))}.",
        f"The {what} arrives at {clock(0)}.",
    )


def _born(rng: random.Random) -> _Made:
    name, year = rng.choice(_PEOPLE), rng.randint(1930, 1980)
    act = rng.choice(
        ["graduated from university", "won the Larsen Prize", "joined the navy", "retired"]
    )
    return _Made(
        "order",
        "biography",
        (f"{name} was born in {year}.",),
        f"{name} {act} in {year - rng.randint(2, 20)}.",
        f"{name} {act} in {year + rng.randint(22, 60)}.",
    )


def _after_death(rng: random.Random) -> _Made:
    name, year = rng.choice(_PEOPLE), rng.randint(1880, 1960)
    act = rng.choice(["painted Winter Harbour", "wrote The Grey Coast", "married Ada Holm"])
    return _Made(
        "order",
        "art",
        (f"{name} died in {year}.",),
        f"{name} {act} in {year + rng.randint(2, 20)}.",
        f"{name} {act} in {year - rng.randint(2, 20)}.",
    )


def _chain_before(rng: random.Random) -> _Made:
    a, b, c = rng.sample(["chapel", "town hall", "market", "theatre", "granary", "lighthouse"], 3)
    documents = (
        f"The {a} was built before the {b}.",
        rng.choice([f"The {b} was built before the {c}.", f"The {c} was built after the {b}."]),
    )
    return _Made(
        "order",
        "history",
        documents,
        f"The {c} was built before the {a}.",
        f"The {a} was built before the {c}.",
    )


def _releases(rng: random.Random) -> _Made:
    a, b = rng.sample(["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir"], 2)
    year = rng.randint(1995, 2015)
    documents = f"{a} was released in {year}.", f"{b} was released in {year + rng.randint(1, 6)}."
    return _Made(
        "order",
        "software",
        documents,
        f"{b} was released before {a}.",
        f"{b} was released after {a}.",
    )


def _finish(rng: random.Random) -> _Made:
    a, b, c = rng.sample(_NAMES, 3)
    return _Made(
        "order",
        "sport",
        (f"{a} finished ahead of {b}.", f"{b} finished ahead of {c}."),
        f"{c} finished ahead of {a}.",
        f"{a} finished ahead of {c}.",
    )


def _firm_before(rng: random.Random) -> _Made:
    firm, year = rng.choice(_FIRMS), rng.randint(1950, 2010)
    founded = rng.choice(["founded", "established", "set up"])
    return _Made(
        "order",
        "business",
        (f"{firm} was {founded} in {year}.",),
        f"{firm} launched its first product in {year - rng.randint(2, 9)}.",
        f"{firm} launched its first product in {year + rng.randint(2, 9)}.",
    )


def _price(rng: random.Random) -> _Made:
    item, price, n = (
        rng.choice(["apples", "pears", "cherries", "walnuts"]),
        rng.randint(2, 9),
        rng.randint(2, 9),
    )
    turns = (("user", f"I bought {n} kilograms of {item}."),)
    say = f"Your {item} cost ${{}}."
    return _Made(
        "rate",
        "shopping",
        (f"{item.capitalize()} cost ${price} per kilogram.",),
        say.format(price * n + rng.choice([-2, 3, 5])),
        say.format(price * n),
        turns,
    )


def _parking(rng: random.Random) -> _Made:
    price, n = rng.randint(2, 6), rng.randint(2, 9)
    turns = (("user", f"I parked for {_SMALL[n - 2]} hours."),)
    return _Made(
        "rate",
        "parking",
        (f"Parking costs {price} euros per hour.",),
        f"Your parking costs {price * n + rng.choice([-2, 3, 5])} euros.",
        f"Your parking costs {price * n} euros.",
        turns,
    )


def _laps(rng: random.Random) -> _Made:
    lap, n = rng.choice([200, 250, 400, 500]), rng.choice([4, 8, 10, 12, 20])
    documents = f"One lap is {lap} m.", f"The race is {n} laps."
    return _Made(
        "rate",
        "sport",
        documents,
        f"The race is {lap * n / 1000 + rng.choice([-0.5, 1, 2]):g} km long.",
        f"The race is {lap * n / 1000:g} km long.",
    )


def _speed(rng: random.Random) -> _Made:
    what, speed, time = (
        rng.choice(["coach", "tram", "boat", "drone"]),
        rng.choice([30, 40, 60, 80]),
        rng.randint(2, 6),
    )
    documents = (
        f"The {what} travels at {speed} km/h.",
        f"The {what} travels for {_SMALL[time - 2]} hours.",
    )
    return _Made(
        "rate",
        "transport",
        documents,
        f"The {what} travels {speed * time + rng.choice([-20, 30, 40])} km.",
        f"The {what} travels {speed * time} km.",
    )


def _multiple(rng: random.Random) -> _Made:
    (a, b), length, times = (
        rng.sample(_PLACES, 2),
        rng.randint(4, 40),
        rng.choice([("twice", 2), ("three times", 3)]),
    )
    documents = f"Lake {a} is {length} km long.", f"Lake {b} is {times[0]} as long as Lake {a}."
    say = f"Lake {b} is {{}} km long."
    return _Made(
        "rate",
        "geography",
        documents,
        say.format(length * times[1] + rng.choice([-3, 4, 6])),
        say.format(length * times[1]),
    )


def _percent(rng: random.Random) -> _Made:
    who, whole, percent = (
        rng.choice(["students", "applicants", "pupils"]),
        rng.choice([200, 300, 400, 500]),
        rng.choice([20, 40, 60, 75]),
    )
    documents = f"{whole} {who} took the exam.", f"{percent}% of the {who} passed."
    right = whole * percent // 100
    return _Made(
        "share",
        "school",
        documents,
        f"{right + rng.choice([-25, 20, 35])} {who} passed.",
        f"{right} {who} passed.",
    )


def _survey(rng: random.Random) -> _Made:
    share, part = rng.choice([("Half", 2), ("A quarter", 4), ("A tenth", 10)])
    whole = rng.choice([400, 800, 1000, 1200])
    documents = (f"The survey had {whole:,} respondents. {share} of the respondents said no.",)
    return _Made(
        "share",
        "survey",
        documents,
        f"{whole // part + rng.choice([-30, 40, 60])} respondents said no.",
        f"{whole // part} respondents said no.",
    )


def _taller(rng: random.Random) -> _Made:
    a, b, c, d = rng.sample(_NAMES, 4)
    more, less = rng.choice(
        [("taller", "shorter"), ("older", "younger"), ("faster", "slower"), ("heavier", "lighter")]
    )
    documents = f"{a} is {more} than {b}.", f"{b} is {more} than {c}.", f"{d} is {less} than {c}."
    return _Made(
        "comparison", "people", documents, f"{d} is {more} than {a}.", f"{d} is {less} than {a}."
    )


def _mountains(rng: random.Random) -> _Made:
    (a, b), height = rng.sample(_PLACES, 2), rng.randint(12, 40) * 100
    documents = (
        f"Mount {a} is {height:,} m high.",
        f"Mount {b} is {height - rng.randint(2, 9) * 100:,} m high.",
    )
    return _Made(
        "comparison",
        "geography",
        documents,
        f"Mount {b} is higher than Mount {a}.",
        f"Mount {a} is higher than Mount {b}.",
    )


def _longest(rng: random.Random) -> _Made:
    (a, b), length = rng.sample(_PLACES, 2), rng.randint(20, 60) * 10
    documents = (
        f"The {a} is the longest river in Norland. The {a} is {length} km long.",
        f"The {b} is a river in Norland.",
    )
    say = f"The {b} is {{}} km long."
    return _Made(
        "comparison",
        "geography",
        documents,
        say.format(length + rng.randint(3, 9) * 10),
        say.format(length - rng.randint(3, 9) * 10),
    )


def _people_count(rng: random.Random) -> _Made:
    (a, b), people = rng.sample(_PLACES, 2), rng.randint(20, 90) * 1000
    documents = f"{a} has {people:,} inhabitants.", f"{b} has more inhabitants than {a}."
    say = f"{b} has {{:,}} inhabitants."
    return _Made(
        "comparison", "cities", documents, say.format(people - 10_000), say.format(people + 10_000)
    )


def _phones(rng: random.Random) -> _Made:
    (a, b), price = rng.sample(["X1", "X2", "X3", "Z5", "Z7"], 2), rng.randint(2, 9) * 100 - 1
    documents = f"The {a} costs ${price}.", f"The {b} costs ${price + 200}."
    return _Made(
        "comparison",
        "phones",
        documents,
        f"The {b} is cheaper than the {a}.",
        f"The {a} is cheaper than the {b}.",
    )


def _members_only(rng: random.Random) -> _Made:
    name, where = (
        rng.choice(_NAMES),
        rng.choice(["enter the pool", "use the sauna", "book a court"]),
    )
    turns = (("user", f"{name} is not a member."),)
    return _Made(
        "membership",
        "club",
        (f"Only members may {where}.",),
        f"{name} may {where}.",
        f"{name} may not {where}.",
        turns,
    )


def _committee(rng: random.Random) -> _Made:
    a, b, c, d = rng.sample(["Adams", "Brown", "Chen", "Davies", "Evans", "Fofana"], 4)
    body = rng.choice(["committee", "jury", "board"])
    where = rng.choice(["{} sits on the {}.", "{} is a member of the {}."])
    documents = (
        rng.choice(
            [
                f"The {body} consists of {a}, {b} and {c}.",
                f"The members of the {body} are {a}, {b} and {c}.",
            ]
        ),
    )
    return _Made(
        "membership",
        "organisations",
        documents,
        where.format(d, body),
        where.format(rng.choice([a, b, c]), body),
    )


def _all_students(rng: random.Random) -> _Made:
    name, where = rng.choice(_NAMES), rng.choice(["academy", "college", "school"])
    documents = (
        f"All students of the {where} must wear a uniform.",
        f"{name} is a student of the {where}.",
    )
    return _Made(
        "membership",
        "school",
        documents,
        f"{name} does not have to wear a uniform.",
        f"{name} has to wear a uniform.",
    )


def _none_of(rng: random.Random) -> _Made:
    name, team = rng.choice(_NAMES), rng.choice(["sales", "design", "support"])
    language = rng.choice(["Danish", "Greek", "Korean"])
    documents = f"No one in the {team} team speaks {language}.", f"{name} works in the {team} team."
    return _Made(
        "membership",
        "staff",
        documents,
        f"{name} speaks {language}.",
        f"{name} does not speak {language}.",
    )


def _ship(rng: random.Random) -> _Made:
    a, b, c, d = rng.sample(["France", "Germany", "Spain", "Portugal", "Italy", "Poland"], 4)
    firm = rng.choice(_FIRMS)
    return _Made(
        "membership",
        "shipping",
        (f"{firm} ships only to {a}, {b} and {c}.",),
        f"{firm} ships to {d}.",
        f"{firm} ships to {b}.",
    )


def _open_days(rng: random.Random) -> _Made:
    what, first = rng.choice(["gallery", "archive", "museum", "clinic"]), rng.randint(0, 2)
    last = first + rng.randint(2, 3)
    inside, outside = (
        _DAYS[rng.randint(first, last)],
        _DAYS[rng.choice([d for d in range(7) if not first <= d <= last])],
    )
    say = rng.choice([f"The {what} is open on {{}}.", f"You can visit the {what} on {{}}."])
    return _Made(
        "hours",
        "visits",
        (f"The {what} is open from {_DAYS[first]} to {_DAYS[last]}.",),
        say.format(outside),
        say.format(inside),
    )


def _open_times(rng: random.Random) -> _Made:
    what, end = rng.choice(["shop", "pool", "library"]), rng.randint(4, 6)
    told = rng.choice(
        [
            f"The {what} is open from 9 am to {end} pm.",
            f"The {what} opens at 9:00 and closes at {end + 12}:00.",
        ]
    )
    return _Made(
        "hours",
        "visits",
        (told,),
        f"The {what} is open at {end + rng.randint(1, 4)} pm.",
        f"The {what} is open at {end - 1} pm.",
    )


def _open_months(rng: random.Random) -> _Made:
    what, first = rng.choice(["garden", "campsite", "castle"]), rng.randint(2, 4)
    last = first + 5
    documents = (f"The {what} is open from {_MONTHS[first]} to {_MONTHS[last]}.",)
    return _Made(
        "hours",
        "visits",
        documents,
        f"You can visit the {what} in {rng.choice(['January', 'December'])}.",
        f"You can visit the {what} in {_MONTHS[rng.randint(first, last)]}.",
    )


TEMPLATES: tuple[Callable[[random.Random], _Made], ...] = (
    _rooms, _carriages, _boxes, _scores, _raised, _stock, _purse, _closed, _built, _death, _age,
    _lease, _ferry, _born, _after_death, _chain_before, _releases, _finish, _firm_before, _price,
    _parking, _laps, _speed, _multiple, _percent, _survey, _taller, _mountains, _longest,
    _people_count, _phones, _members_only, _committee, _all_students, _none_of, _ship, _open_days,
    _open_times, _open_months,
)  # fmt: skip


def generated(*, each: int, seed: int) -> list[Implicit]:
    """Return ``each`` cases of every template; the same seed gives the same cases."""
    rng = random.Random(seed)
    return [
        Implicit(f"{template.__name__.strip('_')}-{number}", "generated", made.kind, made.domain,
                 made.documents, made.turns, made.claim, made.twin)
        for template in TEMPLATES
        for number in range(each)
        for made in [template(rng)]
    ]  # fmt: skip
