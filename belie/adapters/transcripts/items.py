"""One record of a transcript as it was parsed, before its format is known."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Item"]


@dataclass(frozen=True, slots=True)
class Item:
    """A parsed record, or what is wrong with it, and where it stands.

    Parameters
    ----------
    line
        Where it begins, counted from 1.
    value
        What it says.
    problem
        Why it could not be parsed; empty where it could.
    suffix
        Tells records of one file apart; empty where the file is the record.
    place
        Where it stands, where the line does not say it: ``"record 3: "``.
    """

    line: int
    value: object = None
    problem: str = ""
    suffix: str = ""
    place: str = ""
