import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import SkipReason, Span
from belie.monitor.claims.checkworthy import (
    asks_whether,
    is_changed_on_request,
    is_correction,
    stated,
)


def read(sentence, before="", after=""):
    """Return the part that is stated and the skipped stretches of a sentence within a turn."""
    text = before + sentence + after
    part, skipped = stated(text, Span(len(before), len(before) + len(sentence)))
    stretches = [(stretch.span.cut(text), str(stretch.reason)) for stretch in skipped]
    return (part.cut(text) if part else None), stretches


def reasons(sentence):
    part, stretches = read(sentence)
    return None if part is not None else {reason for _, reason in stretches}


@pytest.mark.parametrize(
    "sentence",
    [
        "Hello!",
        "hi",
        "Hi there",
        "Hey Tom!",
        "Good morning!",
        "hi , nice to meet you !",
        "Thanks",
        "Thank you so much for your help.",
        "thanks for asking !",
        "You're welcome!",
        "you’re very welcome.",
        "Bye!",
        "Goodbye, take care!",
        "Goodbye, and have a great day!",
        "Hi and welcome to our museum!",
        "See you later.",
        "Okay.",
        "oh , wow .",
        "lol",
        "hahaha 😂",
        "Sure!",
        "Of course.",
        "Congratulations!",
        "Congratulations on your new job!",
        "Happy birthday!",
        "Sounds good",
        "That sounds great!",
        "Have a nice day!",
        "I hope you have a great weekend!",
        "i see .",
        "No problem.",
        "Great question!",
        "Hi Tom! Nice to meet you.",
        "Welcome to our museum!",
        "**Hello!** 👋",
        "- Thanks!",
        "“Hello!”",
    ],
)
def test_greetings_thanks_and_fillers_state_nothing(sentence):
    assert reasons(sentence) == {"greeting"}


@pytest.mark.parametrize(
    "sentence",
    [
        "What is the capital of France?",
        "What is the capital of France",
        "what time is it",
        "who wrote hamlet",
        "How many people live there",
        "how old are you",
        "Where do you live ?",
        "do you have any pets",
        "is the tower open",
        "Are you sure.",
        "Did it open in 1889?!",
        "You have two kids?",
        "and what about the price?",
        "If it rains, will the match be off?",
        "In 1889, was the tower open?",
        "Why not?",
        "“What is the capital of France?”",
        "**What is the fee?**",
        "on what date is the exam",
        "what date is the exam",
        "1. Which city is larger?",
        "(Is it open?)",
        "I was wondering if the tower is open.",
        "was wondering if the tower is open",
        "can you help me with my order",
        "what’s your name",
        "Is there anything else I can help you with?",
        "What do you do, are you a doctor?",
        "Did you know?",
        "Who said “it is red”?",
    ],
)
def test_questions_state_nothing(sentence):
    assert reasons(sentence) == {"question"}


@pytest.mark.parametrize(
    "sentence",
    [
        "Click Save.",
        "Click on the blue button.",
        "Please contact our support team.",
        "please let me know",
        "Let me know if you have any questions.",
        "Feel free to ask!",
        "You should consult a doctor.",
        "You should see a doctor.",
        "You should have it checked.",
        "You should be careful with it.",
        "You may want to check the weather.",
        "I recommend visiting the museum.",
        "Don't forget to save the file.",
        "Do not touch the screen.",
        "If you have any questions, please ask.",
        "Then, open the settings.",
        "Next, stir the sauce.",
        "tell me about your family",
        "I'd be happy to help.",
        "I’m here to help!",
        "I can help you with that.",
        "Make sure the lid is closed.",
        "Be careful!",
        "It is best to book early.",
        "- Add the eggs.",
        "**Go to the settings.**",
        "Remember to bring a coat.",
        "I want you to write a poem.",
        "For more information, visit our website.",
        "To learn more, feel free to ask.",
        "If you want to know more, let me know.",
        "set a reminder for my yoga class",
    ],
)
def test_instructions_advice_and_offers_state_nothing(sentence):
    assert reasons(sentence) == {"instruction"}


