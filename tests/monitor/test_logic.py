import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import ErrorType, Span
from belie.monitor.logic import LogicFlag, compare

CAUSE = ErrorType.CAUSAL_CONFUSION
CONDITION = ErrorType.CONDITION_CONFUSION
PART = ErrorType.INCLUSION_RELATION
ORDER = ErrorType.TEMPORAL
SIDES = ErrorType.ENTITY_INVERSION
ALL = ErrorType.OVERGENERALIZATION

# premise, what changes its logic, what keeps it
CASES = {
    CAUSE: [
        (
            "The flood was caused by the storm.",
            "The flood caused the storm.",
            "The storm caused the flood.",
        ),
        (
            "Smoking causes lung cancer.",
            "Lung cancer causes smoking.",
            "Lung cancer is caused by smoking.",
        ),
        (
            "Prices rose because demand grew.",
            "Demand grew because prices rose.",
            "Because demand grew, prices rose.",
        ),
        (
            "The delay was due to heavy fog.",
            "The heavy fog was due to the delay.",
            "Heavy fog caused the delay.",
        ),
        (
            "As a result of the strike, flights were cancelled.",
            "The strike happened because flights were cancelled.",
            "Flights were cancelled because of the strike.",
        ),
        (
            "The famine led to a revolt.",
            "The revolt led to a famine.",
            "The famine resulted in a revolt.",
        ),
        (
            "Unemployment results in poverty.",
            "Poverty results in unemployment.",
            "Poverty results from unemployment.",
        ),
        (
            "The fire was triggered by a short circuit.",
            "The fire triggered a short circuit.",
            "A short circuit triggered the fire.",
        ),
        (
            "The main cause of the crash was pilot error.",
            "The crash caused the pilot error.",
            "Pilot error was the main cause of the crash.",
        ),
        (
            "The pump failed, so the cellar flooded.",
            "The cellar flooded, so the pump failed.",
            "The cellar flooded because the pump failed.",
        ),
        (
            "The pump failed. Therefore, the cellar flooded.",
            "The pump failed because the cellar flooded.",
            "The pump failed. That is why the cellar flooded.",
        ),
        (
            "Thanks to the new dam, the harvest doubled.",
            "The new dam was built because the harvest doubled.",
            "The harvest doubled thanks to the new dam.",
        ),
        (
            "Stress gives rise to insomnia in adults.",
            "Insomnia gives rise to stress in adults.",
            "Insomnia in adults stems from stress.",
        ),
        (
            "Deforestation leads to erosion. Erosion harms farms.",
            "Erosion leads to deforestation.",
            "Erosion is caused by deforestation.",
        ),
    ],
    CONDITION: [
        (
            "If it rains, the match is cancelled.",
            "The match is cancelled only if it rains.",
            "The match is cancelled if it rains.",
        ),
        (
            "The match is cancelled only if it rains.",
            "If it rains, the match is cancelled.",
            "Only if it rains will the match be cancelled.",
        ),
        (
            "If the alarm rings, the doors close.",
            "If the doors close, the alarm rings.",
            "Whenever the alarm rings, the doors close.",
        ),
        (
            "The lamp glows when the battery is full.",
            "When the lamp glows, the battery is full.",
            "When the battery is full, the lamp glows.",
        ),
        (
            "You get a refund only if you have a receipt.",
            "You get a refund if you have a receipt.",
            "You get a refund only when you have a receipt.",
        ),
        (
            "A visa is required for entry.",
            "A visa is sufficient for entry.",
            "Entry requires a visa.",
        ),
        (
            "Students cannot graduate unless they pass the exam.",
            "Students graduate if they pass the exam.",
            "Students graduate only if they pass the exam.",
        ),
        (
            "A score of 90 guarantees a scholarship.",
            "A scholarship requires a score of 90.",
            "A score of 90 is enough for a scholarship.",
        ),
        (
            "If the fuse blows, the engine stops.",
            "If the fuse does not blow, the engine does not stop.",
            "If the engine does not stop, the fuse does not blow.",
        ),
        (
            "Plants grow only when light is present.",
            "Plants grow whenever light is present.",
            "If light is not present, plants do not grow.",
        ),
    ],
    PART: [
        (
            "Slovakia was part of Czechoslovakia until 1993.",
            "Czechoslovakia was part of Slovakia until 1993.",
            "In 1990, Slovakia was part of Czechoslovakia.",
        ),
        (
            "Texas belongs to the United States.",
            "The United States belongs to Texas.",
            "The United States includes Texas.",
        ),
        (
            "A whale is a kind of mammal.",
            "A mammal is a kind of whale.",
            "The whale is a type of mammal.",
        ),
        (
            "The retina is a component of the eye.",
            "The eye is a component of the retina.",
            "The eye contains the retina.",
        ),
        (
            "Instagram is a subsidiary of Meta.",
            "Meta is a subsidiary of Instagram.",
            "Instagram belongs to Meta.",
        ),
        (
            "The kit includes a lamp and a saw.",
            "The lamp and saw include a kit.",
            "A lamp and a saw are included in the kit.",
        ),
        (
            "The louvre is located in Paris.",
            "Paris is located in the Louvre.",
            "The Louvre is situated in Paris.",
        ),
        (
            "Norway is a member of NATO.",
            "NATO is a member of Norway.",
            "Norway was a founding member of NATO.",
        ),
        (
            "The brain consists of neurons.",
            "Neurons consist of brain.",
            "Neurons are part of the brain.",
        ),
    ],
    ORDER: [
        (
            "He joined the army before he studied law.",
            "He studied law before he joined the army.",
            "He studied law after he joined the army.",
        ),
        (
            "After the war, he moved to Rome.",
            "He moved to Rome before the war.",
            "He moved to Rome after the war.",
        ),
        (
            "Dinner was followed by a speech.",
            "The speech was followed by dinner.",
            "The speech was preceded by dinner.",
        ),
        (
            "The Stone Age preceded the Bronze Age.",
            "The Bronze Age preceded the Stone Age.",
            "The Bronze Age came after the Stone Age.",
        ),
        (
            "The bridge opened earlier than the tower.",
            "The tower opened earlier than the bridge.",
            "The tower opened later than the bridge.",
        ),
        (
            "She painted the wall, then she sanded the floor.",
            "She sanded the floor, then she painted the wall.",
            "Before she sanded the floor, she painted the wall.",
        ),
        (
            "Wash the rice before cooking the beans.",
            "Wash the rice after cooking the beans.",
            "Cook the beans after washing the rice.",
        ),
    ],
    SIDES: [
        ("Anna is taller than Ben.", "Ben is taller than Anna.", "Ben is shorter than Anna."),
        (
            "Tea is less expensive than coffee.",
            "Coffee is less expensive than tea.",
            "Coffee is more expensive than tea.",
        ),
        (
            "Iran produces more oil than Iraq.",
            "Iraq produces more oil than Iran.",
            "Iran has more oil than Iraq.",
        ),
        (
            "Roma beat Lazio in the final.",
            "Lazio beat Roma in the final.",
            "Lazio was beaten by Roma in the final.",
        ),
        (
            "Women outnumber men in the course.",
            "Men outnumber women in the course.",
            "Men are outnumbered by women.",
        ),
        (
            "The annual revenue of Apple exceeded the annual revenue of Dell.",
            "The annual revenue of Dell exceeded the annual revenue of Apple.",
            "The annual revenue of Dell was exceeded by the annual revenue of Apple.",
        ),
        (
            "In 2006, Google acquired YouTube for $1.65 billion.",
            "YouTube acquired Google in 2006.",
            "YouTube was acquired by Google in 2006.",
        ),
        (
            "Meta, which bought Instagram in 2012, grew fast.",
            "Instagram bought Meta in 2012.",
            "Instagram was bought by Meta.",
        ),
        ("The dog bit the man.", "The man bit the dog.", "The man was bitten by the dog."),
        (
            "Brutus killed Caesar in the senate.",
            "Caesar killed Brutus.",
            "Caesar was killed by Brutus.",
        ),
        (
            "Nolan directed the film Memento.",
            "Nolan was directed by the film Memento.",
            "The film Memento was directed by Nolan.",
        ),
        ("Alice sued Bob in 2010. Bob lost.", "Bob sued Alice.", "Bob was sued by Alice in 2010."),
        (
            "YouTube, acquired by Google, grew quickly.",
            "YouTube acquired Google.",
            "Google acquired YouTube.",
        ),
        (
            "Germany invaded Poland in 1939.",
            "Poland invaded Germany in 1939.",
            "Poland was invaded by Germany.",
        ),
        (
            "Socrates taught Plato in Athens.",
            "Plato taught Socrates.",
            "Plato was taught by Socrates in Athens.",
        ),
    ],
    ALL: [
        (
            "Some birds can swim under water.",
            "All birds can swim under water.",
            "Birds can swim under water.",
        ),
        (
            "Many students passed the final exam.",
            "Every student passed the final exam.",
            "Several students passed the final exam.",
        ),
        (
            "Most metals conduct electricity well.",
            "All metals conduct electricity well.",
            "Metals conduct electricity well.",
        ),
        (
            "The train often arrives late at night.",
            "The train always arrives late at night.",
            "The train frequently arrives late at night.",
        ),
        (
            "The drug may cause severe headaches.",
            "The drug must cause severe headaches.",
            "The drug can cause severe headaches.",
        ),
        (
            "The old pump usually fails in winter.",
            "The old pump always fails in winter.",
            "The old pump usually fails during winter.",
        ),
        (
            "The shop rarely opens on Sundays.",
            "The shop never opens on Sundays.",
            "The shop seldom opens on Sundays.",
        ),
        (
            "The vaccine is safe in adults.",
            "The vaccine is safe for everyone.",
            "The vaccine is safe for adults.",
        ),
        (
            "The treatment works well in mice. It is new.",
            "The treatment always works well.",
            "In mice, the treatment works well.",
        ),
        (
            "Several villages lost power in the storm.",
            "All villages lost power in the storm.",
            "In the storm, several villages lost power.",
        ),
        (
            "Some parrots learn words quickly.",
            "Only parrots learn words quickly.",
            "There are parrots that learn words quickly.",
        ),
    ],
}
ROWS = [(kind, *texts) for kind, rows in CASES.items() for texts in rows]

