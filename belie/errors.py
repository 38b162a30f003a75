"""Every exception belie raises on purpose.

Factored out so that any module can raise them without import loops. The tree::

    BelieError
    ├── InputError (also ValueError)          what was handed in cannot be used
    │   └── TranscriptError                   one record of a transcript is broken
    ├── StoreError                            the store could not read or write
    │   └── ForeignDatabaseError              the database holds something that is not ours
    ├── ModelError                            a model file is missing, broken or unfit
    └── MissingExtraError (also ImportError)  an optional dependency is not installed
"""

from __future__ import annotations

from functools import partial

__all__ = [
    "BelieError",
    "ForeignDatabaseError",
    "InputError",
    "MissingExtraError",
    "ModelError",
    "StoreError",
    "TranscriptError",
]


class BelieError(Exception):
    """Base class: catch this to catch everything belie raises on purpose."""


class InputError(BelieError, ValueError):
    """Indicates that an argument cannot be used; says what was expected and what came."""


class TranscriptError(InputError):
    """Indicates that one record of a transcript is broken; the other records are unharmed.

    Parameters
    ----------
    message
        What was expected and what came.
    source
        The name of the file, or ``"<stdin>"``.
    line
        The line of the record, counted from 1.
    """

    def __init__(self, message: str, *, source: str, line: int) -> None:
        super().__init__(f"{source}:{line}: {message}")
        self.message = message
        self.source = source
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make it again in another process, which `args` do not say."""
        made = partial(type(self), source=self.source, line=self.line)
        return made, (self.message,), self.__dict__


class StoreError(BelieError):
    """Indicates that a store could not read or write; nothing of the turn was kept."""


class ForeignDatabaseError(StoreError):
    """Indicates that a database holds tables or a schema version that belie did not make."""


class ModelError(BelieError):
    """Indicates that a model file is missing, broken or does not fit its place."""


class MissingExtraError(BelieError, ImportError):
    """Indicates that an optional dependency is not installed, and names the extra to install.

    Parameters
    ----------
    package
        The package that could not be imported.
    extra
        The extra of belie that brings it.

    Examples
    --------
    >>> str(MissingExtraError("langchain_core", extra="langchain"))
    "langchain_core is not installed; run: pip install 'belie[langchain]'"
    """

    def __init__(self, package: str, *, extra: str) -> None:
        super().__init__(f"{package} is not installed; run: pip install 'belie[{extra}]'")
        self.package = package
        self.extra = extra

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make it again in another process, which `args` do not say."""
        return partial(type(self), extra=self.extra), (self.package,), self.__dict__
