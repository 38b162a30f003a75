"""Instructions, requests, advice and offers.

An answer that says how to do something is none of them: "To reset it, press the red button." can be
right or wrong.
"""

from __future__ import annotations

from belie.monitor.claims.checkworthy.patterns import END, any_of, pattern

__all__ = ["INSTRUCTION", "has_figure", "is_order"]

_VERB = (
    r"(?:click|tap|press|select|choose|pick|enter|type|open|close|turn|switch|check|make|ensure|"
    r"try|use|avoid|add|remove|install|download|run|restart|visit|call|contact|email|ask|tell|give|"
    r"show|send|write|read|explain|describe|summari[sz]e|list|provide|follow|consider|keep|take|"
    r"put|place|set|get|find|see|wait|stop|start|begin|continue|remember|consult|mix|stir|bake|"
    r"cook|heat|pour|book|order|schedule|remind|bring|wear|submit|complete|fill|return|pay|save|"
    r"delete|copy|paste|create|update|review|verify|confirm|join|share|watch|learn|explore|"
    r"discover|imagine|translate|compare|calculate|rewrite|help|hold|connect|plug|unplug|drag|"
    r"drop|cut|wash|clean|store|repeat|replace|attach|cancel|change|play|let|do|allow|reset|"
    r"enable|disable|rinse)"
)
_IMPERATIVE = (
    rf"(?:{_VERB}"
    r" (?:the|a|an|your|me|us|it|this|that|these|those|them|sure|any|each|every|all|more|one|"
    r"yourself|if|both|out|up|whether|what|how|where|my|our|his|her|their|its)\b|"
    r"(?:go|navigate|log|sign|scroll|refer|talk|speak|listen|click|tap|connect|subscribe|look) "
    r"(?:to|in|into|on|out|up|down|back|with|at|through|for|here|away|over|home|ahead|off)\b|"
    r"be (?:sure|careful|prepared|patient|kind|safe|yourself|mindful|cautious)\b|"
    r"(?:click|tap|press|select|choose) (?:\S++ ){0,2}?\S++"
    rf"(?:{END}|(?= and (?:we|you|they|he|she|it|your|our|the)\b)))"
)
_DROPPED_I = any_of(  # "don't have any pets": the subject is left out, nobody is told anything
    "have know like think want need own eat drink really work live see even get mind believe play "
    "watch care smoke speak drive feel understand love usually often"
)
_OFFERED = (
    r"(?:please\b|kindly\b|let me know\b|feel free\b|just (?:ask|let|tell|say|call|give)\b|"
    r"(?:don't|do not) (?:hesitate|worry|forget)\b|"
    r"i(?:'m| am| would|'d|'ll| will)(?: be)? (?:always )?(?:happy|glad|here|ready|"
    r"delighted|available) to (?:help|assist|answer|provide|explain|find|give|look|do|share|tell|"
    r"talk|discuss)\b|i(?:'m| am) here (?:for you|if you)\b|"
    r"i can (?:also )?(?:help|assist) (?:you|with)\b)"
)
_ORDERED = rf"(?:{_OFFERED}|{_IMPERATIVE}|let(?:'s| us) \w|remember to\b|make sure\b)"
_AIM = r"(?:to|if you(?:'d| would)? (?:want|wish|need|like|have) to)\b"
_SITUATION = r"(?:if|for|once|when|whenever|before|after|should|alternatively|otherwise|in case)\b"
_UNTIL_COMMA = r"[^,.;:!?]{0,150}, (?:then |you can always |simply )?"
_EXPECTED = any_of("receive get be have see hear find know not arrive notice qualify expect")
"""Verbs after "you should" that tell what will happen."""
_ADVISED = (  # the same verbs in advice
    r"(?:see (?:a|an|your) (?:\w++ ){0,2}?(?:doctor|gp|physician|nurse|vet|veterinarian|lawyer|"
    r"attorney|counsell?or|advis[eo]r|mechanic|expert|professional|provider|technician|electrician|"
    r"(?:dent|special|therap|psychiatr|optometr|orthodont|pharmac|\w{2,20}olog)ist)\b|"
    r"get (?:(?:some|more|enough|plenty of|medical|professional|legal) )*+(?:rest|sleep|help|"
    r"advice|vaccinated|tested|checked|a second opinion)\b|"
    r"(?:get|have) (?:it|them|this|that|your \w++) \w{2,20}ed\b|"
    r"be (?:careful|cautious|mindful|patient|prepared|kind|yourself)\b)"
)
_STEP = (
    r"(?:(?:first|then|next|finally|lastly|also|and|so|just|simply|now|always|afterwards|but)"
    r"(?:\s*,)? )?"
)
INSTRUCTION = pattern(
    _STEP + _ORDERED,
    rf"(?:do not|don't) (?!{_DROPPED_I}\b)\w",
    rf"{_AIM}{_UNTIL_COMMA}{_OFFERED}",
    rf"(?!{_AIM}){_SITUATION}{_UNTIL_COMMA}{_ORDERED}",
    r"you (?:should|ought to) (?:also |already |now |soon |still |always )*+"
    rf"(?:{_ADVISED}|(?!{_EXPECTED}\b)\w)",
    r"you (?:may|might|will|could)(?: also| always)? (?:want|wish|like) to\b|you'd better\b|"
    r"you (?:may|might|could|can)(?: also| always)? (?:try|consider)\b|you had better\b",
    r"(?:i|we)(?:'d| would| strongly| highly)*+ (?:recommend|suggest|advise|encourage|urge)\b",
    r"it(?:'s| is)(?: \w++)? (?:best|advisable|recommended|important|essential|crucial|a good idea|"
    r"wise|helpful) (?:to|that you)\b",
    r"(?:i|we)(?: want| need|'d like| would like) you to\b|"
    r"tell me\b|show me\b|give me\b|remind me\b|help me\b|call me (?:at|if|when|back)\b",
)
_FIGURE = pattern(
    r"\d",
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|"
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty|half|dozen|hundred|thousand|"
    r"second|third|fourth|fifth|daily|twice|once a)\b",
    r"\b(?:within|after|for|every|per|than|least|most) an? (?:hour|day|week|month|year)\b",
)


def is_order(words: str, start: int, end: int) -> bool:
    """Whether a clause tells somebody to do something; one with a figure can be checked."""
    ordered = INSTRUCTION.match(words, start, end)
    return bool(ordered) and not _FIGURE.search(words, start, end)


def has_figure(sentence: str) -> bool:
    """Whether a sentence states a number, so that even an order can be checked.

    Examples
    --------
    >>> has_figure("Knead it for fifteen minutes."), has_figure("Turn off the water.")
    (True, False)
    """
    return bool(_FIGURE.search(sentence))
