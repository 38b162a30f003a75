"""The command ``belie serve``: a store over HTTP, with a page that shows what comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belie.cli.options import StoreUrl  # noqa: TC001 - Typer reads the annotations

if TYPE_CHECKING:
    from belie.monitor.monitor import Monitor
    from belie.protocols import Archive

__all__ = ["serve"]


def serve(
    *,
    store: StoreUrl,
    host: Annotated[
        str, typer.Option(help="Where to listen; any other than this machine needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8377,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="BELIE_TOKEN",
            show_envvar=True,
            help="What every request must give. Better in the variable: others see options.",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name under which it is reached. Repeatable."),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, help="How many turns are checked at a time.")] = 2,
    max_body: Annotated[int, typer.Option(min=1, metavar="BYTES", help="The largest request.")] = 1
    << 20,
    lazy: Annotated[
        bool, typer.Option("--lazy", help="Load the models with the first turn.")
    ] = False,
) -> None:
    """Serve a store over HTTP: turns come in, sessions and alerts go out, a page shows them.

    Example: `belie serve --store sqlite:///belie.db`

    Example: `BELIE_TOKEN=… belie serve --store sqlite:///belie.db --host 0.0.0.0`

    Needs `belie[server]`. The API is described at `/v1/openapi.json`. It speaks plain HTTP: put a
    server that speaks TLS before it where others can listen. Ctrl-C ends it.
    """
    from belie.server.app import make_app  # noqa: PLC0415 - `belie --help` stays fast
    from belie.server.running import bind, expect_token, make_server  # noqa: PLC0415
    from belie.server.service import Service  # noqa: PLC0415
    from belie.storage.sql import SqlStore  # noqa: PLC0415

    expect_token(host, token)
    with bind(host, port) as listening:
        address = _address(host, listening.getsockname()[1])
        service = Service(SqlStore(store), _make_monitor, threads=threads)
        names = (host, *(allow_host or ()))
        app = make_app(service, token=token, hosts=names, max_body=max_body)
        if not lazy:
            typer.echo("loading the models …")
            service.load()
        try:
            server = make_server(app, feed=service.feed, ready=lambda: _greet(address, token))
            server.run(sockets=[listening])
        except KeyboardInterrupt:
            typer.echo("stopped")


def _make_monitor(store: Archive) -> Monitor:
    from belie.wiring import Monitor  # noqa: PLC0415 - loads the models' runtime

    return Monitor(store=store)


def _greet(address: str, token: str | None) -> None:
    typer.echo(f"live page   {address}/")
    typer.echo(f"API         {address}/v1/openapi.json")
    if token is None:
        typer.echo("No token: every program on this machine can read and write it.")
    else:
        typer.echo("A token is needed; a browser asks for it as password, of any user.")
    typer.echo("Ctrl-C ends it.")


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
