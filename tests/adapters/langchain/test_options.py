from __future__ import annotations

import math

import pytest

from belie import InputError
from belie.adapters.langchain.options import Options

pytestmark = pytest.mark.extras


async def _redact(text):
    raise NotImplementedError(text)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"mode": "async"}, "mode to be one of background, inline, got 'async'"),
        ({"drop": "all"}, "drop to be one of newest, oldest, got 'all'"),
        ({"sample_rate": 1.5}, "0 <= sample_rate <= 1, got 1.5"),
        ({"sample_rate": -0.1}, "0 <= sample_rate <= 1, got -0.1"),
        ({"sample_rate": math.nan}, "0 <= sample_rate <= 1, got nan"),
        ({"deadline_ms": 0}, "deadline_ms > 0 or None, got 0"),
        ({"deadline_ms": math.nan}, "deadline_ms > 0 or None, got nan"),
        ({"max_queue": 0}, "max_queue >= 1, got 0"),
        ({"redact": "***"}, "redact to be a plain function from text to text, got str"),
        ({"redact": _redact}, "redact to be a plain function from text to text, got function"),
    ],
)
def test_an_option_that_cannot_be_used_is_refused(options, expected):
    with pytest.raises(InputError, match=expected):
        Options(**options)


def test_the_ends_of_each_range_can_be_used():
    assert Options(sample_rate=0, deadline_ms=0.001, max_queue=1).sample_rate == 0
    assert Options(sample_rate=1, redact=str.strip).redact is str.strip