@pytest.mark.parametrize(
    "sentence",
    [
        "It's a wonderful place.",
        "What a day!",
        "That's amazing",
        "I think it's great",
        "This is a fascinating topic",
        "that is so cool !",
        "How lovely!",
        "It’s really beautiful and inspiring.",
        "so cute",
        "I'm glad you like it!",
        "I hope you feel better.",
        "You are so kind!",
        "I think so.",
        "What an incredible view",
        "It is not bad.",
        "I think it's a beautiful city.",
        "I feel so happy today!",
        "i feel sad",
        "I’m so excited!",
    ],
)
def test_evaluations_of_nothing_in_particular_state_nothing(sentence):
    assert reasons(sentence) == {"subjective"}


@pytest.mark.parametrize(
    "sentence",
    [
        "I don't know",
        "i dont know .",
        "I don’t know who built it.",
        "I'm not sure.",
        "I'm not sure about the exact price.",
        "No idea!",
        "I couldn't find any information on that",
        "I am unable to answer that question.",
        "I cannot provide medical advice.",
        "I do not have access to real-time data.",
        "I don't have enough information to answer.",
        "The documents do not say",
        "The context does not mention the price",
        "The provided documents don’t specify when it opened.",
        "There is no information about the fee in the context.",
        "The price is not mentioned in the provided context.",
        "Unfortunately, the context does not provide the fee.",
        "None of the documents mention the fee.",
        "Not enough information.",
        "I have no information about that.",
    ],
)
def test_refusals_and_not_knowing_state_nothing(sentence):
    assert reasons(sentence) == {"abstention"}


@pytest.mark.parametrize(
    "sentence",
    [
        "Here are three facts:",
        "In summary",
        "In summary:",
        "I hope this helps",
        "Hope that helps!",
        "Let's break it down",
        "Let’s take a look.",
        "Note:",
        "**Note:**",
        "You're right, I apologize for the confusion.",
        "You are absolutely right.",
        "I apologize for the error in my previous answer.",
        "Sorry!",
        "My mistake.",
        "I was wrong about that.",
        "Correction:",
        "Here is a summary of the main points.",
        "Let me check.",
        "How to reset your password",
    ],
)
def test_talk_about_the_answer_states_nothing(sentence):
    assert reasons(sentence) == {"meta"}


@pytest.mark.parametrize(
    "sentence",
    [
        "https://example.org/a?b=1",
        "- <https://example.org>",
        "support@example.org",
        "!!! ... 😀",
        "---",
        "2 + 2 = 4",
        "E = mc^2",
        "f(x) = x^2 + 1",
        "a^2 + b^2 = c^2",
        "$$a^2 + b^2 = c^2$$",
        "$E = mc^2$",
        "\\(x + y\\)",
        "\\[\\frac{a}{b}\\]",
        "print('hello')",
        "import numpy as np",
        "x = foo(1);",
        "`pip install belie`",
        "pip install belie",
        "</div>",
        "2.",
        "}",
    ],
)
def test_code_links_and_formulas_state_nothing(sentence):
    assert reasons(sentence) == {"code"}


