import pytest

from belie.monitor.claims.agreements import is_yes_or_no
from belie.monitor.claims.ellipsis import complete, is_answer, is_fragment


@pytest.fixture(scope="session")
def completed(tree_of):
    """Return a function from a question and an answer to the statement they make, in lower case."""

    def read(question, answer):
        found = complete(tree_of(answer), tree_of(question))
        return found and found.text.lower()

    return read


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("When was the Eiffel Tower built?", "In 1889.", "the eiffel tower was built in 1889"),
        ("Where is the Louvre?", "In Paris.", "the louvre is in paris"),
        ("Who wrote Hamlet?", "William Shakespeare.", "william shakespeare wrote hamlet"),
        ("Which team won?", "Leeds.", "leeds won"),
        ("What colour is the door?", "Red.", "the door is red"),
        ("Which city is the capital of France?", "Paris.", "the capital of france is paris"),
    ],
)
def test_an_answer_takes_its_place_in_the_statement_asked_for(
    completed, question, answer, statement
):
    assert completed(question, answer) == statement


@pytest.mark.parametrize("answer", ["Three.", "Three floors."])
def test_a_bare_number_gets_what_was_counted(completed, answer):
    statement = completed("How many floors does the tower have?", answer)
    assert statement.startswith("the tower ")
    assert statement.endswith(" three floors")


def test_an_amount_is_completed(completed):
    statement = completed("How much does the ticket cost?", "$5.")
    assert statement.startswith("the ticket ")
    assert statement.endswith(" $5")


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Where do you live?", "Leeds.", "i live in leeds"),
        ("Where do you want to fly?", "Lisbon.", "i want to fly to lisbon"),
        ("Where are you from?", "Ghent.", "i am from ghent"),
        ("When was it built?", "1930.", "it was built in 1930"),
        ("When do you leave?", "Monday.", "i leave on monday"),
        ("When do you leave?", "5 May.", "i leave on 5 may"),
        ("When do you close?", "10 pm.", "i close at 10 pm"),
        ("How long do you stay?", "Two weeks.", "i stay two weeks"),
    ],
)
def test_a_bare_place_or_time_gets_its_preposition(completed, question, answer, statement):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("What don't you eat?", "Fish.", "i don't eat fish"),
        ("Why don't you eat meat?", "For my health.", "i don't eat meat for my health"),
    ],
)
def test_what_is_denied_in_the_question_is_denied_in_the_answer(
    completed, question, answer, statement
):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("What do you eat for breakfast?", "Eggs.", "i eat eggs for breakfast"),
        ("What did you do yesterday?", "Yoga.", "i did do yoga yesterday"),
        ("What do you keep in your garden?", "Two goats.", "i keep two goats in my garden"),
        ("Which team do you support in the league?", "Leeds.", "i support leeds in the league"),
        ("How many eggs do you eat for breakfast?", "Two.", "i eat two eggs for breakfast"),
        ("What are you looking for?", "My keys.", "i am looking for my keys"),
        ("What do you use at work to cut with?", "A saw.", "i use a saw at work to cut with"),
        ("What do they call you?", "Bob.", "they call me bob"),
        ("What do you want to eat?", "Soup.", "i want to eat soup"),
        ("What do you want to eat at noon?", "Soup.", "i want to eat soup at noon"),
    ],
)
def test_an_object_stands_behind_its_verb(completed, question, answer, statement):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("What do you do?", "Nurse.", "i am a nurse"),
        ("What do you do for a living?", "An electrician.", "i am an electrician"),
        ("What does your wife do for work?", "Engineer.", "my wife is an engineer"),
        ("And what do your parents do?", "Farmers.", None),
        ("What do you do?", "Yoga.", None),
    ],
)
def test_who_is_asked_what_they_do_says_what_they_are(completed, question, answer, statement):
    assert completed(question, answer) == statement


def test_several_people_who_are_asked_are_we(completed):
    assert completed("Where did you two meet?", "In Rome.") == "we two did meet in rome"
    assert completed("Do you all like it?", "Yes.") == "we all like it"


def test_a_preposition_that_was_asked_with_is_kept(completed):
    assert completed("In which year did the war end?", "1945.").endswith(" in 1945")


@pytest.mark.parametrize(
    ("question", "yes", "no"),
    [
        ("Is the shop open?", "the shop is open", "the shop is not open"),
        ("Has Anna left?", "anna has left", "anna has not left"),
        ("Is there a lift?", "there is a lift", "there is not a lift"),
        (
            "Was Mozart born in Vienna?",
            "mozart was born in vienna",
            "mozart was not born in vienna",
        ),
        ("Can the old lift carry ten?", "the old lift can carry ten", None),
    ],
)
def test_yes_gives_the_statement_and_no_its_negation(completed, question, yes, no):
    assert completed(question, "Yes.") == yes
    assert no is None or completed(question, "No!") == no


