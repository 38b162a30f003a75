"""What a claim may be looked up by: its subject and what it says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.graph.semantics.attributes import attributes
from belie.graph.semantics.reading import ASSISTANT, USER, Reading
from belie.graph.semantics.words import content

if TYPE_CHECKING:
    from belie.datatypes import Claim

__all__ = ["topics"]


def topics(claim: Claim) -> tuple[str, ...]:
    """Return the names under which a claim belongs with others of its kind.

    These are the stems of its subject's words, "I" and "you" named by who they are; the
    attributes it speaks of; and each subject with each attribute.

    Examples
    --------
    >>> from belie.datatypes import Claim, Role, Span
    >>> topics(Claim("s/0#0", "I live in Rome.", "s/0", Span(0, 15), role=Role.USER))
    ('@user', 'residence', '@user residence')
    >>> topics(Claim("s/1#0", "You live in Oslo.", "s/1", Span(0, 17), turn=1))
    ('@user', 'residence', '@user residence')
    """
    reading = Reading(claim)
    persons = [word for word in reading.subject if word in (USER, ASSISTANT)]
    about = dict.fromkeys((*persons, *sorted(content(reading.subject))))
    said = [attribute.name for attribute in attributes(reading)]
    return (*about, *said, *(f"{one} {attribute}" for one in about for attribute in said))
