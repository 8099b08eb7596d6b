"""Events put together as people tell them."""

from pathlib import Path

from msgspec.structs import replace

from schiltron.battle.record.savefile import read
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import (
    Began,
    Checked,
    Declared,
    Fell,
    Landed,
    Marked,
    Moved,
    Removed,
    Rolled,
    Ruled,
    Struck,
)
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.beats import beats
from schiltron.cli.terminal import dice
from schiltron.rulesets import ruleset
from schiltron.table.pose import Pose

NEED = Tally("to hit", (Term("armour", 4, "BW-C3-03"),))
POOL = Pool(3, 6, AtLeast(4), "Riders: 4 or more", "red")
ROLL = Rolled(roll=Roll("Riders strike", (POOL,), ("BW-C3-01",)), pools=(Thrown(((0, 1), (1, 2)), (6, 2, 4)),))


def _battle(kept: Path) -> AnyBattle:
    return read(kept, {"book_of_war": ruleset("book_of_war")}).journal.battle


def test_dice_hits_and_losses_of_an_attack_are_one_beat(kept: Path) -> None:
    battle = _battle(kept)
    struck = Struck(unit="red-1", target="blue-1", action="melee", dice=3, hits=2, kept=0, tallies=(NEED, NEED))
    (beat,) = beats([ROLL, struck, Fell(unit="blue-1", figures=2, left=3)], battle)
    assert (beat.kind, beat.side) == ("attack", "red")
    assert beat.line.text.startswith(battle.units["red-1"].name)
    assert "(" not in beat.line.text
    (lost,) = beat.more
    assert lost.side == "blue"
    assert beat.rolls == (ROLL,)
    assert beat.tallies == (NEED,)
    assert beat.rules == ("BW-C3-03",)


def test_a_failed_check_and_the_rout_are_one_beat_and_the_fallen_another(kept: Path) -> None:
    checked = Checked(unit="red-1", why="losses", tally=NEED, need=10, passed=False)
    routed = Marked(unit="red-1", mark="routed", on=True)
    cleared = [Removed(unit=unit, figures=1, why="fallen") for unit in ("red-1", "blue-1")]
    first, second = beats([checked, routed, *cleared], _battle(kept))
    assert first.kind == "morale"
    assert len(first.more) == 1
    assert second.line.text == "The fallen are taken off the table."
    assert [said.side for said in second.more] == ["red", "blue"]


def test_all_who_will_move_are_named_in_one_sentence(kept: Path) -> None:
    battle = _battle(kept)
    one, two = (battle.units[name].name for name in ("red-1", "red-2"))
    (beat,) = beats([Declared(unit=name, action="move") for name in ("red-1", "red-2")], battle)
    assert beat.line.text == f"{one} and {two} will move."


def test_moves_and_headings_stand_alone(kept: Path) -> None:
    moves = [Moved(unit=name, start=Pose(0, 0, 0), legs=(), spent=0, left=0) for name in ("red-1", "red-2")]
    began = Began(what="turn", side="red", turn=2)
    assert [beat.kind for beat in beats([began, *moves], _battle(kept))] == ["turn", "move", "move"]


def test_moves_made_at_the_same_time_are_one_beat(kept: Path) -> None:
    moves = [
        Moved(unit=name, start=Pose(0, 0, 0), legs=(), spent=0, left=0, together=together)
        for name, together in (("red-1", True), ("blue-1", True), ("red-2", False))
    ]
    both, alone = beats(moves, _battle(kept))
    assert ([said.side for said in both.more], len(alone.events)) == (["blue"], 1)


def test_a_shot_that_fell_is_told_with_its_dice_and_its_losses(kept: Path) -> None:
    landed = Landed(unit="red-1", marks=(), struck=(("blue-1", 2),), tallies=(NEED,))
    (beat,) = beats([ROLL, landed, Fell(unit="blue-1", figures=2, left=3)], _battle(kept))
    assert (beat.kind, beat.side, beat.tallies, beat.rolls) == ("attack", "red", (NEED,), (ROLL,))


def test_figures_of_a_company_who_move_alike_are_one_line(kept: Path) -> None:
    battle = _battle(kept)
    one = battle.units["red-1"]
    scouts = [replace(one, id=f"red-9.{n}", name=f"Scouts {n}", of="red-9", original=1, figures=1) for n in (1, 2, 3)]
    battle = replace(battle, units={**battle.units, **{each.id: each for each in scouts}})
    moves = [Moved(unit=each.id, start=Pose(0, 0, 0), legs=(), spent=0, left=0) for each in scouts]
    other = Moved(unit="red-1", start=Pose(0, 0, 0), legs=(), spent=0, left=0)
    together, alone = beats([*moves, other], battle)
    assert (together.line.side, together.line.text, together.more) == ("red", "Scouts: 3 figures stand.", ())
    assert (together.kind, len(together.events), alone.events) == ("move", 3, (other,))


def test_why_a_move_ends_or_cannot_begin_is_a_beat_of_its_own(kept: Path) -> None:
    battle = _battle(kept)
    unit = next(iter(battle.units))
    stuck = Ruled(what="they cannot set out: a friend is in the way")
    for before in (
        Declared(unit=unit, action="charge"),
        Moved(unit=unit, start=Pose(0, 0, 0), legs=(), spent=0, left=0),
    ):
        told = list(beats((before, stuck), battle))
        assert [beat.events for beat in told] == [(before,), (stuck,)]
        assert "cannot set out" in told[1].line.text


def test_hits_are_shown_first_and_in_brackets() -> None:
    assert dice(POOL, ROLL.pools[0], "red").plain == "[6 4] 2"
    assert dice(POOL, Thrown(((0, 3), (1, 0)), (1, 3, 2)), "red").plain == "3 2 1"