def test_a_no_never_gives_the_statement_itself(completed):
    assert " not " in completed("Does the tower have a lift?", "Nope.")
    assert " not " not in completed("Does the tower have a lift?", "Yes.")


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("What is your name?", "Anna.", "my name is anna"),
        ("Is my dog ill?", "No.", "your dog is not ill"),
        pytest.param("How old are you?", "30", "i am 30"),
        pytest.param("Are you vegan?", "No.", "i am not vegan"),
    ],
)
def test_who_answers_speaks_of_himself(completed, question, answer, statement):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Tell me more.", "Red."),
        ("Why?", "Because."),
        ("Open?", "Yes."),
        ("The shop is open.", "Yes."),
    ],
)
def test_what_is_not_plainly_asked_for_is_not_completed(completed, question, answer):
    assert completed(question, answer) is None


@pytest.mark.parametrize(
    ("question", "answer", "words"),
    [
        ("When was the Eiffel Tower built?", "In 1889.", "in 1889"),
        ("Who wrote Hamlet?", "William Shakespeare.", "William Shakespeare"),
        ("How many floors does the tower have?", "Three.", "three"),
    ],
)
def test_the_answers_own_words_are_found_in_the_statement(tree_of, question, answer, words):
    found = complete(tree_of(answer), tree_of(question))
    assert found.answer.cut(found.text) == words


def test_a_yes_stands_for_the_whole_statement(tree_of):
    found = complete(tree_of("Yes."), tree_of("Is the shop open?"))
    assert found.answer.cut(found.text) == found.text


@pytest.mark.parametrize("sentence", ["Yes.", "no", "Nope!", "*Yes*", "It does not.", "Yes, I do"])
def test_a_bare_yes_or_no_is_told(sentence):
    assert is_yes_or_no(sentence)


@pytest.mark.parametrize("sentence", ["No wonder.", "Yesterday.", "Yes men do.", "", "It does so."])
def test_what_says_more_is_no_bare_yes_or_no(sentence):
    assert not is_yes_or_no(sentence)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("In 1889.", True),
        ("The old tower of Pisa.", True),
        ("It was built in 1889.", False),
        ("Anna can.", False),
        (" ".join(["old"] * 40), False),
    ],
)
def test_a_fragment_is_short_and_has_no_verb_of_its_own(tree_of, sentence, expected):
    assert is_fragment(tree_of(sentence)) is expected


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("When was the phone released?", "In 2007.", "the phone was released in 2007"),
        ("Where does Anna live?", "In York.", "Anna does live in York"),
        ("What colour is the door?", "Red.", "the door is red"),
        ("Who wrote Hamlet?", "William Shakespeare.", "William Shakespeare wrote Hamlet"),
        ("What is the capital of France?", "Paris.", "the capital of France is Paris"),
    ],
)
def test_an_answers_opening_is_a_capital_only_where_it_is_a_name(
    tree_of, question, answer, statement
):
    assert complete(tree_of(answer), tree_of(question)).text == statement


@pytest.mark.parametrize(
    ("question", "answer", "subject"),
    [
        ("When was the phone released?", "In 2007.", "the phone"),
        ("Who wrote Hamlet?", "William Shakespeare.", "William Shakespeare"),
        ("Are you vegan?", "No.", "I"),
        ("Is the old shop open?", "Yes.", "the old shop"),
        ("The old shop is open, right?", "Yes.", "The old shop"),
    ],
)
def test_the_subject_is_what_the_statement_is_about(tree_of, question, answer, subject):
    assert complete(tree_of(answer), tree_of(question)).subject == subject


@pytest.mark.parametrize(
    ("question", "yes", "no"),
    [
        ("The shop is open, right?", "the shop is open", "the shop is not open"),
        ("Anna has left, hasn't she?", "anna has left", "anna has not left"),
        ("You like tea, don't you?", "i like tea", None),
    ],
)
def test_a_tag_asks_for_the_statement_before_it(completed, question, yes, no):
    assert completed(question, "Yes.") == yes
    assert completed(question, "No.") == no


@pytest.mark.parametrize(
    "question",
    ["Are you sure?", "Are you really sure about that?", "Is that right?", "Really?", "Right?"],
)
def test_a_question_about_the_answer_itself_asks_for_no_statement(completed, question):
    assert completed(question, "Yes.") is completed(question, "No.") is None


def test_a_question_that_a_thing_is_sure_is_no_question_about_the_answer(completed):
    assert completed("Is the plan sure?", "Yes.") == "the plan is sure"


