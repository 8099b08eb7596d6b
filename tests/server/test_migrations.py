"""A database of an older program is brought up to date, once and whole; one of a newer program is left alone."""

from __future__ import annotations

import gzip
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, create_engine, text

from schiltron.battle.door import upgrades
from schiltron.battle.record import savefile
from schiltron.battle.state.battle import FORMAT as BATTLE_FORMAT
from schiltron.cli.guard import WRONG_INPUT, run
from schiltron.server.seats import COOKIE
from schiltron.server.store import DatabaseFault, Store, migrating
from schiltron.server.store.migrating import FORMAT, MIGRATIONS
from schiltron.server.store.sole import SoleUse
from schiltron.server.store.tables import metadata
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_invitations import take

# What stands in the file that a server of format 2 has left behind.
BEFORE = Path(__file__).parent / "files" / "format-2.sql.gz"
GOING_ON, WAITING, OVER, REMATCH = "ImRltw4IcRSUyp00", "yVu0aWh-cEvBZLxS", "ZfSCAvHz1-xA_GSD", "KTNATVXmVTEFkuOW"
INES = "75qxwR7E2PlvfxrwrC1JTlsmW4FlbK9tFwX-Pwf8J0E"
HER_PHONE = "5W0gL_AumjlrmMDb6u3YdsumR6Iz40ACW7WD4bTy9uY"
INVITATION = "cwz0f2SUYSzpl94hm7jedUXS9Z5zVadz"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "battles.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(gzip.decompress(BEFORE.read_bytes()).decode())
        database.execute("PRAGMA journal_mode=WAL")
    return path


@pytest.fixture
def postgres(postgres_database: str) -> Iterator[Callable[[str], list[Any]]]:
    """Runs a statement on a PostgreSQL database."""
    engine = create_engine(postgres_database.replace("postgresql://", "postgresql+psycopg://"))

    def running(statement: str) -> list[Any]:
        with engine.begin() as connection:
            found = connection.execute(text(statement))
            return list(found) if found.returns_rows else []

    yield running
    engine.dispose()


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def changed(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def format_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute("SELECT value FROM about WHERE name = 'format'").fetchone()[0])


def opened(path: Path) -> None:
    Store(f"sqlite:///{path}").close()


# ---------------------------------------------------------------- older ones


def test_there_is_a_migration_to_every_format() -> None:
    assert list(MIGRATIONS) == list(range(2, FORMAT + 1))


def test_battles_of_the_version_before_go_on(old: Path, start: Callable[..., Running]) -> None:
    server = start(database=f"sqlite:///{old}")
    ines = server.visitor()
    ines.cookies.set(COOKIE, INES)
    mine = {one["id"]: one for one in ines.get("/api/battles").json()}
    assert set(mine) == {GOING_ON, WAITING, OVER, REMATCH}
    assert ines.get("/api/me").json()["name"] == "Ines"
    assert mine[WAITING]["clock"]["terms"] == {"kind": "days", "days": 3, "end": "shown"}
    assert mine[OVER]["following"]["id"] == REMATCH
    assert ines.get(f"/api/battles/{OVER}").json()["chat"]["said"][0]["text"] == "Well met"
    phone = server.visitor()
    phone.cookies.set(COOKIE, HER_PHONE)
    assert {one["id"] for one in phone.get("/api/battles").json()} == set(mine)
    made = {"id": WAITING}
    assert take(server.visitor(), made, INVITATION).status_code == 200
    assert take(server.visitor(), made, INVITATION).status_code == 410
    assert goes_on(server, 12) > 12
    assert format_of(old) == str(FORMAT)


def goes_on(server: Running, position: int) -> int:
    """The battle stands where it stood; whoever is asked gives an order. Where it stands then."""
    for seat in ("red", "blue"):
        player = Player(server, GOING_ON, seat, cookie=INES)
        player.hear_until("snapshot")
        assert player.position == position
        if (reply := player.reply(Random(1))) is not None:
            assert player.order(reply)["type"] == "obeyed"
            return player.position
    raise AssertionError("nobody is asked")


