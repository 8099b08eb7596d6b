"""Flight: up, over everything and down again, how long, who meets whom in the air."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.event import Marked
from schiltron.battle.state.field import opponents
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.battle.state.unit import Aloft, OnTable
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.field import is_aloft
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.movement.trial_moves import suggested
from schiltron.rulesets.chainmail.state import ALOFT, Unit, with_uncanny
from schiltron.table.lengths import inches
from schiltron.table.shapes import rings_of
from tests.rulesets.chainmail.positions import EAST, Played, ahead, blue, field, march, piece, play, red, rules, turn

ON: dict[str, Any] = {"fantasy": "on", "light": "dim"}
RISE, SINK, LAND = FormUp("rise"), FormUp("sink"), FormUp("land")


def aloft(unit: Unit, height: float = 3, since: int = 1) -> Unit:
    return replace(unit, place=OnTable(unit.pose, Aloft(inches(height), since)), marks=(ALOFT,))


def flown(unit: Unit, *legs: Any, others: tuple[Unit, ...] = (), turn_: int = 3, **more: Any) -> Played:
    battle = field(unit, *others, phase="first_move", turn=turn_, **{**ON, **more})
    return play(battle, Moves("blue"), march("ours", *legs))


def refused(unit: Unit, *legs: Any, others: tuple[Unit, ...] = (), turn_: int = 3, **more: Any) -> set[str]:
    battle = field(unit, *others, phase="first_move", turn=turn_, **{**ON, **more})
    return rules(play(battle, Moves("blue")).refusal(march("ours", *legs)))


def one(troop: str, **more: Any) -> Unit:
    return blue("ours", more.pop("figures", 1), **{"at": (48, 50), "troop": troop, **more})


# ---------------------------------------------------------------- how far


@pytest.mark.parametrize(
    ("troop", "far"), [("sprites", 18), ("wraith", 36), ("balrog", 15), ("red_dragon", 24), ("roc", 48), ("djinn", 24)]
)
def test_how_far_they_fly(troop: str, far: float) -> None:
    """CM-FANT-GEN-12, CM-FANT-SPRITE-03, CM-FANT-WRAITH-06, CM-FANT-BALROG-05, CM-FANT-DRAGON-04, CM-FANT-ELEM-04: up
    and down cost inch for inch."""
    unit = one(troop, at=(4, 30), facing=EAST)
    there = flown(unit, RISE, ahead(far - 3))
    assert is_aloft(there.unit("ours"))
    assert there.unit("ours").pose.x - unit.pose.x == inches(far - 3)
    assert there.unit("ours").has(ALOFT)
    assert refused(unit, RISE, ahead(far - 2.9)) >= {"CM-FANT-GEN-02"}
    down = flown(unit, RISE, ahead(far - 6), LAND)
    assert not is_aloft(down.unit("ours"))
    assert refused(unit, RISE, ahead(far - 5.9), LAND) >= {"CM-FANT-GEN-12"}


def test_who_cannot_fly_does_not() -> None:
    """CM-FANT-GEN-12, CM-FANT-DRAGON-13: nor does the purple dragon."""
    assert refused(one("orcs", figures=4), RISE) >= {"CM-FANT-GEN-12"}
    assert refused(one("purple_dragon"), RISE) >= {"CM-FANT-GEN-12"}


def test_a_wraith_either_walks_or_flies() -> None:
    """CM-FANT-WRAITH-06."""
    assert refused(one("wraith"), ahead(2), RISE) >= {"CM-FANT-GEN-12"}
    assert refused(one("wraith"), ahead(18.1)) >= {"CM-MOVE-01"}


def test_a_roc_has_no_ground_move_but_lands_and_goes_on() -> None:
    """CM-FANT-ROC-07."""
    assert refused(one("roc"), ahead(1)) >= {"CM-MOVE-01"}
    there = flown(one("roc"), RISE, ahead(10), LAND, ahead(3))
    assert not is_aloft(there.unit("ours"))
    assert there.unit("ours").own.turn.flew


def test_how_far_it_would_fly_is_shown_before_it_rises() -> None:
    """CM-FANT-GEN-02, CM-FANT-GEN-12: up three inches, then over whatever stands or lies there; a dragon has a move on
    the ground besides, and a roc none."""
    wood = piece("wood", 40, 40, 56, 44)
    battle = field(one("red_dragon"), red("foot", 20, at=(48, 38)), features=(wood,), phase="first_move", turn=3, **ON)
    shown = {one.label: one for one in CHAINMAIL.overlays(battle, "ours")}
    assert {"reach 9″", "flight 24″"} < set(shown)
    assert shown["flight 24″"].rule == "CM-FANT-GEN-02"
    ahead_of_it = min(y for ring in rings_of(shown["flight 24″"].shape) for _, y in ring)
    assert ahead_of_it == inches(50 - 21)
    roc = field(aloft(one("roc")), phase="first_move", turn=3, **ON)
    labels = {one.label for one in CHAINMAIL.overlays(roc, "ours")}
    assert "flight 48″" in labels
    assert not any(label.startswith("reach") for label in labels)


def test_the_keys_of_flight_are_no_other_orders() -> None:
    """M measures and T takes a target on every table."""
    keys, _ = zip(*CHAINMAIL.keys(), strict=True)
    assert len(keys) == len(set(keys))
    assert not {"M", "T"} & set(keys)


def test_heights() -> None:
    """CM-FANT-GEN-12: three inches at a time, to 36 and no higher."""
    up = flown(one("roc"), RISE, RISE, ahead(5))
    level = up.unit("ours").level
    assert isinstance(level, Aloft)
    assert level.height == inches(6)
    down = flown(aloft(one("roc"), 6), SINK, ahead(5)).unit("ours").level
    assert isinstance(down, Aloft)
    assert (down.height, down.since) == (inches(3), 1), "it has been up since it rose"
    assert refused(aloft(one("roc"), 36), RISE) >= {"CM-FANT-GEN-12"}
    assert refused(aloft(one("roc"), 3), SINK) >= {"CM-FANT-GEN-12"}


# ---------------------------------------------------------------- over what


def test_it_flies_over_everybody_and_everything_and_hovers_there() -> None:
    """CM-FANT-GEN-12: over enemies, a pond and woods; whoever hovers over a unit is not in melee with it."""
    others = (red("men", 8, at=(48, 40)), red("more", 8, at=(48, 36)))
    pond = [piece("pond", 40, 30, 56, 34)]
    there = flown(one("red_dragon"), RISE, ahead(10), others=others, features=pond).then("6 6", "6 6")
    assert is_aloft(there.unit("ours"))
    assert not opponents(there.battle, there.unit("ours"))


def test_it_lands_where_there_is_room() -> None:
    """CM-FANT-GEN-12, CM-SCALE-04."""
    others = (red("men", 8, at=(48, 40)),)
    assert refused(one("roc"), RISE, ahead(10.4), LAND, others=others) >= {"CM-SCALE-04"}
    assert refused(one("roc"), RISE, ahead(10), LAND, features=[piece("pond", 40, 34, 56, 41)])


def test_out_of_the_air_onto_an_enemy() -> None:
    """CM-FANT-GEN-12, CM-FANT-ROC-03, CM-FANT-ROC-07: it lands before him and goes on into contact, and he checks."""
    played = flown(
        one("roc", at=(30, 50)), RISE, turn(60), ahead(15), LAND, ahead(5), others=(red("men", 8, at=(48, 40)),)
    )
    there = played.unit("ours")
    assert not is_aloft(there)
    met = flown(one("roc"), RISE, ahead(5), LAND, ahead(6), others=(red("men", 8, at=(48, 40)),))
    assert "CM-FANT-ROC-03" in met.roll.rules
    stood = met.then("6 6")
    assert [foe.id for foe in opponents(stood.battle, stood.unit("ours"))] == ["men"]


def test_flyers_meet_in_the_air_at_one_height() -> None:
    """CM-FANT-GEN-12: a dragon flies onto a roc as high as it, and past one that is higher."""
    there = flown(aloft(one("red_dragon")), ahead(12), others=(aloft(red("bird", 1, at=(48, 40), troop="roc")),))
    assert [foe.id for foe in opponents(there.battle, there.unit("ours"))] == ["bird"]
    past = flown(aloft(one("red_dragon")), ahead(12), others=(aloft(red("bird", 1, at=(48, 40), troop="roc"), 6),))
    assert not opponents(past.battle, past.unit("ours"))
    assert is_aloft(past.unit("ours"))


def test_nobody_on_the_ground_walks_into_who_is_in_the_air() -> None:
    """CM-FANT-GEN-12."""
    bird = aloft(red("bird", 1, at=(48, 44), troop="roc"))
    there = flown(one("heavy_foot", figures=6), ahead(9), others=(bird,))
    assert there.unit("ours").pose.y == inches(41)
    assert not opponents(there.battle, there.unit("ours"))


def test_out_of_the_air_nobody_charges() -> None:
    """CM-FANT-GEN-12, CM-FANT-GEN-04."""
    battle = field(aloft(one("red_dragon")), red("men", 8, at=(48, 40)), phase="first_move", turn=3, **ON)
    order = Commanded("ours", "charge", PathDrawn((ahead(10),)))
    assert rules(play(battle, Moves("blue")).refusal(order)) >= {"CM-FANT-GEN-12"}


# ---------------------------------------------------------------- how long


@pytest.mark.parametrize(("troop", "rule"), [("sprites", "CM-FANT-SPRITE-03"), ("balrog", "CM-FANT-BALROG-05")])
def test_who_tires_comes_down_after_three_turns_and_rests_one(troop: str, rule: str) -> None:
    up = aloft(one(troop), since=1)
    assert is_aloft(flown(up, ahead(3), turn_=3).unit("ours"))
    assert refused(up, ahead(3), turn_=4) >= {rule}
    down = flown(up, ahead(3), LAND, turn_=4)
    assert not is_aloft(down.unit("ours"))
    assert not down.unit("ours").has(ALOFT)
    assert any(event.mark == ALOFT and not event.on for event in down.events_of(Marked))
    tired = with_uncanny(one(troop), landed_in=4)
    assert refused(tired, RISE, turn_=5) >= {rule}
    assert is_aloft(flown(tired, RISE, ahead(3), turn_=6).unit("ours"))


@pytest.mark.parametrize("troop", ["wraith", "red_dragon", "roc"])
def test_others_stay_up_as_long_as_they_like(troop: str) -> None:
    """CM-FANT-WRAITH-06, CM-FANT-DRAGON-04."""
    assert is_aloft(flown(aloft(one(troop), since=1), ahead(3), turn_=9).unit("ours"))


def test_a_wraith_in_the_air_touches_nobody() -> None:
    """CM-FANT-WRAITH-04."""
    men = with_uncanny(red("men", 8, at=(48, 44)), braved=("ours",))
    assert flown(aloft(one("wraith")), ahead(8), others=(men,)).unit("men").own.uncanny == men.own.uncanny


def test_flights_are_suggested() -> None:
    """CM-FANT-GEN-12: onto the nearest foe out of the air."""
    battle = field(one("roc"), red("men", 8, at=(48, 30)), phase="first_move", turn=3, **ON)
    paths = [order.path for order in suggested(battle, battle.units["ours"])]
    assert any(LAND in path for path in paths)
