"""What is damaged in the store spoils its own battle, says so, and no other."""

import logging
from collections.abc import Callable

import pytest
from sqlalchemy import text

from schiltron.server.store import Store
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_captains import finished

Start = Callable[..., Running]

SPOILT = {
    "a line that is no JSON": "UPDATE entries SET line = x'7b7b' WHERE battle = :battle AND number = 1",
    "a line with a byte changed": "UPDATE entries SET line = CAST(replace(CAST(line AS TEXT), 'hash', 'hasj') AS BLOB)"
    " WHERE battle = :battle AND number = 1",
    "a line of another battle's": "UPDATE entries SET line = x'7b2274797065223a317d0a' WHERE battle = :battle",
    "a line nested without end": "UPDATE entries SET line = CAST(replace(hex(zeroblob(20000)), '00', '[') AS BLOB)"
    " WHERE battle = :battle",
    "a line that is missing": "DELETE FROM entries WHERE battle = :battle AND number = 1",
    "a header that is no JSON": "UPDATE battles SET header = x'00ff' WHERE id = :battle",
    "a header of nothing": "UPDATE battles SET header = x'' WHERE id = :battle",
    "a book nobody knows": "UPDATE battles SET ruleset = 'lost', header = x'7b7d' WHERE id = :battle",
    "a standing that is none": "UPDATE battles SET standing = x'5b5d', header = x'5b5d' WHERE id = :battle",
    "a standing that is text": "UPDATE battles SET standing = 'x', header = x'5b5d' WHERE id = :battle",
}


def spoil(server: Running, battle: str, how: str) -> None:
    store = Store(server.settings.database)
    with store.engine.begin() as connection:
        assert connection.execute(text(SPOILT[how]), {"battle": battle}).rowcount
    store.close()


CAPTAINS = {"red": {"who": "captain"}, "blue": {"who": "captain"}, "options": {"turn_limit": 2}}


def test_damaged_battles_say_so_and_all_others_go_on(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    first = start(pace=60)
    sound, sound_captains = first.battle()["id"], first.battle(**CAPTAINS)["id"]
    damaged = {first.battle()["id"]: how for how in SPOILT}
    damaged_captains = {first.battle(**CAPTAINS)["id"]: how for how in SPOILT}
    mine = dict(first.http.cookies)
    first.stop()
    for battle, how in (damaged | damaged_captains).items():
        spoil(first, battle, how)

    with caplog.at_level(logging.WARNING, logger="schiltron.server"):
        second = start()
        second.http.cookies.update(mine)
        assert finished(second, sound_captains)["battle"]["outcome"], "captains of the others go on"
    assert second.http.get(f"/api/battles/{sound}").status_code == 200
    logged = "\n".join(record.getMessage() for record in caplog.records)
    listed = {one["id"]: one for one in second.http.get("/api/battles").json()}
    assert listed.keys() == {sound, sound_captains} | damaged.keys() | damaged_captains.keys(), (
        "the list shows them all"
    )
    for battle, how in (damaged | damaged_captains).items():
        shown = second.http.get(f"/api/battles/{battle}")
        assert shown.status_code == 410, how
        assert "damaged" in shown.json()["error"]["what"], how
        assert Player(second, battle).hear_to_the_end_of_refusal() == 4410, how
        assert listed[battle]["damaged"] is ("standing" in how or "book" in how), how
        assert battle in logged or battle in damaged, f"{how}: it stands in the log"
    assert not listed[sound]["damaged"]


def test_damage_is_named_by_its_line(start: Start) -> None:
    first = start()
    made = first.battle()
    first.stop()
    spoil(first, made["id"], "a line that is no JSON")
    said = start().http.get(f"/api/battles/{made['id']}").json()["error"]
    assert said["where"] == "line 2"
    assert "all others are as they were" in said["right"]
