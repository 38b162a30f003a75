"""Values of a claim in the words that a premise has for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.monitor.values import Outcome, agree, in_words_of, read_values


@pytest.mark.parametrize(
    ("premise", "claim", "written"),
    [
        ("The meeting is at 14:00.", "We start at 2 pm.", "We start at 14:00."),
        ("It costs 1.5 million dollars.", "You pay $1,500,000.", "You pay 1.5 million dollars."),
        ("The trip takes 30 minutes.", "It lasts half an hour.", "It lasts 30 minutes."),
        (
            "It ends at 2 in the afternoon.",
            "It is over by 14:00.",
            "It is over by 2 in the afternoon.",
        ),
        (
            "Stones smaller than 5 mm pass.",
            "Those under 5 mm go by themselves.",
            "Those smaller than 5 mm go by themselves.",
        ),
        (
            "You need at least two teeth.",
            "You need 2 or more teeth.",
            "You need at least two teeth.",
        ),
        ("On 5 May 1990 it sank.", "It went down on May 5, 1990.", "It went down on 5 May 1990."),
        (
            "In 1990 it had 6,300,000 users.",
            "By 1990 there were 6.3 million of them.",
            "By 1990 there were 6,300,000 of them.",
        ),
        (
            "It opens at 09:00 and closes at 17:00.",
            "Doors open at 9 am and shut at 5 pm.",
            "Doors open at 09:00 and shut at 17:00.",
        ),
    ],
)
def test_the_same_value_takes_the_words_of_the_premise(premise, claim, written):
    assert in_words_of(premise, claim) == written


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("The meeting is at 14:00.", "We start at 3 pm."),
        ("The meeting is at 14:00.", "We meet in the hall."),
        ("There were 58 of them.", "There were about 60 of them."),
        ("It was in May 1990.", "It was in 1990."),
        ("We have five dogs.", "They own 5 dogs."),
        ("It costs $20, so 20 dollars.", "You pay 20 dollars."),
        ("", "We start at 2 pm."),
    ],
    ids=["other", "no value", "about", "less exact", "small count", "both ways", "nothing"],
)
def test_what_is_another_value_or_written_so_already_stays(premise, claim):
    assert in_words_of(premise, claim) is None


texts = st.lists(
    st.sampled_from(
        ["14:00", "2 pm", "90 minutes", "1.5 hours", "$20", "20 dollars", "five", "red", "in 1990"]
    ),
    max_size=5,
).map(" and ".join)


@given(texts, texts)
def test_a_rewritten_claim_states_the_same_values(premise, claim):
    written = in_words_of(premise, claim)
    if written is not None:
        pairs = zip(read_values(claim), read_values(written), strict=True)
        assert all(agree(one, other) is Outcome.EQUAL for one, other in pairs)


@pytest.mark.parametrize(
    ("premise", "claim", "written"),
    [
        ("Opened: 2023-05-09", "It opened on 9 May.", "It opened on 2023-05-09."),
        ("Opened: 2023-05-09 08:30", "It opened on May 9.", "It opened on 2023-05-09."),
        ("Opened: 2023-05-09", "It opened on 8 May.", None),
        ("It opened on 9 May 2023.", "It opened on 9 May.", None),
        ("Opened: 2023-05-09", "It opened on 9 May 2022.", None),
        ("Opened: 2023-05-09", "It opened in May.", None),
        ("2021-05-09 shut\n2023-05-09 open", "It opened on 9 May.", None),  # in which year?
        ("2023-05-09 shut\n2023-05-09 open", "It opened on 9 May.", "It opened on 2023-05-09."),
    ],
)
def test_a_day_without_its_year_takes_the_digits_of_the_premise(premise, claim, written):
    assert in_words_of(premise, claim) == written
