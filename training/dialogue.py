"""First-person chat pairs from templates.

Most chat pairs are about different things, and an alarm on them is the worst mistake the
detector can make: compatible pairs outnumber conflicts here. All wording was written for this
module; none comes from a dialogue corpus.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, PARTIAL, Row, Spans

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing people say about themselves. `{v}` stands for a value.

    says: paraphrases of one fact. denies: what it rules out. clash: what another value means,
    CONTRADICTION, PARTIAL, or NEUTRAL where both can be true. asks: a question about it. beside:
    statements on the same topic that leave the fact open.
    """

    name: str
    values: tuple[str, ...]
    says: tuple[str, ...]
    denies: tuple[str, ...] = ()
    clash: str = NEUTRAL
    asks: str = ""
    beside: tuple[str, ...] = ()


def _values(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


_FOODS = _values(
    "pizza, sushi, pasta, tacos, chocolate, mushrooms, seafood, spicy food, cheese, salad, "
    "curry, olives, ramen, burgers, ice cream, avocado, bananas, broccoli"
)
_CITIES = _values(
    "Chicago, Boston, Texas, Ohio, Seattle, London, Toronto, Denver, Florida, Berlin, Madrid, "
    "Oregon, Atlanta, Dublin, Michigan, Paris, Utah, Mumbai, Sydney, Nashville"
)
_SPORTS = _values("soccer, tennis, basketball, golf, hockey, volleyball, baseball, rugby, cricket")
_NUMBERS = _values("two, three, four, five, six")

TOPICS = (
    Topic(
        "favourite colour",
        _values("blue, red, green, purple, yellow, orange, pink, black, teal"),
        ("my favorite color is {v}", "{v} is my favorite color", "{v} is the color i like best"),
        ("my favorite color is not {v}", "i hate the color {v}", "i really don't like {v}"),
        CONTRADICTION,
        "what is your favorite color?",
        ("i painted my bedroom last year", "i just bought a {o} sweater", "i love art"),
    ),
    Topic(
        "favourite food",
        _FOODS,
        ("my favorite food is {v}", "{v} is my favorite food", "my all time favorite is {v}"),
        ("i can't stand {v}", "i hate {v}", "i never eat {v}", "i do not like {v} at all"),
        CONTRADICTION,
        "what do you like to eat?",
        ("i had {o} for lunch today", "i also like {o}", "i am a decent cook", "i'm so hungry"),
    ),
    Topic(
        "likes food",
        _FOODS,
        ("i love {v}", "i really like {v}", "i am a big fan of {v}", "i enjoy eating {v}"),
        ("i hate {v}", "i don't like {v}", "i can't stand {v}", "i am not a fan of {v}"),
        NEUTRAL,
        "do you like {v}?",
        ("my sister hates {v}", "my roommate can't stand {v}", "{v} can be expensive",
         "i love {o}", "i don't like {o}", "my mom used to make {v} on sundays"),
    ),
    Topic(
        "pet count",
        _NUMBERS,
        ("i have {v} dogs", "i own {v} dogs", "there are {v} dogs at my house, all mine"),
        ("i don't have any pets", "i have never owned a dog", "i do not have any dogs",
         "i have no pets"),
        PARTIAL,
        "do you have any pets?",
        ("i also have a cat", "my dogs love the park", "my neighbor has {o} cats",
         "i take them for a walk every morning", "dogs are great company", "one of them is brown"),
    ),
    Topic(
        "pet",
        _values("dog, cat, parrot, hamster, rabbit, turtle, horse, goldfish, snake"),
        ("i have a {v}", "i have a pet {v}", "i own a {v}", "i've got a {v} at home"),
        ("i don't have any pets", "i have no pets", "i have never had a {v}",
         "i don't own any animals", "i am not allowed to have pets"),
        NEUTRAL,
        "do you have a pet?",
        ("my friend has a {o}", "i would love to get a {o} someday", "i like animals",
         "i went to the vet today", "i used to have a {o}"),
    ),
    Topic(
        "pet name",
        _values("max, bella, luna, charlie, rocky, daisy, coco, buddy, milo"),
        ("my dog's name is {v}", "my dog is called {v}", "i named my dog {v}"),
        ("i don't have a dog", "i have never had a dog"),
        PARTIAL,
        "what is your dog's name?",
        ("my cat's name is {o}", "he is a good boy", "my brother's dog is called {o}",
         "i walk my dog every day"),
    ),
    Topic(
        "job",
        _values("nurse, teacher, lawyer, chef, mechanic, dentist, police officer, barista, "
                "software engineer, truck driver, firefighter, librarian, electrician, pilot"),
        ("i am a {v}", "i work as a {v}", "i'm a {v} by profession", "i make a living as a {v}"),
        ("i don't have a job right now", "i am unemployed", "i have never worked as a {v}",
         "i am not a {v}"),
        CONTRADICTION,
        "what do you do for a living?",
        ("my mother is a {o}", "my husband works as a {o}", "i wanted to be a {o} as a kid",
         "work was long today", "i used to be a {o}", "i like my job", "my job pays the bills",
         "i might become a {o} one day", "i get up early for work"),
    ),
    Topic(
        "workplace",
        _values("a hospital, a bank, a school, a bakery, a warehouse, a bookstore, a law firm, "
                "a gym, the airport, a car dealership"),
        ("i work at {v}", "my job is at {v}", "i am employed at {v}"),
        ("i am retired and do not work", "i have never had a job", "i do not work at {v}",
         "i am unemployed"),
        CONTRADICTION,
        "where do you work?",
        ("my wife works at {o}", "i get off at five", "my coworkers are nice",
         "i worked at {o} in college", "i have the weekend off"),
    ),
    Topic(
        "lives",
        _CITIES,
        ("i live in {v}", "i am living in {v}", "my home is in {v}", "i currently live in {v}"),
        ("i don't live in {v}", "i have never been to {v}", "i moved away from {v} years ago"),
        CONTRADICTION,
        "where do you live?",
        ("i grew up in {o}", "my parents live in {o}", "i am visiting {o} next month",
         "i used to live in {o}", "i'd like to move to {o}", "it is raining here today",
         "i have family in {o}", "i went to college in {o}"),
    ),
    Topic(
        "grew up",
        _CITIES,
        ("i grew up in {v}", "i was raised in {v}", "i spent my whole childhood in {v}"),
        ("i have never lived in {v}", "i did not grow up in {v}", "i've never set foot in {v}"),
        CONTRADICTION,
        "where are you from?",
        ("i live in {o} now", "i moved to {o} for work", "my wife is from {o}",
         "i miss my home town", "i visited {o} last summer"),
    ),
    Topic(
        "age",
        _values("19, 22, 25, 28, 31, 34, 40, 45, 52, 60"),
        ("i am {v} years old", "i'm {v}", "at the moment i am {v}", "my age is {v}"),
        ("i am not {v} yet", "i am still in elementary school"),
        PARTIAL,
        "how old are you?",
        ("my brother is {o} years old", "my birthday is in june", "my husband is {o}",
         "i have worked here for {o} months", "i feel old"),
    ),
    Topic(
        "siblings",
        _NUMBERS,
        ("i have {v} brothers", "i've got {v} brothers", "i grew up with my {v} brothers"),
        ("i am an only child", "i have no siblings", "i don't have any brothers",
         "i never had any brothers or sisters"),
        PARTIAL,
        "do you have siblings?",
        ("i have {o} sisters", "i have {o} cousins", "my brothers are loud",
         "we all meet for the holidays", "my mom is one of {o} kids"),
    ),
    Topic(
        "children",
        _NUMBERS,
        ("i have {v} kids", "i have {v} children", "i am a parent of {v}", "we have {v} kids"),
        ("i don't have any kids", "i have no children", "i never had children",
         "i do not have children yet"),
        PARTIAL,
        "do you have children?",
        ("my sister has {o} kids", "i love being a parent", "i teach {o} children piano",
         "the kids are at school", "my youngest starts school this year"),
    ),
    Topic(
        "marriage",
        _values("10 years, 5 years, 3 years, 20 years, 2 years, 12 years"),
        ("i have been married for {v}", "my spouse and i got married {v} ago",
         "i've been married {v} now"),
        ("i am single", "i have never been married", "i am not married",
         "i'm not in a relationship"),
        PARTIAL,
        "are you married?",
        ("my sister is single", "i have lived here for {o}", "my parents are divorced",
         "we went out for dinner last night", "i have been at my job for {o}"),
    ),
    Topic(
        "hobby",
        _values("hiking, painting, reading, gardening, fishing, knitting, cooking, dancing, "
                "camping, photography, baking, running, video games, singing"),
        ("{v} is my hobby", "my hobby is {v}", "{v} is what i do for fun", "for fun i do {v}"),
        ("i hate {v}", "i never do any {v}", "i find {v} boring", "i can't stand {v}",
         "i don't enjoy {v}"),
        NEUTRAL,
        "what are your hobbies?",
        ("i also enjoy {o}", "i don't like {o}", "my wife hates {v}", "i wish i had more free time",
         "i would like to try {o}", "my dad is into {o}", "i am busy this weekend"),
    ),
    Topic(
        "plays sport",
        _SPORTS,
        ("i play {v}", "i'm a {v} player", "{v} is the sport i play", "the sport i play is {v}"),
        ("i don't play {v}", "i have never played {v}", "i hate {v}", "i don't play any sports"),
        NEUTRAL,
        "do you play sports?",
        ("i also play {o}", "i don't play {o}", "my son plays {o}", "i like to watch {o} on tv",
         "exercise is important", "we won last night", "i played {o} in high school"),
    ),
    Topic(
        "music",
        _values("country, jazz, rock, rap, classical, pop, metal, reggae, blues, techno"),
        ("{v} is my favorite kind of music", "my favorite music is {v}",
         "i like {v} music more than any other"),
        ("i hate {v} music", "i can't stand {v} music", "i never listen to {v}"),
        CONTRADICTION,
        "what kind of music do you like?",
        ("i also listen to {o}", "i play the guitar", "i went to a {o} concert", "i love concerts",
         "my brother is in a {o} band", "do you sing?"),
    ),
    Topic(
        "instrument",
        _values("guitar, piano, violin, drums, flute, cello, trumpet, saxophone"),
        ("i play the {v}", "i know how to play the {v}", "the instrument i play is the {v}"),
        ("i can't play any instruments", "i have never learned an instrument",
         "i don't play the {v}", "i don't know how to play the {v}"),
        NEUTRAL,
        "do you play an instrument?",
        ("i would like to learn the {o}", "my daughter plays the {o}", "i also play the {o}",
         "music makes me happy"),
    ),
    Topic(
        "diet",
        _values("vegan, vegetarian"),
        ("i am a {v}", "i'm {v}", "i am on a {v} diet"),
        ("i eat steak every week", "i love bacon", "i had a burger for lunch",
         "i eat chicken almost every day", "i am a meat eater"),
        NEUTRAL,
        "do you eat meat?",
        ("my brother loves bacon", "i cook at home a lot", "i like fruit", "i eat a lot of beans",
         "my husband eats meat"),
    ),
    Topic(
        "car",
        _values("honda, ford truck, toyota, bmw, tesla, jeep, mustang, minivan, subaru"),
        ("i drive a {v}", "my car is a {v}", "the car i drive is a {v}"),
        ("i don't have a car", "i don't own a car", "i never learned to drive", "i can't drive"),
        CONTRADICTION,
        "what car do you drive?",
        ("my dad drives a {o}", "i want to buy a {o}", "traffic was bad today",
         "i need new tires", "i sold my old {o} last year"),
    ),
    Topic(
        "plan",
        _CITIES,
        ("i am going to {v} next week", "i have a trip to {v} next week",
         "next week i'm traveling to {v}"),
        ("i am staying home next week", "i have no travel plans next week",
         "i am not going anywhere next week", "i canceled my trip to {v}"),
        PARTIAL,
        "any plans for next week?",
        ("i went to {o} last year", "i love to travel", "i need a vacation",
         "my sister is going to {o} next week", "i have never been to {o}", "i live in {o}"),
    ),
    Topic(
        "weekend",
        _values("go hiking, visit my grandma, clean the house, go shopping, watch a movie, bake, "
                "go to the beach, paint the fence, work on my car, study for my exam"),
        ("i plan to {v} this weekend", "this weekend i'm going to {v}", "i'll {v} this weekend"),
        ("i won't {v} this weekend", "i have no plans this weekend",
         "i have to work all weekend"),
        NEUTRAL,
        "what are you doing this weekend?",
        ("i also want to {o}", "i like weekends", "last weekend i stayed in", "i am tired"),
    ),
    Topic(
        "school",
        _values("biology, history, nursing, law, engineering, psychology, art, business, math"),
        ("i am studying {v} in college", "my major is {v}", "i'm a {v} major"),
        ("i never went to college", "i dropped out of high school", "i did not go to college"),
        CONTRADICTION,
        "what do you study?",
        ("my roommate studies {o}", "i have an exam tomorrow", "i was good at {o} in school",
         "i like to learn new things", "my sister is a {o} teacher"),
    ),
    Topic(
        "season",
        _values("summer, winter, spring, fall"),
        ("{v} is my favorite season", "my favorite season is {v}", "i like {v} the most"),
        ("i hate {v}", "{v} is the worst season", "i dislike {v}"),
        CONTRADICTION,
        "which season do you like?",
        ("it is cold outside", "i was born in {o}", "we are going skiing", "i love the beach"),
    ),
    Topic(
        "drink",
        _values("coffee, tea, soda, beer, wine, milk, orange juice"),
        ("i drink {v} every day", "i have {v} every day", "i drink {v} daily"),
        ("i never drink {v}", "i don't drink {v}", "i hate the taste of {v}",
         "i quit drinking {v}"),
        NEUTRAL,
        "do you drink {v}?",
        ("i don't drink {o}", "i also like {o}", "my husband never drinks {v}", "i am thirsty",
         "water is good for you"),
    ),
    Topic(
        "language",
        _values("spanish, french, german, italian, japanese, chinese, arabic, portuguese"),
        ("i speak {v}", "i can speak {v}", "i am fluent in {v}"),
        ("i don't speak {v}", "i only speak english", "i can't speak a word of {v}"),
        NEUTRAL,
        "do you speak {v}?",
        ("i also speak {o}", "i am learning {o}", "my grandmother speaks {o}", "i don't speak {o}"),
    ),
    Topic(
        "home",
        _values("an apartment, a farm, a small house, a trailer, a cabin, a big house, a condo"),
        ("i live in {v}", "my home is {v}", "my place is {v}"),
        ("i am homeless", "i don't live in {v}"),
        CONTRADICTION,
        "do you rent?",
        ("my parents live in {o}", "i have lots of plants", "i want to buy {o} someday",
         "the neighbors are quiet", "i grew up in {o}"),
    ),
    Topic(
        "name",
        _values("sarah, tom, emily, jake, maria, kevin, laura, ben, amy, carlos"),
        ("my name is {v}", "i'm {v}", "people call me {v}"),
        ("my name is not {v}",),
        CONTRADICTION,
        "what is your name?",
        ("my sister's name is {o}", "i have a friend named {o}", "nice to meet you {o}",
         "my boss is called {o}"),
    ),
    Topic(
        "wake up",
        _values("5 am, 6 am, 7 am, 9 am, 10 am"),
        ("i get up at {v} every day", "i wake up at {v} every morning", "my alarm is set for {v}"),
        ("i always sleep until noon", "i never get up before noon"),
        PARTIAL,
        "when do you get up?",
        ("my wife gets up at {o}", "my shift ends at {o}", "i am a morning person",
         "i sleep well", "the store opens at {o}"),
    ),
    Topic(
        "allergy",
        _values("peanuts, cats, dogs, shellfish, pollen, milk"),
        ("i am allergic to {v}", "i have an allergy to {v}", "{v} make me sick, i'm allergic"),
        ("i have no allergies", "i am not allergic to anything", "i don't have any allergies"),
        NEUTRAL,
        "do you have any allergies?",
        ("my son is allergic to {o}", "i am also allergic to {o}", "i feel a bit sick today"),
    ),
)  # fmt: skip

# These topics' rows only validate, never train: the alarm rate on them is not a memory test.
HELD_OUT_TOPICS = frozenset({"language", "car", "siblings", "wake up", "season", "music"})

SMALL_TALK = (
    "hi, how are you?", "hello there!", "i'm doing great, thanks for asking", "that sounds fun!",
    "oh wow, that is cool", "nice to meet you", "lol", "haha that's funny", "me too!",
    "what about you?", "that's awesome", "i'm sorry to hear that", "tell me more about yourself",
    "how was your day?", "good evening", "really? i had no idea", "have a good one!",
    "yeah i agree",
    "i am good, just relaxing at home", "it was nice talking to you", "thanks, you too",
    "i don't know much about that", "that must be hard", "no, i have not tried that",
    "yes, i think so", "sure, why not", "it depends on the day", "what do you do for fun?",
    "i'm tired today", "not much, just watching tv", "oh no, what happened?", "cool!",
    "i had a long day", "i need a nap", "the weather is nice today", "congrats!", "i guess so",
)  # fmt: skip
_OPENERS = (
    "",
    "",
    "",
    "",
    "well, ",
    "yeah, ",
    "oh, ",
    "lol ",
    "honestly, ",
    "so ",
    "haha, ",
    "actually ",
)
_CLOSERS = ("", "", "", "", "!", " lol", ", you?", " how about you?", ". what about you?", " :)")


# "My wife is from Boston" is not beside the point of "I am single".
_FAMILY = frozenset({"marriage", "children", "siblings"})
_KIN = re.compile(r"\b(wife|husband|spouse|son|daughter|kids|children|brother|sister|youngest)\b")


def _words_span(text: str, words: str) -> Spans:
    match = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text)
    return (match.span(),) if match else ()


