"""Dice for those who touch an enemy: PP-FIGHT-01."""

from msgspec.structs import replace

from push_of_pike.state import Battle, Scene, Unit
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state import field
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Removed, Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import OffTable

RULE = "PP-FIGHT-01"


class Fights(Step, frozen=True, tag="push_of_pike.fights"):
    side: str


class Blows(Step, frozen=True, tag="push_of_pike.blows"):
    """The dice of one unit, counted before any fell."""

    unit: str
    target: str
    dice: int


def need(battle: Battle) -> Tally:
    number = 5 if battle.own.options.deadly == "five" else 6
    return Tally("to fell a figure", (Term("the number", number, RULE),))


def front(unit: Unit) -> int:
    """Figures of the front rank."""
    return min(unit.figures, unit.body.files)


def _fights(scene: Scene, step: Fights) -> None:
    """All dice of the phase are counted before the first falls."""
    scene.set(phase="fights")
    battle = scene.battle
    pairs = [
        (unit, foes[0])
        for unit in field.commanded_by(battle, step.side)
        if unit.on_table and (foes := field.touching_enemies(battle, unit))
    ]
    scene.now(*(Blows(unit.id, foe.id, front(unit)) for unit, foe in pairs))


def _ask(battle: Battle, step: Blows) -> Roll | None:
    unit, target = battle.units[step.unit], battle.units[step.target]
    if not target.on_table:
        return None
    number = need(battle).total
    pool = Pool(step.dice, 6, AtLeast(number), f"{unit.name}: {number} or more", unit.side)
    return Roll(f"{unit.name} push {target.name}", (pool,), (RULE,))


def _roll(scene: Scene, step: Blows, pools: tuple[Thrown, ...]) -> None:
    target = scene.unit(step.target)
    hits = pools[0].hits
    tallies = (need(scene.battle),)
    scene.tell(
        Struck(
            unit=step.unit,
            target=target.id,
            action="melee",
            dice=step.dice,
            hits=hits,
            kept=0,
            tallies=tallies,
            rules=(RULE,),
        )
    )
    take_off(scene, target.id, Loss(hits), Harm(("melee",), step.unit, (RULE,)))
    target = scene.unit(target.id)
    if not target.figures:
        scene.change(replace(target, place=OffTable("destroyed")))
        scene.tell(Removed(unit=target.id, figures=0, why="destroyed", rules=(RULE,)))


FIGHTS = does(Fights, _fights)
BLOWS = rolls(Blows, ask=_ask, roll=_roll)
