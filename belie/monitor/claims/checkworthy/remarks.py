"""Talk about the answer, before a statement or in its place."""

from __future__ import annotations

from belie.datatypes import SkipReason
from belie.monitor.claims.checkworthy.admissions import ADMISSIONS
from belie.monitor.claims.checkworthy.patterns import END, REST, pattern
from belie.monitor.claims.checkworthy.vocabulary import GIVEN, PART_OF_ANSWER, STATED

__all__ = ["LEAD_INS", "REMARK"]

_THAT = r" that (?=\S)"
LEAD_INS = (
    (
        SkipReason.QUESTION,
        pattern(
            r"(?:and |but |so )?(?:did you(?: also)? know(?: that)?|do you know that) "
            r"(?!(?:what|how|who|where|when|why|if|whether|about|any|him|her|them|me)\b)"
            r"(?=\S++ \S++ \S)"
        ),
    ),
    (
        SkipReason.INSTRUCTION,
        pattern(
            r"(?:please |kindly )?(?:also |do |just )?(?:note|remember|be aware|be advised|"
            r"keep in mind|bear in mind|rest assured|don't forget|do not forget|recall|know)"
            r"(?: also)?(?:\s*[,:] (?=\S)|(?:\s*,)? that (?=\S)| (?=(?:it|we|you|there|they|he|"
            r"she)\b))",
            r"please note (?=(?:the|a|an|some|all|our|your|this|these)(?: \S++){3})",
            r"you (?:should|may want to|might want to|need to)(?: also)? "
            rf"(?:know|note|remember|be aware|keep in mind){_THAT}",
        ),
    ),
    (
        SkipReason.META,
        pattern(
            r"as (?:an? )?(?:ai|artificial intelligence|(?:large )?language model|chatbot|bot|"
            rf"virtual assistant)\b{REST}{{0,12}}+\s*, ",
            r"(?:based on|according to|from|per|as (?:stated|mentioned|described|noted|shown) in|"
            rf"in) (?:{GIVEN})(?: (?:(?:that )?(?:was |were )?(?:provided|given|above|retrieved|"
            r"supplied|available)|(?:that )?(?:you|i)(?:'ve| have)?(?: \w++)?|here|to me))*+\s*, ",
            r"(?:in (?:summary|conclusion|short|other words|brief)|to (?:summari[sz]e|sum up|"
            r"conclude|recap|answer (?:your|the) question|be clear|clarify|put it simply)|"
            r"simply put|long story short|by the way|btw|for your information|fyi|for the record|"
            r"as (?:i |previously |we )?(?:mentioned|said|stated|noted)"
            r"(?: (?:earlier|before|above|previously))?)\s*(?:[,:] ?|(?=\W*+\Z))",
            r"(?:important |quick |side |final |short |brief |key |fun )*+(?:note|notes|answer|"
            r"summary|conclusion|explanation|response|tip|reminder|update|facts?|disclaimer|"
            r"warning|example|overview|points?|nb|tl;?dr|ps|important|step \d{1,3}|question)"
            r"[*_]{0,3}\s*:[*_]{0,3}(?: |\Z)",
            rf"here(?:'s| is| are){REST}{{1,14}}+\s*:\W*+\Z",
            rf"here(?:'s| is| are) (?:[\w'-]++ ){{0,6}}?{PART_OF_ANSWER}{REST}{{0,8}}+\s*: ",
            r"(?:and )?(?:it is|it's|it should be|it is also|it's also)(?: also)? (?:important|"
            r"worth|interesting|essential|noted|worthwhile|useful|helpful|crucial)(?: to)?"
            r"(?: (?:noting|note|mentioning|mention|remember|know|point out|understand))?"
            rf"{_THAT}",
            r"i (?:can|would like to|want to|am (?:happy|pleased|glad) to|should)(?: also)? "
            rf"(?:tell|inform|confirm|point out|note|add|mention|clarify)(?: you)?{_THAT}",
            rf"(?:you're|you are)(?: absolutely| quite)? (?:right|correct){_THAT}",
            r"(?:look|listen|frankly|honestly|mind you|you know|i mean|believe me|trust me|"
            r"to be (?:fair|honest|frank)|in (?:all )?(?:fairness|honesty)|"
            r"with (?:all )?(?:due )?respect|just so you(?:'re aware| know)|so you know|"
            r"let me be (?:\w++ )?(?:clear|honest|frank)|one (?:\w++ )?thing(?: though)?|"
            r"(?:good|great|bad) news)\s*[,:] (?=\S)",
            r"(?:i(?:'m| am) afraid|i (?:have to|must|will) (?:say|admit|confess)|"
            rf"the (?:truth|fact|thing) is)(?:(?: that|\s*,)(?= )|(?= {STATED})) ",
            rf"(?:that's|that is|this is) (?:just |only )?because (?={STATED})",
        ),
    ),
)
"""What leads over to a statement, with its border."""
REMARK = pattern(
    r"(?:i )?(?:really )?hope (?:this|that|it)(?: \w++)? (?:helps?|helped|clarif\w++|answers?|"
    r"clears?|makes sense|is (?:helpful|useful|clear))\b",
    r"let(?:'s| us) (?:break|look|go (?:through|over)|start|begin|dive|explore|consider|"
    r"summari[sz]e|recap|review|see|take a (?:closer )?look|unpack|examine|discuss|get started|"
    r"walk|clarify)\b",
    r"let me (?:check|see|look|think|explain|clarify|break|summari[sz]e|start|give|try|rephrase|"
    r"elaborate|find|show|tell|answer|pull|help)\b",
    rf"here(?:'s| is| are) (?:[\w'-]++ ){{0,6}}?{PART_OF_ANSWER}{REST}*+{END}",
    rf"how to \w++{REST}*+{END}",
    rf"(?:{'|'.join(ADMISSIONS)}){END}",
)
