"""The odds a player is shown, against every throw the door would take, and against many battles fought."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.futures import Future, chances_of, futures
from schiltron.battle.guide.answers import Odds
from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle, Unit
from tests.rulesets.book_of_war.positions import EAST, NORTH, Played, ahead, blue, field, march, piece, play, red, shoot

TURN = (MovementPhase("blue"), AttackPhase("blue"), MoralePhase("blue"))
FIGHT = (AttackPhase("blue"), MoralePhase("blue"))


def over(battle: Battle) -> bool:
    return not battle.agenda


def fate(battle: Battle, start: Unit) -> tuple[int, bool]:
    """Figures a unit has lost, and whether those left have broken."""
    unit = battle.units[start.id]
    if not unit.on_table:
        return start.figures, False
    return start.figures - unit.figures, ROUTED in unit.marks


def ends(played: Played) -> list[Future]:
    return futures(BOOK_OF_WAR, played.battle, over)


def agrees(odds: Odds | None, found: list[Future], start: Unit) -> bool:
    """Whether odds are what comes out when all throws are tried."""
    assert odds is not None
    assert odds.target == start.id
    chances = chances_of(found, lambda battle: fate(battle, start))
    losses = [0.0] * len(odds.losses)
    for (lost, _), chance in chances.items():
        losses[lost] += chance
    assert list(odds.losses) == pytest.approx(losses, abs=1e-9)
    broken = sum(chance for (_, routed), chance in chances.items() if routed)
    assert odds.breaks == pytest.approx(broken, abs=1e-9)
    assert odds.expected_losses == pytest.approx(sum(lost * chance for (lost, _), chance in chances.items()))
    assert odds.destroyed == pytest.approx(losses[start.figures], abs=1e-9)
    assert sum(odds.hits) == pytest.approx(1.0)
    return True


# ---------------------------------------------------------------- shooting


def shooting(target: Unit, *others: Unit, at_rest: bool = True) -> Battle:
    archers = blue("archers", 9, files=3, at=(36, 30), spent=0 if at_rest else 6000)
    return field(archers, target, *others, declare="measure_first")


@pytest.mark.parametrize(
    "target",
    [
        red("light_infantry", 9, files=3, at=(36, 26)),
        red("heavy_infantry", 6, files=3, at=(36, 18)),
        red("light_cavalry", 5, files=5, at=(36, 25), partial_hits=1),
        red("medium_infantry", 10, files=5, at=(36, 26), lost=2),
        red("light_infantry", 3, at=(36, 27)),
    ],
    ids=["near", "far", "partial damage", "losses before", "to the last man"],
)
def test_a_volley(target: Unit) -> None:
    start = play(shooting(target), *FIGHT)
    (shown,) = BOOK_OF_WAR.targets(start.battle, start.decision, "archers")
    assert shown.reasons == ()
    assert shown.odds is not None
    assert shown.odds.exact
    order = Commanded("archers", "shoot", shown.form)
    assert agrees(shown.odds, ends(start.then(order)), target)
    assert BOOK_OF_WAR.preview(start.battle, start.decision, order).odds == shown.odds


def test_a_volley_after_a_move_throws_half_the_dice() -> None:
    """BW-B2-26."""
    target = red("light_infantry", 9, files=3, at=(36, 26))
    start = play(shooting(target, at_rest=False), *FIGHT)
    (shown,) = BOOK_OF_WAR.targets(start.battle, start.decision, "archers")
    assert shown.odds is not None
    assert shown.odds.dice == 9
    assert agrees(shown.odds, ends(start.then(shoot("archers", at="light_infantry"))), target)


def test_a_volley_into_a_crowd_is_divided_and_the_spare_dice_go_to_the_target_and_its_neighbour() -> None:
    """10 dice among four, friends among them; two are left over (BW-B2-38, BW-B2-39)."""
    target = red("light_infantry", 9, files=3, at=(36, 24))
    near = red("pikemen", 6, files=3, at=(33, 24)), red("heavy_cavalry", 4, files=2, at=(39.5, 24))
    friend = blue("medium_infantry", 4, files=2, at=(38.5, 26.5), facing=EAST)
    archers = blue("archers", 5, at=(36, 30))
    start = play(field(archers, target, *near, friend, declare="measure_first"), *FIGHT)
    shown = next(one for one in BOOK_OF_WAR.targets(start.battle, start.decision, "archers") if one.unit == target.id)
    assert shown.odds is not None
    assert shown.odds.dice == 3
    assert {one.target: one.dice for one in shown.beside} == {
        "pikemen": 3,
        "heavy_cavalry": 2,
        "medium_infantry": 2,
    }
    found = ends(start.then(shoot("archers", at=target.id)))
    assert agrees(shown.odds, found, target)
    for beside in shown.beside:
        assert agrees(beside, found, start.unit(beside.target))


def test_those_who_run_already_do_not_break_again() -> None:
    """BW-B5-10."""
    start = play(shooting(red("light_infantry", 9, files=3, at=(36, 26), marks=(ROUTED,))), *FIGHT)
    (shown,) = BOOK_OF_WAR.targets(start.battle, start.decision, "archers")
    assert shown.odds is not None
    assert shown.odds.breaks == 0.0
    assert "do not check" in shown.odds.note


def test_the_cornered_are_destroyed_where_others_break() -> None:
    """BW-B5-14."""
    start = play(shooting(red("light_infantry", 9, files=3, at=(36, 26), marks=(ROUTED, CORNERED))), *FIGHT)
    (shown,) = BOOK_OF_WAR.targets(start.battle, start.decision, "archers")
    free = play(shooting(red("light_infantry", 9, files=3, at=(36, 26))), *FIGHT)
    (usual,) = BOOK_OF_WAR.targets(free.battle, free.decision, "archers")
    assert shown.odds is not None
    assert usual.odds is not None
    assert shown.odds.breaks == usual.odds.breaks > 0
    assert "destroys" in shown.odds.note


# ---------------------------------------------------------------- hand to hand


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (blue("heavy_infantry", 12, files=6, at=(36, 30)), red("light_infantry", 12, files=6, at=(36, 30))),
        (
            blue("medium_cavalry", 6, files=3, at=(36, 30)),
            red("heavy_cavalry", 8, files=4, at=(36, 30), partial_hits=1),
        ),
        (blue("medium_infantry", 8, files=4, at=(36, 30)), red("pikemen", 8, files=4, at=(36, 28.5), facing=NORTH)),
    ],
    ids=["front to front", "horse on open ground", "in the rear"],
)
def test_a_melee(ours: Unit, theirs: Unit) -> None:
    battle = field(ours, theirs, declare="measure_first")
    (shown,) = BOOK_OF_WAR.targets(battle, None, ours.id)
    assert (shown.unit, shown.action) == (theirs.id, "melee")
    assert agrees(shown.odds, ends(play(battle, *FIGHT)), theirs)


def test_pikes_strike_at_an_inch() -> None:
    """BW-B2-22."""
    theirs = red("light_infantry", 8, files=4, at=(36, 29.2))
    battle = field(blue("pikemen", 8, files=4, at=(36, 30)), theirs, declare="measure_first")
    (shown,) = BOOK_OF_WAR.targets(battle, None, "pikemen")
    assert agrees(shown.odds, ends(play(battle, *FIGHT)), theirs)


# ---------------------------------------------------------------- charges


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (blue("heavy_infantry", 12, files=6, at=(36, 30)), red("medium_infantry", 12, files=4, at=(36, 26))),
        (blue("light_infantry", 8, files=4, at=(36, 30)), red("pikemen", 8, files=4, at=(36, 26))),
        (blue("light_infantry", 6, files=6, at=(36, 30)), red("pikemen", 3, at=(36, 26))),
        (blue("heavy_cavalry", 6, files=3, at=(36, 34), partial_hits=1), red("pikemen", 6, files=3, at=(36, 26))),
        (blue("medium_infantry", 8, files=4, at=(36, 30)), red("pikemen", 8, files=4, at=(36, 25), facing=NORTH)),
        (blue("medium_infantry", 6, files=3, at=(36, 30)), red("pikemen", 9, files=3, at=(36, 26), hedgehog=True)),
    ],
    ids=["foot", "onto pikes", "one rank onto pikes", "horse onto pikes", "pikes from behind", "hedgehog"],
)
def test_a_charge(ours: Unit, theirs: Unit) -> None:
    """Pikes strike first, then whoever stands and has not broken (BW-B2-10, BW-B2-17 to BW-B2-19)."""
    start = play(field(ours, theirs, declare="measure_first"), *TURN)
    order = march(ours.id, ahead((ours.pose.y - theirs.pose.y) / 1000 + 0.5))
    shown = BOOK_OF_WAR.preview(start.battle, start.decision, order)
    assert shown.legal
    assert shown.met == theirs.id
    assert shown.odds is not None
    assert shown.odds.exact
    played = start.then(order)
    assert agrees(shown.odds, ends(played), theirs)
    braced = theirs.kind == "pikemen" and theirs.pose.heading != 0
    assert len(shown.risks) == braced
    if braced:
        struck = futures(BOOK_OF_WAR, played.battle, lambda battle: TURN[0] not in battle.agenda)
        chances = chances_of(struck, lambda battle: fate(battle, ours))
        risk = shown.risks[0]
        assert risk.target == ours.id
        assert risk.breaks == pytest.approx(sum(chance for (_, routed), chance in chances.items() if routed))
        assert risk.expected_losses == pytest.approx(sum(lost * chance for (lost, _), chance in chances.items()))


def test_a_charge_onto_two_bodies_of_pikes_at_once() -> None:
    """The second strikes those the first has left; whoever touches both takes the easier foe (BW-C3-11)."""
    ours = blue("light_infantry", 10, files=10, at=(36, 30))
    left, right = (
        red("pikemen", 4, files=2, at=(34, 26), id="left"),
        red("pikemen", 4, files=2, at=(38, 26), id="right"),
    )
    start = play(field(ours, left, right, declare="measure_first"), *TURN)
    order = march(ours.id, ahead(6))
    shown = BOOK_OF_WAR.preview(start.battle, start.decision, order)
    assert [risk.exact for risk in shown.risks] == [True, False]
    assert agrees(shown.odds, ends(start.then(order)), start.unit(shown.met))


def test_broken_ground_takes_the_pikes_their_free_attack() -> None:
    """BW-B2-20."""
    ours, theirs = (
        blue("light_infantry", 8, files=4, at=(36, 30)),
        red("pikemen", 8, files=4, at=(36, 26)),
    )
    start = play(field(ours, theirs, features=[piece("rough", 30, 20, 42, 26)], declare="measure_first"), *TURN)
    shown = BOOK_OF_WAR.preview(start.battle, start.decision, march(ours.id, ahead(6)))
    assert shown.met == "pikemen"
    assert shown.risks == ()
    assert agrees(shown.odds, ends(start.then(march(ours.id, ahead(6)))), theirs)


# ---------------------------------------------------------------- many battles fought


@pytest.mark.parametrize("kind", ["light_infantry", "heavy_cavalry"])
def test_a_thousand_charges_come_out_as_foretold(kind: str) -> None:
    ours, theirs = blue(kind, 8, files=4, at=(36, 34)), red("pikemen", 12, files=6, at=(36, 26))
    start = play(field(ours, theirs, declare="measure_first"), *TURN)
    order = march(kind, ahead(8.5))
    shown = BOOK_OF_WAR.preview(start.battle, start.decision, order)
    assert shown.odds is not None
    dice, trials = FastDice(Random(1346)), 1000
    lost = broken = own = 0
    for _ in range(trials):
        battle = start.then(order).battle
        while not over(battle):
            if battle.roll is not None:
                obeyed = BOOK_OF_WAR.obey(battle, dice.throw(battle.roll, 0))
            else:
                (asked,) = battle.decisions
                assert asked.default is not None
                obeyed = BOOK_OF_WAR.obey(battle, Reply(asked.seat, asked.id, asked.default))
            assert not isinstance(obeyed, Illegal)
            battle = obeyed.battle
        fallen, routed = fate(battle, theirs)
        lost, broken, own = lost + fallen, broken + routed, own + fate(battle, ours)[0]
    variance = sum(
        (number - shown.odds.expected_losses) ** 2 * chance for number, chance in enumerate(shown.odds.losses)
    )
    assert lost / trials == pytest.approx(shown.odds.expected_losses, abs=4 * (variance / trials) ** 0.5)
    assert broken / trials == pytest.approx(shown.odds.breaks, abs=4 * (0.25 / trials) ** 0.5)
    assert own / trials == pytest.approx(shown.risks[0].expected_losses, abs=0.25)
