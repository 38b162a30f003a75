"""What two texts say in numbers, dates and measures, and whether it agrees.

``reading`` finds the values of a text: ``amounts`` (made of ``numerals``, ``units`` and
``currencies``), ``frequencies`` and ``moments``. ``comparing`` says whether two values agree.
``frames`` finds out which values of two texts stand in the same place, and ``comparison`` says of
two texts that are alike but for their values whether these agree. ``rewriting`` writes values of
one text as the other does, ``limits`` puts them in the place of its limits, ``selecting`` knows
limits that choose among things, and ``hours`` knows when something opens and closes. Precision
comes first: where it is unsure, nothing is said.
"""

from __future__ import annotations

from belie.monitor.values.comparing import Outcome, agree
from belie.monitor.values.comparison import Comparison, compare_claims, compare_values
from belie.monitor.values.hours import compare_claimed_hours, compare_hours
from belie.monitor.values.limits import Reading, readings
from belie.monitor.values.reading import read_numbers, read_values
from belie.monitor.values.rewriting import in_words_of
from belie.monitor.values.selecting import selects
from belie.monitor.values.value import Amount, Bound, Moment, Value

__all__ = [
    "Amount",
    "Bound",
    "Comparison",
    "Moment",
    "Outcome",
    "Reading",
    "Value",
    "agree",
    "compare_claimed_hours",
    "compare_claims",
    "compare_hours",
    "compare_values",
    "in_words_of",
    "read_numbers",
    "read_values",
    "readings",
    "selects",
]
