"""Which lines of a table or a list a claim is read beside."""

import time

import pytest

from belie.datatypes import Span
from belie.monitor.lookup import look_up
from belie.wiring import check

SHEET = (
    "Inn Aster\n- Beds: 12\n- Sauna: no\n- Arrival: from 15:00\n- Parking: 9 € per night\n"
    "- Breakfast: 12 € per guest"
)
LANES = (
    "## Fees\n\n| Lane | Single | Ten rides |\n|---|---|---|\n| Car | $3 | $25 |\n"
    "| Car Green | $2 | $15 |\n| Van | $5 | $40 |\n\n## Notes\n\nNight rides cost double."
)
CREW = "name;role;since\nAnn Hall;cook;2014-03-01\nBob Dee;pilot;2019-07-15"


def read(text, said, beside=""):
    found = look_up(text, said, beside)
    return found and found.text


@pytest.mark.parametrize(
    ("text", "said", "lines"),
    [
        (SHEET, "Breakfast is 12 € for each guest.", "Inn Aster\nBreakfast: 12 € per guest"),
        (SHEET, "Breakfast is 9 € for each guest.", "Inn Aster\nBreakfast: 12 € per guest"),
        (SHEET, "There is a sauna.", "Inn Aster\nno Sauna"),
        (SHEET, "Arrival is after 3 pm.", "Inn Aster\nArrival: from 15:00"),
        (
            LANES,
            "A single ride in the van lane is $5.",
            "Fees\nLane: Van, Single: $5",
        ),
        (
            LANES,
            "A single in the Car Green lane is $3.",
            "Fees\nLane: Car Green, Single: $2",
        ),
        (LANES, "Night rides cost double.", "Notes\nNight rides cost double."),
        (
            CREW,
            "Bob Dee has been a cook since 15 July 2019.",
            "name: Bob Dee, role: pilot, since: 2019-07-15",
        ),
    ],
)
def test_the_line_that_was_spoken_of_is_read_whether_its_value_was_told_right_or_not(
    text, said, lines
):
    assert read(text, said) == lines


PLANS = (
    "| Plan | Price | SSO | API |\n|---|---|---|---|\n| Basic | $199 | no | ✓ |\n"
    "| Pro | $499 | yes | ✗ |\n| Team | $899 | - | ✓ |"
)
HTML_PLANS = (
    "<table><tr><th>Plan</th><th>Price</th><th>SSO</th></tr>"
    "<tr><td>Basic</td><td>$199</td><td>no</td></tr>"
    "<tr><td><b>Pro</b></td><td>$499</td><td>yes</td></tr></table>"
)
JSON_PLANS = '[{"plan": "Basic", "price": 199, "sso": false}, {"plan": "Pro", "sso": true}]'


@pytest.mark.parametrize(
    ("text", "said", "told"),
    [
        (PLANS, "The Basic plan has SSO.", "Plan: Basic, not SSO"),
        (PLANS, "The Team plan has SSO.", "Plan: Team, not SSO"),
        (PLANS, "The Pro plan has an API.", "Plan: Pro, not API"),
        (HTML_PLANS, "The Basic plan has SSO.", "Plan: Basic, not SSO"),
        (HTML_PLANS, "The Pro plan costs $499.", "Plan: Pro, Price: $499"),
        (JSON_PLANS, "The Basic plan has SSO.", "plan: Basic, not sso"),
    ],
)
def test_what_a_row_has_not_is_told_as_not_there(text, said, told):
    assert read(text, said) == told


CHANGES = (
    "Version 2.1 (March 2024)\n- Added dark mode\n- Mended the login page\n\n"
    "Version 2.0 (January 2024)\n- New dashboard\n- Added Python 3.12 support"
)


def test_a_line_of_a_list_is_read_below_its_own_heading_alone():
    assert read(CHANGES, "Python 3.12 support was added in version 2.0.") == (
        "Version 2.0 (January 2024)\nAdded Python 3.12 support"
    )
    marked = CHANGES.replace("Version", "## Version")
    assert read(marked, "Dark mode was added in March.") == (
        "Version 2.1 (March 2024)\nAdded dark mode"
    )
    below = f"# Changes of the app\n\n{marked}"
    assert read(below, "Dark mode was added in March.").startswith(
        "Changes of the app\nVersion 2.1"
    )


