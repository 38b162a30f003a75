"""The clauses of the passages, as belie's own extractor reads them: `python -m training.clauses`.

The detector is asked about clauses, so it must learn from clauses. Writes one JSON line per clause
to training/build/clauses.jsonl; a second start goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from belie.datatypes import Role, Scope, Turn
from training import lexicon
from training.synthesis import usable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belie.datatypes import Claim
    from belie.monitor.claims.extractor import ClaimExtractor
    from training.rows import Span
    from training.synthesis import Passage

log = logging.getLogger("training.clauses")
_ASSERTED = frozenset({Scope.NEGATED})
_LEAST_WORDS = 4
_NO_OPENING = lexicon.SUBORDINATORS | lexicon.AUXILIARIES
# What a clause after one of these says is supposed, reported or a part of another.
_CONDITION = re.compile(
    r"\b(?:if|unless|whether|when|whenever|until|once|where|what|how|why)\b|"
    r"\b(?:that|than|to|as|before|after|while)[\s\"]*$",
    re.IGNORECASE,
)
# A clause before anything else was cut short: "The drought was focused" on the south.
_ENDING = re.compile(
    r"(?<=\.)|\s*(?:$|[.,;:)(\u2014]|(?:and|but|which|who|because|although|though|whereas)\b)"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence that stands alone.

    ``anchors`` pairs spans of the text with the spans of the sentence they were taken from.
    """

    text: str
    anchors: tuple[tuple[Span, Span], ...]

    def to_sentence(self, span: Span) -> Span | None:
        """Where a span of the text lies in the sentence; ``None`` where it is not of its words."""
        for (start, end), (source, _) in self.anchors:
            if start <= span[0] and span[1] <= end:
                return span[0] + source - start, span[1] + source - start
        return None


def clauses(sentence: str, extractor: ClaimExtractor) -> Iterator[Clause]:
    """The asserted clauses of a sentence that are shorter than it, in its own words.

    Claims with a name in a pronoun's place are left out: one in four of them is wrong.
    """
    turn = Turn("training", 0, Role.ASSISTANT, sentence)
    for claim in extractor.extract(turn).claims:
        anchors = _anchors(claim)
        if (
            claim.scope <= _ASSERTED
            and len(claim.text.split()) >= _LEAST_WORDS
            and claim.text.rstrip(".") != sentence.rstrip(".")
            and all(_same(claim.text, sentence, *pair) for pair in anchors)
        ):
            yield Clause(claim.text, anchors)


def _anchors(claim: Claim) -> tuple[tuple[Span, Span], ...]:
    if not claim.anchors:
        length = len(claim.span)
        return (((0, length), (claim.span.start, claim.span.end)),)
    return tuple(
        ((one.span.start, one.span.end), (one.source.start, one.source.end))
        for one in claim.anchors
    )


def _same(text: str, sentence: str, here: Span, there: Span) -> bool:
    return text[slice(*here)].lower() == sentence[slice(*there)].lower()


def sound(sentence: str, clause: Clause) -> bool:
    """Whether a clause is a whole statement and asserted where it stands.

    One stretch of the sentence, or its subject and a later predicate ("The gate ... and was
    closed"); not cut short, not under "when" or "if". Read by hand, 17 of 45 of the extractor's
    clauses were wrong or no sentence, and 3 of 60 sound ones.
    """
    (start, end), *_ = sources = [source for _, source in clause.anchors]
    end = sources[-1][1]
    predicate = len(sources) == 2 and _is_predicate(sentence, sources)
    return (
        (len(sources) == 1 or predicate)
        and clause.text.count("(") == clause.text.count(")")
        and clause.text.split(maxsplit=1)[0].lower() not in _NO_OPENING
        and not _CONDITION.search(sentence[:start])
        and _ENDING.match(sentence[end:]) is not None
    )


def _is_predicate(sentence: str, sources: Sequence[Span]) -> bool:
    (_, end), (start, stop) = sources
    verb = sentence[start:stop].split(maxsplit=1)[0].lower()
    joined = sentence[end:start].rstrip().endswith((" and", " but"))
    return joined and (verb in lexicon.AUXILIARIES or verb in lexicon.DO_SUPPORT)


def write_bank(sentences: Sequence[str], extractor: ClaimExtractor, path: Path) -> None:
    """Append a line for each sentence that the file does not have yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = len(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else 0
    with path.open("a", encoding="utf-8") as lines:
        for number, sentence in enumerate(sentences[done:], done):
            found = [[one.text, one.anchors] for one in clauses(sentence, extractor)]
            lines.write(json.dumps([sentence, found], ensure_ascii=False) + "\n")
            if number % 1000 == 0:
                log.info("%d of %d sentences", number, len(sentences))


def read_bank(path: Path) -> dict[str, tuple[Clause, ...]]:
    """The sound clauses of each sentence."""
    bank: dict[str, tuple[Clause, ...]] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            sentence, found = json.loads(line)
            read = (
                Clause(text, tuple((tuple(here), tuple(there)) for here, there in anchors))
                for text, anchors in found
            )
            bank[sentence] = tuple(clause for clause in read if sound(sentence, clause))
    return bank


def sentences_of(passages: Iterable[Passage]) -> list[str]:
    """The different usable sentences, in order."""
    found = (s for passage in passages for s in passage.sentences if usable(s))
    return list(dict.fromkeys(found))


def main() -> None:
    """Read all passages."""
    from belie.adapters.onnx import OnnxParser  # noqa: PLC0415 - heavy
    from belie.monitor.claims.extractor import ClaimExtractor  # noqa: PLC0415
    from training.mixture import BUILD, passages  # noqa: PLC0415 - mixture reads this module

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--output", type=Path, default=BUILD / "clauses.jsonl")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    extractor = ClaimExtractor(OnnxParser())
    write_bank(sentences_of(passages(options.data)), extractor, options.output)


if __name__ == "__main__":
    main()
