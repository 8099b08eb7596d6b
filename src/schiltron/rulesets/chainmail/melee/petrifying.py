"""Whom the face of a basilisk or cockatrice turns to stone, whom its touch does, and whom a giant spider kills
(CM-FANT-BASILISK-01, CM-FANT-BASILISK-02, CM-FANT-SPIDER-01).

Everybody looks who ends a move, or fights, with its face no more than three inches before him, of whichever side he is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from shapely import Point, Polygon

from schiltron.battle.guide.probability import NONE, Chances, successes, sums, together
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Checked
from schiltron.battle.state.field import company, meets, opponents
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.fantasy.at_work import is_phantasm
from schiltron.rulesets.chainmail.fantasy.light import is_blind
from schiltron.rulesets.chainmail.fantasy.magicians import ATTACKED, disturb
from schiltron.rulesets.chainmail.fantasy.prowess import nature_of
from schiltron.rulesets.chainmail.field import alive, has_trait, trait
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import clear, kill
from schiltron.rulesets.chainmail.melee.involved import standing
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.table.body import Figure
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, inches
from schiltron.table.rectangles import Rect, gap

Cause = Literal["gaze", "touch"]


class Stares(Step, frozen=True, tag="chainmail.stares"):
    """Before melees are fought: whoever fights a creature before its face looks at it."""


class Petrify(Step, frozen=True, tag="chainmail.petrify"):
    """Figures of these units look at a creature, or touch it, and are lost unless they are saved."""

    creature: str
    units: tuple[str, ...]
    cause: Cause


class Victim(NamedTuple):
    """So many figures of a unit, each of whom needs that much on two dice to be saved; None where nothing saves."""

    unit: str
    figures: int
    need: int | None
    rule: str


DICE: Final = 2
DIE: Final = 6
_REACH: Final[Mil] = inches(3)
_OTHERS: Final = "all_others"
_SAVES: Final = {
    (str(row["cause"]), str(row["victim"])): int(str(row["two_dice_min"])) if str(row["two_dice_min"]) != "-" else None
    for row in LAW.sheet("CM-T-fant-basilisk").records()
}
_FRAIL: Final = next(victim for cause, victim in _SAVES if cause == "touch" and victim != _OTHERS)
_WHY: Final[dict[Cause, str]] = {"gaze": "a look at the face of {}", "touch": "the touch of {}"}


# ---------------------------------------------------------------- who is in danger


def victims(battle: Battle, step: Petrify) -> list[Victim]:
    """Those whom it befalls as things stand; who is with a unit shares its fate if all of it is in danger."""
    creature = battle.units[step.creature]
    found: list[Victim] = []
    if not creature.on_table or is_phantasm(battle, creature.id):
        return found
    for unit in in_line(battle.units[key] for key in step.units):
        caught = in_danger(battle, creature, unit, step.cause)
        if not caught:
            continue
        reached = [unit, *company(battle, unit)] if caught == unit.figures else [unit]
        for one in reached:
            save = _save(creature, one, step.cause)
            if save is not None:
                found.append(Victim(one.id, min(caught, one.figures), *save))
    return found


def in_danger(battle: Battle, creature: Unit, unit: Unit, cause: Cause) -> int:
    """How many figures of a unit look at a creature, or touch it."""
    if not alive(unit) or not unit.on_table or is_phantasm(battle, unit.id) or not meets(battle, creature, unit):
        return 0
    if cause == "touch":
        return sum(any(gap(one.rect, rect) <= CONTACT for rect in creature.outline.rects) for one in standing(unit))
    if has_trait(unit, "turns_to_stone") or not has_trait(creature, "turns_to_stone") or is_blind(battle, unit):
        return 0
    return sum(_looks(one, creature.outline.main) for one in standing(unit))


def _looks(figure: Figure, it: Rect) -> bool:
    """Whether the face, the middle of its front, is near and in front of a figure, and the figure before the face."""
    face, here = (it.x + it.fx * it.half_depth, it.y + it.fy * it.half_depth), figure.rect
    if Polygon(here.corners).distance(Point(face)) > _REACH + TOLERANCE:
        return False
    ahead = (face[0] - here.x) * here.fx + (face[1] - here.y) * here.fy >= here.half_depth - TOLERANCE
    return ahead and (here.x - face[0]) * it.fx + (here.y - face[1]) * it.fy > 0


def _save(creature: Unit, unit: Unit, cause: Cause) -> tuple[int | None, str] | None:
    """What saves a figure, and by which rule; None for those whom it does nothing. A basilisk has an entry of its own,
    and is no dragon (CM-FANT-BASILISK-05)."""
    nature, gaze = nature_of(unit), trait(creature, "turns_to_stone")
    if cause == "gaze":
        assert gaze is not None, "it is no danger to look at"
        names = nature.called if nature is not None else ()
        better = [_SAVES[cause, name] for name in names if (cause, name) in _SAVES]
        return (better[0] if better else _SAVES[cause, _OTHERS]), gaze.rule
    if gaze is not None:
        frail = nature is not None and any(name in _FRAIL for name in nature.called)
        return _SAVES[cause, _FRAIL if frail else _OTHERS], "CM-FANT-BASILISK-02"
    kills = trait(creature, "kills_unless_saved")
    ordinary = nature is None or not nature.combat
    return (kills.value, kills.rule) if kills is not None and ordinary else None


def _own_dice(unit: Unit) -> tuple[Term, ...]:
    """What a lesser magic user takes off his dice (CM-FANT-WIZARD-02)."""
    nature = nature_of(unit)
    if nature is None or not nature.grade:
        return ()
    return (Term("a lesser magic user", -nature.grade, "CM-FANT-WIZARD-02"),)


def chance_of_loss(unit: Unit, need: int | None) -> float:
    """How likely one figure is to be lost."""
    if need is None:
        return 1.0
    least = need - sum(term.value for term in _own_dice(unit))
    return sum(chance for total, chance in enumerate(sums(DICE, DIE)) if total < least)


def promised(battle: Battle, unit: Unit, foes: Iterable[Unit]) -> Chances:
    """Chances of figures of a unit lost in a round of melee with such creatures: to their faces first, and of who is
    left to their touch."""
    found = NONE
    for foe in foes:
        for cause in _causes(foe):
            for one in victims(battle, Petrify(foe.id, (unit.id,), cause)):
                if one.unit == unit.id:
                    found = together(found, successes(one.figures, chance_of_loss(unit, one.need)))
    return found


def _causes(creature: Unit) -> tuple[Cause, ...]:
    if has_trait(creature, "turns_to_stone"):
        return "gaze", "touch"
    return ("touch",) if has_trait(creature, "kills_unless_saved") else ()


# ---------------------------------------------------------------- when it comes about


def stare(scene: Scene, *movers: str) -> None:
    """Some have ended their moves: whoever looks at a face now, of those who moved or because it has."""
    if scene.battle.own.options.fantasy == "off":
        return
    scene.now(*looks(scene.battle, *movers))


def looks(battle: Battle, *movers: str) -> Iterator[Petrify]:
    """Who looks at what as things stand."""
    for creature in in_line(battle.standing()):
        if has_trait(creature, "turns_to_stone"):
            near = [one for one in in_line(battle.standing()) if creature.id in movers or one.id in movers]
            keys = tuple(one.id for one in near if in_danger(battle, creature, one, "gaze"))
            if keys:
                yield Petrify(creature.id, keys, "gaze")


def _stares(scene: Scene, _step: Stares) -> None:
    scene.now(*_in_melee(scene.battle, scene.battle.units, "gaze"))


def touched(scene: Scene, fought: Iterable[str]) -> None:
    """After the blows of a round: whoever touches such a creature, or is touched by it."""
    scene.now(*_in_melee(scene.battle, fought, "touch"))


def _in_melee(battle: Battle, keys: Iterable[str], cause: Cause) -> Iterator[Petrify]:
    for key in battle.in_line(dict.fromkeys(keys)):
        creature = battle.units[key]
        if cause in _causes(creature) and alive(creature) and creature.on_table:
            foes = tuple(one.id for one in in_line(opponents(battle, creature)))
            if foes:
                yield Petrify(key, foes, cause)


# ---------------------------------------------------------------- carried out


def _ask(battle: Battle, step: Petrify) -> Roll | None:
    found = [one for one in victims(battle, step) if one.need is not None]
    if not found:
        return None
    pools = [
        Pool(DICE, DIE, SumOf(), battle.units[one.unit].name, battle.units[one.unit].side)
        for one in found
        for _ in range(one.figures)
    ]
    why = _WHY[step.cause].format(battle.units[step.creature].name)
    return Roll(f"who is saved from {why}", tuple(pools), tuple(dict.fromkeys(one.rule for one in found)))


def _roll(scene: Scene, step: Petrify, pools: tuple[Thrown, ...]) -> None:
    _befall(scene, step, iter(pools))


def _do(scene: Scene, step: Petrify) -> None:
    _befall(scene, step, iter(()))


def _befall(scene: Scene, step: Petrify, pools: Iterator[Thrown]) -> None:
    rules: list[str] = []
    for one in victims(scene.battle, step):
        unit = scene.unit(one.unit)
        lost = one.figures
        if one.need is not None:
            lost -= sum(_saved(scene, step, unit, one, next(pools).total) for _ in range(one.figures))
        rules.append(one.rule)
        if lost:
            kill(scene, one.unit, lost, Harm((step.cause,), step.creature, (one.rule,)))
    clear(scene, tuple(dict.fromkeys(rules)))


def _saved(scene: Scene, step: Petrify, unit: Unit, one: Victim, total: int) -> bool:
    assert one.need is not None, "nothing saves him"
    tally = Tally("saved", (Term("2d6", total), *_own_dice(unit)))
    passed = tally.total >= one.need
    why = _WHY[step.cause].format(scene.unit(step.creature).name)
    rules = (one.rule, *(term.rule for term in _own_dice(unit)))
    scene.tell(Checked(unit=unit.id, why=why, tally=tally, need=one.need, passed=passed, rules=rules, of="luck"))
    disturb(scene, unit.id, ATTACKED)
    return passed


STARES: Final = does(Stares, _stares)
PETRIFY: Final = rolls(Petrify, ask=_ask, roll=_roll, do=_do)
