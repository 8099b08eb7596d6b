"""What greater spells do when they take effect (chapter A4): by the word of their row, not by their name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from schiltron.battle.play.agenda import does, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.play.powers import Point, Power
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.effects import Moment, OnUnit, Until
from schiltron.battle.state.event import Covered, Landed, Struck, Worked
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.attacks.area_damage import AreaHit
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE
from schiltron.rulesets.book_of_war.attacks.wounds import fall, take_hits
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.enclosed import level_with
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.hiding import put_down
from schiltron.rulesets.book_of_war.magic.breaches import breach
from schiltron.rulesets.book_of_war.magic.drained_ground import drain
from schiltron.rulesets.book_of_war.magic.landing import burst
from schiltron.rulesets.book_of_war.magic.moved_earth import shift
from schiltron.rulesets.book_of_war.magic.rows import power_of
from schiltron.rulesets.book_of_war.magic.spellbook import BY, is_mass
from schiltron.rulesets.book_of_war.magic.steps import Spell, Unmake
from schiltron.rulesets.book_of_war.shelter import SHELL, shelter
from schiltron.rulesets.book_of_war.state import Battle, Scene
from schiltron.rulesets.book_of_war.weather import can_shift, shift_weather

_FALLEN: Final = ("BW-C3-04", "BW-C3-05", "BW-B4-07")


def lasts(battle: Battle, turns: int) -> Until:
    """So many turns from now: until the attack phase of the same side so many turns later."""
    return Until(Moment(battle.turn + turns, f"attacks {battle.active}"))


def _tell(scene: Scene, unit: str, power: Power, what: str, *rules: str) -> None:
    scene.tell(Worked(unit=unit, power=power.title, what=what, rules=rules or power.rules))


# ---------------------------------------------------------------- on oneself, on a unit


def _shell(scene: Scene, step: Spell, power: Power) -> None:
    """No magic, his own neither (BW-A4-16); he may end it at any moment (BW-A4-17)."""
    if in_play(scene.unit(step.unit)):
        ends = (lasts(scene.battle, power.turns),)
        unit = step.unit
        scene.begin(SHELL, OnUnit(unit), ends=ends, rules=power.rules, mark=SHELL, by=unit, obeys=unit)


def death_hits(battle: Battle, wizard_id: str, power: Power) -> Tally:
    """4 hits, and a third of the wizard's rank, rounded down (BW-A4-19); of another spell as many as it has dice
    (BW-A4-30)."""
    rank, rule = troop(battle.units[wizard_id]).rank, power.rules[0]
    terms = [Term(power.title.lower(), power.amount, rule)]
    if power.rank_step:
        terms.append(Term("a third of his rank", rank // power.rank_step, rule))
    return Tally("hits", tuple(terms), measure="hits")


def _hits(scene: Scene, step: Spell, power: Power) -> None:
    """On a unit as a whole, without a save and however many its figures can take (BW-A4-19); heroes and the greatest
    monsters are not harmed (BW-A4-20)."""
    target = scene.unit(step.target)
    if not in_play(target):
        return
    if shelter(scene.battle, step.target) is not None:
        _tell(scene, step.unit, power, f"an antimagic shell shelters {target.name}", "BW-A4-16")
        return
    if not is_mass(target):
        _tell(scene, step.unit, power, f"{target.name} cannot be harmed by it", "BW-A4-20")
        return
    tally = death_hits(scene.battle, step.unit, power)
    fallen, kept = take_hits(scene, step.target, tally.total)
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=power.title.lower(),
            dice=0,
            hits=tally.total,
            kept=kept,
            tallies=(tally,),
            rules=power.rules,
        )
    )
    fall(scene, step.target, fallen, Harm(power.tags, step.unit, _FALLEN))


def _blast(scene: Scene, step: Spell, power: Power) -> None:
    """An area attack where it was aimed, without scatter (BW-A4-29, BW-A1-13): on one figure, or on all whose middles
    lie in its area, friends too."""
    assert step.at is not None
    there = level_with(scene.battle, scene.unit(step.target)) if step.target else None
    ground, struck = burst(scene.battle, step.unit, power, Point(*step.at), there)
    for one in struck:
        put_down(scene, one, "BW-A2-05")
    mark = Covered(ground, power.title)
    scene.tell(Landed(unit=step.unit, marks=(mark,), struck=tuple(struck.items()), rules=power.rules))
    scene.now(
        *(
            AreaHit(step.unit, one, power.amount, power.tags[1:], power.title.lower(), power.rules, figures)
            for one, figures in struck.items()
        )
    )


# ---------------------------------------------------------------- on the ground


def _drain(scene: Scene, step: Spell, power: Power) -> None:
    drain(scene, step, power, lasts(scene.battle, power.turns))


def _shift(scene: Scene, step: Spell, power: Power) -> None:
    shift(scene, step, power, lasts(scene.battle, power.turns))


def _weather(scene: Scene, step: Spell, power: Power) -> None:
    """A step up or down, within a step of the natural weather (BW-A4-18, BW-O1-03); and again in each later turn of his
    for the rest of the battle."""
    by = BY[step.way]
    if can_shift(scene.battle, by):
        shift_weather(scene, by, "BW-A4-18")
    else:
        _tell(scene, step.unit, power, "the weather cannot go that way", "BW-O1-03")
    if scene.battle.effects.of_kind(step.unit, power.key) is None and in_play(scene.unit(step.unit)):
        scene.begin(power.key, OnUnit(step.unit), rules=power.rules, by=step.unit)


_DOES: Final[Mapping[str, Callable[[Scene, Spell, Power], None]]] = MappingProxyType(
    {
        "shell": _shell,
        "hits": _hits,
        "blast": _blast,
        "drain": _drain,
        "shift": _shift,
        "weather": _weather,
        "slay": breach,
    }
)


def _spell(scene: Scene, step: Spell) -> None:
    power = power_of(scene.unit(step.unit), step.power)
    _DOES[power.does](scene, step, power)


# ---------------------------------------------------------------- disintegrate


def _ask_unmake(battle: Battle, step: Unmake) -> Roll | None:
    target, power = battle.units[step.target], power_of(battle.units[step.unit], step.power)
    if not in_play(target) or shelter(battle, step.target) is not None:
        return None
    pool = Pool(1, DIE, AtLeast(power.amount), f"{target.name}: {power.amount} or more", target.side)
    return Roll(f"{target.name} saves against {power.title.lower()}", (pool,), ("BW-A4-21",))


def _roll_unmake(scene: Scene, step: Unmake, pools: tuple[Thrown, ...]) -> None:
    power, saved = power_of(scene.unit(step.unit), step.power), pools[0].hits > 0
    name = scene.unit(step.target).name
    what = f"{name} saves himself on {power.amount} or more" if saved else f"{name} is no more"
    _tell(scene, step.unit, power, what, "BW-A4-21")
    if not saved:
        take_hits(scene, step.target, troop(scene.unit(step.target)).hit_dice)
        fall(scene, step.target, 1, Harm(power.tags, step.unit, ("BW-A4-21", "BW-B4-07")))


def _do_unmake(scene: Scene, step: Unmake) -> None:
    target = scene.unit(step.target)
    if in_play(target):
        power = power_of(scene.unit(step.unit), step.power)
        _tell(scene, step.unit, power, f"an antimagic shell shelters {target.name}", "BW-A4-16")


SPELL = does(Spell, _spell)
UNMAKE = rolls(Unmake, ask=_ask_unmake, roll=_roll_unmake, do=_do_unmake)
