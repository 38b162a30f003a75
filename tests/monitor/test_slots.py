"""Times, doers and amounts do not clash where they answer two questions, but where they do one."""

import pytest

from belie.datatypes import Span
from belie.monitor.slots import are_two_slots


def two_slots(premise, words, claim, claimed):
    one, other = (Span(text.index(part), text.index(part) + len(part))
                  for text, part in ((premise, words), (claim, claimed)))  # fmt: skip
    found = are_two_slots(premise, one, claim, other)
    assert found is are_two_slots(claim, other, premise, one)
    return found


@pytest.mark.parametrize(
    ("premise", "words", "claim", "claimed"),
    [
        ("The canal was opened in 1847.", "1847", "The canal was closed in 1962.", "1962"),
        ("Work on the dam began in March 2011.", "March 2011", "It was finished in 2016.", "2016"),
        ("In 1902, Ida Roe married.", "1902", "Ida Roe died in 1951.", "1951"),
        ("Her parcel was sent on Monday.", "Monday", "It was delivered on Thursday.", "Thursday"),
        ("The bus departs at 8:10.", "8:10", "The bus arrives at 9:55.", "9:55"),
        ("The app was designed by Ola Berg.", "Ola Berg", "It was bought by Norsk AS.", "Norsk AS"),
        ("The series was directed by Lund.", "Lund", "It was written by Holm.", "Holm"),
        ("The hall is of brick. It was built in 1911.", "1911", "It was sold in 1987.", "1987"),
    ],
)
def test_what_two_events_tell_does_not_clash(premise, words, claim, claimed):
    assert two_slots(premise, words, claim, claimed)


@pytest.mark.parametrize(
    ("premise", "words", "claim", "claimed"),
    [
        ("The canal was opened in 1847.", "1847", "It was inaugurated in 1852.", "1852"),
        ("The canal was opened in 1847.", "1847", "The canal was opened in 1852.", "1852"),
        ("The club was formed in 1903.", "1903", "The club started in 1911.", "1911"),
        ("The book was published in 2004.", "2004", "The book was released in 2006.", "2006"),
        ("The dam was built in 2016.", "2016", "Work on the dam was completed in 2018.", "2018"),
        ("The opera was written by Holm.", "Holm", "Its author was named by Lund.", "Lund"),
        ("The chain was sold in 1987.", "1987", "The chain was acquired in 1989.", "1989"),
    ],
)
def test_other_words_for_one_event_clash(premise, words, claim, claimed):
    assert not two_slots(premise, words, claim, claimed)


@pytest.mark.parametrize(
    ("premise", "words", "claim", "claimed"),
    [
        ("The barge weighs 40 tonnes.", "40 tonnes", "It can carry 25 tonnes.", "25 tonnes"),
        ("The lock is 9 m wide.", "9 m", "The lock is 38 m long.", "38 m"),
        ("The laptop has 16 GB of memory.", "16 GB", "Its disk is of 512 GB.", "512 GB"),
        ("The hall seats 900.", "900", "An audience of 640 attended.", "640"),
    ],
)
def test_two_measures_do_not_clash(premise, words, claim, claimed):
    assert two_slots(premise, words, claim, claimed)


@pytest.mark.parametrize(
    ("premise", "words", "claim", "claimed"),
    [
        ("The barge weighs 40 tonnes.", "40 tonnes", "It has a weight of 25 tonnes.", "25 tonnes"),
        ("The lock is 38 m long.", "38 m", "The lock has a length of 30 m.", "30 m"),
        ("The hall seats 900.", "900", "The hall has a capacity of 640.", "640"),
        ("The mast is 30 m high.", "30 m", "The mast rises to a height of 25 m.", "25 m"),
        ("The lock is 38 m long.", "38 m", "The barge sells for 30 m.", "30 m"),
        ("The lock is 38 m long.", "38 m", "The barge weighs 40 tonnes.", "40 tonnes"),
        ("The lock is 38 m long and 5 m deep.", "38 m", "The lock is 9 m wide.", "9 m"),
    ],
)
def test_one_measure_or_an_unknown_one_clashes(premise, words, claim, claimed):
    assert not two_slots(premise, words, claim, claimed)


@pytest.mark.parametrize(
    ("premise", "words", "claim", "claimed"),
    [
        ("The canal was closed in 1847.", "1847", "The canal was opened in 1962.", "1962"),
        ("He was killed in 1806.", "1806", "He was born in 1817.", "1817"),
        ("It was announced in May 2020.", "May 2020", "It was released in March 2020.", "March"),
        ("The parade starts at 10 am.", "10 am", "The parade ends at 9 am.", "9 am"),
    ],
)
def test_what_is_out_of_order_clashes(premise, words, claim, claimed):
    assert not two_slots(premise, words, claim, claimed)


@pytest.mark.parametrize(
    ("premise", "words", "claim", "claimed"),
    [
        ("It was mothballed in 1962.", "1962", "The canal was opened in 1847.", "1847"),
        ("The canal was opened in 1847.", "1847", "The canal was not sold in 1962.", "1962"),
        ("The canal was opened in 1847.", "1847", "The canal was not closed in 1962.", "1962"),
        ("It was opened in 1847 but never paid.", "1847", "It was closed in 1962.", "1962"),
        ("It was opened before 1847.", "before 1847", "It was closed in 1962.", "1962"),
        ("It opened in 1847 and again in 1850.", "1847", "It was sold in 1962.", "1962"),
        ("It was opened in 1847, when it was sold.", "1847", "It was sold in 1962.", "1962"),
        ("It is the best canal of 1847.", "1847", "It was opened in 1962.", "1962"),
        ("It opened in 1847. It shut in 1962.", "1847", "It was closed in 1960.", "1960"),
        ("The canal was sold to Bern.", "Bern", "The canal was designed by Roe.", "Roe"),
        ("Plays by Roe were performed.", "Roe", "The book was published by Lund.", "Lund"),
        ("It is open on Sundays from 9 am.", "9 am", "It closes on Friday.", "Friday"),
    ],
)
def test_what_is_not_known_or_not_plain_is_left_alone(premise, words, claim, claimed):
    assert not two_slots(premise, words, claim, claimed)
