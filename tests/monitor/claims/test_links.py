import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.monitor.claims.links import links, stretches


def read(text):
    return [(link.kind.value, link.first.cut(text), link.second.cut(text)) for link in links(text)]


CAUSES = [
    ("Prices rose because demand grew.", "demand grew", "Prices rose"),
    ("Because demand grew, prices rose.", "demand grew", "prices rose"),
    ("However, because demand grew, prices rose.", "demand grew", "prices rose"),
    ("The delay was due to fog.", "fog", "The delay"),
    ("Owing to fog, the flight was late.", "fog", "the flight was late"),
    ("The storm caused the flood.", "The storm", "the flood"),
    ("The flood was caused by the storm.", "the storm", "The flood"),
    ("Smoking is known to cause cancer.", "Smoking", "cancer"),
    ("The famine led to a revolt.", "The famine", "a revolt"),
    ("Rain fell for days, which led to a flood.", "Rain fell for days", "a flood"),
    ("It rained, so the match was cancelled.", "It rained", "the match was cancelled"),
    ("It rained. Therefore, the match moved.", "It rained", "the match moved"),
    ("It rained; as a result, the match moved.", "It rained", "the match moved"),
    ("He was ill and therefore stayed home.", "He was ill", "stayed home"),
    ("As a result of the strike, flights stopped.", "the strike", "flights stopped"),
    ("Lack of sleep results in stress.", "Lack of sleep", "stress"),
    ("Thanks to the new law, emissions fell.", "the new law", "emissions fell"),
    ("The pump failed. That is why the cellar flooded.", "The pump failed", "the cellar flooded"),
    ("The main cause of the fire was a spark.", "a spark", "the fire"),
    ("The strike was the main reason for the delay.", "The strike", "the delay"),
]
CONDITIONS = [
    ("If it rains, the match moves.", "it rains", "the match moves"),
    ("If it rains then the match moves.", "it rains", "the match moves"),
    ("The match moves if it rains.", "it rains", "The match moves"),
    ("Water boils when it reaches 100 degrees.", "it reaches 100 degrees", "Water boils"),
    ("Whenever she sings, he smiles.", "she sings", "he smiles"),
    ("In case of fire, use the stairs.", "fire", "use the stairs"),
    ("If born on May 1, 1993, you may apply.", "born on May 1, 1993", "you may apply"),
    ("They said that if it rains, we stay.", "it rains", "we stay"),
]
NECESSITIES = [
    ("The match moves only if it rains.", "it rains", "The match moves"),
    ("Only if it rains will the match move.", "it rains", "the match move"),
    ("The alarm sounds only when the door opens.", "the door opens", "The alarm sounds"),
    ("The match starts unless it rains.", "unless it rains", "The match starts"),
    ("Unless it rains, the match starts.", "Unless it rains", "the match starts"),
    ("A visa is required for entry.", "A visa", "entry"),
    ("Entry requires a visa.", "a visa", "Entry"),
    ("You must pay to enter.", "pay", "enter"),
    ("To enter, you must show a ticket.", "you must show a ticket", "enter"),
]
PARTS = [
    ("In 1990, Slovakia was part of Czechoslovakia.", "Slovakia", "Czechoslovakia"),
    ("Texas belongs to the United States.", "Texas", "the United States"),
    ("The kit includes a lamp.", "a lamp", "The kit"),
    ("The lamp is included in the kit.", "The lamp", "the kit"),
    ("The centre was first included in the list.", "The centre", "the list"),
    ("The team consists of five engineers.", "five engineers", "The team"),
    ("A whale is a kind of mammal.", "A whale", "mammal"),
    ("Lyon is located in France.", "Lyon", "France"),
]
ORDERS = [
    ("He ate before he left.", "He ate", "he left"),
    ("Before he left, he ate.", "he ate", "he left"),
    ("After the war, he moved to Rome.", "the war", "he moved to Rome"),
    ("He moved to Rome shortly after the war.", "the war", "He moved to Rome"),
    ("He studied law, then he joined the army.", "He studied law", "he joined the army"),
    ("Dinner was followed by a speech.", "Dinner", "a speech"),
    ("The Stone Age preceded the Bronze Age.", "The Stone Age", "the Bronze Age"),
    ("The bridge opened later than the tower.", "the tower", "The bridge opened"),
]
COMPARISONS = [
    ("Anna is taller than Ben.", "Anna", "Ben"),
    ("Water is much cheaper than juice.", "Water", "juice"),
    ("Tea is less expensive than coffee.", "coffee", "Tea"),
    ("Women outnumber men.", "Women", "men"),
    ("Roma beat Lazio.", "Roma", "Lazio"),
    ("Lazio was beaten by Roma.", "Roma", "Lazio"),
]
KINDS = {
    "cause": CAUSES,
    "condition": CONDITIONS,
    "necessity": NECESSITIES,
    "part": PARTS,
    "order": ORDERS,
    "comparison": COMPARISONS,
}
STATED = [(kind, *row) for kind, rows in KINDS.items() for row in rows]


