"""Word lists of the generator. None was drawn from an evaluation set."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def phrases(text: str) -> list[str]:
    """The phrases of a list with commas."""
    return [phrase.strip() for phrase in text.split(",")]


def words(text: str) -> list[str]:
    """The words of a list written as running text."""
    return text.split()


MONTHS = words(
    "January February March April May June July August September October November December"
)
WEEKDAYS = words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
NUMBER_WORDS = words("two three four five six seven eight nine ten eleven twelve")
ORDINAL_WORDS = words("first second third fourth fifth sixth seventh eighth ninth tenth")

# Capitalised words that name nothing.
NOT_NAMES = frozenset(
    words(
        "The This That These Those It Its He She They We You I In On At By For From With And "
        "But Or If When While After Before During However Although As To Of A An Some Many Most "
        "All Both Each Not No There Here Also Then His Her Their Our Your One Two Three "
        "Specifies Use Note Example Since Because Another Other Such Once Unlike Despite "
        "According"
    )
).union(MONTHS, WEEKDAYS)

# Swapping one of these turns the main assertion round.
MAIN_ANTONYMS = """
increase decrease|increases decreases|increased decreased|increasing decreasing
rose fell|accept reject|accepts rejects|accepted rejected|allow prevent
allows prevents|allowed prevented|enable disable|enables disables|enabled disabled|add remove
adds removes|added removed
include exclude|includes excludes
included excluded
opened closed
create delete|creates deletes
connect disconnect|connects disconnects|install uninstall|installs uninstalls
approve deny|approved denied|required forbidden|possible impossible|available unavailable
mandatory optional
successful unsuccessful|encrypt decrypt|encrypts decrypts
arrived departed
valid invalid|permitted prohibited|visible hidden|expanded shrank
""".replace("\n", "|").split("|")

# Swapping one of these changes a detail and leaves the rest standing.
DETAIL_ANTONYMS = """
north south|northern southern|northeast southwest|east west|eastern western
upper lower|largest smallest|large small|larger smaller|high low|higher lower|highest lowest
more less|longer shorter|longest shortest|old new|older younger|oldest youngest|early late
earlier later|before after|major minor|male female
man woman|men women|king queen
black white|hot cold|warm cool|dry wet|rich poor|strong weak|fast slow
deep shallow|wide narrow|urban rural|domestic foreign|summer winter|spring autumn
morning evening|daily monthly|weekly yearly|minimum maximum
incoming outgoing|local remote|manual automatic|temporary permanent|direct indirect
full partial|primary secondary|input output|client server|top bottom
inside outside|above below|positive negative|ascending descending
""".replace("\n", "|").split("|")


def antonyms(pairs: Sequence[str]) -> dict[str, str]:
    """Both directions of each pair."""
    table: dict[str, str] = {}
    for pair in pairs:
        if pair.strip():
            left, right = pair.split()
            table.setdefault(left, right)
            table.setdefault(right, left)
    return table


MAIN = antonyms(MAIN_ANTONYMS)
DETAIL = antonyms(DETAIL_ANTONYMS)

# Words that may stand for each other wherever they are found in running text.
_EQUALS = """
film movie|films movies|began started|begins starts|purchased bought|assist help
assists helps|assisted helped|approximately about|numerous many|large big|huge enormous
rapidly quickly|swiftly quickly|frequently often|commenced started|concluded ended
constructed built|residents inhabitants|physician doctor|attorney lawyer|automobile car
automobiles cars|obtain get|obtained got|require need|requires needs|required needed
attempted tried|additional extra|sufficient enough|vast huge
located situated|initially originally|previously formerly|subsequently later|nearly almost
currently presently|mainly mostly|primarily mainly|entire whole
demonstrated showed|demonstrates shows|created made
permitted allowed|comprises includes
announced declared|remarked said|famous well-known|renowned famous
children kids|father dad|mother mum|error mistake|errors mistakes|discover find
discovered found|discovers finds|gather collect|gathered collected|gathers collects
injured hurt
ill sick|wealthy rich|woods forest|shop store
shops stores|gift present|gifts presents
whilst while|therefore thus|although though|among amongst
toward towards|finish complete|finished completed|finishes completes|damaged harmed
wish want|wished wanted|simple easy|intelligent clever
principal main|yearly annual|annually yearly|country nation|countries nations
employees workers|employee worker|company firm|companies firms|pupils students|pupil student
journey trip|journeys trips|portion part|portions parts
displayed showed|execute run|executes runs|utilize use
utilizes uses|utilized used|modify change|modifies changes|modified changed
retrieve fetch|retrieves fetches|verify check|verifies checks
directory folder|directories folders|previous earlier
""".replace("\n", "|").split("|")


def equals(pairs: Sequence[str]) -> dict[str, str]:
    """The first word of each pair with the second, which is the plainer one."""
    split = (pair.split() for pair in pairs if pair.strip())
    return dict(split)


SYNONYMS = equals(_EQUALS)

# One of these for the other tells of another thing of the same sort.
CONCEPTS = antonyms(
    """
