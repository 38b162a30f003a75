"""The work of ``belie export``: writes what a store holds, one session after the other."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from belie.cli.audit_files import outputs_of
from belie.cli.stored import expect_session
from belie.monitor.alerts import resolved
from belie.report.audit_summary import AuditSummary
from belie.report.audited import Audited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.cli.audit_files import Wanted
    from belie.protocols import Store

__all__ = ["export_sessions"]


def export_sessions(store: Store, names: Sequence[str], wanted: Wanted) -> AuditSummary:
    """Write all files of the named sessions, or of all; return what was counted.

    Raises
    ------
    InputError
        If a session is not stored or a file cannot be written.
    MissingExtraError
        If a file needs a package that is not installed.
    """
    for name in names:
        expect_session(store, name)
    summary = AuditSummary()
    with ExitStack() as stack:
        outputs = [stack.enter_context(closing(output)) for output in outputs_of(wanted)]
        for name in names or tuple(store.sessions()):
            found = Audited("", 0, name, resolved(store.load(name)))
            for output in outputs:
                output.add(found)
            summary = summary.add(found)
        for output in outputs:
            output.finish(summary)
    return summary
