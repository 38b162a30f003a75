"""What a line is found by."""

from belie.monitor.records import records
from belie.monitor.terms import is_word, terms, terms_of_line


def test_words_and_values_are_terms_and_denials_are_none():
    found = terms("No lamp costs $5 or 2 kg.")
    assert {"lamp", "money"} <= found
    assert "no" not in found
    assert {term for term in found if not is_word(term)} == {"money dollar 5", "mass 2"}


def test_the_terms_of_a_line_hold_what_its_list_is_headed_with():
    [*_, line] = records("Inn\n\nNot included:\n- towels")
    assert terms_of_line(line) == {"inclu", "towel"}
