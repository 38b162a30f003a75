from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from belie.datatypes import Passage
from benchmarks.report_page import conversation

pytestmark = pytest.mark.tree


@pytest.fixture(scope="module")
def reports():
    return [each for number in range(20) for each in conversation(number, turns=20)]


def test_made_conversations_are_the_same_in_every_run(reports):
    assert conversation(3, turns=20) == reports[60:80]


def test_the_words_of_both_sides_stand_where_the_alert_says(reports):
    texts = {report.turn.id: report.turn for report in reports}
    alerts = [alert for report in reports for alert in report.alerts]
    assert len(alerts) > 20
    for alert in alerts:
        claim, premise = alert.conflict.claim, alert.conflict.premise
        words = alert.claim_span.cut(texts[claim.source].text)
        assert words == claim.text[:12]
        if isinstance(premise, Passage):
            (document,) = texts[f"{alert.session}/{premise.turn}"].documents
            assert alert.premise_span.cut(document.text) == premise.text[:12]
        else:
            assert alert.premise_span.cut(texts[premise.source].text) == premise.text[:12]
