"""Nouns for people, and for animals that are spoken of like people."""

from __future__ import annotations

import re

from belie.graph.word_sets import word_set

__all__ = ["is_nobody_else", "is_person"]

_KIN = (
    "man woman boy girl brother sister sibling mother father parent mom mum mommy mummy mama dad "
    "daddy papa son daughter wife husband hubby spouse uncle aunt auntie nephew niece cousin "
    "stepparent grandparent grandchild grandma grandpa granddad grandad gran granny nana friend "
    "girlfriend boyfriend fiance fiancee fiancé fiancée bride groom widow widower toddler teenager "
    "buddy pal roommate flatmate housemate classmate teammate schoolmate workmate bandmate "
    "neighbour neighbor colleague coworker co-worker landlord landlady lodger stranger"
)
_OF_RANK = (
    "guy bloke lad gal lady gentleman queen prince princess duke duchess countess emperor empress "
    "president minister governor senator mayor councillor politician diplomat ambassador secretary "
    "priest nun monk bishop vicar pastor rabbi imam pope missionary boss manager director "
    "supervisor owner employee employer founder inventor headmaster professor lecturer teacher "
    "schoolteacher tutor student pupil intern trainee apprentice volunteer customer guest visitor "
    "passenger commuter tourist traveller traveler motorist pedestrian resident citizen opponent "
    "winner supporter refugee immigrant victim witness suspect thief burglar robber murderer "
    "prisoner convict criminal atheist believer adult person"
)
_AT_WORK = (
    "nurse midwife paramedic physician doctor surgeon dentist patient lawyer attorney solicitor "
    "barrister accountant banker consultant realtor cashier clerk librarian waiter waitress "
    "bartender barista sommelier chef baker grocer farmer gardener hunter plumber electrician "
    "carpenter mechanic roofer locksmith hairdresser barber tailor firefighter lifeguard detective "
    "inspector investigator sheriff soldier sergeant lieutenant colonel sailor astronaut engineer "
    "researcher scientist scholar philosopher historian translator reporter journalist author poet "
    "novelist actor actress singer dancer composer musician drummer painter sculptor photographer "
    "filmmaker comedian clown magician acrobat athlete footballer goalkeeper swimmer wrestler "
    "referee umpire caretaker choirmaster"
)
_ONLY_PEOPLE = word_set(f"{_KIN} {_OF_RANK} {_AT_WORK}")
_PEOPLE_TOO = word_set(
    "child baby kid king twin ex partner mate writer player driver officer captain pilot guide "
    "judge conductor porter guard coach trainer agent client user reader leader cook keeper "
    "cleaner dealer assistant assessor candidate applicant donor chief narrator hero heroine "
    "villain witch wizard star vet architect developer builder host heir"
)
"""Nouns that stand for things too: a driver of a printer, a guide to Rome."""
_ANIMALS = word_set(
    "dog puppy cat kitten horse pony mare stallion goat pig hen rooster cow bull sheep lamb parrot "
    "budgie canary rabbit bunny hamster tortoise turtle snake lizard gecko labrador retriever "
    "beagle poodle chihuahua corgi terrier dachshund spaniel greyhound collie hound bear lion "
    "lioness tiger elephant gorilla monkey dolphin"
)
_MADE = re.compile(r"(?:step|grand|god|great-grand)(?P<of>\w+)|(?P<in_law>\w+)-in-law")
_BY_ENDING = re.compile(r"\w+(?:man|woman|person|ician)|(?!\w*list\b)\w{3,}ist")


def is_nobody_else(noun: str) -> bool:
    """Whether a noun in lower case stands for people alone, so that "it" is not said of them.

    Examples
    --------
    >>> is_nobody_else("flatmate"), is_nobody_else("driver"), is_nobody_else("desk")
    (True, False, False)
    """
    return _root(noun) in _ONLY_PEOPLE


def is_person(noun: str) -> bool:
    """Whether a noun in lower case may be spoken of as "he" or "she".

    Examples
    --------
    >>> is_person("stepsister"), is_person("dentist"), is_person("puppy"), is_person("shelf")
    (True, True, True, False)
    """
    root = _root(noun)
    known = root in _ONLY_PEOPLE or root in _PEOPLE_TOO or root in _ANIMALS
    return known or _BY_ENDING.fullmatch(noun) is not None


def _root(noun: str) -> str:
    """Return "mother" for "grandmother" and for "mother-in-law"."""
    made = _MADE.fullmatch(noun)
    root = (made["of"] or made["in_law"]) if made else noun
    return root if root in _ONLY_PEOPLE or root == "child" else noun