@pytest.mark.parametrize(("kind", "text", "first", "second"), STATED)
def test_a_relation_is_read_first_part_first_whatever_the_word_order(kind, text, first, second):
    assert read(text) == [(kind, first, second)]


@pytest.mark.parametrize(
    "text",
    [
        "You may stay as long as you pay.",
        "You may stay provided that you pay.",
        "You may stay if and only if you pay.",
    ],
)
def test_a_condition_that_is_all_it_takes_is_both_sufficient_and_necessary(text):
    assert read(text) == [
        ("condition", "you pay", "You may stay"),
        ("necessity", "you pay", "You may stay"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "He has lived here since 1990.",
        "So far, nothing has happened.",
        "He left early so that he could rest.",
        "After all, he won.",
        "She asked if it was true.",
        "I do not know if it works.",
        "Find out if it works.",
        "More than 5 people came.",
        "No fewer than ten people came.",
        "It was better than expected.",
        "The dam did not cause the flood.",
        "He left, not because he was tired.",
        "Norway is not part of the union.",
        "The train is due to arrive at five.",
        "It is warm rather than cold.",
        "The case went before the judge.",
        "What if it rains?",
        "The cause is unknown.",
        "He was named after his uncle.",
        "The day when he left was cold.",
        "When he came, she left.",
        "Then he left.",
        "Even if it rains, we play.",
        "If not, call us.",
        "He must have gone to sleep.",
        "You must go to school.",
        "We sang as he came in.",
        "He was defeated in 1990.",
        "He stayed for as long as ten years.",
        "It had 160 before-intersection ramps.",
        "Locals are looked-after by markets.",
        "He won, so-called critics say.",
        "The list is at https://example.org/notes/what-came-before",
        "",
        "because",
        "If it rains",
    ],
)
def test_words_that_only_look_like_a_relation_make_none(text):
    assert read(text) == []


def test_one_sentence_may_state_several_relations():
    assert read("If the dam breaks, the valley is flooded because it is low.") == [
        ("condition", "the dam breaks", "the valley is flooded because it is low"),
        ("cause", "it is low", "If the dam breaks, the valley is flooded"),
    ]


def test_then_that_answers_an_if_tells_no_order():
    assert [kind for kind, _, _ in read("If it rains, then the match moves.")] == ["condition"]


def test_a_part_ends_where_the_next_clause_begins():
    text = "The pump failed because a valve broke, and the cellar flooded."
    assert read(text) == [("cause", "a valve broke", "The pump failed")]


def test_a_letter_that_grows_in_lower_case_moves_no_span():
    assert read("İİİ Ayşe left because İpek came.") == [("cause", "İpek came", "İİİ Ayşe left")]


def test_abbreviations_and_initials_end_no_sentence():
    text = "Dr. J. Smith left because St. Ives flooded."
    assert read(text) == [("cause", "St. Ives flooded", "Dr. J. Smith left")]


CUES = ["if", "because", ",", "so", "then", ".", "a", "unless", "only", "than", "more", "taller"]
CUES += [
    "must",
    "to",
    "the cause of",
    "is",
    "part of",
    "before",
    "İ",
    "\n",
    "not",
    "and",
    "x;",
    "😀",
]


@given(st.lists(st.sampled_from(CUES), max_size=30).map(" ".join) | st.text(max_size=60))
def test_both_parts_are_words_of_the_text_that_do_not_overlap(text):
    for link in links(text):
        early, late = sorted([link.first, link.second])
        assert 0 <= early.start < early.end <= late.start < late.end <= len(text)
        assert early.cut(text) == early.cut(text).strip()


@given(st.text(alphabet=st.sampled_from('aB.;!? \n")'), max_size=60))
def test_stretches_make_up_the_whole_text(text):
    assert "".join(span.cut(text) for span in stretches(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "if ",
        "and because ",
        ", so ",
        "x",
        "taller ",
        "to to, ",
        " ",
        "only  ",
        ".",
        "if a, ",
        "more than ",
        "the cause of ",
        "is a a a ",
        "not ",
        "a. So ",
    ],
)
def test_long_hostile_text_is_read_soon(text, soon):
    with soon():
        links(text * 40_000)
