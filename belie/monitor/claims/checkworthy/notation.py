"""Code, links and formulas."""

from __future__ import annotations

import re

from belie.monitor.claims.checkworthy.patterns import pattern

__all__ = ["is_code"]

_LINK = r"(?:https?://|www\.)\S++|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]++"
_FORMULA = (  # "$$…$$", "$a_1$", "\\[…\\]", and letters that stand alone around "="
    r"\$\$[^$]++\$\$\W*+\Z|\$(?=[^$\\^_=]*+[\\^_=])[^$]++\$\W*+\Z|"
    r"\\[\[(](?:[^\\]|\\(?![\])]))*+\\[\])]\W*+\Z|"
    r"(?:[^a-z]*+[a-z]{1,2}(?:\([a-z,]{1,20}\))?\s*|(?:[^a-z=]*+[a-z](?![a-z])){1,20}+[^a-z=]*+)"
    r"=(?:[^a-z]|[a-z]{1,2}(?![a-z]))*+\Z"
)
_CODE = pattern(
    _FORMULA,
    rf"[<(\[]?(?:{_LINK})\W*+\Z",
    r"[\s*_]*+\d{1,2}[.)]\W*+\Z",
    r"(?:import \w++(?:\s*(?:,|as|;)\s*\w++)*+;?\Z|from [\w.]++ import |def \w++\(|"
    r"class \w++(?:\(\w*+\))?\s*[:{]\Z|"
    r"print\(|console\.|(?:var|let|const|int|float|string) \w++\s*=|function \w*+\(|#include|"
    r"(?:if|for|while) ?\([^)]{0,200}\)\s*\{|(?:pip|npm|apt|brew) install |"
    r"git (?:clone|commit|push)|sudo |\$ [a-z]|"
    r"select [^;]{1,200}? from \w++(?: where|;|\Z)|return \S++;\Z)",
    r"[\w.]++\([^()]*+\)\s*;?\Z|</?\w++[^<>]*+>\Z|[\w.\[\]]++\s*[+*/-]?=[^=].*;\Z|[{}();\s]++\Z",
)
_OPERATOR = re.compile(r"[=^<>|]|\d\s*[+*×÷]\s*\d")


def is_code(words: str, start: int) -> bool:
    """Whether a sentence, whose first word is at ``start``, is code, a link or a formula.

    A figure alone is a short answer.
    """
    if _CODE.match(words) or _CODE.match(words, start) or _in_backticks(words.strip()):
        return True
    if any(char.isalpha() for char in words):
        return False
    return not any(char.isdigit() for char in words) or bool(_OPERATOR.search(words))


def _in_backticks(words: str) -> bool:
    return words.startswith("`") and words.find("`", 1) == len(words) - 1