def test_a_battle_of_an_older_format_goes_on_in_that_of_today(
    old: Path, start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    def formats() -> dict[str, int]:
        with closing(sqlite3.connect(old)) as database:
            headers = database.execute("SELECT id, header FROM battles").fetchall()
        return {battle: msgspec.json.decode(header)["setup"]["format"] for battle, header in headers}

    later = BATTLE_FORMAT + 1
    monkeypatch.setattr(upgrades, "FORMAT", later)
    monkeypatch.setattr(savefile, "BATTLE_FORMAT", later)
    position = 12
    for _ in range(2):
        server = start(database=f"sqlite:///{old}")
        position = goes_on(server, position)
        assert server.http.get(f"/api/battles/{OVER}").status_code == 200
        server.stop()
        assert formats() == {GOING_ON: later, WAITING: 1, OVER: 1, REMATCH: 1}, "one that is over stays as it was kept"


def test_what_was_there_is_copied_before_it_is_changed(old: Path, caplog: pytest.LogCaptureFixture) -> None:
    before = dumped(old)
    opened(old)
    copy = old.with_name("battles.sqlite.format-2")
    assert dumped(copy) == before
    assert f"the database had format 2 and has format {FORMAT} now; a copy of it as it was is {copy}" in caplog.text


def test_tables_that_came_without_a_number_are_made(old: Path) -> None:
    gone = ("clocks", "codes", "devices", "hints_agreed", "origins")
    changed(old, *(f"DROP TABLE {table}" for table in gone))
    opened(old)
    with closing(sqlite3.connect(old)) as database:
        found = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert found == set(metadata.tables)


def test_the_workshop_gets_its_table(old: Path) -> None:
    opened(old)
    changed(old, "DROP TABLE saved", "UPDATE about SET value = '4' WHERE name = 'format'")
    opened(old)
    with closing(sqlite3.connect(old)) as database:
        assert database.execute("SELECT count(*) FROM saved").fetchone() == (0,)
    assert format_of(old) == str(FORMAT)


def test_migrations_run_once_in_their_order(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[int] = []
    steps: dict[int, Callable[[Connection], None]] = {
        number: lambda _, number=number: ran.append(number) for number in (2, 3, 4, 5)
    }
    monkeypatch.setattr(migrating, "MIGRATIONS", steps)
    monkeypatch.setattr(migrating, "FORMAT", 5)
    for _ in range(2):
        opened(old)
    assert ran == [3, 4, 5]
    assert format_of(old) == "5"


def test_a_migration_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE half (done INTEGER)"))
        connection.execute(text("DELETE FROM talk"))

    def failing(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM nowhere"))

    before = dumped(old)
    monkeypatch.setattr(migrating, "MIGRATIONS", {3: half, 4: failing})
    monkeypatch.setattr(migrating, "FORMAT", 4)
    with pytest.raises(DatabaseFault, match="no such table: nowhere"):
        opened(old)
    assert dumped(old) == before


def test_nothing_is_migrated_while_another_server_plays(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiltron.server.store.sole.PATIENCE", 0.1)
    engine = create_engine(f"sqlite:///{old}")
    playing = SoleUse(engine)
    try:
        with pytest.raises(DatabaseFault, match="another Schiltron server plays"):
            opened(old)
    finally:
        playing.release()
        engine.dispose()
    assert format_of(old) == "2"
    opened(old)
    assert format_of(old) == str(FORMAT)


def test_the_same_in_postgresql(
    postgres_database: str, postgres: Callable[[str], list[Any]], caplog: pytest.LogCaptureFixture
) -> None:
    Store(postgres_database).close()
    postgres("DROP TABLE clocks")
    postgres("UPDATE about SET value = '2' WHERE name = 'format'")
    with caplog.at_level(logging.WARNING):
        Store(postgres_database).close()
    assert caplog.messages[-1] == f"the database had format 2 and has format {FORMAT} now"
    assert postgres("SELECT count(*) FROM clocks") == [(0,)]
    postgres("UPDATE about SET value = '99' WHERE name = 'format'")
    with pytest.raises(DatabaseFault, match="format 99"):
        Store(postgres_database)


# ---------------------------------------------------------------- newer ones


def test_a_database_of_a_newer_program_is_refused_and_left_as_it_is(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(old, "UPDATE about SET value = '99' WHERE name = 'format'", "DROP TABLE clocks")
    before = old.read_bytes()
    status = run(["serve", "--port", "1", "--database", str(old)])
    assert status == WRONG_INPUT
    with pytest.raises(DatabaseFault, match="has format 99, which a newer Schiltron has written"):
        opened(old)
    assert old.read_bytes() == before
    assert [path.name for path in old.parent.iterdir()] == [old.name]


@pytest.mark.parametrize("value", ["soon", "", "0", "-1"])
def test_what_is_no_format_is_said(old: Path, value: str) -> None:
    changed(old, f"UPDATE about SET value = '{value}' WHERE name = 'format'")
    with pytest.raises(DatabaseFault, match="which is none"):
        opened(old)
