"""What of a session's documents a claim is read beside."""

import pytest

from belie.datatypes import Claim, Document, Role, Span, Turn
from belie.monitor.documents import DocumentIndex
from belie.monitor.passages import passages
from belie.monitor.settings import Settings
from belie.monitor.vectors import CachedEncoder
from belie.testing import WordEncoder

ASSISTANT = Role.ASSISTANT
TOWN = (
    "Orla is a small town in the north that lives by its mill and by its fair in May. "
    "The old bridge carries the only road over the slow river to the market. "
    "Boats bring grain to the mill. Trains stop twice a day at the edge of town. "
    "Shops close at noon. The mayor likes music and pays for the band. "
    "The bridge was built of stone in 1932 by a firm from the coast. Geese nest under it."
)
BUILT = "The old bridge over the river was built in 1937."


def new_index(**settings):
    return DocumentIndex(encoder=CachedEncoder(WordEncoder()), settings=Settings(**settings))


def claimed(text, turn=0):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn, ASSISTANT)


def turn_with(*documents, index=0, text="x"):
    return Turn("s", index, ASSISTANT, text, documents)


def read(documents, text, sentence="", **settings):
    """The texts that a claim is read beside."""
    index = new_index(**settings)
    index.add(turn_with(*documents))
    claim = claimed(text)
    (found,) = index.search([claim], {claim.id: sentence}, without=())
    return [passage.text for passage in found]


def test_a_document_of_one_window_is_read_whole():
    assert read([Document("d", "The tower leans.")], "The tower is old.") == ["The tower leans."]


def test_of_a_longer_document_the_best_window_and_the_stretch_with_the_claim_s_words_are_read():
    best, stretch = read([Document("d", TOWN)], BUILT, passage_words=30)
    assert stretch.startswith("The old bridge")
    assert stretch.endswith("from the coast.")
    assert stretch not in best
    assert best in TOWN


def test_a_window_that_begins_in_the_middle_of_a_table_is_not_read_beside_its_lines():
    rows = "\n".join(f"| Street {number} | {number} lamps |" for number in range(60))
    lamps = Document("d", f"| Street | Lamps |\n|---|---|\n{rows}")
    (stretch,) = read([lamps], "Street 57 has 9 lamps.", passage_words=30)
    assert stretch.startswith("Street | Lamps |")


def test_a_stretch_that_the_best_window_holds_is_not_read_twice():
    claim = "The mayor likes music, pays for the band, and a firm from the coast built the bridge."
    (found,) = read([Document("d", TOWN)], claim, passage_words=60)
    assert "band" in found
    assert "coast" in found


def test_where_no_sentences_have_the_claim_s_words_its_windows_are_read():
    found = read([Document("d", TOWN)], "Pigeons sleep upstairs.", passage_words=20)
    assert len(found) == Settings().passages_per_claim
    assert all(len(text.split()) <= 20 for text in found)


def test_of_further_documents_the_stretch_alone_is_read():
    other = TOWN.replace("Orla", "Upton").replace("1932", "1901").replace("north", "south")
    found = read([Document("d", TOWN), Document("e", other)], BUILT, passage_words=30)
    assert {text in TOWN for text in found} == {True, False}
    assert len(found) <= 3


def test_documents_of_one_window_beside_a_longer_one_are_read_too():
    documents = [Document("d", TOWN), Document("e", "The old bridge was built in 1901.")]
    assert "The old bridge was built in 1901." in read(documents, BUILT, passage_words=30)


def test_what_the_claim_s_sentence_speaks_of_is_read_too():
    sentence = "The old bridge over the river was built in 1937, and geese nest under it."
    *_, stretch = read([Document("d", TOWN)], BUILT, sentence, passage_words=30)
    assert stretch.endswith("Geese nest under it.")


def test_a_document_that_is_too_long_to_be_looked_through_has_windows_alone():
    text = " ".join(f"Room {number} of the bridge house is blue." for number in range(300))
    found = read([Document("d", text)], "The bridge house is red.", passage_words=20)
    assert len(found) == Settings().passages_per_claim


def test_passages_slice_the_document_they_are_of():
    index = new_index(passage_words=30)
    index.add(turn_with(Document("d", TOWN)))
    claim = claimed(BUILT)
    (found,) = index.search([claim], {}, without=())
    assert [one.span.cut(TOWN) for one in found] == [one.text for one in found]
    assert len({one.id for one in found}) == len(found)


def test_a_turn_that_is_looked_at_again_finds_the_very_passages_it_found_before():
    index = new_index()
    turn = turn_with(Document("d", "The tower is 330 m tall."), Document("e", "It leans."))
    found = []
    for _ in range(2):
        with index.including(turn):
            found += index.search([claimed("The tower leans.")], {}, without=())
    assert len(found[0]) == 2
    assert all(one is other for one, other in zip(*found, strict=True))
    assert len(index) == 0


def test_of_documents_that_were_looked_at_only_nothing_is_kept():
    index = new_index()
    with index.including(turn_with(Document("d", "The tower leans."))):
        pass
    index.add(turn_with(Document("d", "The tower fell. It was old.")))
    [found] = index.search([claimed("The tower is old.")], {}, without=())
    assert [passage.text for passage in found] == ["The tower fell. It was old."]


def test_the_same_document_of_another_turn_has_passages_of_that_turn():
    index = new_index()
    for number in range(2):
        turn = turn_with(Document("d", "The tower leans."), index=number)
        with index.including(turn):
            [[passage]] = index.search([claimed("It leans.", number)], {}, without=())
        assert (passage.turn, passage.id.rpartition("/")[0]) == (number, turn.id)


@pytest.mark.parametrize("size", [4, 50])
def test_a_document_retrieved_again_has_the_passages_of_its_first_turn(size):
    index = new_index(passage_words=size)
    text = "The tower leans. It is old."
    turns = [turn_with(Document(f"d{n}", text), index=n) for n in range(3)]
    first, again, _ = (
        passages(turn.documents[0], turn_id=turn.id, turn=turn.index, size=size)[0]
        for turn in turns
    )
    index.add(turns[0])
    index.add(turns[1])
    assert index.at_first(again, turns[1]) == first
    assert index.at_first(first, turns[1]) == first
    assert index.at_first(first, turns[0]) == first


def test_documents_may_be_left_out_of_a_search():
    index = new_index()
    old, new = Document("old", "The tower leans."), Document("new", "The tower is old.")
    index.add(turn_with(old, new))
    [found] = index.search([claimed("The tower is old.")], {}, without=[new])
    assert [passage.text for passage in found] == [old.text]
