"""Audits by Ray Data, on one machine or on a cluster.

Ray itself stands in `belie.adapters.ray`, which knows nothing of audits: an adapter may not
import `auditing`, and so gets what to do as a function.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from belie.adapters.ray import map_on_ray
from belie.auditing.conversations import lost, unread
from belie.auditing.serving import Actor, Failed
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from belie.adapters.transcripts import Conversation
    from belie.auditing.conversations import Recipe
    from belie.report.audited import Audited

__all__ = ["audit_on_ray"]


def audit_on_ray(
    conversations: Iterable[Conversation | InputError],
    *,
    recipe: Recipe,
    workers: int,
    on_turn: Callable[[], object] = lambda: None,
) -> Generator[Audited]:
    """Yield what is found in each conversation, in their order.

    At most 400 conversations a worker are read ahead. Turns are told of when the whole of
    their conversation has come back. A process that dies costs no conversation but one that kills
    it twice.

    Parameters
    ----------
    conversations
        As `read_conversations` gives them.
    recipe
        The store, which all machines can reach, and the monitor.
    workers
        How many actors hold the models, at least 1.
    on_turn
        Is called for each turn.

    Raises
    ------
    MissingExtraError
        If ray is not installed.
    InputError
        If there is no such cluster, or it has fewer cores than workers.
    BelieError
        If the store or the models cannot be used, or the cluster fails.
    """
    items = (unread(found) if isinstance(found, InputError) else found for found in conversations)
    make = partial(Actor, recipe)
    with closing(map_on_ray(items, make, lose=lost, workers=workers)) as results:
        for result in results:
            if isinstance(result, Failed):
                raise result.error()
            for _ in result.reports:
                on_turn()
            yield result
