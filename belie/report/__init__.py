"""A list of turn reports as one text: for the terminal, as Markdown, JSON or HTML.

Each format is a module with one function ``render``, or, for what an audit writes conversation by
conversation, a class that is a :class:`belie.report.audited.Form`; :mod:`belie.report.summary`
counts. All are pure: turn reports in, a value out. Text from conversations is shown, never obeyed.
"""

from __future__ import annotations

__all__: list[str] = []