class DialogueGenerator:
    """Draws chat pairs; every statement is lower-case, some are then written properly."""

    def __init__(self, seed: int, topics: tuple[Topic, ...]) -> None:
        self.rng = random.Random(seed)
        self.topics = topics

    def _fill(self, template: str, value: str, topic: Topic) -> str:
        other = self.rng.choice([v for v in topic.values if v != value])
        text = template.replace("{v}", value).replace("{o}", other)
        return re.sub(r"\ba (?=[aeio])", "an ", text)

    def _style(self, text: str, *, proper: bool) -> str:
        """Proper writing or chat writing; the length before the end never changes."""
        if not proper:
            return text.lower()
        text = re.sub(r"\bi\b", "I", text)
        text = text[0].upper() + text[1:]
        return text if text.endswith(("?", "!", ".")) else text + "."

    def _chat(self, text: str, *, proper: bool) -> str:
        if text.endswith(("?", "!")):
            return self._style(text, proper=proper)
        styled = self.rng.choice(_OPENERS) + text + self.rng.choice(_CLOSERS)
        return self._style(styled, proper=proper)

    def _other_statement(self, told: list[Topic]) -> str:
        """Small talk, or something on a topic unrelated to all of `told`, which it joins.

        A topic told twice in a row of turns would state two facts that may clash.
        """
        free = [t for t in self.topics if not any(_related(t.name, u.name) for u in told)]
        if not free or self.rng.random() < 0.35:
            return self.rng.choice(SMALL_TALK)
        other = self.rng.choice(free)
        kinds = [other.says, other.denies, other.beside, (other.asks,)]
        template = self.rng.choice(self.rng.choices(kinds, (5, 2, 2, 1))[0])
        if _KIN.search(template) and not _FAMILY.isdisjoint(t.name for t in told):
            return self.rng.choice(SMALL_TALK)
        told.append(other)
        return self._fill(template, self.rng.choice(other.values), other)

    def _premise(self, said: str, told: list[Topic], *, proper: bool) -> str:
        """The deciding statement alone or among other turns of the same speaker."""
        turns = [self._chat(said, proper=proper)]
        for _ in range(self.rng.choice((0, 0, 0, 1, 1, 2, 3))):
            turn = self._chat(self._other_statement(told), proper=proper)
            turns.insert(self.rng.randint(0, len(turns)), turn)
        joined = turns[0]
        for turn in turns[1:]:
            joined += (" " if joined.endswith((".", "?", "!", ")")) else ". ") + turn
        return joined

    def _row(
        self,
        told: list[Topic],
        said: str,
        claim: str,
        label: str,
        marks: tuple[str, str] = ("", ""),
    ) -> Row:
        proper = self.rng.random() < 0.5
        group = f"dialogue:{told[0].name}"
        premise = self._premise(said, told, proper=proper)
        same_style = self.rng.random() < 0.8
        claim = self._chat(claim, proper=proper is same_style)
        spans = [
            _words_span(text.lower(), mark.lower()) if mark else ()
            for text, mark in zip((premise, claim), marks, strict=True)
        ]
        if not all(spans):
            spans = [(), ()]
        return Row(premise, claim, label, f"dialogue:{label}", group, *spans)

    def conflict(self) -> Row:
        """Another value of an exclusive fact, or its denial; either may come first."""
        topic = self.rng.choice(self.topics)
        value = self.rng.choice(topic.values)
        said = self._fill(self.rng.choice(topic.says), value, topic)
        if topic.clash == NEUTRAL or self.rng.random() < 0.45:
            claim = self._fill(self.rng.choice(topic.denies), value, topic)
            label, marks = CONTRADICTION, (said, claim)
        else:
            other = self.rng.choice([v for v in topic.values if v != value])
            claim = self._fill(self.rng.choice(topic.says), other, topic)
            label, marks = topic.clash, (value, other)
        if self.rng.random() < 0.5:
            said, claim, marks = claim, said, marks[::-1]
        return self._row([topic], said, claim, label, marks)

    def paraphrase(self) -> Row:
        """The same fact in other words, or the same words among others."""
        topic = self.rng.choice(self.topics)
        value = self.rng.choice(topic.values)
        said, claim = (self._fill(self.rng.choice(topic.says), value, topic) for _ in range(2))
        return self._row([topic], said, claim, ENTAILMENT)

    def beside(self) -> Row:
        """The same topic, and both can be true."""
        topic = self.rng.choice(self.topics)
        value = self.rng.choice(topic.values)
        said = self._fill(self.rng.choice(topic.says), value, topic)
        options = [*topic.beside, topic.asks]
        claim = self._fill(self.rng.choice(options), value, topic)
        if topic.clash == NEUTRAL and topic.name != "diet" and self.rng.random() < 0.4:
            other = self.rng.choice([v for v in topic.values if v != value])
            claim = self._fill(self.rng.choice(topic.says), other, topic)
        if self.rng.random() < 0.5:
            said, claim = claim, said
        return self._row([topic], said, claim, NEUTRAL)

    def unrelated(self) -> Row:
        """Different topics, a question, a greeting."""
        topic = self.rng.choice(self.topics)
        value = self.rng.choice(topic.values)
        said = self._fill(self.rng.choice((*topic.says, *topic.denies)), value, topic)
        told = [topic]
        claim = self._other_statement(told)
        if self.rng.random() < 0.5:
            said, claim = claim, said
        return self._row(told, said, claim, NEUTRAL)

    def rows(self, count: int) -> Iterator[Row]:
        """`count` rows; two thirds are compatible."""
        makers = (self.conflict, self.paraphrase, self.beside, self.unrelated)
        for _ in range(count):
            yield self.rng.choices(makers, (0.27, 0.13, 0.30, 0.30))[0]()


# Topics whose facts bear on each other: never drawn as "different topics".
_CLUSTERS = (
    {"favourite food", "likes food", "diet", "drink", "allergy", "hobby"},
    {"pet", "pet count", "pet name", "allergy"},
    {"job", "workplace", "school", "weekend", "wake up", "age"},
    {"lives", "grew up", "plan", "home", "weekend"},
    {"hobby", "plays sport", "weekend", "music", "instrument"},
    {"siblings", "children", "marriage", "age"},
    {"favourite colour", "season"},
)


def _related(left: str, right: str) -> bool:
    return left == right or any(left in c and right in c for c in _CLUSTERS)


def dialogue_rows(train: int, validation: int, seed: int) -> tuple[list[Row], list[Row]]:
    """Training and validation rows, of different topics."""
    kept = tuple(t for t in TOPICS if t.name not in HELD_OUT_TOPICS)
    held = tuple(t for t in TOPICS if t.name in HELD_OUT_TOPICS)
    return (
        list(DialogueGenerator(seed, kept).rows(train)),
        list(DialogueGenerator(seed + 1, held).rows(validation)),
    )
