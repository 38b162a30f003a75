from __future__ import annotations

import pickle

import pytest

from belie import errors

RAISED = (
    errors.BelieError("broken"),
    errors.InputError("expected a number, got a word"),
    errors.TranscriptError("expected a role", source="chat.jsonl", line=3),
    errors.StoreError("the store is full"),
    errors.ForeignDatabaseError("expected tables of belie"),
    errors.ModelError("expected a model"),
    errors.MissingExtraError("ray", extra="ray"),
)


def test_each_error_is_tried():
    assert {type(error).__name__ for error in RAISED} == set(errors.__all__)


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_an_error_comes_out_of_another_process_as_it_was_raised(error):
    error.add_note("in the third file")
    arrived = pickle.loads(pickle.dumps(error))
    assert type(arrived) is type(error)
    assert (str(arrived), vars(arrived)) == (str(error), vars(error))
