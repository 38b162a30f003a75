from __future__ import annotations

import pytest

from belie.datatypes import Span
from belie.errors import InputError


@pytest.mark.parametrize(("start", "end"), [("a", "b"), (1.5, 2), (0, None), (3, 2), (-1, 2)])
def test_a_span_is_of_whole_numbers_in_order(start, end):
    with pytest.raises(InputError, match=r"expected whole numbers 0 <= start <= end, got Span\("):
        Span(start, end)
