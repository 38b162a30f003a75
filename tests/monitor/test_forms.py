from __future__ import annotations

import importlib
import pkgutil
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import belie.monitor
from belie.monitor.forms import Form
from belie.monitor.values.numerals import NUMBER_PARTS, NUMERAL
from belie.monitor.values.units import UNIT


def all_forms() -> dict[str, Form]:
    """Every form with a name of its own; those of moments stand in a table and have its tests."""
    return {
        f"{module.name}.{name}": value
        for module in pkgutil.walk_packages(belie.monitor.__path__, "belie.monitor.")
        for name, value in vars(importlib.import_module(module.name)).items()
        if isinstance(value, Form)
    }


FORMS = all_forms()


@pytest.mark.parametrize("name", FORMS)
def test_what_matches_has_one_of_the_parts_a_form_needs(name: str):
    form = FORMS[name]
    shorter = form._source.replace(NUMERAL, r"\d").replace(UNIT, "km")  # pyright: ignore[reportPrivateUsage]
    source = re.compile(shorter, form._flags)  # pyright: ignore[reportPrivateUsage]

    @settings(
        max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.from_regex(source, fullmatch=True, alphabet=st.characters(codec="ascii")))
    def check(text: str) -> None:
        assert form.fullmatch(text)

    check()


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.from_regex(re.compile(NUMERAL), fullmatch=True, alphabet=st.characters(codec="ascii")))
def test_every_number_has_one_of_the_parts_of_numbers(number: str):
    assert any(part in number.lower() for part in NUMBER_PARTS)


def test_a_text_of_other_letters_may_always_match():
    assert Form(r"\d+", needs=["1"]).fullmatch("１２")


def test_it_matches_in_any_case_unless_told_otherwise():
    assert Form("than", needs=["than"]).search("More THAN that")
    assert Form("than", needs=["than"], flags=re.NOFLAG).search("More THAN that") is None


def test_every_way_to_match_asks_for_the_parts():
    form = Form("[a-z]+", needs=["x"])
    assert form.fullmatch("abc") is form.search("abc") is form.match("abc") is None
    assert list(form.finditer("abc")) == []
    assert form.sub("-", "abc") == "abc"
    assert form.sub("-", "axc") == "-"
    assert form.match("1axc", 1)


def test_nothing_is_compiled_before_a_text_may_match():
    form = Form("(", needs=["x"])  # no expression at all
    assert form.search("abc") is None
    with pytest.raises(re.error):
        form.search("x")
