from __future__ import annotations

import asyncio
import importlib

import pytest

pytestmark = pytest.mark.extras


async def test_turns_of_one_session_are_kept_in_the_order_of_the_calls(make_service):
    new_turn = importlib.import_module("belie.server.schemas").NewTurn
    service = make_service(threads=4)
    texts = [f"Number {number} came." for number in range(12)]
    turns = [new_turn(session=name, text=text) for text in texts for name in ("a", "b")]
    await asyncio.gather(*(service.observe(turn) for turn in turns))
    for name in ("a", "b"):
        assert [report.turn.text for report in service.reports(name)] == texts
    assert service.working == 0