revenue profit|weight height|width depth
founder owner|chairman treasurer
novel poem|song dance|book magazine
car truck|bridge tunnel|river lake|mountain valley|island peninsula
city village|province district|hospital prison|university museum
army navy|battle treaty|king bishop|president mayor|minister judge
teacher student|doctor nurse
coach captain|gold silver
temperature pressure|rain snow|winter autumn|oil gas|coal timber
copper iron|milk cheese|wheat rice|tea coffee|beer wine|horse cow|dog cat|bird fish
password username|server router
keyboard mouse|screen printer|license certificate|tax loan
salary bonus|insurance pension|customer supplier
week year|hours minutes|days weeks|months years|eldest youngest
virus bacterium|lung kidney|vaccine drug
""".replace("\n", "|").split("|")
)
# What holds of some or sometimes, and what then would have to hold of all or always.
GENERAL = {
    "some": "all", "many": "all", "several": "all", "often": "always",
    "usually": "always", "sometimes": "always", "generally": "always", "typically": "always",
    "frequently": "always", "partly": "entirely", "mostly": "entirely", "mainly": "entirely",
    "occasionally": "regularly", "rarely": "often", "partially": "completely",
}  # fmt: skip
# "All" in place of these makes sense only of a subject: "many agree", not "after many years".
QUANTIFIERS = frozenset({"some", "many", "several"})
# What these are said of may be so and not so: some are found here, and some are not.
PART_OF = QUANTIFIERS | {"most", "few", "others", "another", "certain", "various", "part", "half"}

# Beside these stand names of every sort, so that they tell nothing of a name.
BESIDE_ANYTHING = frozenset(
    words(
        "the a an and or of to for with as is was are were be been being that but like from "
        "than on in at by has have had will would can could may which who when where while if "
        "it he she they also not its his her their s"
    )
)

# Names by their sort, one of which may stand for another.
NAMES = {
    "country": words(
        "France Germany Italy Spain Portugal Belgium Austria Switzerland Denmark Norway Sweden "
        "Finland Poland Hungary Greece Ireland Iceland Croatia Serbia Bulgaria Romania Ukraine "
        "Russia Canada Mexico Brazil Argentina Chile Colombia Peru Venezuela Cuba Jamaica "
        "Australia Japan China India Pakistan Bangladesh Indonesia Malaysia Singapore Thailand "
        "Vietnam Egypt Morocco Kenya Nigeria Ghana Ethiopia Tanzania Turkey Iran Iraq Israel "
        "England Scotland Wales"
    )
    + phrases("New Zealand, South Africa, South Korea, North Korea, Saudi Arabia, Sri Lanka"),
    "the country": phrases(
        "United States, United Kingdom, Netherlands, Philippines, Soviet Union, Czech Republic, "
        "Dominican Republic, United Arab Emirates"
    ),
    "state": words(
        "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida "
        "Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland "
        "Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio "
        "Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Wisconsin Wyoming"
    )
    + phrases("New Jersey, New Mexico, North Carolina, South Carolina, North Dakota, Rhode Island"),
    "city": words(
        "London Paris Berlin Madrid Rome Vienna Amsterdam Brussels Copenhagen Stockholm Oslo "
        "Dublin Lisbon Prague Warsaw Budapest Athens Moscow Istanbul Cairo Mumbai Delhi Beijing "
        "Shanghai Tokyo Osaka Seoul Sydney Melbourne Toronto Montreal Vancouver Chicago Boston "
        "Seattle Denver Detroit Houston Dallas Atlanta Miami Philadelphia Pittsburgh Baltimore "
        "Cleveland Portland Manchester Liverpool Birmingham Glasgow Edinburgh Munich Hamburg "
        "Milan Barcelona"
    ),
    "people": words(
        "American British English Scottish Irish French German Italian Spanish Portuguese Dutch "
        "Belgian Austrian Swiss Danish Norwegian Swedish Finnish Polish Hungarian Greek Russian "
        "Canadian Mexican Brazilian Argentine Australian Japanese Chinese Indian Pakistani "
        "Egyptian Turkish Israeli Korean Thai Vietnamese Nigerian Kenyan Jamaican Cuban"
    ),
    "network": words(
        "NBC CBS ABC Fox CNN HBO Showtime Netflix Hulu Nickelodeon BBC ITV AMC TNT MTV"
    ),
}
# Who is one of these is the other too, or may well be.
COMPATIBLE = frozenset(
    frozenset({"British", nation}) for nation in ("English", "Scottish", "Irish")
)
SORT_OF_NAME = {name: sort for sort, found in NAMES.items() for name in found}
GIVEN_NAMES = frozenset(
    words(
        "James John Robert Michael William David Richard Joseph Thomas Charles Christopher "
        "Daniel Matthew Anthony Mark Donald Steven Paul Andrew Joshua Kenneth Kevin Brian "
        "George Edward Ronald Timothy Jason Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan "
        "Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Frank Alexander Raymond "
        "Patrick Jack Dennis Jerry Peter Adam Henry Walter Arthur Albert Ralph Roger Simon "
        "Martin Alan Ian Neil Tony Tom Tim Jim Joe Bob Bill Mike Steve Chris Matt Dan Ben Sam "
        "Nick Jeff Greg Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah "
        "Karen Lisa Nancy Margaret Sandra Ashley Kimberly Emily Donna Michelle Carol Amanda "
        "Melissa Deborah Stephanie Rebecca Sharon Laura Cynthia Kathleen Amy Angela Shirley "
        "Anna Pamela Emma Nicole Helen Samantha Katherine Christine Rachel Catherine Maria "
        "Heather Diane Ruth Julie Olivia Joan Victoria Kelly Lauren Jane Alice Julia Grace Anne "
        "Kate Lucy Claire Diana Molly Hannah Natalie"
    )
)

AUXILIARIES = frozenset(words("is are was were can will would should must could may has had have"))
# Auxiliaries only before a participle: "has been", not "has a dog".
PERFECT = frozenset({"has", "had", "have"})

_THIRD = words(
    "include contain require support provide return specify get use allow enable remove create "
    "start play show describe represent set add change display run work apply take make give "
    "become live serve begin lead follow cover mean need receive offer appear consist belong "
    "occur depend operate produce hold feature help connect prevent indicate determine accept"
)
_PAST = {
    "won": "win", "became": "become", "began": "begin", "took": "take", "made": "make",
    "gave": "give", "went": "go", "led": "lead", "wrote": "write", "sold": "sell",
    "received": "receive", "played": "play", "moved": "move", "joined": "join",
    "started": "start", "served": "serve", "appeared": "appear", "released": "release",
    "announced": "announce", "returned": "return", "worked": "work", "lived": "live",
    "reached": "reach", "created": "create", "directed": "direct", "finished": "finish",
    "defeated": "defeat", "introduced": "introduce", "signed": "sign", "died": "die",
    "married": "marry", "earned": "earn", "opened": "open", "ended": "end", "ran": "run",
    "held": "hold", "built": "build", "left": "leave", "came": "come", "grew": "grow",
    "starred": "star", "recorded": "record", "launched": "launch", "founded": "found",
}  # fmt: skip


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "o")) else "s")


# Finite verb -> its negation with do-support.
DO_SUPPORT = {_third_person(verb): f"does not {verb}" for verb in _THIRD} | {
    past: f"did not {base}" for past, base in _PAST.items()
}
SUBORDINATORS = frozenset(
    words(
        "which that who whom whose if when because while although though where whether unless "
        "until since as than what how and or but"
    )
)
