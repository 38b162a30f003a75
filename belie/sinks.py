"""Where alerts go, and which of them; handed over as ``Monitor(sinks=[…])``.

A sink is anything that can be called with one alert. These are ready: `LoggingSink`, `JsonlSink`,
`WebhookSink` (extra ``belie[webhook]``), `OtelSink` (extra ``belie[otel]``), `LangfuseSink` (extra
``belie[langfuse]``) and `LangSmithSink` (extra ``belie[langsmith]``). None of them raises
into the conversation; their ``health()`` counts what failed. `Background` gives any other sink a
queue and a thread of its own. `Filtered`, `Deduplicated`, `Cooldown` and `Redacted` stand before a
sink and say what reaches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.adapters.sinks.background import Background
from belie.adapters.sinks.containment import SinkHealth
from belie.adapters.sinks.cooldown import Cooldown
from belie.adapters.sinks.deduplication import Deduplicated
from belie.adapters.sinks.filtering import Filtered
from belie.adapters.sinks.jsonl import JsonlSink
from belie.adapters.sinks.log import LoggingSink
from belie.adapters.sinks.redaction import Redacted
from belie.lazy import lazy_names

if TYPE_CHECKING:
    from belie.adapters.sinks.langfuse import LangfuseSink
    from belie.adapters.sinks.langsmith import LangSmithSink
    from belie.adapters.sinks.otel import OtelSink
    from belie.adapters.sinks.webhook import WebhookSink

__all__ = [
    "Background",
    "Cooldown",
    "Deduplicated",
    "Filtered",
    "JsonlSink",
    "LangSmithSink",
    "LangfuseSink",
    "LoggingSink",
    "OtelSink",
    "Redacted",
    "SinkHealth",
    "WebhookSink",
]

_NEEDING_AN_EXTRA = {
    "LangSmithSink": "belie.adapters.sinks.langsmith",
    "LangfuseSink": "belie.adapters.sinks.langfuse",
    "OtelSink": "belie.adapters.sinks.otel",
    "WebhookSink": "belie.adapters.sinks.webhook",
}

__getattr__ = lazy_names(__name__, _NEEDING_AN_EXTRA)


def __dir__() -> list[str]:
    return __all__
