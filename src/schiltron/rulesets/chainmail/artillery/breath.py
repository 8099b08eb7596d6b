"""The breath of dragons, at the end of the moves of their side: CM-FANT-DRAGON-07 to CM-FANT-DRAGON-10,
CM-FANT-DRAGON-13, CM-FANT-ELEM-02, CM-FANT-SIEGE-04."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play.agenda import Step, asks, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import FINISH, Command, Commanded, Pointed
from schiltron.battle.state.event import Checked, Covered, Declared, Landed, Ruled
from schiltron.battle.state.field import commanded_by, commands, enemies, hostile
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.artillery.footprints import bodies_near
from schiltron.rulesets.chainmail.fantasy.magicians import ATTACKED, disturb
from schiltron.rulesets.chainmail.fantasy.prowess import nature_of, stunned
from schiltron.rulesets.chainmail.field import alive, is_engine, is_fleeing, trait
from schiltron.rulesets.chainmail.fortress import WOODEN
from schiltron.rulesets.chainmail.losses import clear, kill
from schiltron.rulesets.chainmail.nature import Trait
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.siege.stations import distance, foot_of, is_holder, is_inside, is_siege
from schiltron.rulesets.chainmail.siege.wear import whole_points
from schiltron.rulesets.chainmail.siege.wreckers import burns, kindle, kindles, machines_under, wooden_under
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, uncanny, with_uncanny
from schiltron.rulesets.chainmail.steps import FallBack
from schiltron.rulesets.chainmail.walking.flying import BREATHS
from schiltron.table.lengths import Mdeg, Mil, direction, heading_of, inches
from schiltron.table.shapes import Cone, Corridor, Template, caught
from schiltron.table.terrain import Feature

BREATHE: Final = "breathe"
LENGTH: Final[Mil] = inches(9)
_MOUTH: Final[Mil] = inches(0.5)
_END: Final[Mil] = inches(3)
_STRIP: Final[Mil] = inches(0.75)
"""As wide as a bolt of lightning (CM-FANT-DRAGON-13)."""
SAVED: Final = 7
_DICE: Final = 2
_SAVE: Final = "CM-FANT-DRAGON-09"
_SAVERS: Final = ("dragons", "super_heroes", "wizards")
_RULES: Final = ("CM-FANT-DRAGON-07", "CM-FANT-DRAGON-08")
_NOT_BY_FIRE: Final = "CM-FANT-TROLL-06"
_A_POINT: Final = 2
"""What a defence point that burns is worth, in eighths of a point."""


class Breaths(Step, frozen=True, tag="chainmail.breaths"):
    """The dragons of these sides may breathe, the first side's first."""

    sides: tuple[str, ...]


def breaths_of(battle: Battle, *sides: str) -> tuple[Breaths, ...]:
    """What comes at the end of the moves of some sides, where the supplement is played."""
    return (Breaths(sides),) if battle.own.options.fantasy == "on" else ()


class Breath(Step, frozen=True, tag="chainmail.breath"):
    """A breath that has been drawn takes effect along a bearing."""

    unit: str
    bearing: Mdeg


# ---------------------------------------------------------------- who can


def breath_of(unit: Unit) -> Trait | None:
    return trait(unit, "breathes")


def unable(battle: Battle, unit: Unit) -> list[Reason]:
    """Everything against a breath now: one a turn, three before it has to rest."""
    how = breath_of(unit)
    if how is None or not unit.on_table or not alive(unit):
        return [Reason(f"{unit.name} has no breath to use", _RULES[:1])]
    found, done = [], uncanny(unit)
    if done.breathed_in == battle.turn:
        found.append(Reason(f"{unit.name} has breathed this turn", ("CM-FANT-DRAGON-08",)))
    if done.breaths >= BREATHS:
        text = f"{unit.name} is empty and has to spend a turn on the ground without stirring"
        found.append(Reason(text, ("CM-FANT-DRAGON-10",)))
    if is_fleeing(unit) or stunned(battle, unit):
        found.append(Reason(f"{unit.name} is not free to breathe", _RULES[:1]))
    return found


def template(unit: Unit, bearing: Mdeg) -> Template:
    """From the edge of its base: a cone that opens from half an inch to three, or the strip of a bolt."""
    (ux, uy), off = direction(bearing), unit.body.base.depth / 2
    x, y = round(unit.outline.x + ux * off), round(unit.outline.y + uy * off)
    how = breath_of(unit)
    if how is not None and "strip" in how.against:
        return Corridor(x, y, round(x + ux * LENGTH), round(y + uy * LENGTH), _STRIP)
    return Cone(x, y, bearing, LENGTH, _MOUTH, _END)