@pytest.mark.parametrize(
    "sentence",
    [
        "The tower is 330 m tall.",
        "i love dogs",
        "I love it!",
        "I have two kids",
        "My favourite colour is red",
        "I don't have any pets.",
        "i do not like tea .",
        "don't have any pets",
        "I can't swim.",
        "I can’t find my keys.",
        "I don't know how to swim.",
        "I'm happy.",
        "You should receive it within 3 days.",
        "You must be 18 to apply.",
        "You need a visa.",
        "You can cancel within 14 days.",
        "I could not find any hotel nearby.",
        "do not take it twice a day",
        "i like tea and so do you",
        "Here is the fee: $5.",
        "Take 2 tablets a day.",
        "Call 555-0199.",
        "Great Britain is an island.",
        "Nice is a city in France.",
        "Hello Kitty was created in 1974.",
        "Well water is clean.",
        "Click rates rose by a third.",
        "Call centers are in India.",
        "Will Smith is an actor.",
        "May is the fifth month.",
        "It is a beautiful city in France.",
        "It's a great white shark.",
        "My job is boring.",
        "What matters is that it is open.",
        "What he did was wrong.",
        "When I was young, we lived in Rome.",
        "Which is why it closed.",
        "Thanks to the mayor, the tower opened.",
        "There is no evidence that it works.",
        "The report does not include the fourth quarter.",
        "No, I like tea.",
        "He asked, “Who are you?”",
        "“Dune” is a novel.",
        '"Who are you?" he asked.',
        '"Hello," he said.',
        "The tower (built in 1889?) is tall.",
        "It is actually red.",
        "That is a mammal.",
        "1889.",
        "$5.",
        "Paris",
        "According to the guide, it is closed.",
        "Based on a novel, the film won a prize.",
        "In the summer, it is open.",
        "Should you need a visa, it costs $50.",
        "Help is available.",
        "Open on Sundays.",
        "塔は高い。",
        "I think the tower is red.",
        "I think it is closed.",
        "I think it's a good conductor.",
        "I think it's a beautiful city in Spain.",
        "I feel that the tower is 330 m tall.",
        "I feel sick today.",
        "I feel sad because my dog died.",
        "I am a proud father!",
        "You should see a green light.",
        "You should have a key.",
        "To reset it, press the red button.",
        "If you want to reset it, press the red button.",
        "Salt and water are mixed.",
        "$5 is the fee, not 6$",
        "I was wrong about the height of the tower.",
    ],
)
def test_what_can_be_checked_is_stated_whole(sentence):
    assert read(sentence) == (sentence, [])


