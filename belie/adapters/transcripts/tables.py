"""CSV: a line of column names, then a row for each message or each answer.

Commas, semicolons, tabs and bars are told apart by the names. Columns are called as the fields of
a message are (``session, role, text, documents, question, at``), or as those of an answer.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from belie.adapters.transcripts.fields import SESSION_KEYS, parsed_text, quote
from belie.adapters.transcripts.formats.answers import ANSWER_KEYS, QUESTION_KEYS
from belie.adapters.transcripts.items import Item
from belie.adapters.transcripts.json_text import is_foreign, mend
from belie.adapters.transcripts.messages import DOCUMENT_KEYS, TEXT_KEYS
from belie.adapters.transcripts.roles import ROLE_KEYS
from belie.errors import InputError

if TYPE_CHECKING:
    from _csv import Reader as CsvReader
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["is_table", "read_table"]

_SAID = frozenset({*TEXT_KEYS, *ANSWER_KEYS, "output"})
_KNOWN = _SAID | {*SESSION_KEYS, *ROLE_KEYS, *DOCUMENT_KEYS, *QUESTION_KEYS, "at", "sessionId"}
_DELIMITERS = ",;\t|"
_LARGEST = 8 * 2**20
"""Characters of a cell, so that a quote that is never closed does not swallow the whole file."""
_TEXT = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_LISTED_TEXT = re.compile(_TEXT, re.DOTALL)
_TEXT_LIST = re.compile(rf"\[\s*+(?:(?:{_TEXT})\s*+(?:,\s*+)?+)*+\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|.)", re.DOTALL)
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}


def is_table(line: str) -> bool:
    """Whether a line names columns: what was said, and at least one more that is known."""
    names = set(_names(line, _delimiter(line)))
    return bool(names & _SAID) and 2 <= len(names & _KNOWN)


def read_table(lines: Iterable[str]) -> Iterator[Item]:
    """Yield the rows of a table, each an object of its cells that are not empty.

    Raises
    ------
    InputError
        If the first line does not name what was said.
    """
    ended = ((number, f"{line}\n") for number, line in enumerate(lines, start=1))
    above, header = next((number, line) for number, line in ended if line.strip())
    delimiter = _delimiter(header)
    names = _names(header, delimiter)
    if not _SAID & set(names):
        raise InputError(
            "expected a first line with columns such as session, role and text, or question, answer"
            f" and contexts; got {quote(names)}"
        )
    # The limit is one of the whole process, so it is only ever raised.
    csv.field_size_limit(max(csv.field_size_limit(), _LARGEST))
    reader = csv.reader((line for _, line in ended), delimiter=delimiter)
    for number, (line, row) in enumerate(_rows(reader, above), start=1):
        yield row if isinstance(row, Item) else _item(line, number, row, names)


def _rows(reader: CsvReader, above: int) -> Iterator[tuple[int, list[str] | Item]]:
    """Yield the rows that are not blank, each with the line it begins at."""
    while True:
        line = above + reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield line, Item(line, problem=f"expected a row of CSV, got: {error}")
        else:
            if any(row):
                yield line, row


def _item(line: int, number: int, row: Sequence[str], names: Sequence[str]) -> Item:
    if any(map(is_foreign, row)):
        return Item(line, problem="expected a row in UTF-8, got other bytes")
    if len(names) < len(row):
        return Item(line, problem=f"expected {len(names)} cells, one a column, got {len(row)}")
    cells = {name: mend(cell) for name, cell in zip(names, row, strict=False) if cell.strip()}
    found = {name: _listed(cells[name]) for name in DOCUMENT_KEYS if name in cells}
    return Item(line, {**cells, **found}, suffix=f":{number}")


def _listed(cell: str) -> object:
    """Return the documents of a cell: JSON, a list as Python or NumPy prints it, or one text."""
    value = parsed_text(cell)
    if not isinstance(value, str) or not _TEXT_LIST.fullmatch(value.strip()):
        return value
    return [mend(_ESCAPE.sub(_unescaped, text[1:-1])) for text in _LISTED_TEXT.findall(value)]


def _unescaped(escape: re.Match[str]) -> str:
    code = escape.group(1)
    return chr(int(code[1:], 16)) if 1 < len(code) else _CONTROLS.get(code, code)


def _delimiter(header: str) -> str:
    """Return the delimiter under which most columns have a name that is known."""
    return max(_DELIMITERS, key=lambda one: len(_KNOWN & set(_names(header, one))))


def _names(header: str, delimiter: str) -> list[str]:
    try:
        rows = list(csv.reader([header], delimiter=delimiter))
    except csv.Error:
        return []
    return [_name(cell.strip()) for row in rows for cell in row]


def _name(cell: str) -> str:
    """Return a column's name in lower case, unless it is one with humps, such as sessionId."""
    return cell if re.search("[a-z][A-Z]", cell) else cell.lower().replace(" ", "_")
