"""Word lists of the generator. None was drawn from an evaluation set."""

from __future__ import annotations


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
        "The This That These Those It Its He She They We You I In On At By For From With And But "
        "Or If When While After Before During However Although As To Of A An Some Many Most All "
        "Both Each Not No There Here Also Then His Her Their Our Your One Two Three Specifies Use "
        "Note Example Since Because Another Other Such Once Unlike Despite According"
    )
).union(MONTHS, WEEKDAYS)

# Swapping one of these turns the main assertion round.
MAIN_ANTONYMS = """
increase decrease|increases decreases|increased decreased|increasing decreasing|rise fall
rises falls|rose fell|accept reject|accepts rejects|accepted rejected|allow prevent
allows prevents|allowed prevented|enable disable|enables disables|enabled disabled|add remove
adds removes|added removed|begin end|begins ends|began ended|start stop|starts stops
started stopped|win lose|wins loses|won lost|include exclude|includes excludes
included excluded
opened closed
succeeds fails|succeeded failed|create delete|creates deletes|created deleted
connect disconnect|connects disconnects|install uninstall|installs uninstalls
approve deny|approved denied|required forbidden|possible impossible|available unavailable
true false|legal illegal|mandatory optional|guilty innocent
successful unsuccessful|always never|encrypt decrypt|encrypts decrypts|import export
imports exports|hire dismiss|hired dismissed|agreed refused|arrived departed
valid invalid|permitted prohibited|visible hidden|married divorced|expanded shrank
""".replace("\n", "|").split("|")

# Swapping one of these changes a detail and leaves the rest standing.
DETAIL_ANTONYMS = """
north south|northern southern|northeast southwest|east west|eastern western
upper lower|largest smallest|large small|larger smaller|high low|higher lower|highest lowest
more less|longer shorter|longest shortest|old new|older younger|oldest youngest|early late
earlier later|before after|major minor|public private|male female
man woman|men women|king queen
actor actress|black white|hot cold|warm cool|dry wet|rich poor|strong weak|fast slow
deep shallow|wide narrow|urban rural|domestic foreign|summer winter|spring autumn
morning evening|daily monthly|weekly yearly|annual monthly|minimum maximum
incoming outgoing|local remote|manual automatic|temporary permanent|direct indirect
full partial|primary secondary|input output|client server|top bottom
inside outside|above below|positive negative|ascending descending
""".replace("\n", "|").split("|")


def antonyms(pairs: list[str]) -> dict[str, str]:
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
