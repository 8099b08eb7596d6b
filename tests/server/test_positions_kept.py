"""A long journal opens from a position kept beside it; one that is damaged is passed over."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from schiltron import __version__
from schiltron.server.live import MARKED_EVERY
from schiltron.server.seats import COOKIE
from tests.server.player import Player
from tests.server.running import Running

Start = Callable[..., Running]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("schiltron.server.live.MARKED_EVERY", 5)
    return 5


def played(server: Running, entries: int) -> str:
    made = server.battle()
    players = [Player(server, made["id"], seat) for seat in ("red", "blue")]
    for player in players:
        player.hear_until("snapshot")
    while (last := max(player.position for player in players)) < entries:
        for player in players:
            player.catch_up(last)
        due = next(player for player in players if player.reply(Random(1)))
        assert due.order(due.reply(Random(last)))["type"] == "obeyed"
    for player in players:
        player.close()
    return str(made["id"])


def run(server: Running, statement: str) -> list[Any]:
    engine = create_engine(server.settings.database)
    with engine.begin() as connection:
        found = connection.execute(text(statement))
        rows = list(found) if found.returns_rows else []
    engine.dispose()
    return rows


def opened(start: Start, first: Running, battle: str) -> tuple[Any, dict[str, Any]]:
    """The battle on another server: as it lies in memory, and as its player sees it."""
    server = start()
    server.http.cookies.set(COOKIE, first.http.cookies[COOKIE])
    answered = server.http.get(f"/api/battles/{battle}")
    assert answered.status_code == 200, answered.text
    return server.open_battles._met[battle].journal, answered.json()


def test_a_battle_opens_from_the_last_position(start: Start, few: int) -> None:
    first = start()
    battle = played(first, 3 * few + 1)
    seen = first.http.get(f"/api/battles/{battle}").json()
    assert [row.number // few for row in run(first, "SELECT number FROM positions ORDER BY number")] == [1, 2, 3]
    first.stop()
    journal, again = opened(start, first, battle)
    assert journal._marks
    assert again["hash"] == seen["hash"]
    assert again["log"] == seen["log"], "what was told before is told again"
    assert again["undo"] == seen["undo"]


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE positions SET state = CAST('rubbish' AS BLOB)",
        "UPDATE positions SET state = substr(state, 1, length(state) - 1)",
        "UPDATE positions SET program = 'another'",
        "DELETE FROM positions",
    ],
)
def test_positions_that_cannot_be_used_are_passed_over_and_one_is_kept_anew(start: Start, few: int, harm: str) -> None:
    first = start()
    battle = played(first, 2 * few + 1)
    seen = first.http.get(f"/api/battles/{battle}").json()
    first.stop()
    run(first, harm)
    journal, again = opened(start, first, battle)
    assert not journal._marks
    assert again["hash"] == seen["hash"]
    assert again["log"] == seen["log"]
    until = time.monotonic() + 120
    good = f"SELECT number FROM positions WHERE program = '{__version__}' AND number = {len(journal.entries)}"
    while not run(first, good):
        assert time.monotonic() < until, "no position is kept for the next time"
        time.sleep(0.05)


def test_positions_are_not_kept_at_every_step() -> None:
    assert MARKED_EVERY >= 50