CONSISTENT = [
    ("Anna married Ben in 2010.", "Ben married Anna in 2010."),
    ("Paris is the capital of France.", "The capital of France is Paris."),
    ("Ann met Bob in Rome.", "Bob met Ann in Rome."),
    ("Google acquired YouTube in 2006.", "Google acquired Waze in 2013."),
    ("Google did not acquire YouTube.", "YouTube acquired Google."),
    ("Anna is not taller than Ben.", "Ben is not taller than Anna."),
    ("Anna is not taller than Ben.", "Ben is taller than Anna."),
    ("Smoking does not cause cancer.", "Cancer causes smoking."),
    ("Poverty causes crime. Crime causes poverty.", "Crime causes poverty."),
    ("The storm caused the flood.", "The flood caused the evacuation."),
    (
        "The refund is paid if you have a receipt.",
        "The refund is paid provided that you have a receipt.",
    ),
    ("The pool opens if and only if it is warm.", "If it is warm, the pool opens."),
    ("The pool opens if and only if it is warm.", "The pool opens only if it is warm."),
    ("We will go unless it rains.", "We will go if it does not rain."),
    ("We will go unless it rains.", "If it rains, we will not go."),
    ("She asked if the shop was open.", "The shop was open if she asked."),
    ("He has worked here since 1990.", "Since he has worked here, it is 1990."),
    ("More than 20 people saw the play.", "The play was seen by 20 people."),
    ("All birds have feathers.", "All birds have feathers."),
    ("Some birds and all bats can fly.", "All bats can fly."),
    ("Some shops are open, and every bank is closed on Monday.", "Every bank is closed on Monday."),
    ("Roma beat Lazio 2-1 and Lazio beat Roma 3-0.", "Lazio beat Roma."),
    ("Ottawa is bigger than Bern. Ann lives there.", "Ann is bigger than Bern."),
    ("After all, the team won the cup.", "The cup team won all."),
    ("Call 112 in 2020 because of fire 5.", "Fire 7 happened because of call 112 in 2020."),
    ("Google and Apple worked with Intel.", "Intel worked with Google."),
    ("", "The storm caused the flood."),
    ("The storm caused the flood.", ""),
]


