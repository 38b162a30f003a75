"""Ray Data: a function that holds models, applied to many things on the cores of a cluster.

A program that has called ``ray.init`` keeps its cluster; else ``RAY_ADDRESS`` names one; else one
is started on this machine and ended again, with Ray's telemetry off.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections import Counter
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from belie.errors import BelieError, InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

__all__ = ["cores_of_each", "map_on_ray"]

Item = TypeVar("Item")
Result = TypeVar("Result")

_ADDRESS = "RAY_ADDRESS"
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"}
_PART = 8
"""Items of one task: many enough that Ray's work for a task does not count."""
_LOT = 50
"""Tasks of each worker that are read before the first is done: minutes of work beside the seconds
in which the actors of the next lot start."""
_STARTS = -1
"""The place of what is no item: the start of an actor."""
_DYING = b""
"""What an actor says that was started again and again."""
_TRIES = 2
"""How often an item may kill its process; other processes die of their machine, and start again."""


def map_on_ray(
    items: Iterable[Item],
    make: Callable[[], Callable[[Item], Result]],
    *,
    lose: Callable[[Item], Result],
    workers: int,
) -> Generator[Result]:
    """Yield what becomes of each item, in their order.

    Items are read as they are needed, at most 400 a worker ahead, and put where Ray keeps objects,
    in memory or on its disks; results come as they are asked for. What Ray does again after a
    process or a machine was lost is done twice.

    Parameters
    ----------
    items
        What `pickle` can carry.
    make
        Is called once in each actor; what it returns is called with each of the actor's items. Of
        more items than are read ahead, each lot has actors of its own.
    lose
        Is called in place of that with an item that has killed its process again and again.
    workers
        How many actors, at least 1; each has a group of cores.

    Raises
    ------
    MissingExtraError
        If ray is not installed.
    InputError
        If there is no such cluster, or it has too few cores.
    BelieError
        If the work cannot be finished on it.
    """
    ray, data = _ray("ray"), _ray("ray.data")
    with _cluster(ray, workers), _quiet(data):
        nodes = [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]
        cores = cores_of_each(workers, nodes)
        parts = _parts(items)
        while lot := [ray.put(part) for part in islice(parts, _LOT * workers)]:
            tries = ray.remote(num_cpus=0)(_Tries).remote()
            done = data.from_arrow_refs(lot).map(
                _Actor,
                fn_constructor_args=(make, lose, tries, workers),
                compute=data.ActorPoolStrategy(size=min(workers, len(lot))),
                num_cpus=cores,
            )
            yield from _results(ray, iter(done.iter_rows()))


def cores_of_each(workers: int, nodes: Sequence[int]) -> int:
    """Return how many cores each of the workers gets, which are dealt out evenly.

    Parameters
    ----------
    workers
        How many, at least 1.
    nodes
        The cores of each machine.

    Raises
    ------
    InputError
        If there are more workers than cores.

    Examples
    --------
    >>> cores_of_each(2, [16]), cores_of_each(5, [8, 8, 8])
    (8, 4)
    """
    for cores in range(max(nodes, default=0), 0, -1):
        if workers <= sum(node // cores for node in nodes):
            return cores
    raise InputError(f"expected no more workers than the cluster's cores, {sum(nodes)}")


class _Tries:
    """Counts how often something was begun and not ended; lives in a process of its own."""

    def __init__(self) -> None:
        self._begun: Counter[int] = Counter()

    def begin(self, place: int) -> int:
        """Return how often it was begun, this time included."""
        self._begun[place] += 1
        return self._begun[place]

    def end(self, place: int) -> None:
        """Forget what is done."""
        del self._begun[place]


class _Actor(Generic[Item, Result]):
    """Lives in a process of Ray; a row holds one pickled item, or what became of it.

    Ray starts it again and gives it the same items again however often its process dies.
    """

    def __init__(
        self,
        make: Callable[[], Callable[[Item], Result]],
        lose: Callable[[Item], Result],
        tries: Any,  # noqa: ANN401 - a handle of Ray
        workers: int,
    ) -> None:
        self._lose = lose
        self._tries = tries
        self._get = _ray("ray").get
        self._work = make() if self._begin(_STARTS) <= _TRIES * workers else None
        self._tries.end.remote(_STARTS)

    def __call__(self, row: dict[str, Any]) -> dict[str, bytes]:
        if self._work is None:
            return {"item": _DYING}
        item = cast("Item", pickle.loads(row["item"]))  # noqa: S301 - written by this program
        place = int(row["place"])
        work = self._work if self._begin(place) <= _TRIES else self._lose
        done = pickle.dumps(work(item))
        self._tries.end.remote(place)
        return {"item": done}

    def _begin(self, place: int) -> int:
        return self._get(self._tries.begin.remote(place))


def _parts(items: Iterable[Item]) -> Iterator[object]:
    """Yield tables of a few pickled items each, with their places."""
    table = import_module("pyarrow").table
    rows = enumerate(pickle.dumps(item) for item in items)
    while part := list(islice(rows, _PART)):
        places, pickled = zip(*part, strict=True)
        yield table({"place": places, "item": pickled})


def _results(ray: Any, rows: Iterator[dict[str, bytes]]) -> Iterator[Any]:  # noqa: ANN401
    while True:
        try:
            row = next(rows, None)
        except ray.exceptions.RayError as error:
            raise BelieError(
                f"expected Ray to finish, got {type(error).__name__}; "
                "with a store, the same command goes on from there"
            ) from error
        if row is None:
            return
        if row["item"] == _DYING:
            raise BelieError("expected actors that load the models, got such as die of it")
        yield pickle.loads(row["item"])  # noqa: S301 - written by this program


def _ray(name: str) -> Any:  # noqa: ANN401 - the package may be missing
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtraError("ray", extra="ray") from error


@contextmanager
def _cluster(ray: Any, workers: int) -> Generator[None]:  # noqa: ANN401
    """Give a cluster while it is needed."""
    if ray.is_initialized():
        yield
        return
    options = {"log_to_driver": False, "logging_level": logging.ERROR}
    if _ADDRESS not in os.environ:
        cores = max(workers, os.cpu_count() or 1)
        options |= {"address": "local", "num_cpus": cores, "include_dashboard": False}
    with _environment():
        try:
            ray.init(**options)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise InputError(f"expected a Ray cluster that can be used, got {error}") from error
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def _environment() -> Generator[None]:
    """Tell Ray what it reads from the environment only, unless the user has."""
    added = {name: value for name, value in _QUIET.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


@contextmanager
def _quiet(data: Any) -> Generator[None]:  # noqa: ANN401
    """Keep the order and print nothing while this program runs on Ray, and no longer."""
    context = data.DataContext.get_current()
    bars, ordered = context.enable_progress_bars, context.execution_options.preserve_order
    log = logging.getLogger("ray.data")
    level = log.level
    context.enable_progress_bars, context.execution_options.preserve_order = False, True
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        context.enable_progress_bars, context.execution_options.preserve_order = bars, ordered
        log.setLevel(level)
