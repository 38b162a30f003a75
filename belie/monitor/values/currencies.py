"""Currencies: their codes, signs and names, and what is a hundredth of one."""

from __future__ import annotations

import re

from belie.graph.word_sets import word_list
from belie.monitor.values.units import Unit

__all__ = ["CURRENCY", "SIGN", "currency_of"]

_CODES = word_list("USD EUR GBP JPY CNY INR CHF CAD AUD")
_SIGNS = {
    "US$": "USD", "US $": "USD", "U.S.$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD",
    "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "R$": "BRL", "$": "dollar", "€": "EUR", "£": "GBP",
    "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "Rs.": "INR", "Rs": "INR",
    **{code: code for code in [*_CODES, *word_list("KRW RUB SEK NOK DKK")]},
}  # fmt: skip
_CURRENCIES = {
    "us dollars": "USD", "u.s. dollars": "USD", "american dollars": "USD",
    "canadian dollars": "CAD", "australian dollars": "AUD", "dollars": "dollar",
    "dollar": "dollar", "bucks": "dollar", "euros": "EUR", "euro": "EUR",
    "pounds sterling": "GBP", "british pounds": "GBP", "quid": "GBP", "yen": "JPY", "yuan": "CNY",
    "rupees": "INR", "swiss francs": "CHF", "rubles": "RUB", "roubles": "RUB",
    "€": "EUR", "£": "GBP", "$": "dollar", **{code.lower(): code for code in _CODES},
}  # fmt: skip
_HUNDREDTHS = {
    **dict.fromkeys(("cents", "cent", "¢"), Unit("money dollar", "cent", 0.01)),
    "pence": Unit("money GBP", "pence", 0.01), "pennies": Unit("money GBP", "penny", 0.01),
}  # fmt: skip
SIGN = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))
CURRENCY = "|".join(
    re.escape(name) for name in sorted([*_CURRENCIES, *_HUNDREDTHS], key=len, reverse=True)
)


def currency_of(sign: str | None, words: str) -> Unit | None:
    """Return what a sum is told in by the sign before it, or else by the words behind it.

    Examples
    --------
    >>> currency_of("US $ ", "").kind, currency_of(None, "Euros").kind, currency_of(None, "km")
    ('money USD', 'money EUR', None)
    """
    name = _SIGNS[sign.strip()] if sign else _CURRENCIES.get(words.lower())
    return Unit(f"money {name}", name, 1.0) if name else _HUNDREDTHS.get(words.lower())
