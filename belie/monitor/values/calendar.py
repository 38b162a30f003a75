"""The names of the months and of the days of the week, as they are written."""

from __future__ import annotations

from belie.graph.word_sets import word_list

__all__ = ["DAYS", "MONTHS"]

MONTHS = word_list(
    "January February March April May June July August September October November December"
)
DAYS = word_list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
