"""By which words two texts are told to speak of one thing."""

from belie.monitor.stems import stems


def test_forms_of_a_word_are_alike_and_small_words_do_not_count():
    assert stems("The nation is old.") & stems("A national debt") == {"natio"}
    assert stems("It is what it was.") == frozenset()
