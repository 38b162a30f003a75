"""What is done with which drafts of an answer; pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, TypedDict

from belie.adapters.langchain.options import check_choice
from belie.adapters.langchain.wording import UNCHECKED, WITHHELD, annotation
from belie.adapters.sinks.filtering import Filtered
from belie.datatypes import ConflictKind, Severity
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from belie.datatypes import Alert

__all__ = ["COUNTED_KINDS", "Action", "Policy", "PolicyOptions", "Ruling", "Strategy"]

Strategy = Literal["observe", "annotate", "revise", "block"]
COUNTED_KINDS = tuple(kind for kind in ConflictKind if kind is not ConflictKind.DOCUMENT)
"""An answer is not to blame where only its documents disagree."""


class Action(StrEnum):
    """What is done with one draft."""

    PASS = "pass"  # noqa: S105 - no password
    ANNOTATE = "annotate"
    REVISE = "revise"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is done with a draft, and the alerts that count against it."""

    action: Action
    alerts: tuple[Alert, ...] = ()


class PolicyOptions(TypedDict, total=False):
    """The options of `Policy` by name, as a guard takes and documents them."""

    strategy: Strategy
    kinds: Collection[ConflictKind | str]
    severity: Severity | str
    max_revisions: int
    otherwise: Literal["observe", "annotate", "block"]
    on_failure: Literal["open", "closed"]
    notice: str | None
    hold_stream: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What is done with which drafts; the options of a guard, which documents them.

    Raises
    ------
    InputError
        If an option cannot be used.
    """

    strategy: Strategy = "observe"
    kinds: Collection[ConflictKind | str] = COUNTED_KINDS
    severity: Severity | str = Severity.MEDIUM
    max_revisions: int = 1
    otherwise: Literal["observe", "annotate", "block"] = "annotate"
    on_failure: Literal["open", "closed"] = "open"
    notice: str | None = None
    hold_stream: bool = False

    def __post_init__(self) -> None:
        check_choice("strategy", self.strategy, ("observe", "annotate", "revise", "block"))
        check_choice("otherwise", self.otherwise, ("observe", "annotate", "block"))
        check_choice("on_failure", self.on_failure, ("open", "closed"))
        if self.max_revisions < 1:
            raise InputError(f"expected max_revisions >= 1, got {self.max_revisions}")
        if self.on_failure == "closed" and self.strategy in ("observe", "annotate"):
            raise InputError(
                'expected on_failure="open" where no answer is ever held back, '
                f'got "closed" with strategy="{self.strategy}"'
            )
        if self.hold_stream and self.strategy == "observe":
            raise InputError(
                "expected hold_stream=False where no answer is ever held back, "
                'got True with strategy="observe"'
            )
        self.counted(())

    def counted(self, alerts: Sequence[Alert]) -> tuple[Alert, ...]:
        """Return the alerts that count."""
        kept: list[Alert] = []
        count = Filtered(kept.append, severity=self.severity, kinds=self.kinds)
        for alert in alerts:
            count(alert)
        return tuple(kept)

    def rule(self, alerts: Sequence[Alert] | None, revisions: int) -> Ruling:
        """Return what is done with a draft.

        Parameters
        ----------
        alerts
            Its alerts; ``None`` where it could not be checked.
        revisions
            How often the model was asked again before.
        """
        if alerts is None:
            return Ruling(Action.BLOCK if self.on_failure == "closed" else Action.PASS)
        counted = self.counted(alerts)
        if not counted or self.strategy == "observe":
            return Ruling(Action.PASS)
        if self.strategy == "revise" and revisions >= self.max_revisions:
            return self.give_up(Ruling(Action.REVISE, counted))
        return Ruling(Action(self.strategy), counted)

    def give_up(self, ruling: Ruling, *, failed: bool = False) -> Ruling:
        """Return what is done with a draft that cannot be revised any further."""
        if failed and self.on_failure == "closed":
            return replace(ruling, action=Action.BLOCK)
        last = Action.PASS if self.otherwise == "observe" else Action(self.otherwise)
        return replace(ruling, action=last)

    def notice_for(self, ruling: Ruling) -> str:
        """Return what stands in the place of a withheld answer."""
        return self.notice or (WITHHELD if ruling.alerts else UNCHECKED)

    def note_for(self, ruling: Ruling) -> str:
        """Return what is put below an answer."""
        return annotation(ruling.alerts)