def test_a_list_of_what_is_not_there_is_read_as_such():
    text = "Basic plan\n\nIncluded:\n- Mail\n- API\n\nNot included:\n- SSO\n- Phone support"
    said = "Phone support is not included."
    assert read(text, said) == "Basic plan\nNot included: Phone support"
    assert not check(said, documents=[text]).alerts
    assert check("The Basic plan includes phone support.", documents=[text]).alerts


def test_what_a_row_has_not_is_found_where_it_stands():
    found = look_up(PLANS, "The Pro plan has an API.")
    assert [span.cut(PLANS) for span in found.spans][-2:] == ["✗", "API"]


TURNED = (
    "| Spec | NL 300 | NL 500 | NL 700 Pro |\n|---|---|---|---|\n| Auto door | No | No | Yes |\n"
    "| Contract | 1 month | 12 months | 12 months |\n| Noise | 48 dB | 44 dB | 40 dB |"
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The NL 300 has an auto door.", "Spec: Auto door, not NL 300"),
        ("The contract of the NL 300 is for 12 months.", "Spec: Contract, NL 300: 1 month"),
        ("The noise of the NL 700 Pro is 48 dB.", "Spec: Noise, NL 700 Pro: 40 dB"),
    ],
)
def test_of_a_table_with_a_column_for_each_thing_that_column_is_read(said, told):
    assert read(TURNED, said) == told


def test_of_a_short_table_all_is_read_where_nothing_was_spoken_of():
    told = read(PLANS, "Nobody but guests may swim in winter.")
    assert told.split("\n")[0] == "Plan: Basic, Price: $199, not SSO, API: yes"
    assert len(told.split("\n")) == 3


@pytest.mark.parametrize("table", [PLANS, HTML_PLANS, JSON_PLANS])
def test_a_cross_of_a_table_is_held_against_what_claims_the_contrary(table):
    assert check("The Basic plan has SSO.", documents=[table]).alerts
    assert not check("The Basic plan has no SSO.", documents=[table]).alerts
    assert not check("The Pro plan has SSO.", documents=[table]).alerts


def test_a_row_that_only_has_the_value_of_another_one_is_left_out():
    assert "Ann" not in read(CREW, "Bob Dee has been a cook since 1 March 2014.")


def test_two_rows_that_were_named_are_both_read():
    said = "A single is $3 in the car lane and $5 in the van lane."
    assert read(LANES, said).count("Lane:") == 2


def test_a_label_with_a_figure_is_no_name():
    text = "Plan\nQ1: paint the hall\nQ2: mend the roof\nQ3: sell the van"
    assert read(text, "The roof is mended in Q3.") == "Plan\nQ2: mend the roof\nQ3: sell the van"
    assert read(text, "They mend the roof in Q9.") == "Plan\nQ2: mend the roof"


def test_what_pronouns_stand_for_names_a_row_and_no_attribute():
    assert read(CREW, "He is the pilot.", "Ann Hall is here.") == "name: Ann Hall, role: cook"
    assert (
        read(SHEET, "It has twelve beds.", "Parking is behind the house.") == "Inn Aster\nBeds: 12"
    )


@pytest.mark.parametrize(
    "said",
    ["The owner keeps two grey geese.", "A guest of ours bought old wooden chairs.", "", "No."],
)
def test_where_no_lines_have_the_words_nothing_is_found(said):
    assert look_up(SHEET, said) is None


def test_of_two_lines_nothing_is_looked_up():
    assert look_up("Beds: 12\nSauna: no", "There is a sauna.") is None


def test_the_words_are_where_they_are_said_to_be():
    found = look_up(SHEET, "There is a sauna.")
    words = [
        (place.cut(found.text), span.cut(SHEET))
        for place, span in zip(found.places, found.spans, strict=True)
    ]
    assert words == [("Inn Aster", "Inn Aster"), ("no", "no"), ("Sauna", "Sauna")]
    assert found.places[0] == Span(0, 9)


def test_a_first_line_that_is_one_of_many_is_read_if_it_was_spoken_of():
    hours = "Monday: closed\nTuesday: 9-17\nThursday: 9-20\nSaturday: 10-14"
    assert read(hours, "On Saturday it is open from 10 to 14.") == "Saturday: 10-14"
    pan = "Product: Pan P2\nLid: glass\nVolume: 2 l"
    assert read(pan, "The P2 has a glass lid.") == "Product: Pan P2\nLid: glass"


