"""The table of units against what everybody knows."""

import pytest

from belie.monitor.values.units import UNITS, unit_of


@pytest.mark.parametrize(
    ("number", "one", "same", "other"),
    [
        (1, "mile", 5280, "feet"),
        (1, "yard", 3, "feet"),
        (1, "foot", 12, "inches"),
        (1, "inch", 2.54, "cm"),
        (1, "nautical mile", 1.852, "km"),
        (1, "square mile", 640, "acres"),
        (1, "hectare", 10_000, "m²"),
        (1, "cubic metre", 1000, "litres"),
        (1, "cubic foot", 1728 * 0.016387064, "l"),
        (1, "pound", 16, "ounces"),
        (1, "tonne", 1000, "kg"),
        (1, "decade", 10, "years"),
        (1, "year", 12, "months"),
        (1, "week", 7, "days"),
        (1, "knot", 1.852, "km/h"),
        (1, "mph", 1.609344, "km/h"),
        (1, "GiB", 1024, "MiB"),
        (1, "kilowatt hour", 3600, "kJ"),
        (100, "percent", 100, "%"),
    ],
)
def test_units_convert(number, one, same, other):
    first, second = UNITS[one], UNITS[other]
    assert first.kind == second.kind
    assert number * first.factor == pytest.approx(same * second.factor, rel=1e-9)


@pytest.mark.parametrize(("celsius", "fahrenheit"), [(0, 32), (100, 212), (-40, -40)])
def test_degrees_have_a_zero_of_their_own(celsius, fahrenheit):
    warm, hot = UNITS["°C"], UNITS["°F"]
    kelvins = celsius * warm.factor + warm.offset
    assert kelvins == pytest.approx(fahrenheit * hot.factor + hot.offset)


@pytest.mark.parametrize("words", ["miles per hour", "Miles-per-hour", "MILES PER\u00a0HOUR"])
def test_case_and_the_blank_between_do_not_matter(words):
    assert unit_of(words).name == "mph"


def test_symbols_keep_their_case():
    assert (UNITS["MB"].name, UNITS["Mbps"].name) == ("MB", "Mbps")
    assert "mb" not in UNITS
