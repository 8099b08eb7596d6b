"""Where magic stands in the turn, and that a historical battle knows nothing of it."""

from __future__ import annotations

from typing import Any

from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.magic.prayers import Heal, Vows
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle
from schiltron.rulesets.by_this_axe.steps import BeginTurn, Flights
from tests.rulesets.by_this_axe.positions import (
    SOUTH,
    blue,
    field,
    hero,
    march,
    piece,
    place,
    play,
    red,
    rules,
    strip,
    turn,
)


def opened(**options: Any) -> Battle:
    priest = hero("alban", "blue", at=(20, 30), roles=("priest",), prayers=3)
    hurt = hero("kay", "blue", at=(22, 30), hits=2, wounds=1)
    return play(
        field(blue("ours", 6, at=(26, 30)), red("theirs", 6, at=(24, 10)), priest, hurt, **options), BeginTurn()
    ).battle


def test_healing_opens_the_ranged_phase_and_the_melee_phase() -> None:
    """TA-FANT-P03, TA-FANT-P06: in phases III and V, and the choice of a priest who is a hero before dice are fixed."""
    begun = opened(fantasy="supplement")
    assert begun.phase == "ranged"
    (asked,) = begun.decisions
    assert asked.prompt == "Heal a hit by prayer, or go on."
    kinds = [type(step) for step in begun.agenda]
    assert kinds.index(Heal) < kinds.index(Fire)
    later = kinds[kinds.index(Fire) :]
    assert later.index(Heal) < later.index(Vows) < later.index(Melees)


def test_a_historical_turn_has_no_magic_in_it() -> None:
    """TA-UNIT-08"""
    begun = opened()
    kinds = {type(step) for step in begun.agenda}
    assert not kinds & {Heal, Vows}
    assert all(asked.prompt != "Heal a hit by prayer, or go on." for asked in begun.decisions)


def test_what_flies_lines_up_over_water() -> None:
    """TA-FANT-A10: the charger ends in the stream, where a walker would lie as he came."""
    river = strip("river", (0, 31), (72, 31), width=1)
    bats = blue("bats", 4, at=(24, 38), abilities=("flying",))
    foe = red("foe", 4, at=(24, 30.6), facing=150)
    position = field(bats, foe, features=(river,), phase="movement", fantasy="supplement")
    met = play(position, Moves("blue")).then(Commanded("bats", "charge", Aimed("foe")))
    assert met.battle.engagements
    assert place(met.unit("bats"))[2] in (330, -30)


def test_who_flies_turns_into_the_water() -> None:
    """TA-FANT-A10, TA-TERR-06: what would put a walker's men into the stream."""
    river = strip("river", (0, 33), (72, 33), width=2)
    for abilities, legal in ((("flying",), True), ((), False)):
        wide = blue("wide", 9, files=9, at=(24, 36), abilities=abilities)
        start = play(field(wide, features=(river,), phase="movement", fantasy="supplement"), Moves("blue"))
        order = march("wide", turn(90))
        if legal:
            assert place(start.then(order).unit("wide"))[2] == 90
        else:
            assert "TA-TERR-06" in rules(start.refusal(order))


def test_who_flies_flees_over_woods_and_water() -> None:
    """TA-FANT-A10, TA-MORALE-24: a full move towards the edge, with nothing taken off and no halt at the bank."""
    ground = piece("woods", 10, 36, 40, 40), strip("river", (0, 42), (72, 42), width=2)
    for abilities, far in ((("flying",), 10), ((), None)):
        bats = blue("bats", 4, at=(24, 34), facing=SOUTH, abilities=abilities, marks=(ROUTED,))
        position = field(bats, red("foe", 4, at=(24, 8)), features=ground, phase="ranged", fantasy="supplement")
        fled = play(position, Flights("ranged"))
        if far is None:
            assert fled.battle.roll is not None, "what the woods take is rolled"
        else:
            assert place(fled.unit("bats"))[1] == 34 + far