def test_a_question_is_read_with_its_answer():
    text = "Q: Is there a pool?\nA: No\n\nQ: Is there a bar?\nA: Yes\n\nQ: Who cooks?\nA: Ann"
    assert read(text, "There is no pool.") == "no Is there a pool?"


def test_rows_that_are_numbered_are_named_by_what_follows():
    text = "| # | Name | Cats |\n|---|---|---|\n| 1 | Bob | 3 |\n| 2 | Ann | 1 |\n| 3 | Cid | 2 |"
    assert read(text, "Ann has 1 cat.") == "#: 2, Name: Ann, Cats: 1"
    assert read(text, "Ann has 3 cats.") == "#: 2, Name: Ann, Cats: 1"


def test_rows_of_days_are_named_by_what_follows_unless_the_day_was_spoken_of():
    text = "date,item,count\n2024-01-05,chair,4\n2024-01-09,desk,1\n2024-02-01,lamp,6"
    assert read(text, "Six chairs were bought.") == "date: 2024-01-05, item: chair, count: 4"
    said = "The lamp was bought on 9 January 2024."
    assert [line.split(", ")[1] for line in read(text, said).split("\n")] == [
        "item: desk",
        "item: lamp",
    ]


def test_of_rows_of_one_name_the_one_with_the_other_words_is_read():
    text = (
        "region,quarter,units,left\nNorth,Q1,1240,0\nNorth,Q2,980,7\nSouth,Q1,1510,3\n"
        "South,Q2,1675,2"
    )
    assert read(text, "In Q2 the North sold 1,240 units.") == (
        "region: North, quarter: Q2, units: 980"
    )
    assert read(text, "The North has units left from Q1.") == (
        "region: North, quarter: Q1, units: 1240, not left"
    )
    assert read(text, "The North sold more than the South in Q1.").count("quarter: Q1") == 2


def test_of_what_is_allowed_and_what_is_not_the_line_of_the_thing_is_read():
    text = "Market\nAllowed: bread, cheese, honey\nNot allowed: clothes, dogs\nFee: $3"
    assert read(text, "Traders are allowed to sell honey.") == (
        "Market\nAllowed: bread, cheese, honey"
    )
    assert read(text, "Dogs are allowed.") == "Market\nNot allowed: clothes, dogs"


def test_a_line_is_found_by_its_words_before_its_value():
    text = "Menu\nSoup of peas - $6\nFresh salmon - $18\nBeef burger - $15\nApple cake - $5"
    assert read(text, "The burger is $18.") == "Menu\nBeef burger - $15"


def test_a_number_names_a_row_where_its_header_was_spoken_of():
    text = "| Floor | Tenant |\n|---|---|\n| 1 | Ann |\n| 2 | Bob |\n| 3 | Cid |"
    assert read(text, "Ann is on floor 2.") == "Floor: 2, Tenant: Bob"


def test_a_year_names_a_row_of_a_column_of_years():
    text = "| Year | Sales |\n|---|---|\n| 2019 | 5 |\n| 2020 | 5 |\n| 2021 | 9 |"
    assert read(text, "Sales were 5 in 2020.") == "Year: 2020, Sales: 5"
    assert read(text, "In 2019 sales were 9.") == "Year: 2019, Sales: 5"


def test_what_a_list_of_json_holds_is_read():
    text = '{"name": "Ann", "pets": ["cat", "dog"], "age": 3, "city": "Rome"}'
    assert read(text, "Ann has a cat.") == 'name: Ann, pets: "cat", "dog"'


@pytest.mark.parametrize(
    "text",
    [
        "| Car | Fee |\n|---|---|\n" + "| Car | $5 |\n" * 6_000,
        "# Car\nFee: no\n" * 4_000,
        " " * 60_000,
        "```\na: " + "* " * 30_000 + "x\nb: 2\nc: 3",
    ],
    ids=["rows-of-one-name", "headings", "blanks", "stars"],
)
def test_hostile_text_costs_linear_time(text):
    started = time.process_time()
    look_up(text, "The car has a fee of 5 dollars.")
    assert time.process_time() - started < 15