def victims(battle: Battle, unit: Unit, bearing: Mdeg) -> Iterator[tuple[Unit, tuple[int, ...]]]:
    """Enemies under a breath, with the places of the figures it touches."""
    shape, foes = template(unit, bearing), {foe.id for foe in enemies(battle, unit)}
    for body in in_line(bodies_near(battle, shape)):
        if body.id in foes and body.figures and not is_engine(body) and not is_inside(battle, body):
            struck = tuple(sorted(one.index for one in caught(shape, body.places[: body.figures]) if one.touched))
            if struck:
                yield body, struck


def takes_fire(battle: Battle, unit: Unit, bearing: Mdeg) -> tuple[list[Feature], list[Unit]]:
    """The wooden works and machines of enemies that a breath of fire or lightning sets alight (CM-FANT-SIEGE-04)."""
    if not kindles(unit):
        return [], []
    shape, at = template(unit, bearing), (unit.outline.x, unit.outline.y)
    works = wooden_under(battle, shape, at) if not is_holder(battle, unit) else []
    return works, [one for one in machines_under(battle, shape) if hostile(battle, unit, one)]


def spared(unit: Unit, target: Unit) -> tuple[str, str]:
    """Whether a breath kills a target ("" and no rule), drives it back, or does nothing, and by which rule."""
    how, driven = breath_of(unit), trait(target, "driven_back")
    if driven is not None and how is not None:
        return ("back" if driven.against[0] in how.against else "nothing"), driven.rule
    if trait(target, "slain_by_its_own_scores") is not None:
        return "nothing", _NOT_BY_FIRE
    return "", ""


def saves(target: Unit) -> bool:
    """Dragons, super heroes and wizards may be saved (CM-FANT-DRAGON-09)."""
    nature = nature_of(target)
    return nature is not None and nature.is_called(_SAVERS) and nature.combat != "hero"


# ---------------------------------------------------------------- asked


def _breathers(battle: Battle, side: str) -> tuple[str, ...]:
    ours = (unit for unit in commanded_by(battle, side) if breath_of(unit) is not None)
    return tuple(unit.id for unit in in_line(ours) if not unable(battle, unit) and _in_reach(battle, unit))


def _in_reach(battle: Battle, unit: Unit) -> bool:
    far = LENGTH + unit.body.base.depth
    near = any(foe.figures and unit.outline.near(foe.outline, far) for foe in enemies(battle, unit))
    return near or any(True for _ in _wood_near(battle, unit))


def _wood_near(battle: Battle, unit: Unit) -> Iterator[tuple[float, float]]:
    """The nearest points of works that a breath could set alight (CM-FANT-SIEGE-04)."""
    if not kindles(unit) or not is_siege(battle) or is_holder(battle, unit):
        return
    for feature in battle.table.features:
        if feature.kind in WOODEN and distance(unit, feature) <= LENGTH and not burns(battle, feature):
            yield foot_of(feature, unit.outline.x, unit.outline.y)