@pytest.mark.parametrize(
    ("sentence", "part", "stretches"),
    [
        ("Oh, sure, it is red.", "it is red.", [("Oh, sure,", "greeting")]),
        ("hi i am tom", "i am tom", [("hi", "greeting")]),
        ("Hi Tom, the fee is $5.", "the fee is $5.", [("Hi Tom,", "greeting")]),
        ("Yes, it is open.", "it is open.", [("Yes,", "greeting")]),
        ("thanks ! i have two dogs .", "i have two dogs .", [("thanks !", "greeting")]),
        ("Great! The tower is red.", "The tower is red.", [("Great!", "greeting")]),
        ("I like tea lol", "I like tea", [("lol", "greeting")]),
        ("Sure, -5 degrees is cold.", "-5 degrees is cold.", [("Sure,", "greeting")]),
        ("Well, “Dune” is a novel.", "“Dune” is a novel.", [("Well,", "greeting")]),
        ("Hi 😊 I live in Rome.", "I live in Rome.", [("Hi 😊", "greeting")]),
        (
            "Sorry, I was wrong: it is red.",
            "it is red.",
            [("Sorry, I was wrong:", "meta")],
        ),
        (
            "I apologize for the confusion, but the fee is $5.",
            "the fee is $5.",
            [("I apologize for the confusion, but", "meta")],
        ),
        ("My mistake, it is 5.", "it is 5.", [("My mistake,", "meta")]),
        ("Actually, it opened in 1889.", "it opened in 1889.", [("Actually,", "meta")]),
        (
            "As an AI language model, I was trained in 2023.",
            "I was trained in 2023.",
            [("As an AI language model,", "meta")],
        ),
        (
            "Based on the provided context, the fee is $5",
            "the fee is $5",
            [("Based on the provided context,", "meta")],
        ),
        (
            "According to the documents you provided, it is red.",
            "it is red.",
            [("According to the documents you provided,", "meta")],
        ),
        ("**Note:** The fee is $5.", "The fee is $5.", [("**Note:**", "meta")]),
        ("- **Note**: The fee is $5.", "The fee is $5.", [("- **Note**:", "meta")]),
        ("In summary, it is red.", "it is red.", [("In summary,", "meta")]),
        (
            "Sure, here's the answer: it is red.",
            "it is red.",
            [("Sure,", "greeting"), ("here's the answer:", "meta")],
        ),
        (
            "It is worth noting that it is red.",
            "it is red.",
            [("It is worth noting that", "meta")],
        ),
        (
            "You’re right that it is red.",
            "it is red.",
            [("You’re right that", "meta")],
        ),
        (
            "Please note that the fee is $5.",
            "the fee is $5.",
            [("Please note that", "instruction")],
        ),
        (
            "Keep in mind that it is closed.",
            "it is closed.",
            [("Keep in mind that", "instruction")],
        ),
        (
            "Remember, it is closed.",
            "it is closed.",
            [("Remember,", "instruction")],
        ),
        (
            "Did you know that the tower opened in 1889?",
            "the tower opened in 1889",
            [("Did you know that", "question"), ("?", "question")],
        ),
        (
            "did you know the tower is red ?",
            "the tower is red",
            [("did you know", "question"), ("?", "question")],
        ),
        (
            "The tower is tall, isn't it?",
            "The tower is tall",
            [(", isn't it?", "question")],
        ),
        ("You live in Rome, right?", "You live in Rome", [(", right?", "question")]),
        ("It isn’t red, is it ?", "It isn’t red", [(", is it ?", "question")]),
        ("I like tea, what about you?", "I like tea", [(", what about you?", "question")]),
        ("i like tea what about you", "i like tea", [("what about you", "question")]),
        (
            "i have two dogs , do you have any pets ?",
            "i have two dogs",
            [(", do you have any pets ?", "question")],
        ),
        (
            "Do not touch it; it is hot.",
            "it is hot.",
            [("Do not touch it;", "instruction")],
        ),
        (
            "Please note, it is closed.",
            "it is closed.",
            [("Please note,", "instruction")],
        ),
        (
            "it is 2 miles away would you like directions",
            "it is 2 miles away",
            [("would you like directions", "question")],
        ),
        (
            "Please bring enough cash, because we don't accept cards.",
            "we don't accept cards.",
            [("Please bring enough cash, because", "instruction")],
        ),
        (
            "Don't add salt, as it breaks up the whites.",
            "it breaks up the whites.",
            [("Don't add salt, as", "instruction")],
        ),
        (
            "Please call first, the office is closed on Mondays.",
            "the office is closed on Mondays.",
            [("Please call first,", "instruction")],
        ),
        (
            "I couldn't find any information on that however it is red",
            "it is red",
            [("I couldn't find any information on that however", "abstention")],
        ),
        (
            "i am a nurse do you work ?",
            "i am a nurse",
            [("do you work ?", "question")],
        ),
        (
            "How are you? I am a nurse.",
            "I am a nurse.",
            [("How are you?", "question")],
        ),
        (
            "I don't know, but it is red.",
            "it is red.",
            [("I don't know, but", "abstention")],
        ),
        (
            "The context does not mention the price, but the fee is $5.",
            "the fee is $5.",
            [("The context does not mention the price, but", "abstention")],
        ),
        (
            "Hi! Sorry, as an AI language model, I cannot provide advice.",
            None,
            [
                ("Hi!", "greeting"),
                ("Sorry, as an AI language model,", "meta"),
                ("I cannot provide advice.", "abstention"),
            ],
        ),
        (
            "I'm sorry, but I can't help with that",
            None,
            [("I'm sorry, but", "meta"), ("I can't help with that", "abstention")],
        ),
        (
            "the pool is open on mondays, isn't it",
            "the pool is open on mondays",
            [(", isn't it", "question")],
        ),
        (
            "It's great, isn't it?",
            None,
            [("It's great", "subjective"), (", isn't it?", "question")],
        ),
    ],
)
def test_what_states_nothing_is_cut_off_both_ends(sentence, part, stretches):
    assert read(sentence) == (part, stretches)


