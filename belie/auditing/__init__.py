"""Audits of saved conversations, from one file to an archive: resumable, on several processes.

``reading`` gives the conversations of files one after the other, ``conversations`` audits one of
them. ``workers`` lets several processes do so and ``cluster`` actors of Ray; what runs in these
stands in ``serving``. ``audits`` joins all that, ``outputs`` writes what comes out. :func:`audit`
is the whole; the command ``belie audit`` prints.
"""

from __future__ import annotations

from belie.auditing.audits import AuditResult, audit, audit_each
from belie.auditing.conversations import Auditor, Recipe
from belie.auditing.failing import FailRule, failed, read_rules
from belie.auditing.outputs import Output, PageOutput, ParquetOutput, TextOutput
from belie.auditing.reading import read_conversations

__all__ = [
    "AuditResult",
    "Auditor",
    "FailRule",
    "Output",
    "PageOutput",
    "ParquetOutput",
    "Recipe",
    "TextOutput",
    "audit",
    "audit_each",
    "failed",
    "read_conversations",
    "read_rules",
]