@pytest.mark.parametrize(("kind", "premise", "claim", "_"), ROWS)
def test_a_changed_logic_is_flagged_by_its_kind(kind, premise, claim, _):
    flag = compare(premise, claim)
    assert flag is not None
    assert flag.error_type is kind


@pytest.mark.parametrize(("_", "premise", "__", "claim"), ROWS)
def test_other_words_for_the_same_logic_raise_no_flag(_, premise, __, claim):
    assert compare(premise, claim) is None


@pytest.mark.parametrize(("premise", "claim"), CONSISTENT)
def test_what_does_not_state_the_reverse_raises_no_flag(premise, claim):
    assert compare(premise, claim) is None


@pytest.mark.parametrize("premise", [row[1] for row in ROWS])
def test_a_text_never_changes_its_own_logic(premise):
    assert compare(premise, premise) is None


def test_the_spans_show_the_relation_on_both_sides():
    premise = "It was cold. The flood was caused by the storm. Nobody was hurt."
    claim = "So they said; the flood caused the storm."
    flag = compare(premise, claim)
    assert flag is not None
    assert flag.premise_span.cut(premise) == "The flood was caused by the storm"
    assert flag.claim_span.cut(claim) == "the flood caused the storm"


def test_the_logic_of_a_wrapped_sentence_is_read():
    premise = "It was cold. The flood of the spring was\ncaused by the storm. Nobody was hurt."
    flag = compare(premise, "The flood caused the storm.")
    assert flag is not None
    assert flag.premise_span.cut(premise) == "The flood of the spring was\ncaused by the storm"


