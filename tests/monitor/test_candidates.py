from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Claim, Passage, Role, Span
from belie.monitor.candidates import StatementIndex, keys
from belie.monitor.vectors import CachedEncoder
from belie.testing import WordEncoder


class CountingEncoder(WordEncoder):
    def __init__(self):
        super().__init__()
        self.read = []

    def encode(self, texts):
        self.read.extend(texts)
        return super().encode(texts)


def claim(number, text, role=Role.ASSISTANT):
    return Claim(f"s/0#{number}", text, "s/0", Span(0, len(text)), role=role)


def passage(number, text):
    return Passage(f"s/0/d@{number}", text, "d", Span(0, len(text)))


def test_the_most_similar_statement_comes_first():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    index.add([claim(0, "cats sleep a lot"), claim(1, "the tower is 330 m tall")])
    (found,) = index.search([claim(9, "the tower is 300 m tall")], k=2)
    assert [statement.id for statement in found] == ["s/0#1", "s/0#0"]


def test_statements_below_the_least_similarity_are_left_out():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    index.add([claim(0, "cats sleep a lot")])
    assert index.search([claim(9, "the tower is tall")], k=3, min_similarity=0.3) == [[]]


def test_an_empty_index_finds_nothing_for_each_query():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    assert index.search([claim(8, "a"), claim(9, "b")], k=3) == [[], []]


def test_adding_statements_reads_no_text():
    encoder = CountingEncoder()
    StatementIndex(CachedEncoder(encoder), searched=100).add([claim(0, "it is tall")])
    assert encoder.read == []


def test_a_search_reads_a_bounded_number_of_statements_and_still_finds_the_right_one():
    encoder = CountingEncoder()
    index = StatementIndex(CachedEncoder(encoder), searched=20)
    index.add(passage(n, f"place {n} has a tower of {n} metres") for n in range(2000))
    (found,) = index.search([claim(9, "place 1234 has a tower")], k=1)
    assert found[0].text == "place 1234 has a tower of 1234 metres"
    assert len(encoder.read) <= 21


def test_every_claim_of_a_long_turn_finds_its_own_statement():
    index = StatementIndex(CachedEncoder(WordEncoder(dim=1 << 15)), searched=20)
    index.add(passage(n, f"place {n} has a tower of {n} metres") for n in range(500))
    found = index.search([claim(n, f"place {n} has a tower") for n in range(0, 500, 5)], k=1)
    assert [one.text.split()[1] for (one,) in found] == [str(n) for n in range(0, 500, 5)]


def test_an_old_claim_of_the_same_topic_is_found_behind_thousands_of_others():
    index = StatementIndex(
        CachedEncoder(WordEncoder(dim=1 << 15)), searched=40, recent=10, weight_of_keys=0.2
    )
    index.add([claim(0, "My brother lives in Rome.", Role.USER)])
    index.add(claim(n, f"My brother has {n} books.", Role.USER) for n in range(1, 3000))
    (found,) = index.search([claim(9999, "Your brother is living near Oslo.")], k=3)
    assert "My brother lives in Rome." in [one.text for one in found]


def test_the_last_claims_are_compared_whatever_their_words():
    encoder = CountingEncoder()
    index = StatementIndex(CachedEncoder(encoder), searched=20, recent=5)
    index.add(claim(n, f"place {n} has a tower") for n in range(100))
    index.add([claim(100, "I eat no meat")])
    index.search([claim(101, "place 3 has a tower")], k=1)
    assert "I eat no meat" in encoder.read
    assert len(encoder.read) <= 21


def test_the_same_words_said_again_take_no_second_place():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    index.add([claim(0, "It costs $5."), claim(1, "It costs a lot.")])
    index.add(claim(n, "It costs $5.") for n in range(2, 9))
    (found,) = index.search([claim(10, "It costs $6.")], k=3)
    assert [one.id for one in found] == ["s/0#8", "s/0#1"]


def test_equal_words_of_two_speakers_are_two_premises():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    index.add([claim(0, "It costs $5.", Role.USER), claim(1, "It costs $5.")])
    (found,) = index.search([claim(2, "It costs $6.")], k=3)
    assert len(found) == 2


def test_the_next_best_takes_the_place_of_a_pair_that_is_not_accepted():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=100)
    index.add([claim(0, "It costs $5."), claim(1, "It costs a lot.")])
    (found,) = index.search(
        [claim(2, "It costs $5 now.")], k=1, accept=lambda pair: pair.premise.id != "s/0#0"
    )
    assert [one.id for one in found] == ["s/0#1"]


def test_a_search_is_the_same_whatever_was_searched_before():
    texts = [f"place {n % 50} has {n} towers and {n % 7} parks" for n in range(400)]
    fresh, used = (
        StatementIndex(CachedEncoder(WordEncoder()), searched=30, recent=8, weight_of_keys=0.2)
        for _ in range(2)
    )
    for number, text in enumerate(texts):
        used.search([claim(number, text)], k=2)
        used.add([claim(number, text)])
        fresh.add([claim(number, text)])
    query = [claim(999, "place 7 has 9 towers")]
    assert fresh.search(query, k=5) == used.search(query, k=5)


def test_one_statement_is_found_by_the_same_keys_whoever_says_it():
    mine = keys(claim(0, "I live in Rome.", Role.USER))
    yours = keys(claim(1, "You live in Rome."))
    assert set(mine) - set(yours) == {"i"}
    assert "#@user residence" in mine


def test_passages_are_found_by_their_words_alone():
    assert keys(passage(0, "I live in Rome.")) == ["i", "live", "in", "rome"]


texts = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=4).map(" ".join), max_size=12)


@given(kept=texts, dropped=texts, later=texts)
def test_what_was_cut_off_again_was_never_there(kept, dropped, later):
    cut, fresh = (
        StatementIndex(CachedEncoder(WordEncoder()), searched=5, recent=2, weight_of_keys=0.2)
        for _ in range(2)
    )
    queries = [claim(99, "a b c"), claim(98, "d e")]
    for index in (cut, fresh):
        index.add(passage(n, text) for n, text in enumerate(kept))
    cut.add(passage(n, text) for n, text in enumerate(dropped, start=100))
    cut.search(queries, k=3)
    cut.truncate(len(kept))
    for index in (cut, fresh):
        index.add(passage(n, text) for n, text in enumerate(later, start=200))
    assert cut.search(queries, k=3) == fresh.search(queries, k=3)
    assert cut._postings == fresh._postings


def test_what_is_left_out_takes_no_place_of_a_long_search():
    index = StatementIndex(CachedEncoder(WordEncoder()), searched=8)
    index.add(passage(number, f"the tower of zone {number}") for number in range(100))
    index.add([passage(100, "a wooden gate")])
    (found,) = index.search([claim(0, "the tower gate")], k=3, without=range(100))
    assert [one.text for one in found] == ["a wooden gate"]
