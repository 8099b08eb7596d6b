"""The store keeps the same on SQLite and on PostgreSQL, each tried on the real thing."""

from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import event, text

from schiltron.server.store import Conflict, DatabaseFault, Invitation, Kept, KeptSeat, Standing, Store
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_captains import finished

STANDING = Standing(1, "movement", "red", ("red",), None, {"red": (10, 12)})


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.sqlite'}"
    found: str = request.getfixturevalue("postgres_database")
    return found


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def kept(name: str = "b1", **other: object) -> Kept:
    seats = (KeptSeat("red", "me"), KeptSeat("blue", "captain", "recruit"))
    whole = Kept(name, "Title", "ford", "book_of_war", b"{}\n", b"\x00\xff", 12.5, seats, (b"one\n",), (("v", "red"),))
    return msgspec.structs.replace(whole, **other)


def test_a_battle_comes_back_as_it_was_kept(store: Store) -> None:
    store.create(kept(), STANDING).result()
    store.append("b1", 1, [b"two\n", b"three\n"], STANDING).result()
    assert store.load("b1") == kept(lines=(b"one\n", b"two\n", b"three\n"))
    assert store.load("nothing") is None


def test_entries_are_only_ever_written_after_the_last(store: Store) -> None:
    store.create(kept(), STANDING).result()
    for after in (0, 2):
        with pytest.raises(Conflict):
            store.append("b1", after, [b"other\n"], STANDING).result()
    with pytest.raises(Conflict):
        store.append("nothing", 0, [b"other\n"], STANDING).result()
    assert store.load("b1") == kept()


def test_one_that_cannot_be_written_does_not_drag_others_down(store: Store) -> None:
    for number in range(20):
        store.create(kept(f"b{number}"), STANDING)
    jobs = [store.append(f"b{number}", 1 if number % 3 else 7, [b"two\n"], STANDING) for number in range(20)]
    wait(jobs)
    assert [job.exception() is None for job in jobs] == [bool(number % 3) for number in range(20)]
    assert len((store.load("b1") or kept()).lines) == 2
    assert len((store.load("b3") or kept()).lines) == 1


def test_a_write_that_was_called_off_stops_nobody_who_writes_after_it(store: Store) -> None:
    for _ in range(50):
        store.keep_name("visitor", "Ines").cancel()
    store.keep_name("visitor", "Tomas").result(60)
    assert store.name_of("visitor") == "Tomas"


def test_visitors_find_their_battles_the_latest_first(store: Store) -> None:
    for name in ("b1", "b2", "b3"):
        store.create(kept(name, holders=(("v", ""), ("v", "red"))), STANDING).result()
    store.append("b1", 1, [b"two\n"], STANDING).result()
    link = Invitation("key", "red", "own", "token", 1.0)
    store.invite("b2", link).result()
    store.take("b2", replace(link, taken=2.0, taker="w")).result()
    with pytest.raises(Conflict):
        store.take("b2", replace(link, taken=3.0, taker="x")).result()
    mine = store.held_by("v")
    assert [one.id for one in mine] == ["b1", "b3", "b2"]
    assert mine[0].entries == 2
    assert mine[0].standing == STANDING
    assert mine[0].founded
    (theirs,) = store.held_by("w")
    assert theirs.held == ("red",)
    assert not theirs.founded
    assert store.held_by("nobody") == []


def test_battles_that_wait_for_a_captain_are_found_again(store: Store) -> None:
    from schiltron.battle.state.battle import Outcome

    over = msgspec.structs.replace(STANDING, outcome=Outcome("red", "beaten"))
    people = (KeptSeat("red", "me"),)
    waits = msgspec.structs.replace(STANDING, waiting_for=("blue",))
    store.create(kept("playing"), waits).result()
    store.create(kept("waits for people"), STANDING).result()
    store.create(kept("people", seats=people), waits).result()
    store.create(kept("over"), over).result()
    store.create(kept("ending"), waits).result()
    store.append("ending", 1, [b"two\n"], over).result()
    assert store.unfinished() == ["playing"]


def test_two_stores_of_one_database_cannot_write_the_same_entry(store: Store, database: str) -> None:
    store.create(kept(), STANDING).result()
    other = Store(database)
    jobs = [one.append("b1", 1, [b"two\n"], STANDING) for one in (store, other)]
    wait(jobs)
    assert sorted(str(type(job.exception())) for job in jobs) == sorted(map(str, (type(None), Conflict)))
    other.close()


def test_a_battle_is_played_and_resumed_on_either_database(database: str, start: Callable[..., Running]) -> None:
    server = start(database=database, pace=0.02)
    made = server.battle(red={"who": "captain"}, blue={"who": "captain"}, options={"turn_limit": 2})
    watcher = Player(server, made["id"])
    watcher.hear_until("snapshot")
    watcher.catch_up(6)
    server.stop()
    assert finished(start(database=database), made["id"])["position"] > 6


def test_a_connection_in_use_is_closed_when_the_closed_store_gets_it_back(database: str) -> None:
    store = Store(database)
    used = store.engine.connect()
    closed: list[object] = []
    event.listen(store.engine.pool, "close", lambda connection, _record: closed.append(connection))
    raw = used.connection.dbapi_connection
    store.close()
    assert raw not in closed
    used.close()
    assert raw in closed


def test_sqlite_syncs_every_commit_to_a_write_ahead_log(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "deep" / "store.sqlite"))
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


@pytest.mark.parametrize("database", ["sqlite://", "mysql://host/name", "://", "postgresql://127.0.0.1:1/name"])
def test_a_database_that_cannot_be_used_is_explained(database: str) -> None:
    with pytest.raises(DatabaseFault):
        Store(database)


def test_a_database_of_another_format_is_left_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "store.sqlite")
    store = Store(path)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE about SET value = '99'"))
    store.close()
    with pytest.raises(DatabaseFault, match="format 99"):
        Store(path)
