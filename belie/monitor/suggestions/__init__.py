"""What would agree with the evidence: a small edit of a claim that clashes.

``proposing`` finds edits by rule: ``alignment`` puts the evidence's words in the place of the
claim's, ``formats`` writes its values as the claim writes them, ``negation`` takes a denial away or
adds one. ``suggesting`` has them judged and keeps the first that follows from the evidence
(docs/decisions/0012). Nothing is ever applied here.
"""

from __future__ import annotations

from belie.monitor.suggestions.replacement import Replacement, replacement_between
from belie.monitor.suggestions.suggesting import suggest

__all__ = ["Replacement", "replacement_between", "suggest"]
