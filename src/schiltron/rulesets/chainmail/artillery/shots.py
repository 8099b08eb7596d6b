"""A shot that has been called falls: its dice, what it strikes, who is killed (CM-CATAPULT-02, CM-GUN-14)."""

from __future__ import annotations

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import Pointed
from schiltron.battle.state.event import Landed
from schiltron.rulesets.chainmail.artillery.catapults import DIE, missed_by
from schiltron.rulesets.chainmail.artillery.damage import batter, points, works_rules
from schiltron.rulesets.chainmail.artillery.footprints import Footprint
from schiltron.rulesets.chainmail.artillery.outlook import fresh
from schiltron.rulesets.chainmail.artillery.pointing import footprint
from schiltron.rulesets.chainmail.engines import crew, rate_of_fire
from schiltron.rulesets.chainmail.fantasy.magicians import ATTACKED, disturb
from schiltron.rulesets.chainmail.fantasy.stones import STONES
from schiltron.rulesets.chainmail.losses import fell, kill
from schiltron.rulesets.chainmail.siege.wear import wear
from schiltron.rulesets.chainmail.state import Battle, Scene, with_turn


class Shot(Step, frozen=True, tag="chainmail.shot"):
    """A shot that has been called: its die is thrown, and it falls (CM-CATAPULT-12, CM-GUN-13)."""

    unit: str
    pointed: Pointed


def _ask(battle: Battle, step: Shot) -> Roll | None:
    """One die for the variation of a cannon, two for a miss in range where the players want them."""
    unit = battle.units[step.unit]
    if step.pointed.section:
        swing = (Pool(1, DIE, SumOf(), "variation", unit.side),)
        return Roll(purpose=f"{unit.name}: where the end of the dowel swings", pools=swing, rules=("CM-GUN-13",))
    if battle.own.options.scatter == "dice":
        pools = (Pool(1, DIE, SumOf(), "over", unit.side), Pool(1, DIE, SumOf(), "under", unit.side))
        return Roll(purpose=f"{unit.name}: over or under the range called", pools=pools, rules=("CM-CATAPULT-12",))
    return None


def _roll(scene: Scene, step: Shot, pools: tuple[Thrown, ...]) -> None:
    totals = [thrown.total for thrown in pools]
    _fall(scene, step, totals[0] if step.pointed.section else missed_by(*totals))


def _do(scene: Scene, step: Shot) -> None:
    _fall(scene, step, None)


def _fall(scene: Scene, step: Shot, die: int | None) -> None:
    """Whoever is under it and has not been struck before is killed; machines take their siege points."""
    unit = scene.unit(step.unit)
    shot = footprint(scene.battle, unit, step.pointed, die)
    struck = [(key, fresh(scene.unit(key), places)) for key, places in shot.figures]
    counts = (*((key, len(places)) for key, places in struck if places), *((key, 1) for key in shot.machines))
    scene.tell(
        Landed(
            unit=unit.id,
            marks=shot.marks,
            struck=counts,
            tallies=(*shot.tallies, crew(unit), rate_of_fire(unit)),
            stopped=shot.stopped,
            rules=shot.rules,
        )
    )
    for key, places in struck:
        _kill(scene, step.unit, key, places, shot)
    for key, x, y in shot.works:
        feature = piece(scene.battle, key)
        if feature is not None:
            wear(scene, feature, (x, y), points(unit), unit.name, works_rules(unit))
    for key in shot.machines:
        batter(scene, unit, key)
        _fired_on(scene, step.unit, key)


def _kill(scene: Scene, by: str, key: str, places: tuple[int, ...], shot: Footprint) -> None:
    if not places:
        return
    target = scene.unit(key)
    scene.change(with_turn(target, struck=(*target.own.turn.struck, *places)))
    harm = Harm(("missile", "engine"), by, shot.rules)
    if target.own.profile.nature is None:
        fell(scene, key, len(places), harm)
    else:
        disturb(scene, key, ATTACKED)
        kill(scene, key, len(places), harm.under(STONES))
    _fired_on(scene, by, key)


def _fired_on(scene: Scene, by: str, key: str) -> None:
    target = scene.unit(key)
    if by not in target.own.turn.fired_on_by:
        scene.change(with_turn(target, fired_on_by=(*target.own.turn.fired_on_by, by)))


SHOT = rolls(Shot, ask=_ask, roll=_roll, do=_do)