def test_a_score_is_no_part_of_a_name():
    premise, claim = "Roma beat Lazio 2-1 in May.", "Lazio beat Roma 2-1."
    flag = compare(premise, claim)
    assert flag is not None
    assert flag.premise_span.cut(premise) == "Roma beat Lazio"
    assert flag.claim_span.cut(claim) == "Lazio beat Roma"


def test_the_spans_show_the_quantifiers():
    premise, claim = "It is known. Some birds swim well.", "All birds swim well."
    assert compare(premise, claim) == LogicFlag(ALL, False, Span(13, 17), Span(0, 3))


@pytest.mark.parametrize(
    ("premise", "claim", "contradicts"),
    [
        ("Google acquired YouTube.", "YouTube acquired Google.", True),
        ("Ann praised Bob.", "Bob praised Ann.", False),
        ("If it rains, we stay.", "If we stay, it rains.", False),
        ("Some birds swim well.", "All birds swim well.", False),
        ("He ate before he slept.", "He slept before he ate.", True),
        ("The storm caused the flood.", "The flood caused the storm.", True),
    ],
)
def test_only_what_rules_the_other_out_contradicts(premise, claim, contradicts):
    flag = compare(premise, claim)
    assert flag is not None
    assert flag.contradicts is contradicts


EXCHANGED = [
    (
        "In May Dr Moore treated Mr Hall for two weeks.",
        "Mr Hall treated Dr Moore for two weeks.",
        "Mr Hall treated Dr Moore",
    ),
    (
        "However, Alabama lost their game to Texas, while Arkansas won theirs easily.",
        "Alabama lost their game to Arkansas, while Texas won theirs.",
        "Arkansas, while Texas",
    ),
    (
        "She plays Drew, the son of Lauren Graham's character Sarah Braverman.",
        "She plays Drew, the son of Sarah Braverman's character Lauren Graham.",
        "Sarah Braverman's character Lauren Graham",
    ),
    (
        "Sales rose 5 % in Asia and 7 % in Europe.",
        "Sales rose 7 % in Asia and 5 % in Europe.",
        "7 % in Asia and 5",
    ),
    (
        "Oslo now has more parks than Bergen.",
        "Bergen has more parks than Oslo.",
        "Bergen has more parks than Oslo",
    ),
    (
        "On Monday the shop sells bread and on Friday fish.",
        "On Friday the shop sells bread and on Monday fish.",
        "Friday the shop sells bread and on Monday",
    ),
    (
        "The guest almost thanked the young host for the evening. It was late.",
        "The young host thanked the guest for the evening.",
        "young host thanked the guest",
    ),
    (
        "The guest warmly thanked the host for the evening.",
        "The host thanked the guest for the evening.",
        "host thanked the guest",
    ),
    (
        "Sally thanked Emily for the plan.",
        "Emily thanked Sally for the plan.",
        "Emily thanked Sally",
    ),
    (
        "Dr Moore treated Mr Hall for two weeks after the fall in May.",
        "Mr Hall treated Dr Moore for two weeks after the crash in May.",
        "Mr Hall treated Dr Moore",
    ),
]
NOT_EXCHANGED = [
    (
        "Ann and Bob sued Carl over the house in 2010.",
        "Bob and Ann sued Carl over the house in 2010.",
    ),
    ("Ann Lee is the mayor of Rome since May.", "The mayor of Rome is Ann Lee since May."),
    ("On Monday he spoke in Rome about tax.", "In Rome he spoke on Monday about tax."),
    ("Ann met Bob in the park in May.", "Bob met Ann in the park in May."),
    (
        "Troy was sacked by the Greeks in a single night.",
        "The Greeks sacked Troy in a single night.",
    ),
    ("Ann did not praise Bob for the plan.", "Bob did praise Ann for the plan."),
    (
        "Roma beat Lazio in the cup in May. Lazio beat Roma in the cup in June.",
        "Lazio beat Roma in the cup in June.",
    ),
    ("Ann praised Bob for the plan in May.", "Bob praised Carl for the plan in May."),
    ("New York lost to York in the final.", "York New lost to York in the final."),
    (
        "He was a poor rider but a good shot, they say.",
        "He was a good shot but a poor rider, they say.",
    ),
    (
        "Dr Moore treated Mr Hall in May. Mr Hall treated Dr Moore in May.",
        "Mr Hall treated Dr Moore in May.",
    ),
    (
        "In the cup Ann pushed Bob, in the league Bob pushed Ann by two yards.",
        "By two yards Bob pushed Ann in the league.",
    ),
    (
        "Bob pushed Ann in the league by two yards, and Ann pushed Bob in the cup.",
        "Ann pushed Bob in the cup, and Bob pushed Ann in the league by two yards.",
    ),
    ("Ann Lee praised Bob Ray in May.", "Ann Ray praised Bob Lee in May."),
    (
        "On Monday the shop sells bread and on Friday fish.",
        "On Friday the shop sells bread and on Monday three kinds of cheese.",
    ),
    (
        "It opened on July 9 in Rome, and on July 27 in Oslo.",
        "It opened on July 9 in Rome, and on July 27 in Bonn.",
    ),
    ("Ann lent Bob money that Bob owed for years.", "Bob owed Ann money for years."),
    ("He saw the film 300 beside Troy in May.", "He saw the film Troy beside 300 in May."),
]


