"""Greetings, thanks, wishes and fillers."""

from __future__ import annotations

from belie.monitor.claims.checkworthy.patterns import REST, any_of
from belie.monitor.claims.checkworthy.vocabulary import VALUED

__all__ = ["INTERJECTIONS", "REACTIONS"]

_AGREEABLE = any_of(
    "nice great good wonderful lovely safe pleasant fun fantastic happy excellent wise smart solid"
)
_WHILE = any_of("day time one night evening morning afternoon weekend week trip stay rest")

INTERJECTIONS = (
    rf"welcome(?: back)? to{REST}{{1,8}}+(?=[,.!]|\Z)",
    r"(?:hi|hello|hey|greetings|welcome)(?: (?:there|all|everyone|again|back|[a-z]+(?=\s*[,!])))?",
    r"good (?:morning|afternoon|evening|night|day|luck|job|work|to know|for you|point)",
    r"o+h+|a+h+|aha|aww*|u+m+|u+h+|h+m+|mhm|ok|okay|alright|all right|ye(?:s|ah|ap|p|ep|a)|yup",
    r"wow|whoa|lol|lmao|omg|(?:ha){1,9}h?|he(?:he){1,9}|oops|ouch|yay|ugh|phew|gosh|well",
    r"sure(?: thing)?",
    r"(?:no|nope|nah)(?=\W*+\Z)",
    (
        r"(?:many |oh )?(?:thank you|thanks|thx|cheers)(?: (?:so|very) much| a (?:lot|bunch|"
        rf"million))?(?: again)?(?: for (?:asking|sharing)| for{REST}{{1,12}}+(?=[,.!;:]|\Z))?"
    ),
    r"of course|no (?:problem|worries|rush|kidding)|not at all|my pleasure|never ?mind|gotcha",
    r"got it|i see",
    r"i understand|i agree(?: (?:with you|completely|totally))?|me (?:too|neither)|same here",
    r"(?:you're|you are|your)(?: very| most)? welcome|anytime|please(?=\W*+\Z)",
    (
        r"(?:it'?s |it is |it was )?(?:so |very )?(?:nice|great|good|lovely|a pleasure) "
        r"(?:to (?:meet|see|hear from)|meeting|talking (?:to|with)|chatting with|seeing) you"
        r"(?: too)?"
    ),
    rf"(?:i )?(?:hope you )?have an? (?:\w++ )?{_AGREEABLE} {_WHILE}",
    r"enjoy(?: yourself| your(?: \w++){1,3}+)?(?=\W*+\Z)",
    rf"(?:congratulations|congrats|well done|kudos)(?: (?:on|to|for){REST}{{1,10}}+(?=[,.!]|\Z))?",
    r"happy (?:birthday|new year|holidays|easter|anniversary)|merry christmas",
    r"(?:good)?bye(?: bye)?|farewell|take care",
    r"(?:see|talk to) (?:you|ya)(?: (?:later|soon|tomorrow|then|around|again|next time))?",
    rf"(?:(?:it|that|this) )?sounds (?:like (?:a plan|fun)|(?:so |very |really )?{VALUED})",
    (
        r"(?:i'm |i am )?(?:so |very |really )?(?:sorry|glad|happy|good|great|sad) to hear"
        r"(?: (?:that|it|this|so))?(?=\W*+\Z|\s*[,.!])"
    ),
    r"(?:one|just a|give me a) (?:moment|minute|second|sec)(?: please)?|hold on|wait",
    r"(?:happy|glad|pleased|delighted) to help(?: out)?(?=\W*+\Z|\s*[,.!–—])",
    (
        rf"(?:an? )?(?:very )?{_AGREEABLE} (?:choice|idea|decision|plan|catch|pick|thinking|news|"
        r"combination|start|timing)(?=\W*+\Z|\s*[,.!–—])"
    ),
)
REACTIONS = (
    r"(?:great|good|excellent|interesting) question|fair (?:enough|point)|true that",
    any_of(
        "great good nice cool awesome perfect excellent wonderful amazing fantastic lovely neat "
        "sweet interesting impressive understood noted agreed exactly indeed absolutely certainly "
        "definitely totally right really"
    ),
)
"""Words that greet what was said, but open a sentence about it just as well."""
