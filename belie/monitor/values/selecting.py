"""Limits that say which things are meant, not how much there is: "orders over $50"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.monitor.values.comparing import are_same
from belie.monitor.values.value import Bound

if TYPE_CHECKING:
    from belie.monitor.values.value import Value

__all__ = ["select_others", "selects"]

_THINGS = (
    "orders?|purchases?|amounts?|sums?|transactions?|transfers?|payments?|donations?|deposits?|"
    "invoices?|claims?|expenses?|bookings?|baskets?|carts?|balances?|incomes?|loans?|"
    "child|children|kids?|babies|people|persons?|adults?|anyone|anybody|everyone|those|"
    "guests?|visitors?|passengers?|customers?|members?|employees?|workers?|students?|pupils?|"
    "drivers?|residents?|users?|patients?|applicants?|"
    "groups?|parties|teams?|companies|firms?|households?|"
    "vehicles?|cars?|trucks?|dogs?|bags?|items?|parcels?|packages?|files?|"
    "stays?|trips?|visits?|journeys?|flights?|contracts?|meetings?|absences?|"
    "rentals?|rides?|deliver(?:y|ies)|shipments?|letters?|boats?|trailers?|pets?|cats?|"
    "ages|infants?|toddlers?|teenagers?|seniors?|class(?:es)?|events?|projects?|accounts?"
)
_SELECTS = re.compile(
    rf"\b(?:{_THINGS})"
    r"(?: (?:of|worth|aged|with|within|from|lasting|weighing|totall?ing|valued at))? $",
    re.IGNORECASE,
)


def select_others(premise: str, value: Value, claim: str, limit: Value) -> bool:
    """Whether two limits of one sort choose among things, and may choose others.

    Who delivers orders over $50 for free may not do so for those over $20, though $50 is more.

    Examples
    --------
    >>> from belie.monitor.values.reading import read_values
    >>> def chosen(*texts):
    ...     values = [read_values(text)[0] for text in texts]
    ...     return select_others(texts[0], values[0], texts[1], values[1])
    >>> chosen("Orders over $50 ship free.", "We ship orders over $20 for free.")
    True
    >>> chosen("It costs over $50.", "It costs over $20.")
    False
    """
    alike = value.said.bound is limit.said.bound is not Bound.EXACT
    if not alike or are_same(value, limit):
        return False
    return selects(premise, value) and selects(claim, limit)


def selects(text: str, value: Value) -> bool:
    """Whether a value says which things are meant.

    Examples
    --------
    >>> from belie.monitor.values.reading import read_values
    >>> [selects(text, read_values(text)[0]) for text in ("Teams of up to 9.", "It seats up to 9.")]
    [True, False]
    """
    return _SELECTS.search(text, 0, value.whole.start) is not None
