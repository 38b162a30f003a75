from __future__ import annotations

from functools import partial

import pytest

from belie.errors import InputError
from belie.expecting import expect_function, expect_instance, expect_methods


async def later(alert):
    raise NotImplementedError(alert)


class Later:
    async def __call__(self, alert):
        raise NotImplementedError(alert)


class Part:
    name = "part"

    def work(self):
        """Do nothing."""


class Taking:
    def __call__(self, alert):
        """Do nothing."""


def test_what_can_do_its_work_is_taken():
    expect_methods("part", Part(), "work", advice="-")
    expect_instance("size", 3, int, str, advice="-")
    for told in ([].append, print, partial(print, 1), Part().work, Taking()):
        expect_function("told", told, advice="-")


@pytest.mark.parametrize(
    ("part", "methods", "message"),
    [
        (None, ["work"], "expected part to have the method work, got NoneType; write Part()"),
        (Part(), ["name"], "expected part to have the method name, got Part; write Part()"),
        ("a", ["work", "rest"], "part to have the methods work and rest, got str; write Part()"),
        ("a", ["encode"], "expected part to have the method encode, got str; write Part()"),
        (Part, ["work"], r"expected part to be an object, got the class Part; write Part\(…\)"),
    ],
)
def test_a_part_without_the_methods_is_refused(part, methods, message):
    with pytest.raises(InputError, match=message):
        expect_methods("part", part, *methods, advice="write Part()")


def test_a_value_of_another_kind_is_refused():
    with pytest.raises(InputError, match="expected size to be int or str, got list; write 3"):
        expect_instance("size", [], int, str, advice="write 3")


@pytest.mark.parametrize(
    ("value", "got"),
    [
        (5, "int"),
        (later, "a coroutine function"),
        (Later().__call__, "a coroutine function"),
        (Later(), "Later with a coroutine function"),
        (partial(later, 1), "a coroutine function"),
        (partial(Later(), 1), "partial with a coroutine function"),
    ],
)
def test_what_cannot_be_called_at_once_is_refused(value, got):
    message = f"expected told to be a plain function, got {got}; write told=print"
    with pytest.raises(InputError, match=message):
        expect_function("told", value, advice="write told=print")


def test_a_class_in_place_of_its_object_is_refused():
    with pytest.raises(InputError, match=r"an object, got the class Taking; write Taking\(…\)"):
        expect_function("told", Taking, advice="-")
