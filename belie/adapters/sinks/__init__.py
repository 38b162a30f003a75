"""Where alerts go, one small file each, and wrappers that say which of them; see `belie.sinks`.

``record`` and ``containment`` are for the other files. Nothing is imported here: the webhook needs
httpx, the traces OpenTelemetry.
"""
