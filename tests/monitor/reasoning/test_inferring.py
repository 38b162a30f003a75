"""Each inference both ways: what it refutes, what it proves, and what leaves it silent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Claim, Passage, Role, Span
from belie.monitor.reasoning import ALL_INFERENCES, Inference
from belie.monitor.reasoning.inferring import derive
from belie.monitor.reasoning.numbers import number_of
from belie.monitor.reasoning.quantities import quantities_of


def passage(text, name="p"):
    return Passage(name, text, name, Span(0, len(text)))


def by_user(text, turn=0):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn, Role.USER)


def claimed(text):
    return Claim("s/9#0", text, "s/9", Span(0, len(text)), 9)


def statements(premises):
    return [
        by_user(one.removeprefix("user: "), turn)
        if one.startswith("user: ")
        else passage(one, f"p{turn}")
        for turn, one in enumerate(premises)
    ]


def inferred(claim, *premises, **options):
    return derive(claimed(claim), statements(premises), **options)


def refuted(claim, *premises, **options):
    found = inferred(claim, *premises, **options)
    return found is not None and found.refutes


REFUTED = [
    (
        Inference.TOTAL,
        ("The inn has six rooms.", "Each room has two beds."),
        "The inn has nine beds in all.",
        "The inn has twelve beds in all.",
    ),
    (
        Inference.TOTAL,
        ("The kit contains 5 boxes of bulbs. Each box contains 12 bulbs.",),
        "The kit contains 50 bulbs.",
        "The kit contains 60 bulbs.",
    ),
    (
        Inference.TOTAL,
        ("The raffle raised $340.", "The concert raised $160."),
        "Together, the raffle and the concert raised $600.",
        "Together, the raffle and the concert raised $500.",
    ),
    (
        Inference.DIFFERENCE,
        ("The depot had 500 bikes on Monday. It shipped 180 bikes on Tuesday.",),
        "The depot has 400 bikes left.",
        "The depot has 320 bikes left.",
    ),
    (
        Inference.SHARE,
        ("200 students took the exam.", "60% of them passed."),
        "150 students passed the exam.",
        "120 students passed the exam.",
    ),
    (
        Inference.RATE,
        ("Parking costs 2 euros per hour.", "user: I parked for five hours."),
        "Your parking costs 14 euros.",
        "Your parking costs 10 euros.",
    ),
    (
        Inference.RATE,
        ("One lap is 400 m.", "The race is ten laps."),
        "The race is 5 km long.",
        "The race is 4 km long.",
    ),
    (
        Inference.RATE,
        ("The coach travels at 80 km/h.", "The coach travels for three hours."),
        "The coach travels 300 km.",
        "The coach travels 240 km.",
    ),
    (
        Inference.RATE,
        ("Lake Orla is 12 km long.", "Lake Marn is twice as long as Lake Orla."),
        "Lake Marn is 18 km long.",
        "Lake Marn is 24 km long.",
    ),
    (
        Inference.DURATION,
        ("The Harrow Mill opened in 1990 and closed twelve years later.",),
        "The Harrow Mill was still open in 2006.",
        "The Harrow Mill was still open in 1999.",
    ),
    (
        Inference.DURATION,
        ("Elena Petrova was born in 1950.", "She died at the age of 62."),
        "Elena Petrova died in 2018.",
        "Elena Petrova died in 2012.",
    ),
    (
        Inference.DURATION,
        ("Tomas Lind was born in 1982.", "Tomas Lind founded Brightwater in 2010."),
        "Tomas Lind was 35 when he founded Brightwater.",
        "Tomas Lind was 28 when he founded Brightwater.",
    ),
    (
        Inference.DURATION,
        ("The ferry leaves Dover at 10:00. The crossing takes 90 minutes.",),
        "The ferry arrives at 12:15.",
        "The ferry arrives at 11:30.",
    ),
    (
        Inference.ORDER,
        ("Amir Haddad was born in 1950.",),
        "Amir Haddad graduated in 1945.",
        "Amir Haddad graduated in 1973.",
    ),
    (
        Inference.ORDER,
        (
            "The chapel was built before the town hall.",
            "The market was built after the town hall.",
        ),
        "The market was built before the chapel.",
        "The chapel was built before the market.",
    ),
    (
        Inference.ORDER,
        ("Alder was released in 2018.", "Birch was released in 2021."),
        "Birch was released before Alder.",
        "Birch was released after Alder.",
    ),
    (
        Inference.COMPARISON,
        ("Ana is taller than Ben.", "Carl is shorter than Ben."),
        "Carl is taller than Ana.",
        "Ana is taller than Carl.",
    ),
    (
        Inference.COMPARISON,
        ("The X2 costs $499.", "The X3 costs $699."),
        "The X3 is cheaper than the X2.",
        "The X2 is cheaper than the X3.",
    ),
    (
        Inference.COMPARISON,
        (
            "The Sella is the longest river in Norland. The Sella is 310 km long.",
            "The Torva is a river in Norland.",
        ),
        "The Torva is 420 km long.",
        "The Torva is 180 km long.",
    ),
    (
        Inference.MEMBERSHIP,
        ("Only members may enter the pool.", "user: Tom is not a member."),
        "Tom may enter the pool.",
        "Tom may not enter the pool.",
    ),
    (
        Inference.MEMBERSHIP,
        ("No one in the sales team speaks Danish.", "Karin works in the sales team."),
        "Karin speaks Danish.",
        "Karin does not speak Danish.",
    ),
    (
        Inference.MEMBERSHIP,
        ("The committee consists of Adams, Brown and Chen.",),
        "Davies sits on the committee.",
        "Brown sits on the committee.",
    ),
    (
        Inference.MEMBERSHIP,
        ("Nobody under 16 is admitted to the screening.", "user: My son is 14."),
        "Your son is admitted to the screening.",
        "Your son is not admitted to the screening.",
    ),
    (
        Inference.HOURS,
        ("The gallery is open from Tuesday to Saturday.",),
        "You can visit the gallery on Monday.",
        "You can visit the gallery on Thursday.",
    ),
    (
        Inference.HOURS,
        ("The pool opens at 7:00 and closes at 19:00.",),
        "You can swim in the pool at 20:30.",
        "You can swim in the pool at 18:30.",
    ),
    (
        Inference.RATE,
        ("Kayaks are £9 an hour.",),
        "Three hours in a kayak cost £36.",
        "Three hours in a kayak cost £27.",
    ),
    (
        Inference.RATE,
        ("The mixer needs 4 litres of water per bag of mortar.", "The bags weigh 25 kg."),
        "For six bags of mortar it needs 30 litres.",
        "For six bags of mortar it needs 24 litres.",
    ),
    (
        Inference.RATE,
        ("A ride on the wheel costs $7.",),
        "Five rides are $40.",
        "Five rides are $35.",
    ),
    (
        Inference.DIFFERENCE,
        ("The voucher is worth €100. You have spent €35 of it.",),
        "€75 is left on it.",
        "€65 is left on it.",
    ),
    (
        Inference.DIFFERENCE,
        ("The bottle holds 20 capsules.", "user: I took eight capsules from the bottle."),
        "14 capsules are left in it.",
        "12 capsules are left in it.",
    ),
    (
        Inference.DURATION,
        ("Ines Amado was rector of the college from 1987 to 1996.",),
        "Ines Amado was rector for fifteen years.",
        "Ines Amado was rector for nine years.",
    ),
    (
        Inference.DURATION,
        ("The strike began in March 1902 and ended in 1905.",),
        "The strike lasted eight years.",
        "The strike lasted three years.",
    ),
    (
        Inference.ORDER,
        ("The novel was published in 1931.", "The play was written in 1926."),
        "The play was written after the novel was published.",
        "The play was written before the novel was published.",
    ),
    (
        Inference.ORDER,
        ("Halden Works was founded in 1961.",),
        "Halden Works launched a tractor in 1955.",
        "Halden Works launched a tractor in 1969.",
    ),
    (
        Inference.COMPARISON,
        ("The mill was built in 1790. The barn was built in 1845.",),
        "The barn is older than the mill.",
        "The mill is older than the barn.",
    ),
    (
        Inference.COMPARISON,
        ("The small drill weighs 2 kg. The large drill weighs 3.2 kg.",),
        "The large drill is 3 kg heavier than the small one.",
        "The large drill is 1.2 kg heavier than the small one.",
    ),
    (
        Inference.COMPARISON,
        ("The family ticket costs €30 a month. The single ticket costs €12 a month.",),
        "The single ticket is dearer than the family ticket.",
        "The family ticket is dearer than the single ticket.",
    ),
    (
        Inference.MEMBERSHIP,
        ("Riders must be 14 or older to hire a quad.", "user: My cousin is 12."),
        "Your cousin can hire a quad.",
        "",
    ),
    (
        Inference.MEMBERSHIP,
        ("We deliver to Kent, Surrey and Essex only.",),
        "We can deliver it to Dorset.",
        "We can deliver it to Surrey.",
    ),
    (
        Inference.MEMBERSHIP,
        ("Only tenants may use the laundry.", "user: I am not a tenant."),
        "You may use the laundry.",
        "You may not use the laundry.",
    ),
    (
        Inference.HOURS,
        ("We are open from Tuesday to Saturday.",),
        "You can visit us on Monday.",
        "You can visit us on Thursday.",
    ),
]


@pytest.mark.parametrize(("inference", "premises", "claim", "twin"), REFUTED)
def test_premises_refute_a_claim_by_one_inference_and_not_its_consistent_twin(
    inference, premises, claim, twin
):
    found = inferred(claim, *premises)
    assert found
    assert (found.refutes, found.inference) == (True, inference)
    assert found.conclusion
    assert not refuted(claim, *premises, inferences=ALL_INFERENCES - {inference})
    fitting = inferred(twin, *premises)
    assert fitting is None or not fitting.refutes


@pytest.mark.parametrize(
    ("premises", "claim"),
    [
        (("The inn has about six rooms.", "Each room has two beds."), "The inn has nine beds."),
        (("The inn has six rooms.", "Each cabin has two beds."), "The inn has nine beds."),
        (("The inn has six rooms.", "Each room has two beds."), "The lodge has nine beds."),
        (("The inn has six rooms.", "Each room has two single beds."), "The inn has 20 beds."),
        (("The depot had 500 bikes. It bought 20 bikes. It sold 180 bikes.",),
         "The depot has 400 bikes left."),
        (("The mill opened in 1990. It closed ten years later. It reopened in 2004.",),
         "The mill was open in 1980s style."),
        (("Ada Holm was born in 1950.",), "Eva Holm graduated in 1945."),
        (("Ada Holm died in 1934.",), "Winter Harbour by Ada Holm was published in 1941."),
        (("Ana is taller than Ben.", "Ben is older than Carl."), "Carl is taller than Ana."),
        (("Ana was usually faster than Ben.",), "Ben is faster than Ana."),
        (("The Sella is the longest river in Norland. The Sella is 310 km long.",
          "The Torva is a river in Sudland."), "The Torva is 420 km long."),
        (("Only members may usually enter the pool.", "Tom is not a member."),
         "Tom may enter the pool."),
        (("Only members may enter the pool.", "Tim is not a member."), "Tom may enter the pool."),
        (("The committee consists of Adams, Brown and others.",), "Davies sits on the committee."),
        (("The gallery is open from Tuesday to Saturday except in May.",),
         "The gallery is open on Monday."),
        (("The gallery is open from Tuesday to Saturday.",), "The café is open on Monday."),
        (("The Upper Bridge was completed in 1900. The Lower Bridge was completed in 1950.",
          "The bridge was demolished ten years after its completion."),
         "The Upper Bridge was demolished in 1990."),
        (("Ada Holm founded Holm Mills in 1950.",), "Ada Holm graduated in 1945."),
        (("Holm Mills closed a plant in Ulm in 1950.",), "Holm Mills hired a smith in 1960."),
        (("The mill closed in 1950.",), "The mill was sold in 1960."),
        (("The flight to Oslo leaves at 10:00. The flight takes 2 hours.",),
         "The flight to Oslo arrives at 11:00."),
        (("The gallery is open from Tuesday to Saturday.", "It is also open on Mondays in May."),
         "The gallery is open on Monday."),
        (("The gallery is open from Tuesday to Friday.",
          "On Saturdays the gallery is open from 10 am to 2 pm."),
         "The gallery is open on Saturday."),
        (("Kayaks are £9 an hour.", "The first hour is free."), "Three hours in a kayak cost £18."),
        (("Kayaks are £9 an hour. Canoes are £12 an hour.",), "Three hours in a canoe cost £27."),
        (("Kayaks are £9 an hour.",), "Three hours of sauna cost £36."),
        (("The voucher is worth €100. You have spent €35 of it. You topped up another €20.",),
         "€85 is left on it."),
        (("The hall has 90 chairs.", "The club sold 40 chairs."), "60 chairs are left."),
        (("Ines Amado was rector of the college from 1987 to 1996.",),
         "Ines Amado was deputy rector for two years."),
        (("Ines Amado was rector from 1987 to 1996, except in 1990.",),
         "Ines Amado was rector for five years."),
        (("Ines Amado was rector from 1987 to 1996 and dean for three years.",),
         "Ines Amado was dean for three years."),
        (("Ines Amado was rector from 1987 to 1996 and dean from 1996 to 1999.",),
         "Ines Amado was dean for three years."),
        (("Ines Amado, a former dean, was rector from 1987 to 1996.",),
         "Ines Amado was dean for three years."),
        (("Ines Amado was rector from 1987 to 1996.",),
         "Every two years Ines Amado was rector."),
        (("Ines Amado was rector from 1987 to 1996.",),
         "Ines Amado was rector five years ago."),
        (("The term of Ines Amado lasted from 1987 to 1996.",), "A term lasts four years."),
        (("The club grew from 1200 to 1500 members.",), "The club lasted three years."),
        (("The sack holds 5 kg of flour. 1 kg of sugar is used.",), "3 kg of flour is left."),
        (("The exam takes 3 hours. Lunch has taken 2 hours.",), "2 hours are left."),
        (("The hall has 90 chairs. 40 chairs are taken.",), "0 chairs are left."),
        (("A room is €90 a night, and the inn asks a deposit.",),
         "A deposit for two nights is €50."),
        (("Kayaks are £9 per 0 hours.",), "Three hours cost £9."),
        (("Holm Mills was founded in 1961.",), "Holm Mills was launched in 1969."),
        (("The mill was opened in 1790. The barn was opened in 1845. The barn was built in 1600.",),
         "The barn is older than the mill."),
        (("The mill was built in 1790. The bank was founded in 1780.",),
         "The mill is older than the bank."),
        (("Riders must be 14 or older to hire a quad.", "Kim is 15."), "Kim can hire a quad."),
        (("Halden Works was founded in 1961. Its tractor of 1965 is famous.",),
         "Halden Works launched a tractor in 1969."),
        (("The novel was published in 1931.", "The film was launched in 1931."),
         "The film was launched before the novel was published."),
    ],
)  # fmt: skip
def test_nothing_follows_where_words_or_names_leave_room(premises, claim):
    assert inferred(claim, *premises) is None


@pytest.mark.parametrize(
    ("premises", "claim"),
    [
        (("Holm Mills was founded in 1950.",), "Holm Mills hired a smith in 1945."),
        (("The mill closed in 1950.",), "The mill hired a smith in 1960."),
        (("The bus to Oslo leaves at 10:00. The bus takes 2 hours.",),
         "The bus to Oslo arrives at 11:00."),
        (("The gallery is open from Tuesday to Saturday.", "The gallery is not open on Mondays."),
         "The gallery is open on Monday."),
        (("The gallery is open from Tuesday to Saturday.", "The café is open on Mondays."),
         "The gallery is open on Monday."),
    ],
)  # fmt: skip
def test_what_leaves_no_room_is_refuted(premises, claim):
    found = inferred(claim, *premises)
    assert found
    assert found.refutes


def test_what_speaks_for_and_against_a_claim_settles_nothing():
    premises = "The Mill has six rooms.", "Each room has two beds.", "Each room has three beds."
    assert inferred("The Mill has twelve beds.", *premises) is None


def test_a_claim_that_adds_up_is_proved():
    found = inferred("The inn has twelve beds.", "The inn has six rooms. Each room has two beds.")
    assert found
    assert not found.refutes
    assert not found.is_open


def test_a_flight_that_lands_in_time_is_proved_though_another_clock_refutes_none():
    flight = "The flight to Oslo leaves at 10:00. The flight takes 2 hours."
    found = inferred("The flight to Oslo arrives at 12:00.", flight)
    assert found
    assert not found.refutes


def test_the_steps_name_each_premise_once_and_what_follows():
    found = inferred("The inn has nine beds.", "The inn has six rooms.", "Each room has two beds.")
    assert [line.said for line in found.premises] == [
        "The inn has six rooms.",
        "Each room has two beds.",
    ]
    assert found.conclusion == "6 × 2 = 12 beds"


def test_a_pronoun_at_the_start_of_a_passage_is_open_where_two_things_are_told_of():
    born, died = "Elena Petrova was born in 1950.", "She died at the age of 62."
    assert refuted("Elena Petrova died in 2018.", born, died)
    assert not refuted("Elena Petrova died in 2018.", born, "Ada Holm was born in 1960.", died)


WORDS = st.sampled_from(
    sorted({word for _, premises, *said in REFUTED for one in (*premises, *said)
            for word in one.split()} | {"9" * 30, "0", "-1", "٣", "31 February 2020", "25:99", "½"})
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=14).map(" ".join))


@given(TEXTS, st.lists(TEXTS, max_size=4))
def test_no_text_breaks_it_and_the_same_texts_give_the_same_answer(claim, premises):
    assert inferred(claim, *premises) == inferred(claim, *premises)


@pytest.mark.parametrize(
    "text",
    [
        "a " * 20_000,
        "in 1990 " * 5_000,
        "A, " * 10_000 + "and B",
        "9" * 50_000,
        "is " * 20_000,
        "The pool is open may" + " and may" * 300 + " x.",
    ],
)
def test_hostile_lengths_take_no_more_than_linear_time(soon, text):
    with soon():
        inferred(text, text, "The inn has six rooms. " + text)
        inferred("The inn has nine beds.", *["Each room " + text] * 5)


@pytest.mark.parametrize(
    "claim", ["The \\q is heavier than the blue one.", "  is heavier than the blue one."]
)
def test_a_word_that_one_stands_for_may_be_a_sign_or_none(claim):
    assert inferred(claim, "The blue one is heavy.") is None


def test_letters_that_only_equal_others_without_case_are_read_as_those():
    found = inferred("The inn has nine beds.", "The inn has ſix rooms.", "Each room has two beds.")
    assert found is not None
    assert found.refutes
    assert quantities_of("It has sıx rooms")[0].number == 6
    assert number_of("twıce") == 2
    assert derive(by_user("İ am taller than Ben."), [passage("Ben iſ 3 m tall.")]) is None


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (
            "The novel was published in 1931. The play was written in 1926.",
            "The play was written 20 years before the novel was published.",
        ),
        (
            "The mill was founded in 1950. The library was founded in 1980.",
            "The mill was founded five years before the library.",
        ),
    ],
)
def test_an_order_does_not_prove_how_long_one_thing_came_before_another(premise, claim):
    found = inferred(claim, premise)
    assert found is None or found.refutes