def _ask(battle: Battle, step: Breaths) -> tuple[Command, ...] | None:
    actors = _breathers(battle, step.sides[0]) if step.sides else ()
    if not actors:
        return None
    return (
        Command(
            seat=battle.units[actors[0]].controller,
            prompt="Point the breath of a dragon, or finish.",
            rules=_RULES,
            actors=actors,
            actions=(BREATHE,),
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: Breaths, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    unit = view.units.get(answer.actor)
    if unit is None or answer.action != BREATHE:
        return [Reason("a dragon breathes, or you have finished", decision.rules)]
    if not commands(view, step.sides[0], unit):
        return [Reason(f"{unit.name} is not on your side", decision.rules)]
    if not isinstance(answer.form, Pointed):
        return [Reason("a bearing is needed", decision.rules)]
    return unable(view, unit)


def _take(scene: Scene, step: Breaths, answers: tuple[Commanded, ...]) -> None:
    answer = answers[0]
    if not isinstance(answer.form, Pointed):
        _do(scene, step)
        return
    unit = scene.unit(answer.actor)
    how = breath_of(unit)
    assert how is not None, "it was judged to have a breath"
    done = uncanny(unit).breaths + 1
    scene.change(with_uncanny(unit, breaths=done, breathed_in=scene.battle.turn))
    scene.tell(Declared(unit=unit.id, action=f"breathe {how.against[0]}", rules=(how.rule, *_RULES)))
    if done >= BREATHS:
        what = f"{unit.name} is empty: it has to come down and rest a turn before it breathes again"
        scene.tell(Ruled(what=what, rules=("CM-FANT-DRAGON-10",)))
    scene.now(Breath(unit.id, answer.form.bearing), step)


def _do(scene: Scene, step: Breaths) -> None:
    if step.sides[1:]:
        scene.now(Breaths(step.sides[1:]))


def _sample(view: Battle, step: Breaths, decision: Command, random: Random) -> Commanded:
    if random.random() < 0.2:
        return FINISH
    unit = view.units[random.choice(decision.actors)]
    return Commanded(unit.id, BREATHE, Pointed(random.randrange(360_000), LENGTH))


def _suggest(view: Battle, step: Breaths, decision: Command) -> Iterator[Commanded]:
    """At the enemies of whom it is likely to kill most by their price."""
    found: list[tuple[float, int, Commanded]] = []
    for actor in decision.actors:
        unit = view.units[actor]
        near = [foe for foe in enemies(view, unit) if unit.outline.near(foe.outline, LENGTH + unit.body.base.depth)]
        spots = [(foe.outline.x, foe.outline.y) for foe in near if foe.figures]
        for x, y in (*spots, *_wood_near(view, unit)):
            bearing = heading_of(x - unit.outline.x, y - unit.outline.y)
            gain = _gain(view, unit, bearing)
            if gain:
                found.append((-gain, len(found), Commanded(actor, BREATHE, Pointed(bearing, LENGTH))))
    yield from (answer for _, _, answer in sorted(found, key=lambda one: one[:2]))
    yield FINISH


def _gain(view: Battle, unit: Unit, bearing: Mdeg) -> int:
    """What a breath is likely to destroy, by its price; a work that burns down by what it could bear."""
    works, machines = takes_fire(view, unit, bearing)
    burnt = sum(_A_POINT * whole_points(one) for one in works) + sum(worth(one, one.figures) for one in machines)
    return burnt + sum(worth(one, expected(unit, one, len(places))) for one, places in victims(view, unit, bearing))


def expected(unit: Unit, target: Unit, struck: int) -> int:
    """Figures of a target that fall if so many are touched; those who may be saved count half."""
    if spared(unit, target)[0]:
        return 0
    return struck if not saves(target) else (struck + 1) // 2


# ---------------------------------------------------------------- what it does


def _saving(battle: Battle, step: Breath) -> list[tuple[str, int]]:
    unit = battle.units[step.unit]
    caught_ones = victims(battle, unit, step.bearing)
    return [(foe.id, len(places)) for foe, places in caught_ones if saves(foe) and not spared(unit, foe)[0]]


def _ask_saves(battle: Battle, step: Breath) -> Roll | None:
    due = _saving(battle, step)
    if not due:
        return None
    pools = tuple(
        Pool(_DICE, 6, SumOf(), battle.units[key].name, battle.units[key].side)
        for key, number in due
        for _ in range(number)
    )
    return Roll(f"who is saved from the breath of {battle.units[step.unit].name} ({SAVED} or more)", pools, (_SAVE,))


def _roll_saves(scene: Scene, step: Breath, pools: tuple[Thrown, ...]) -> None:
    thrown, saved = iter(pools), {}
    for key, number in _saving(scene.battle, step):
        totals = [next(thrown).total for _ in range(number)]
        saved[key] = sum(total >= SAVED for total in totals)
        for total in totals:
            tally = Tally("saved", (Term("2d6", total),))
            told = Checked(unit=key, why="the breath", tally=tally, need=SAVED, passed=total >= SAVED, rules=(_SAVE,))
            scene.tell(told)
    _fall(scene, step, saved)


def _no_saves(scene: Scene, step: Breath) -> None:
    _fall(scene, step, {})


def _fall(scene: Scene, step: Breath, saved: dict[str, int]) -> None:
    """Whoever is under it and is neither saved nor proof is killed at once."""
    unit = scene.unit(step.unit)
    how = breath_of(unit)
    assert how is not None
    struck = [(foe, places, *spared(unit, foe)) for foe, places in victims(scene.battle, unit, step.bearing)]
    counts = tuple((foe.id, len(places)) for foe, places, _, _ in struck)
    scene.tell(
        Landed(
            unit=unit.id,
            marks=(Covered(template(unit, step.bearing)),),
            struck=counts,
            rules=(how.rule,),
            what="breath",
        )
    )
    back = []
    for foe, places, spares, rule in struck:
        disturb(scene, foe.id, ATTACKED)
        if spares:
            if spares == "back":
                back.append(FallBack(foe.id, (unit.id,), rule))
            else:
                scene.tell(Ruled(what=f"the breath does {foe.name} no harm", rules=(rule,)))
            continue
        kill(scene, foe.id, len(places) - saved.get(foe.id, 0), Harm((how.against[0],), unit.id, (how.rule,)))
    clear(scene, (how.rule,))
    kindle(scene, *takes_fire(scene.battle, unit, step.bearing))
    scene.now(*back)


BREATHS_DRAWN: Final = asks(Breaths, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
BREATH: Final = rolls(Breath, ask=_ask_saves, roll=_roll_saves, do=_no_saves)
