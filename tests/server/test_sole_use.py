"""One server to a database: the second is refused with a sentence, and a killed one leaves no lock behind."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from schiltron.server.store import DatabaseFault, Store
from tests.server.running import Running
from tests.server.test_kill import COMMAND, PATIENCE, Process, process


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'battles.sqlite'}"
    found: str = request.getfixturevalue("postgres_database")
    return found


def test_a_second_server_says_that_another_plays_there_and_stops(database: str) -> None:
    with process(database) as first:
        first.start()
        second = [*COMMAND, "--port", str(Process(database).port), "--database", database]
        refused = subprocess.run(second, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert refused.returncode != 0
        said = " ".join((refused.stdout + refused.stderr).split())
        assert "another Schiltron server plays on this database" in said
        assert "Try: stop the other one first" in said
        assert "Traceback" not in said
        first.kill()
        first.start()
        assert first.started[-1].poll() is None, "the lock went with the one that was killed"


def test_the_lock_is_the_same_by_whatever_name_the_file_is_called(tmp_path: Path) -> None:
    (tmp_path / "other").symlink_to(tmp_path)
    first = Store(str(tmp_path / "battles.sqlite"))
    first.claim()
    second = Store(str(tmp_path / "other" / "battles.sqlite"))
    with pytest.raises(DatabaseFault, match="another Schiltron server"):
        second.claim()
    first.close()
    second.claim()
    second.close()


def test_a_server_that_stops_makes_room_for_the_next(start: Callable[..., Running]) -> None:
    first = start()
    made = first.battle()
    first.stop()
    assert start().http.get(f"/api/battles/{made['id']}").status_code == 200


def test_no_fault_of_a_database_shows_its_password() -> None:
    for url in ("mysql://me:hush@host/name", "postgresql://me:hush@127.0.0.1:1/name", "x y://me:hush@host"):
        with pytest.raises(DatabaseFault) as fault:
            Store(url)
        assert "hush" not in str(fault.value)


def test_faults_of_statements_do_not_show_what_was_written(tmp_path: Path) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from tests.server.test_store import STANDING, kept

    store = Store(str(tmp_path / "store.sqlite"))
    store.create(kept(), STANDING).result()
    with pytest.raises(SQLAlchemyError) as fault:
        store.create(kept(), STANDING).result()
    assert "secret" not in str(fault.value)
    assert "Title" not in str(fault.value)
    store.close()
