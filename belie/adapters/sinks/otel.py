"""Alerts as spans and metrics of OpenTelemetry, named as OpenInference names them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from belie.adapters.sinks.containment import Containment
from belie.errors import MissingExtraError

try:
    from opentelemetry import metrics, trace
except ImportError as error:
    raise MissingExtraError("opentelemetry-api", extra="otel") from error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opentelemetry.metrics import MeterProvider
    from opentelemetry.trace import TracerProvider
    from opentelemetry.util.types import AttributeValue

    from belie.adapters.sinks.containment import SinkHealth
    from belie.datatypes import Alert

__all__ = ["OtelSink"]

_RESULT = "evaluations.0.evaluation"
_BORDERS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
"""Of the histogram's buckets; the usual ones are for milliseconds."""


class OtelSink:
    """Makes a span of each alert, and counts alerts.

    A span is named ``belie.alert``, lies within the span that is open where the turn is observed,
    and is an ``EVALUATOR`` of OpenInference (Arize AI, 2023): ``session.id``, the two texts as
    ``input.value``, the explanation as ``output.value``, and one evaluation ``contradiction`` with
    label, score, explanation, identifier and metadata. What OpenInference has no name for is
    called ``belie.kind``, ``belie.severity``, ``belie.error_type`` and ``belie.refused``. The
    counter ``belie.alerts`` and the histogram ``belie.alert.score`` carry these and the relation,
    no words and no session. To keep the words out of spans, too, wrap the sink in `Redacted`.

    The thread of ``observe`` makes the span; the exporter that your program set up decides when it
    is sent. Without one nothing happens.

    Parameters
    ----------
    tracer_provider, meter_provider
        Where spans and metrics go; the ones of the process if not given.

    Raises
    ------
    MissingExtraError
        If opentelemetry-api is not installed (on import).
    """

    def __init__(
        self,
        *,
        tracer_provider: TracerProvider | None = None,
        meter_provider: MeterProvider | None = None,
    ) -> None:
        self._tracer = trace.get_tracer("belie", tracer_provider=tracer_provider)
        meter = metrics.get_meter("belie", meter_provider=meter_provider)
        self._alerts = meter.create_counter(
            "belie.alerts", unit="{alert}", description="Contradictions found"
        )
        self._scores = meter.create_histogram(
            "belie.alert.score",
            unit="1",
            description="How sure belie is of each contradiction",
            explicit_bucket_boundaries_advisory=_BORDERS,
        )
        self._containment = Containment(self._record, name=type(self).__name__)

    def __call__(self, alert: Alert, /) -> None:
        """Make a span of one alert and count it."""
        self._containment.tell(alert)

    def health(self) -> SinkHealth:
        """Return how many alerts were handed to OpenTelemetry, and how many could not be."""
        return self._containment.health()

    def _record(self, alert: Alert) -> None:
        labels = _labels(alert)
        self._alerts.add(1, labels)
        self._scores.record(float(alert.conflict.score), labels)
        self._tracer.start_span("belie.alert", attributes=_attributes(alert)).end()


def _labels(alert: Alert) -> dict[str, str | bool]:
    """Return the few values that alerts are counted by."""
    verdict = alert.conflict.verdict
    return {
        "belie.kind": alert.conflict.kind.value,
        "belie.severity": alert.severity.value,
        "belie.relation": verdict.relation.value,
        "belie.error_type": verdict.error_type.value if verdict.error_type else "other",
        "belie.refused": alert.refused,
    }


def _attributes(alert: Alert) -> Mapping[str, AttributeValue]:
    conflict = alert.conflict
    texts = {"premise": conflict.premise.text, "claim": conflict.claim.text}
    ids = {"premise": conflict.premise.id, "claim": conflict.claim.id}
    return {
        "openinference.span.kind": "EVALUATOR",
        "session.id": alert.session,
        "input.value": json.dumps(texts, ensure_ascii=False),
        "input.mime_type": "application/json",
        "output.value": alert.explanation,
        "output.mime_type": "text/plain",
        f"{_RESULT}.name": "contradiction",
        f"{_RESULT}.label": conflict.verdict.relation.value,
        f"{_RESULT}.score": float(conflict.score),
        f"{_RESULT}.explanation": alert.explanation,
        f"{_RESULT}.annotator_kind": "CODE",
        f"{_RESULT}.identifier": alert.id,
        f"{_RESULT}.metadata": json.dumps(ids | {"model": conflict.verdict.model}),
    } | _labels(alert)
