"""When an audit fails: rules such as ``cross_turn:contradiction>0``, ``severity>=high``.

The grammar::

    rule   = what | what sign count | "severity" sign severity | "rate" sign share
    what   = name { ":" name }
    name   = "any" | a kind | a relation | an error type | a severity
    sign   = ">" | ">="

A rule counts the alerts that have all of its names; a name alone means more than 0 of them. The
rate is the share of the assistant's turns with such an alert, in [0, 1]. What a person
acknowledged or marked false in the store does not count. Case does not matter, and a hyphen is
as good as an underscore.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import CONTRADICTIONS, ConflictKind, ErrorType, Severity
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belie.report.audit_summary import AuditSummary, Finding

__all__ = ["NAMES", "FailRule", "failed", "read_rules"]

_SEVERITIES = tuple(Severity)
"""From low to high."""
NAMES = (
    "any",
    *(kind.value for kind in ConflictKind),
    *(relation.value for relation in CONTRADICTIONS),
    *(severity.value for severity in _SEVERITIES),
    *(error_type.value for error_type in ErrorType),
)
"""What a rule can name."""
_RULE = re.compile(r"([a-z_:]+?)(?:(>=?)([a-z0-9.]+))?")


@dataclass(frozen=True, slots=True)
class FailRule:
    """One rule.

    Parameters
    ----------
    text
        The rule as it was given.
    names
        What an alert must have, each of `NAMES`; empty for any alert.
    severities
        What its severity must be one of.
    rate
        Whether the rule looks at the rate, not at a count.
    limit
        What the count or the rate must exceed, or reach if ``inclusive``.
    inclusive
        Whether the limit itself is too much.

    Examples
    --------
    >>> rule = FailRule.read("reference:partial-contradiction>3")
    >>> sorted(rule.names), rule.limit, rule.inclusive
    (['partial_contradiction', 'reference'], 3.0, False)
    """

    text: str
    names: frozenset[str] = frozenset()
    severities: frozenset[Severity] = frozenset(_SEVERITIES)
    rate: bool = False
    limit: float = 0.0
    inclusive: bool = False

    @classmethod
    def read(cls, text: str) -> FailRule:
        """Return the rule that a text says.

        Raises
        ------
        InputError
            If it says none.
        """
        found = _RULE.fullmatch(re.sub(r"\s", "", text.lower()).replace("-", "_"))
        if found is None:
            raise _unknown(text)
        what, sign, value = found.groups()
        if what == "severity":
            return cls(text, severities=_severities(text, sign, value))
        limit = _limit(text, value) if sign else 0.0
        if what == "rate":
            return cls(text, rate=True, limit=_share(text, limit, sign), inclusive=sign == ">=")
        names = frozenset(what.split(":"))
        if not names.issubset(NAMES):
            raise _unknown(text)
        return cls(text, names=names - {"any"}, limit=limit, inclusive=sign == ">=")

    def matches(self, summary: AuditSummary) -> bool:
        """Whether an audit fails by this rule."""
        found = summary.rate if self.rate else self._count(summary)
        return self.limit < found or (self.inclusive and self.limit == found)

    def _count(self, summary: AuditSummary) -> int:
        return sum(
            number
            for finding, number in summary.findings.items()
            if finding.counted
            and finding.severity in self.severities
            and self.names <= _names(finding)
        )


def read_rules(texts: Iterable[str]) -> tuple[FailRule, ...]:
    """Return the rules that texts say.

    Raises
    ------
    InputError
        If one says none.
    """
    return tuple(map(FailRule.read, texts))


def failed(rules: Iterable[FailRule], summary: AuditSummary) -> tuple[FailRule, ...]:
    """Return the rules by which an audit fails."""
    return tuple(rule for rule in rules if rule.matches(summary))


def _names(finding: Finding) -> frozenset[str]:
    named = finding.kind, finding.relation, finding.error_type, finding.severity
    return frozenset(one.value for one in named if one is not None)


def _severities(text: str, sign: str | None, value: str | None) -> frozenset[Severity]:
    known = [severity.value for severity in _SEVERITIES]
    if sign is None or value not in known:
        raise InputError(f"expected --fail-on severity>= and one of {', '.join(known)}; got {text}")
    first = known.index(value) + (sign == ">")
    return frozenset(_SEVERITIES[first:])


def _limit(text: str, value: str) -> float:
    message = f"expected a number after the sign, as in --fail-on 'reference>3'; got {text}"
    try:
        limit = float(value)
    except ValueError as error:
        raise InputError(message) from error
    if not math.isfinite(limit):
        raise InputError(message)
    return limit


def _share(text: str, limit: float, sign: str | None) -> float:
    if sign is None or not 0 <= limit <= 1:
        raise InputError(
            "expected a share of the assistant's turns in [0, 1], as in --fail-on 'rate>0.01'; "
            f"got {text}"
        )
    return limit


def _unknown(text: str) -> InputError:
    return InputError(
        f"expected --fail-on {', '.join(NAMES)}, joined by : and with > or >= and a number if "
        "need be, as in 'cross_turn:contradiction>0', 'severity>=high' or 'rate>0.01' (quoted, "
        f"since > writes to a file); got {text}"
    )
