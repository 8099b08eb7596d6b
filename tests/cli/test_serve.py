"""`schiltron serve`: what it says when it cannot, and how it ends."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2 as httpx
import pytest

from tests.cli.conftest import Command


def test_a_port_that_is_taken_is_named(schiltron: Command, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = schiltron("serve", "--port", taken.getsockname()[1], "--database", tmp_path / "x.sqlite")
    assert said.status == 2
    assert "cannot listen there" in said.err


@pytest.mark.parametrize("database", ["mysql://host/name", "sqlite://", "postgresql://127.0.0.1:1/none"])
def test_a_database_that_cannot_be_used_is_named(schiltron: Command, database: str) -> None:
    said = schiltron("serve", "--port", _free(), "--database", database)
    assert said.status == 2
    assert "--database" in said.err
    assert "Traceback" not in said.err


def test_without_psycopg_it_is_said_what_to_install(schiltron: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = schiltron("serve", "--port", _free(), "--database", "postgresql://ines:secret@host/name")
    assert said.status == 2
    assert "--database postgresql://ines:***@host/name: PostgreSQL is spoken to by psycopg" in said.err
    assert "pip install 'schiltron[postgres]'" in said.err


@pytest.mark.slow
def test_it_serves_until_it_is_told_to_stop_and_leaves_nothing_behind(tmp_path: Path) -> None:
    port = _free()
    command = [
        sys.executable,
        "-c",
        "from schiltron.cli import main; main()",
        "serve",
        "--pace",
        "0",
        "--port",
        str(port),
    ]
    with subprocess.Popen(
        [*command, "--database", str(tmp_path / "x.sqlite")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as serving:
        address = f"http://127.0.0.1:{port}"
        until = time.monotonic() + 60
        while True:
            assert time.monotonic() < until
            try:
                both = {"who": "captain"}
                wish = {"scenario": "great-field", "red": both, "blue": both}
                assert httpx.post(f"{address}/api/battles", json=wish, timeout=30).status_code == 201
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        time.sleep(2)
        serving.send_signal(signal.SIGTERM)
        out, err = serving.communicate(timeout=30)
    assert f"http://localhost:{port}/" in out
    assert "Traceback" not in err
    assert "leaked" not in err


def _free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
