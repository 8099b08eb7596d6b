"""Whatever a seat receives is made from its view: two battles that look alike to it give it equal bytes."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schiltron.battle.door.dice import ScriptedDice
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.encoding import digest, encode
from schiltron.herald.describing import table
from schiltron.server.battle_summary import standing_of
from schiltron.server.jobs import seen_in
from schiltron.server.live import Carried, LiveBattle, Refused
from schiltron.server.routes.text import told
from schiltron.server.seats import Claim, may_give
from schiltron.server.shown import step
from schiltron.server.snapshots import snapshot
from schiltron.server.store import Kept, KeptSeat, Store
from tests.battle.test_view import marching, play_to_the_scouts
from tests.battle.toy import TOY, Play, answer, ford

SEATS = (KeptSeat("anna", "me"), KeptSeat("ben", "friend"))


def kept(name: str = "toy") -> Kept:
    return Kept(name, "The ford", "ford", "toy", b"", None, 0.0, SEATS)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(str(tmp_path / "store.sqlite"))
    yield opened
    opened.close()


@pytest.fixture
def live(store: Store) -> Callable[[Play], LiveBattle]:
    return lambda play: LiveBattle(kept(), play.journal, Chain(), store)


def received(live: LiveBattle, seat: str | None) -> bytes:
    """Everything a seat can get out of the server."""
    steps = [encode(step(live.journal, number, seat)) for number in range(1, live.position + 1)]
    shown = [encode(snapshot(live, seat, Claim(), at)) for at in (0, live.position)]
    words = encode([*table(TOY, live.view(seat)), *told(live, seat, 0, live.position)])
    return b"".join((*shown, *steps, *seen_in(live.journal, seat, live.position), words))


def test_where_the_enemy_hides_is_in_nothing_a_seat_receives(live: Callable[[Play], LiveBattle]) -> None:
    near, far, none = (live(marching(ambush)) for ambush in (2, 7, None))
    for seat in ("anna", None):
        assert received(near, seat) == received(far, seat) == received(none, seat)
        assert b"olves" not in received(near, seat)
    assert b"olves" in received(near, "ben")


def test_a_sealed_answer_is_in_nothing_others_receive(live: Callable[[Play], LiveBattle]) -> None:
    high, low = (live(Play(ford(), ScriptedDice([])).says("ben", bid)) for bid in ("high", "low"))
    for seat in ("anna", None):
        assert received(high, seat) == received(low, seat)
    assert received(high, "ben") != received(low, "ben")


def test_a_secret_roll_is_in_nothing_others_receive(live: Callable[[Play], LiveBattle]) -> None:
    two, five = (live(play_to_the_scouts(pips).throws()) for pips in (2, 5))
    for seat in ("anna", None):
        assert received(two, seat) == received(five, seat)
    assert received(two, "ben") != received(five, "ben")


def test_secret_dice_are_typed_in_by_those_who_may_see_them(live: Callable[[Play], LiveBattle]) -> None:
    from schiltron.server.fault import Refusal

    play = play_to_the_scouts(2)
    assert play.battle.roll is not None
    play.orders(play.dice.throw(play.battle.roll, 3))
    scouting = live(play)
    assert play.battle.roll is not None
    order = play.dice.throw(play.battle.roll, 4)
    may_give(scouting, "ben", order)
    with pytest.raises(Refusal, match="not yours to throw"):
        may_give(scouting, "anna", order)


@pytest.mark.parametrize("seat", ["anna", "ben", None])
def test_changes_lead_from_view_to_view(seat: str | None) -> None:
    play = marching(ambush=2).says("anna", "advance").says("anna", "advance")
    for number in range(1, len(play.journal.entries) + 1):
        before, after = (TOY.view(play.journal.battle_at(one), seat) for one in (number - 1, number))
        made = step(play.journal, number, seat)
        fields = {name: getattr(before, name) for name in before.__struct_fields__}
        changes = {name: value for name, value in made.changes.items() if name not in ("units", "shapes")}
        units = {**before.units, **made.changes.get("units", {})}
        fields |= changes | {"units": {name: unit for name, unit in units.items() if unit is not None}}
        assert digest(type(before)(**fields)) == made.hash == digest(after)


def test_two_who_decide_at_the_same_time_do_not_make_each_other_stale(store: Store) -> None:
    play = Play(ford(), ScriptedDice([]))
    store.create(kept(), standing_of(play.battle)).result()
    both = LiveBattle(kept(), play.journal, Chain(), store)
    anna, ben = answer(play.battle, "anna", "low"), answer(play.battle, "ben", "high")

    async def give() -> list[Carried | Refused]:
        return list(await asyncio.gather(both.give(anna, 0), both.give(ben, 0), both.give(anna, 0)))

    first, second, again = asyncio.run(give())
    assert isinstance(first, Carried)
    assert isinstance(second, Carried)
    assert isinstance(again, Refused)
    assert again.stale
    stored = store.load("toy")
    assert stored is not None
    assert len(stored.lines) == 2
