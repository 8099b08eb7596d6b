import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, text

from schiltron.server.settings import Settings
from tests.roomy import ROOMY
from tests.server.postgres import postgres
from tests.server.running import Running


def settings_in(folder: Path) -> Settings:
    database = f"sqlite:///{folder / 'battles.sqlite'}"
    return Settings(
        database=database, pace=0.0, captain_processes=0, worker_processes=False, limits=ROOMY, page=folder / "page"
    )


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
def start(settings: Settings) -> Iterator[Callable[..., Running]]:
    """Starts a server of the test's own; with other settings if some are given."""
    started: list[Running] = []

    def starting(**other: object) -> Running:
        started.append(Running(replace(settings, **other)))
        return started[-1]

    yield starting
    for one in started:
        one.stop()


@pytest.fixture(scope="session")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_in(tmp_path_factory.mktemp("server")))
    yield running
    running.stop()


@pytest.fixture
def server(_shared: Running) -> Iterator[Running]:
    """A server that is running already, and a visitor it does not know."""
    _shared.http = _shared.visitor()
    yield _shared
    _shared.leave()


@pytest.fixture(scope="session")
def _postgres() -> Iterator[str]:
    """A PostgreSQL server of our own."""
    with postgres() as address:
        yield address


@pytest.fixture
def postgres_database(_postgres: str) -> str:
    """An empty database of a real PostgreSQL."""
    name = f"test_{time.time_ns()}"
    engine = create_engine(_postgres.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return _postgres.replace("/postgres?", f"/{name}?")