@pytest.mark.parametrize(
    "sentence",
    [
        "Correction:",
        "Correction: it is 5.",
        "Sorry, I was wrong.",
        "sorry i was wrong about that",
        "Sorry, I was wrong earlier: it opened in 1889.",
        "Actually, it is 5.",
        "Oh, actually it is 5.",
        "No, actually, it is 5.",
        "I misspoke.",
        "I meant the red one.",
        "Sorry, I meant 5.",
        "Sorry, it's 1957.",
        "Oops! It was at 8 pm.",
        "My mistake, it is 5",
        "my bad it is 5",
        "Oops, my mistake!",
        "I made a mistake earlier.",
        "I apologize for the confusion.",
        "I apologize for the error in my previous response; it is 5.",
        "You’re right, I apologize for the mistake.",
        "Let me correct that.",
        "My previous answer was incorrect.",
        "That was wrong, it is 5.",
        "I stand corrected.",
        "Wait, no, it is 5.",
        "Scratch that.",
        "I’m mistaken, it is 5.",
        "**Correction:** it is 5.",
        "One correction: it is 5.",
        "A quick correction to my last message: it is 5.",
        "A correction to what I said, it is 5.",
        "A correction on the price: it is 5.",
        "Correction, it is 5.",
        "Sorry, I need to correct myself first: it is 5.",
        "I have to correct something: it is 5.",
        "There was an error in my last answer: it is 5.",
        "I made an error above.",
        "On second thought, take the red one.",
        "Change of plan, I'm going on Friday.",
        "On reflection, take the red one.",
        "On second thoughts the red one.",
        "I've changed my mind, the red one please.",
        "Here's the updated split:",
        "Here is your new schedule:",
        "Here's a revised plan for Saturday.",
        "Updated total: 81 euros.",
    ],
)
def test_a_correction_is_heard(sentence):
    assert is_correction(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is actually red.",
        "That is correct.",
        "Correct!",
        "Colour correction: it is on.",
        "He paid for one correction: it was long.",
        "You're right, it is 5.",
        "You're right to ask, it is 5.",
        "The shop is on your right: it is red.",
        "That's right, it is 5.",
        "The correction of the text took a year.",
        "A correction of ten percent, analysts say, is normal.",
        "Correction-prone markets fell.",
        "On reflection the beam turns by 90 degrees.",
        "Change of plans for the site cost $20.",
        "Here's the new library on Oak Street.",
        "The revised plan was published in 1990.",
        "I meant what I said.",
        "I meant it.",
        "My mistake was to leave.",
        "He was wrong.",
        "You are wrong.",
        "I am not wrong.",
        "I'm sorry to hear that.",
        "Sorry, it is closed.",
        "It meant a lot to me.",
        "He told me that I was wrong.",
        '"I was wrong," he said.',
        "I apologize for the delay.",
        "The error was found in 1990.",
        "The tower is tall.",
        "",
        "   ",
    ],
)
def test_no_correction_is_heard_where_none_is(sentence):
    assert not is_correction(sentence)


def test_spans_slice_the_turn_and_not_the_sentence():
    assert read("Sure, it is red, isn't it?", before="é😀 Hello. ", after=" Bye.") == (
        "it is red",
        [("Sure,", "greeting"), (", isn't it?", "question")],
    )


@pytest.mark.parametrize("sentence", ["", "   ", "\n\t"])
def test_blanks_are_neither_stated_nor_skipped(sentence):
    assert read(sentence) == (None, [])


pieces = st.sampled_from(
    [
        "Sorry, ",
        "I was wrong",
        ": ",
        "hi ",
        "Oh, ",
        "great ",
        "what about you?",
        " isn't it",
        "?",
        ", ",
        "but ",
        "the tower is tall",
        "I don't know",
        "Please note that ",
        "did you know that ",
        "the context does not mention ",
        "**",
        "- ",
        '"',
        "“",
        "’",
        "(",
        ")",
        " ",
        "  ",
        ".",
        "é😀",
        "5",
        "İ",
        "x = ",
        "\u200b",
    ]
)


@given(st.lists(pieces, max_size=14).map("".join))
def test_every_character_but_blanks_is_stated_or_skipped_once(sentence):
    text = "Before. " + sentence + " After."
    part, skipped = stated(text, Span(8, 8 + len(sentence)))
    spans = sorted([stretch.span for stretch in skipped] + ([part] if part else []))
    covered = [place for span in spans for place in range(span.start, span.end)]
    assert len(covered) == len(set(covered))
    words = {place for place in range(8, 8 + len(sentence)) if not text[place].isspace()}
    assert words <= set(covered) <= set(range(8, 8 + len(sentence)))
    assert [stretch.span for stretch in skipped] == sorted(stretch.span for stretch in skipped)
    assert all(isinstance(stretch.reason, SkipReason) for stretch in skipped)


