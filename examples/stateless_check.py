"""Checks one answer against the documents it was given, without a session."""

from __future__ import annotations

import belie

DOCUMENT = (
    "The Eiffel Tower was built from 1887 to 1889 for the World's Fair. "
    "The tower is 330 metres tall. Gustave Eiffel's company designed and built it."
)
ANSWER = "The Eiffel Tower was built from 1887 to 1889. The Eiffel Tower is 450 metres tall."


def main() -> None:
    """Print each claim that its document contradicts, with the words of both sides."""
    report = belie.check(ANSWER, documents=[belie.Document("tower.txt", DOCUMENT)])
    print(f"{len(report.claims)} claims, {len(report.alerts)} contradicted")
    for alert in report.alerts:
        verdict = alert.conflict.verdict
        print(f"{verdict.relation}, {verdict.contradiction:.2f}: {alert.conflict.claim.text}")
        print(f"  the answer says:   {alert.claim_span.cut(ANSWER)!r}")
        print(f"  the document says: {alert.premise_span.cut(DOCUMENT)!r}")
        print(f"  {alert.explanation}")


if __name__ == "__main__":
    main()