@pytest.mark.parametrize(("premise", "claim", "stretch"), EXCHANGED)
def test_two_parts_in_each_other_s_place_contradict(premise, claim, stretch):
    flag = compare(premise, claim)
    assert flag is not None
    assert flag.contradicts
    assert flag.error_type is SIDES
    assert flag.claim_span.cut(claim) == stretch


def test_what_is_exchanged_is_told_where_it_stands_in_the_premise():
    premise = "It was late. The guest almost thanked the young host for the evening."
    flag = compare(premise, "The young host thanked the guest for the evening.")
    assert flag is not None
    assert flag.premise_span.cut(premise) == "guest almost thanked the young host"


@pytest.mark.parametrize(("count", "is_read"), [(37, True), (38, False)])
def test_a_claim_of_more_than_forty_words_is_not_read(count, is_read):
    rest = " ".join(chr(97 + number // 26) + chr(97 + number % 26) * 3 for number in range(count))
    flag = compare(f"Ann praised Bob {rest}.", f"Bob praised Ann {rest}.")
    assert (flag is not None and flag.contradicts) is is_read


@pytest.mark.parametrize(("premise", "claim"), NOT_EXCHANGED)
def test_parts_whose_order_tells_nothing_raise_no_flag(premise, claim):
    assert compare(premise, claim) is None


REBOUND = [
    (
        "Of 44 seals 17 had died in nets and 9 of pneumonia; 11 were not opened.",
        "17 of the seals had died of pneumonia and 9 in nets.",
        "17 had died in nets and 9 of pneumonia",
        "17 of the seals had died of pneumonia and 9 in nets",
    ),
    (
        "Choose a pension before day 30. Choose health cover before day 21, not later.",
        "You have to choose a pension before day 21 and health cover before day 30.",
        "pension before day 30. Choose health cover before day 21",
        "pension before day 21 and health cover before day 30",
    ),
    (
        "Change the domes every two months, or sooner if stiff; the filters once a month.",
        "The filters are changed every two months, the domes once a month.",
        "domes every two months, or sooner if stiff; the filters once",
        "filters are changed every two months, the domes once",
    ),
    (
        "The pool opens in May or June, the sauna in October, and the rink in December.",
        "The sauna opens in December and the rink in October.",
        "sauna in October, and the rink in December",
        "sauna opens in December and the rink in October",
    ),
]


@pytest.mark.parametrize(("premise", "claim", "told", "said"), REBOUND)
def test_two_things_with_each_other_s_number_contradict(premise, claim, told, said):
    flag = compare(premise, claim)
    assert (flag.error_type, flag.contradicts) == (ErrorType.CONFLATION, True)
    assert flag.premise_span.cut(premise) == told
    assert flag.claim_span.cut(claim) == said


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("Adults pay 9 and children 5.", "Children pay 5 and adults 9."),
        ("Tents cost 9 and vans 12; in May tents cost 12 and vans 9.", "Tents cost 12, vans 9."),
        ("Ann is 9 and Ben is 12.", "Ann is not 12, and Ben is not 9."),
        ("Ann and Ben are 9 and 12 respectively.", "Ann is 9, and Ben is 12."),
        ("It is closed from June to November.", "It is closed between June and November."),
        ("He won in 2007, 11 points ahead of Roa.", "By 11 points he beat Roa, in 2007."),
        ("Lead-209 decays, iron-57 stays.", "Iron of iron-57 decays, lead-209 stays."),
        (
            "After 12 months of service 6 weeks are paid. Leave is taken in up to three blocks.",
            "Leave of three blocks of two weeks, as long as all is taken within 12 months.",
        ),
    ],
)
def test_numbers_that_stay_with_their_things_raise_no_flag(premise, claim):
    assert compare(premise, claim) is None


