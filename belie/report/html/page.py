"""The page: its frame, its style, its script and what the browser may do with them."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from belie.report.html.block import line
from belie.report.html.body import body
from belie.report.html.row import row
from belie.report.html.tally import Tally
from belie.report.placing import converse
from belie.report.words import count, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

    from belie.datatypes import TurnReport

__all__ = ["render", "write"]

_SCRIPTS = (
    "dom.js",
    "store.js",
    "words.js",
    "filters.js",
    "list.js",
    "text.js",
    "transcript.js",
    "cards.js",
    "timeline.js",
    "graph.js",
    "conversation.js",
    "main.js",
)
"""In this order they are one script: each uses only what stands before it when it is read."""


def render(reports: Sequence[TurnReport], *, title: str = "belie report") -> str:
    r"""Return ``reports`` as one HTML page.

    The page opens from disk, fetches nothing, and runs no script but its own, which its
    Content-Security-Policy names by a hash. It has a list of the conversations with filters and
    search; a view of each conversation with the clashing words marked and linked to each other,
    its documents, a timeline and a graph of its claims; and, for a browser that runs no script,
    the worst conversations in plain words.

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order.
    title
        The heading, and the name of the window.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> page = render([TurnReport(Turn("s1", 0, Role.USER, "</script><b>Hi"))])
    >>> "</script><b>Hi" in page, "\\u003c/script\\u003e\\u003cb\\u003eHi" in page
    (False, True)
    """
    page = StringIO()
    write(_by_session(reports), page, title=title)
    return page.getvalue()


def _by_session(reports: Sequence[TurnReport]) -> Iterable[list[TurnReport]]:
    """Group reports by session, first seen first; alerts are numbered within each."""
    sessions: dict[str, list[TurnReport]] = {}
    for report in reports:
        sessions.setdefault(report.turn.session, []).append(report)
    return sessions.values()


def write(
    conversations: Iterable[Sequence[TurnReport]], file: TextIO, *, title: str = "belie report"
) -> None:
    """Write the page of :func:`render`, keeping no more than one conversation in memory.

    Parameters
    ----------
    conversations
        The turn reports of one session after the other, in the order of the list. A session that
        comes twice is shown twice.
    file
        Where the page goes, a text file open for writing as UTF-8.
    title
        The heading, and the name of the window.

    Examples
    --------
    >>> from io import StringIO
    >>> file = StringIO()
    >>> write([], file)
    >>> file.getvalue()[:15]
    '<!doctype html>'
    """
    style, script = _resource("page.css"), _script()
    tally = Tally()
    template = _environment().from_string(_resource("page.html.j2"))
    stream = template.stream(
        title=title,
        style=_Ours(style),
        style_hash=_sha256(style),
        script=_Ours(script),
        script_hash=_sha256(script),
        lines=_lines(conversations, tally),
        tally=tally,
        count=count,
    )
    stream.enable_buffering(64)
    file.writelines(stream)


class _Ours(Markup):
    """Text that is put out as it is: our own files, and JSON without a sign of markup."""

    __slots__ = ()


def _lines(conversations: Iterable[Sequence[TurnReport]], tally: Tally) -> Iterator[_Ours]:
    for reports in conversations:
        for conversation in converse(reports):
            head = row(conversation)
            tally.add(conversation, head)
            yield _Ours(line(head))
            yield _Ours(line(body(conversation)))


def _script() -> str:
    parts = "\n".join(_resource(f"script/{name}") for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}\n}})();\n'


def _resource(name: str) -> str:
    return files("belie.report.html").joinpath(name).read_text(encoding="utf-8")


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _environment() -> Environment:
    return Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )


def _shown(value: object) -> object:
    """Return what the template puts out: a conversation's Markup is text like any other."""
    return visible(str(value)) if isinstance(value, str) and type(value) is not _Ours else value
