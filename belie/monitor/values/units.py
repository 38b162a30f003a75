"""The units that are read, and their size in the base unit of their kind.

A small table instead of pint: reading needs the words in which people name a unit ("per cent",
"miles an hour"), and of pint's units only these. Units of unsure size (a gallon, a ton) are a
kind of their own: two gallons are fewer than three, but nothing is said of litres.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from belie.graph.word_sets import word_set

__all__ = ["UNIT", "UNITS", "Unit", "unit_of"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: ``factor`` times a number of it, plus ``offset``, is the number of base units."""

    kind: str
    name: str
    factor: float
    offset: float = 0.0


_YEAR = 31_556_952.0
_TABLE = f"""
length     | m      1          | metre meter
length     | km     1e3        | kilometre kilometer km's kms
length     | cm     1e-2       | centimetre centimeter
length     | mm     1e-3       | millimetre millimeter
length     | µm     1e-6       | μm micrometre micrometer
length     | nm     1e-9       | nanometre nanometer
length     | inch   0.0254     | inches
length     | ft     0.3048     | foot feet
length     | yd     0.9144     | yard
length     | mi     1609.344   | mile
length     | nmi    1852       | nautical_mile
length     | ly     9460730472580800 | light_year
area       | m²     1          | m2 sq_m sqm square_metre square_meter
area       | km²    1e6        | km2 sq_km square_kilometre square_kilometer
area       | ha     1e4        | hectare
area       | acre   4046.8564224 |
area       | ft²    0.09290304 | sq_ft sq._ft square_foot square_feet
area       | mi²    2589988.110336 | sq_mi sq._mi square_mile
volume     | l      1e-3       | L litre liter
volume     | cl     1e-5       | cL centilitre centiliter
volume     | ml     1e-6       | mL millilitre milliliter
volume     | m³     1          | m3 cubic_metre cubic_meter
volume     | ft³    0.028316846592 | cu_ft cubic_foot cubic_feet
gallons    | gallon 1          | gal
barrels    | barrel 1          | bbl
mass       | kg     1          | kilogram kilogramme kilo kgs
mass       | g      1e-3       | gram gramme
mass       | mg     1e-6       | milligram
mass       | tonne  1e3        | metric_ton
mass       | lb     0.45359237 | lbs pound
mass       | oz     0.028349523125 | ounce
tons       | ton    1          |
time       | s      1          | sec secs second
time       | ms     1e-3       | millisecond
time       | min    60         | mins minute
time       | h      3600       | hr hrs hour
time       | day    86400      |
time       | week   604800     |
time       | month  {_YEAR / 12} |
time       | year   {_YEAR}    | yr yrs
time       | decade {_YEAR * 10} |
time       | centuries {_YEAR * 100} |
speed      | m/s    1          | metre_per_second meter_per_second
speed      | km/h   {1 / 3.6}  | kph kmh kilometre_per_hour kilometer_per_hour
speed      | mph    0.44704    | mile_per_hour mile_an_hour
speed      | knot   {1852 / 3600} |
temperature | K     1          | kelvin
temperature | °C    1 273.15   | ℃ degree_celsius degree_centigrade degree_C celsius
temperature | °F    {5 / 9} {459.67 * 5 / 9} | ℉ degree_fahrenheit degree_F fahrenheit
angle      | degree 1          | °
storage    | byte   1          |
storage    | KB     1e3        | kB kilobyte
storage    | MB     1e6        | megabyte
storage    | GB     1e9        | gigabyte gig gigs
storage    | TB     1e12       | terabyte
storage    | PB     1e15       | petabyte
storage    | KiB    1024       |
storage    | MiB    1048576    |
storage    | GiB    1073741824 |
storage    | TiB    1099511627776 |
data rate  | Kbps   1e3        | kbps kbit/s
data rate  | Mbps   1e6        | Mbit/s megabit_per_second
data rate  | MB/s   8e6        | megabyte_per_second
data rate  | Gbps   1e9        | Gbit/s gigabit_per_second
power      | W      1          | watt
power      | kW     1e3        | kilowatt
power      | MW     1e6        | megawatt
power      | GW     1e9        | gigawatt
horsepower | hp     1          | horsepower bhp
energy     | J      1          | joule
energy     | kJ     1e3        | kilojoule
energy     | kWh    3.6e6      | kilowatt_hour
energy     | MWh    3.6e9      | megawatt_hour
calories   | kcal   1          | kilocalorie
food energy | calorie 1        |
frequency  | Hz     1          | hertz
frequency  | kHz    1e3        | kilohertz
frequency  | MHz    1e6        | megahertz
frequency  | GHz    1e9        | gigahertz
voltage    | V      1          | volt
charge     | mAh    1          |
pixels     | megapixel 1       | MP
ratio      | %      0.01       | percent per_cent
points     | percentage_point 1 |
times      | times  1          |
"""

_HEAD_LAST = word_set("square cubic nautical light percentage metric kilowatt megawatt")
"""First words of units of which the second has the plural: "square miles"."""


def _units() -> dict[str, Unit]:
    """Every name of a unit, words in lower case, and the unit."""
    known: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        kind, size, others = (part.strip() for part in line.split("|"))
        name, *numbers = size.split()
        unit = Unit(kind, name.replace("_", " "), *map(float, numbers))
        for word in (name, *others.split()):
            known.update(dict.fromkeys(_spellings(word.replace("_", " ")), unit))
    return known


def _spellings(word: str) -> set[str]:
    """A word and its plural; a word of two, such as "miles an hour", has it in the first."""
    plain = word.removesuffix("'s")
    first, blank, rest = plain.partition(" ")
    is_word = 3 < len(first) and first.isalpha() and not first.endswith("s")
    plural = plain + "s" if first in _HEAD_LAST or not blank else f"{first}s{blank}{rest}"
    return {plain, plural} if is_word or plain in {"day", "gal"} else {plain}


UNITS = _units()
_BY_LENGTH = sorted(UNITS, key=lambda name: (-len(name), name))
_LONG = "|".join(re.escape(name) for name in _BY_LENGTH if 3 < len(name))
_SHORT = "|".join(re.escape(name) for name in _BY_LENGTH if len(name) <= 3)
_PER = r"(?!/(?:day|week|month|mo|year|yr|night|person|user)\b)/"
UNIT = rf"(?:(?i:{_LONG})|{_SHORT})(?![A-Za-z²³]|{_PER})".replace(r"\ ", r"[\s-]")
"""A unit; one that another divides is a unit of its own ("kg/m³"), but for a rate ("GB/month")."""
_FOLDED = {name.lower(): unit for name, unit in UNITS.items() if 3 < len(name)}


def unit_of(words: str) -> Unit:
    """Return the unit that ``words``, which `UNIT` matched, name.

    Examples
    --------
    >>> unit_of("Miles per hour").factor
    0.44704
    """
    plain = re.sub(r"[\s-]", " ", words)
    return UNITS.get(plain) or _FOLDED[plain.lower()]
