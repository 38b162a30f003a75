"""Which conversations are watched when not all are."""

from __future__ import annotations

import hashlib

__all__ = ["is_sampled"]

_BYTES = 8


def is_sampled(session: str, rate: float) -> bool:
    """Return whether a conversation is among the share that is watched.

    It hangs on the session's name alone, so that a conversation is watched whole or not at all,
    in every process; one that is watched at some rate is watched at every higher one.

    Parameters
    ----------
    session
        Of the conversation.
    rate
        The share of conversations, in [0, 1].

    Examples
    --------
    >>> sum(is_sampled(f"session-{number}", 0.25) for number in range(1_000))
    240
    """
    digest = hashlib.blake2b(session.encode("utf-8", "replace"), digest_size=_BYTES).digest()
    return int.from_bytes(digest, "big") < rate * 2 ** (8 * _BYTES)
