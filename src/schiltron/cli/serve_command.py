"""The command `schiltron serve` serves the page, for this machine or for a club."""

from __future__ import annotations

import os
import socket
import webbrowser
from pathlib import Path
from threading import Timer

from schiltron.cli.fault import CommandFault
from schiltron.cli.guard import DONE, FAILED
from schiltron.cli.terminal import console
from schiltron.server.addresses import own_addresses
from schiltron.server.preloading import settle_down
from schiltron.server.serving import server
from schiltron.server.settings import Settings
from schiltron.server.store import DatabaseFault


def default_database() -> str:
    """Where battles are kept unless somebody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'schiltron' / 'battles.sqlite'}"


def serve(host: str, port: int, database: str | None, *, pace: float, opens: bool, proxy: str = "") -> int:
    """Serve until told to stop."""
    settings = Settings(database=database or default_database(), pace=pace, proxy=proxy, draws_ahead=True)
    _check_free(host, port)
    try:
        running = server(settings, host=host, port=port, log_level="warning")
    except DatabaseFault as fault:
        raise CommandFault(f"--database {fault}") from fault
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    out = console()
    out.print(f"Schiltron plays at {address}")
    if host == "0.0.0.0":
        for one in own_addresses():
            out.print(f"On this network: http://{one}:{port}/")
    out.print("Ctrl-C stops it; battles go on where they were.", style="dim")
    if opens:
        timer = Timer(0.8, webbrowser.open, (address,))
        timer.daemon = True
        timer.start()
    settle_down()
    running.run()
    return DONE if running.started else FAILED


def _check_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandFault(
                f"--port {port}: cannot listen there ({error.strerror}). Try: a free port, such as --port 8001."
            ) from error
