"""Who strikes first as units meet: the free attack in an engagement that began otherwise, and a unit broken by it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.event import Moved, Parted, Removed, Struck
from schiltron.battle.state.manoeuvre import Face, SquareUp, Wrap
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.field import formation, is_routed
from schiltron.rulesets.book_of_war.morale.losses import ClearFallen
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import UnitPart
from schiltron.table.contact import Edge
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, Played, ahead, blue, field, march, play, red

BLUE, RED = MovementPhase("blue"), MovementPhase("red")
OPEN = {"declare": "measure_first"}
every_layout = pytest.mark.parametrize("lay", LAYOUTS, ids=str)


def apart(lay: Askew, gap: float, *, by: str, edge: Edge = "front", at_flank: bool = False, **of: object) -> Played:
    """Red foot, off to one side, stand before blue pikes they fought until losses parted them; red moves.

    `by` is who began the fight; `at_flank` has the foot stand at a flank of the pikes.
    """
    at, facing = (lay.at(0.75, -2.25), 90) if at_flank else (lay.at(0, 0), 0)
    pikes = blue("pikemen", 12, files=6, id="pikes", at=at, facing=lay.facing(facing))
    foot = red("light_infantry", 5, id="foot", at=lay.at(1.3, gap), facing=lay.facing(180))
    begun = Engagement("pikes", "foot", edge, 0) if by == "pikes" else Engagement("foot", "pikes", edge, 0)
    position = field(pikes, foot, active="red", **OPEN)
    return play(replace(position, engagements=(replace(begun, touching=False, **of),)), RED)


@every_layout
@pytest.mark.parametrize("leg", [SquareUp(), ahead(2)], ids=["square up", "advance"])
def test_pikes_that_moved_in_themselves_have_no_free_attack_when_the_gap_is_closed(lay: Askew, leg: object) -> None:
    """BW-B2-10, BW-B4-08: the fight was theirs to begin; the foot may come back over half an inch."""
    closed = apart(lay, 0.5, by="pikes").then(march("foot", leg))  # type: ignore[arg-type]
    assert closed.battle.engagements[0].touching
    assert closed.battle.roll is None
    assert not closed.events_of(Struck)


@every_layout
def test_nor_later_on_another_side_as_long_as_the_fight_is_remembered(lay: Askew) -> None:
    """BW-B2-10, BW-B4-08: they forwent it when they moved in, whoever closes up in between."""
    flank = apart(lay, 0.5, by="pikes", at_flank=True).then(march("foot", ahead(2)))
    (engagement,) = flank.battle.engagements
    assert (engagement.attacker, engagement.edge) == ("foot", lay.hand("left"))
    again = apart(lay, 0.5, by="foot", edge=engagement.edge, used=engagement.used).then(march("foot", ahead(2)))
    assert again.battle.roll is None


@every_layout
@pytest.mark.parametrize("used", [(), ("free attack",)])
def test_a_front_that_was_met_before_does_not_strike_again(lay: Askew, used: tuple[str, ...]) -> None:
    """BW-B4-08: also where the pikes could not strike then, being routed or on bad ground."""
    closed = apart(lay, 0.5, by="foot", used=used).then(march("foot", ahead(2)))
    assert closed.battle.engagements[0].touching
    assert closed.battle.roll is None


@every_layout
def test_a_front_met_for_the_first_time_strikes(lay: Askew) -> None:
    """BW-B2-10: the fight began on their flank; now the foot come onto the points."""
    met = apart(lay, 0.5, by="foot", edge="left").then(march("foot", ahead(2)))
    assert met.roll.rules[0] == "BW-B2-10"
    assert met.battle.engagements[0].used == ("free attack",)


@every_layout
def test_more_than_an_inch_makes_it_a_first_contact_again(lay: Askew) -> None:
    """BW-B2-10, BW-B4-08: pikes came on the rear of foot; one rank of losses is forgotten for nothing, two are not."""
    pikes = blue("pikemen", 12, files=6, id="pikes", at=lay.at(0, 0), facing=lay.facing(0))
    for ranks, struck in ((1, False), (2, True)):
        foot = red(
            "light_infantry",
            5,
            fallen=5 * ranks,
            id="foot",
            files=5,
            at=lay.at(1.3, 0.75 * ranks + 0.75),
            facing=lay.facing(0),
        )
        begun = Engagement("pikes", "foot", "rear", 0)
        cleared = play(replace(field(pikes, foot, active="red", **OPEN), engagements=(begun,)), ClearFallen("foot"))
        assert bool(cleared.battle.engagements) != struck
        back = play(cleared.battle, RED).then(march("foot", Face("rear"), ahead(2)))
        assert bool(back.battle.roll) == struck


@every_layout
@pytest.mark.parametrize(("back", "kept"), [(0.3, True), (0.995, True), (1.05, False)])
def test_a_fight_is_remembered_up_to_an_inch_and_forgotten_beyond(lay: Askew, back: float, kept: bool) -> None:
    """BW-B4-08: told in either case; come back from farther off, it is a first contact with the points (BW-B2-10)."""
    pikes = blue("pikemen", 12, files=6, id="pikes", at=lay.at(0, 0), facing=lay.facing(0))
    foot = red("light_infantry", 5, id="foot", at=lay.at(1.3, 0), facing=lay.facing(180))
    fought = Engagement("foot", "pikes", "front", 0, used=("free attack",))
    touching = replace(field(pikes, foot, active="red", **OPEN), engagements=(fought,))
    left = play(touching, RED).then(march("foot", Face("rear"), ahead(back)))
    (parted,) = left.events_of(Parted)
    assert (parted.unit, parted.other, parted.rules) == ("foot", "pikes", ("BW-B4-08",))
    assert [(one.touching, one.used) for one in left.battle.engagements] == [(False, ("free attack",))] * kept
    fresh = replace(left.unit("foot"), own=UnitPart())
    again = play(left.battle.with_unit(fresh), RED).then(march("foot", Face("rear"), ahead(2)))
    assert bool(again.battle.roll) != kept


@every_layout
def test_a_fight_is_forgotten_when_one_of_the_two_is_gone(lay: Askew) -> None:
    """BW-B4-08."""
    pikes = blue("pikemen", 12, files=6, id="pikes", at=lay.at(0, 0), facing=lay.facing(0))
    foot = red("light_infantry", 5, id="foot", at=lay.at(1.3, 0), facing=lay.facing(180))
    dead = replace(foot, figures=0, fallen=5)
    fought = replace(field(pikes, dead, **OPEN), engagements=(Engagement("foot", "pikes", "front", 0),))
    cleared = play(fought, ClearFallen("foot"))
    assert cleared.battle.engagements == ()
    assert cleared.events_of(Parted)


@every_layout
def test_two_units_of_pikes_met_at_once_strike_in_the_order_of_their_names(lay: Askew) -> None:
    """BW-B2-10, BW-B2-17: whatever the roster, each with a check of its own."""
    foot = blue("light_infantry", 20, files=10, id="foot", at=lay.at(0, -3), facing=lay.facing(0))
    pair = [
        red("pikemen", 8, files=4, id=name, at=lay.at(right, 0), facing=lay.facing(180))
        for name, right in (("wasps", -2.5), ("adders", 2.5))
    ]
    for order in (pair, pair[::-1]):
        met = play(field(foot, *order, **OPEN), BLUE).then(march("foot", ahead(6)))
        assert "Adders meet with their pikes" in met.roll.purpose
        second = met.then("1 " * met.dice[0][0])
        assert "Wasps meet with their pikes" in second.roll.purpose


# ---------------------------------------------------------------- broken by the pikes


def charge(lay: Askew, kind: str = "light_infantry", figures: int = 12, files: int = 12, **more: object) -> Played:
    """A wide unit runs onto a narrow one of pikes, and means to wrap round it."""
    chargers = blue(kind, figures, files=files, id="chargers", at=lay.at(0, -4), facing=lay.facing(0), **more)
    pikes = red("pikemen", 8, files=4, id="pikes", at=lay.at(0.7, 0), facing=lay.facing(180))
    other = red("archers", 6, id="archers", at=lay.at(9, 3), facing=lay.facing(180))
    start = play(field(chargers, pikes, other, **OPEN), BLUE)
    return start.then(march("chargers", ahead(6), Wrap(1, 1)))


def broken(lay: Askew, **more: object) -> Played:
    """It loses half, and fails."""
    struck = charge(lay, **more)
    hits = "6 " * 6 + "1 " * (struck.dice[0][0] - 6)
    return struck.then(hits, "1 1")


@every_layout
def test_a_unit_broken_by_the_pikes_neither_wraps_nor_attacks(lay: Askew) -> None:
    """BW-B2-18: it failed the check at once, so nothing that was ordered after the contact is done."""
    failed = broken(lay)
    assert is_routed(failed.unit("chargers"))
    assert formation(failed.unit("chargers")).left is None
    assert len(failed.events_of(Moved)) == 1
    attack = play(failed.battle, AttackPhase("blue"))
    assert attack.over
    assert not attack.events_of(Struck)


@every_layout
def test_a_unit_that_stood_wraps_and_attacks(lay: Askew) -> None:
    """BW-B2-18, BW-B2-19: the same charge with a good check."""
    struck = charge(lay, figures=24)
    stood = struck.then("6 " * 6 + "1 " * (struck.dice[0][0] - 6), "6 6")
    assert not is_routed(stood.unit("chargers"))
    assert formation(stood.unit("chargers")).left is not None
    assert play(stood.battle, AttackPhase("blue")).roll.rules[0] == "BW-C3-01"


@every_layout
def test_archers_broken_by_the_pikes_do_not_shoot_either(lay: Askew) -> None:
    """BW-B2-18: no attack of any kind, although they used a third of their move only."""
    failed = broken(lay, kind="archers")
    assert play(failed.battle, AttackPhase("blue")).over


@every_layout
def test_a_cornered_unit_broken_by_the_pikes_is_destroyed(lay: Askew) -> None:
    """BW-B2-18, BW-B5-14: it had nowhere to run."""
    gone = broken(lay, marks=("routed", "cornered"))
    assert not gone.unit("chargers").on_table
    assert gone.events_of(Removed)[0].rules == ("BW-B5-14",)
