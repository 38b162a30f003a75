from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Document
from belie.errors import InputError
from belie.monitor.inputs import clean, make_documents, make_turn


class Foreign:
    """A document of another library."""

    def __init__(self, page_content, metadata=None, id=None):  # noqa: A002
        self.page_content, self.metadata, self.id = page_content, metadata, id


def turn(**fields):
    return make_turn(
        fields.pop("text", "It is tall."),
        **{"session": "s", "index": 0, "role": "assistant", **fields},
    )


def test_strings_are_named_by_their_place():
    assert [d.id for d in make_documents(["a", "b"])] == ["document-1", "document-2"]


def test_foreign_documents_keep_id_text_and_metadata():
    (document,) = make_documents([Foreign("text", {"page": 3}, id="x7")])
    assert (document.id, document.text, document.metadata) == ("x7", "text", {"page": 3})


def test_the_source_in_the_metadata_names_a_document_without_id():
    assert make_documents([Foreign("text", {"source": "guide.md"})])[0].id == "guide.md"


@pytest.mark.parametrize(
    ("item", "name"),
    [
        (Foreign("text", id=0), "0"),
        (Foreign("text", {"id": 0, "source": "guide.md"}, id=""), "0"),
        (Foreign("text", {"id": "", "source": 0}), "0"),
        (Foreign("text", {"id": "", "source": ""}, id=""), "document-1"),
    ],
)
def test_a_document_has_the_first_name_that_is_not_empty(item, name):
    assert make_documents([item])[0].id == name


def test_none_metadata_is_no_metadata():
    assert make_documents([Foreign("t", None), {"text": "u", "metadata": None}])[1].metadata == {}


def test_equal_ids_are_told_apart():
    ids = [d.id for d in make_documents([Document("a", "1"), Document("a", "2")])]
    assert ids == ["a", "a (2)"]


def test_a_number_that_an_id_has_already_is_passed_over():
    names = ["a", "a (3)", "a", "a", "a (3)", "a"]
    documents = make_documents([Document(name, "text") for name in names])
    assert [d.id for d in documents] == ["a", "a (3)", "a (2)", "a (4)", "a (3) (2)", "a (5)"]


def test_no_documents_may_be_none():
    assert make_documents(None) == ()


class Iterated(Foreign):
    """A document that can be iterated, as those of pydantic can."""

    def __iter__(self):
        return iter(vars(self).items())


@pytest.mark.parametrize(
    ("documents", "got"),
    [
        ("one text", "str"),
        (b"one text", "bytes"),
        ({"text": "one"}, "dict"),
        (Document("a", "one"), "Document"),
        (Foreign("one"), "Foreign"),
        (Iterated("one"), "Iterated"),
    ],
)
def test_one_document_instead_of_a_list_is_refused_with_what_to_do(documents, got):
    with pytest.raises(InputError) as refused:
        make_documents(documents)
    assert str(refused.value) == (
        f"expected a list of documents, got {got}; wrap it in a list: documents=[...]"
    )


def test_what_is_no_list_and_no_document_is_refused():
    with pytest.raises(InputError, match=r"expected a list of documents, got int$"):
        make_documents(7)


@pytest.mark.parametrize("item", [3, None, b"bytes", {"title": "no text"}, {"text": 5}])
def test_a_document_without_text_is_refused_by_its_number(item):
    with pytest.raises(InputError, match="expected document 2 to be a str") as refused:
        make_documents(["One.", item])
    assert str(refused.value).endswith(f"got {type(item).__name__}")


def test_a_broken_metadata_is_refused():
    with pytest.raises(InputError, match="the metadata of document 1 to be a mapping, got list"):
        make_documents([{"text": "a", "metadata": [1]}])


def test_a_lone_surrogate_is_replaced_one_for_one():
    assert clean("a\ud800b\x00c", name="text") == "a\ufffdb\ufffdc"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"role": "wizard"}, "expected role to be one of user, assistant, got 'wizard'$"),
        ({"role": "ai"}, "one of user, assistant, got 'ai'; write 'assistant'"),
        ({"role": "human"}, "one of user, assistant, got 'human'; write 'user'"),
        ({"role": "USER"}, "one of user, assistant, got 'USER'; write 'user'"),
        ({"role": None}, "got None"),
        ({"text": None}, "expected text to be str, got NoneType"),
        ({"text": b"bytes"}, "expected text to be str, got bytes"),
        ({"session": " "}, "expected session to be a non-empty name"),
        ({"session": 3}, "expected session to be str, got int"),
        ({"question": 3}, "expected question to be str"),
        ({"at": "today"}, "expected at to be a datetime, got str"),
    ],
)
def test_bad_input_is_named(fields, message):
    with pytest.raises(InputError, match=message):
        turn(**fields)


def test_a_time_without_a_zone_is_taken_as_utc():
    naive = datetime(2026, 1, 2, 3)  # noqa: DTZ001 - it is what is tested
    assert turn(at=naive).at == naive.replace(tzinfo=UTC)


@given(st.text())
def test_cleaning_keeps_offsets_and_can_be_encoded(text):
    cleaned = clean(text, name="text")
    assert len(cleaned) == len(text)
    cleaned.encode("utf-8")