@pytest.mark.parametrize(
    ("line", "question", "expected"),
    [
        ("**330 metres**", "How tall is the tower?", True),
        ("**Paris**", "What is the capital of France?", True),
        ("**Yes**", "Is the shop open?", True),
        ("**Overview**", "What is the capital of France?", False),
        ("**Paris**", "Tell me more.", False),
    ],
)
def test_a_line_in_bold_with_a_name_or_number_that_fits_is_an_answer(
    tree_of, line, question, expected
):
    assert is_answer(tree_of(line), tree_of(question)) is expected


def test_a_line_in_bold_answers_nothing_where_nothing_was_asked(tree_of):
    assert not is_answer(tree_of("**Paris**"), None)


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Do you eat fish?", "Never.", "i never eat fish"),
        ("Has Anna flown before?", "No, never.", "anna has never flown before"),
        ("Did they win?", "Never!", "they never did win"),
        ("Is the soup hot?", "Not really.", "the soup is not really hot"),
        ("Has the train left?", "Not yet.", "the train has not left yet"),
        ("Has the train left yet?", "Not yet.", "the train has not left yet"),
        ("Do you like snow?", "Not at all.", "i do not like snow at all"),
        ("Is parking free?", "Absolutely not.", "parking is not free"),
        ("The soup is hot, right?", "Not really.", "the soup is not really hot"),
    ],
)
def test_a_denial_keeps_its_own_words(completed, question, answer, statement):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Is the sauna open?", "Yes, until nine.", "the sauna is open until nine"),
        ("Is the sauna open until nine?", "Yes, until nine.", "the sauna is open until nine"),
        ("Is the sauna open?", "Yes, on weekends.", "the sauna is open on weekends"),
        ("Has it rained?", "Yeah, every day!", "it has rained every day"),
        ("Where is the sauna?", "Yes, in Bergen.", "the sauna is in bergen"),
    ],
)
def test_what_a_yes_adds_is_kept(completed, question, answer, statement):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Do you repair bikes?", "We do.", "we repair bikes"),
        ("Do you repair my bike?", "No, we don't.", "we do not repair your bike"),
        ("Are you closed in May?", "We are.", "we are closed in may"),
        ("Were you closed in May?", "We were not.", "we were not closed in may"),
        ("Can you send me your menu?", "Yes, we can.", "we can send you our menu"),
        ("Do we need our tickets?", "You do.", "you need your tickets"),
        ("Do you repair bikes?", "I do.", "i repair bikes"),
        ("Do they repair bikes?", "We do.", "they repair bikes"),
        ("Is the sauna open?", "It is.", "the sauna is open"),
    ],
)
def test_an_answer_keeps_its_own_pronoun_for_those_who_talk(completed, question, answer, statement):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Do you keep bees?", "Two hives.", "i keep two hives"),
        ("Do you play any sports?", "Just a bit of golf.", "i play just a bit of golf"),
        ("Did you buy a bike?", "Only a helmet.", "i did buy only a helmet"),
        ("Does Anna have a car?", "A red one.", "anna does have a red one"),
    ],
)
def test_a_thing_stands_in_the_place_of_what_was_asked_about(
    completed, question, answer, statement
):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do you keep bees?", "Great idea!"),
        ("Do you have any allergies?", "Nuts."),
        ("Do you have a plan?", "Some day."),
        ("Do you keep bees?", "Only child here."),
        ("Do you know how old it is?", "Two years."),
        ("Do you ship to Malta?", "Most islands."),
        ("Is it open?", "A red one."),
    ],
)
def test_a_thing_that_was_not_asked_about_completes_nothing(completed, question, answer):
    assert completed(question, answer) is None


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Have you ever sailed?", "Yes.", "i have sailed"),
        ("Have you ever sailed?", "No.", "i have not sailed"),
        ("Do you keep any bees?", "Yes.", "i keep bees"),
        ("Do you keep any bees?", "No.", "i do not keep any bees"),
        ("Did you find any bridge?", "Yes.", "i did find any bridge"),
    ],
)
def test_what_leaves_a_question_open_is_not_said(completed, question, answer, statement):
    assert completed(question, answer) == statement


@pytest.mark.parametrize(
    "question",
    ["Can you call me?", "Would you wait?", "May I come in?", "Do you mind?", "Can I ask you why?"],
)
def test_a_sure_grants_a_favour_and_states_nothing(completed, question):
    assert completed(question, "Sure!") is completed(question, "Of course.") is None


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Can I bring my dog?", "you can bring your dog"),
        ("Is parking free?", "parking is free"),
        ("Do you like snow?", "i like snow"),
    ],
)
def test_a_sure_to_a_question_how_things_are_is_a_yes(completed, question, statement):
    assert completed(question, "Sure!") == completed(question, "Of course.") == statement