def test_what_contradicts_comes_before_what_is_unsupported():
    premise = "Many storms caused floods in spring. Google acquired YouTube in spring."
    claim = "All storms caused floods in spring; YouTube acquired Google in spring."
    flag = compare(premise, claim)
    assert flag is not None
    assert flag.error_type is SIDES


PIECES = ["Ann", "Bob", "acquired", "if", "because", "all", "some", "not", "unless", ",", ".", ";"]
PIECES += ["part of", "only", "before", "than", "taller", "was", "by", "😀", "İ", "5", "1,000", "'"]
PIECES += ["n't", "storm", "flood", "caused", "is"]
WORDS = st.sampled_from(PIECES)


@given(st.lists(WORDS, max_size=25).map(" ".join), st.lists(WORDS, max_size=25).map(" ".join))
def test_any_two_texts_compare_with_spans_inside_them(premise, claim):
    flag = compare(premise, claim)
    if flag:
        assert flag.premise_span.cut(premise).strip()
        assert flag.claim_span.cut(claim).strip()


@given(st.lists(WORDS, max_size=20).map(" ".join))
def test_more_of_the_premise_that_states_the_claim_itself_lifts_a_reversal(claim):
    flag = compare(f"{claim}. {claim}", claim)
    assert flag is None or flag.error_type in {ALL, CONDITION}


@pytest.mark.parametrize("word", ["acquired ", "if a, b. ", "Ann acquired Bob. ", "a" * 9, "some "])
def test_long_hostile_text_is_compared_soon(word, soon):
    with soon():
        compare(word * 40_000, "Ann acquired Bob because all a b if acquired.")


@pytest.mark.parametrize("sentence", ["&amp;", "Ann acquired Bob. "])
def test_two_texts_of_endless_sentences_are_compared_soon(sentence, soon):
    with soon():
        compare(sentence * 20_000, sentence * 20_000)


def test_many_sentences_of_the_words_of_a_claim_are_compared_soon(soon):
    words = [f"word{letter}{other}" for letter in "abcdef" for other in "abcdef"]
    with soon():
        compare(" ".join([*reversed(words), "."]) * 50, " ".join([*words, "."]))
