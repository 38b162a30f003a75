"""Turn reports as one self-contained web page that fetches nothing.

The page holds its data as one block of JSON, two lines a conversation, and builds what is looked
at; no text of a conversation is ever markup. :mod:`~belie.report.html.page` puts it together,
:mod:`~belie.report.html.body` says what the page holds of a conversation,
:mod:`~belie.report.html.pieces` cuts its texts at the borders of marks,
:mod:`~belie.report.html.picture` draws its claims as a graph, :mod:`~belie.report.html.row` is its
line in the list, :mod:`~belie.report.html.block` writes all of that as JSON.
"""

from __future__ import annotations

from belie.report.html.page import render, write

__all__ = ["render", "write"]