@pytest.mark.parametrize(
    "unit",
    [
        "click the button ",
        "press it; ",
        "--",
        ", ",
        "hi ",
        "sorry ",
        "oh, ",
        ", what",
        ", what, what?",
        ", do you",
        "do you ",
        "i don't know, but ",
        "i don't know ",
        "please note that ",
        "did you know that ",
        "did you know ",
        "the context does not ",
        "the documents ",
        "based on the provided ",
        "here are ",
        "i was wrong, ",
        "correction of a ",
        "a correction ",
        "there was an error in my a ",
        "you're right",
        "actually ",
        "oh no wait ",
        "thanks for ",
        "so very ",
        "what is ",
        "if it rains, ",
        "*",
        "`",
        '"',
        "- ",
        "-",
        "!",
        "?",
        "?!)",
        "(",
        " ",
        " ,",
        "\n",
        "1. ",
        "x = ",
        "a.b(",
        "😀",
        "how are you? ",
        "wait, no, ",
        "ha",
        "a",
        "İ",
        "note: ",
        "to me ",
        "import a,",
        "small ",
        "and thanks ",
        "thanks and ",
        "$",
        "$ ",
        "$=",
        "\\(",
        "\\]",
        "a ",
        "a^2 + ",
        "to do it, ",
        "i feel so ",
        "you should get more ",
    ],
)
def test_hostile_sentences_cost_linear_time(unit, soon):
    repeated = (unit * 100_000)[:100_000]
    with soon():
        for sentence in (repeated, f"click the {repeated} it", f"a tower is {repeated}?"):
            stated(sentence, Span(0, len(sentence)))
            is_correction(sentence)


@pytest.mark.parametrize(
    "request_",
    [
        "Please move the meeting to 5.",
        "Could you reschedule my check-up?",
        "Can we switch to the evening train?",
        "Ok, please add a towel to the order!",
        "Thanks! Cancel the second ticket.",
        "Turn off the heater.",
        "make it eleven people",
        "**Set the timer to 20 minutes.**",
        "Stop!",
        "Stop the vacuum cleaner.",
        "can you extend our stay by a night",
        "sorry I meant Friday",
        "No, I meant the red one.",
        "Change of plan, I'm going on Wednesday.",
        "I've changed my mind. The small one, please.",
        "Actually, we'd like the table outside instead.",
        "ok let's do Friday instead",
    ],
)
def test_who_does_what_was_wanted_changes_it(request_):
    assert is_changed_on_request(request_, "Done! There you go.")
    assert not is_changed_on_request(request_, "Unfortunately that is too late.")
    assert not is_changed_on_request(request_, "I'm sorry, I can’t do that.")


@pytest.mark.parametrize(
    "said",
    [
        "Can I reschedule my check-up for free?",
        "When do I add the towels?",
        "I want to know how to move it.",
        "My sister moved. Please add her.",
        "Change is hard.",
        "Set menus are cheap.",
        "Turn signals blink.",
        "Stop it!",
        "Stop making things up.",
        "Make it shorter.",
        "make that more polite, please",
        "Please add a longer explanation.",
        "Change the style of the letter.",
        "Can you make it to the meeting?",
        "Can I pay by card instead?",
        "What should I take instead?",
        "I meant no harm.",
        "I meant what I said.",
        "I meant it when I said no.",
        "I meant it! It was late.",
        "I meant it",
        "I meant every word.",
        "I want tea instead of milk.",
        "Does it move?",
        "",
    ],
)
def test_what_is_no_wish_to_have_a_thing_changed_changes_nothing(said):
    assert not is_changed_on_request(said, "Done! There you go.")


@pytest.mark.parametrize(
    "unit",
    [" ", "please ", "can you ", "change the ", "make it ", "isn't ", ", ", "i want ", "let's a "],
)
def test_hostile_wishes_and_tags_cost_linear_time(unit, soon):
    repeated = (unit * 100_000)[:100_000]
    with soon():
        is_changed_on_request(repeated, repeated)
        is_changed_on_request(f"change the {repeated}", f"{repeated} can't")
        asks_whether(repeated)
        asks_whether(f",{repeated}right?")
