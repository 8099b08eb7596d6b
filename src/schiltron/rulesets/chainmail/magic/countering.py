"""Counter-spells (CM-FANT-SPELL-05, CM-FANT-SPELL-06): against a spell as it is cast, or one that lasts."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import rolls
from schiltron.battle.play.option_choice import chooses, chosen
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.effects import Effect, While
from schiltron.battle.state.event import Checked, Worked
from schiltron.battle.state.field import asked_seat
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.fantasy.at_work import LOOSE, SUMMONED
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.magic.landing import said
from schiltron.rulesets.chainmail.magic.rows import power_of
from schiltron.rulesets.chainmail.magic.spellbook import name_of_effect
from schiltron.rulesets.chainmail.magic.steps import Cast, Counter, MayCounter, Spell
from schiltron.rulesets.chainmail.magic.strength import counters_on
from schiltron.rulesets.chainmail.magic.summoning import vanish
from schiltron.rulesets.chainmail.magic.wizards import against_powers, against_spells, wizards
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_turn

LET_BE: Final = "let_be"
COUNTERS: Final = "a counter-spell"
_DICE: Final = 2
_SIDES: Final = 6
_RULES: Final = ("CM-FANT-SPELL-05", "CM-FANT-SPELL-06")

# ---------------------------------------------------------------- as it is cast


def free_to_counter(battle: Battle, side: str) -> list[Unit]:
    """Magic users of a side whose powers are not taken up yet (CM-FANT-SPELL-06)."""
    return [one for one in wizards(battle, side) if not against_powers(battle, one) and not against_spells(battle, one)]


def _ask(battle: Battle, step: MayCounter) -> tuple[Choose, ...] | None:
    free = free_to_counter(battle, step.sides[0]) if step.sides else []
    if not free:
        return None
    caster = battle.units[step.cast.unit]
    title = power_of(caster, step.cast.power).title.lower()
    options = tuple(
        Option(one.id, f"{one.name} counters it, on {counters_on(battle, one, caster)} or more") for one in free
    )
    return (
        Choose(
            seat=asked_seat(battle, step.sides[0]) or UNSEATED,
            prompt=f"{caster.name} casts a spell, {title}, {said(battle, step.cast)}. Let it be, or counter it?",
            waits="magic users to counter a spell",
            rules=_RULES,
            options=(Option(LET_BE, "Let it be", forgoes=True), *options),
            window=True,
            default=Chosen((LET_BE,)),
        ),
    )


def _take(scene: Scene, step: MayCounter, answers: tuple[Chosen, ...]) -> None:
    key = chosen(answers)
    rest = replace(step, sides=step.sides[1:])
    if key == LET_BE:
        scene.now(rest)
        return
    scene.change(with_turn(scene.unit(key), cast=True))
    scene.now(Counter(key, step.cast.unit, step.cast), rest)


def _do(scene: Scene, step: MayCounter) -> None:
    """Nobody of this side can; when nobody is left to ask, the spell comes about."""
    if step.sides[1:]:
        scene.now(replace(step, sides=step.sides[1:]))
    else:
        scene.now(Spell(step.cast))


MAY_COUNTER: Final = chooses(MayCounter, ask=_ask, take=_take, do=_do)

# ---------------------------------------------------------------- tried


def _ask_dice(battle: Battle, step: Counter) -> Roll | None:
    if not alive(battle.units[step.unit]):
        return None
    unit, caster = battle.units[step.unit], battle.units[step.caster]
    pools = (Pool(_DICE, _SIDES, SumOf(), unit.name, unit.side),)
    need = counters_on(battle, unit, caster)
    return Roll(f"whether {unit.name} counters the spell of {caster.name}, on {need} or more", pools, _RULES)


def _roll(scene: Scene, step: Counter, pools: tuple[Thrown, ...]) -> None:
    """It takes all his powers: what he keeps up himself is over first, whatever comes of it (CM-FANT-SPELL-06)."""
    let_go(scene, step.unit)
    unit, caster = scene.unit(step.unit), scene.unit(step.caster)
    tally = Tally("counter-spell", (Term("2d6", pools[0].total),))
    need = counters_on(scene.battle, unit, caster)
    passed = tally.total >= need
    scene.tell(Checked(unit=unit.id, why=COUNTERS, tally=tally, need=need, passed=passed, rules=_RULES, of="power"))
    if passed:
        _end(scene, step)


def _end(scene: Scene, step: Counter) -> None:
    if step.cast is not None:
        _drop(scene, step.cast)
        return
    effect = next((one for one in scene.battle.effects.all if one.id == step.effect), None)
    if effect is None:
        return
    name = name_of_effect(scene.battle, effect)
    scene.tell(Worked(unit=step.unit, power="Counter-spell", what=f"ends {name}", rules=_RULES))
    lift(scene, effect)


def lift(scene: Scene, effect: Effect) -> None:
    """A spell is countered: what it called into being is gone (CM-FANT-SPELL-18), all else ends as it always would."""
    if effect.kind in (SUMMONED, LOOSE):
        vanish(scene, effect.target, ("CM-FANT-SPELL-18",))
    else:
        scene.lift(effect, _RULES[:1])


def _drop(scene: Scene, cast: Cast) -> None:
    """The window that was left open for others is closed, and the spell with it."""
    agenda = tuple(one for one in scene.battle.agenda if not (isinstance(one, MayCounter) and one.cast == cast))
    scene.set(agenda=agenda)
    title = power_of(scene.unit(cast.unit), cast.power).title
    scene.tell(Worked(unit=cast.unit, power=title, what="comes to nothing: it is countered", rules=_RULES[:1]))


def let_go(scene: Scene, unit_id: str) -> None:
    """Everything that a magic user keeps up is over."""
    scene.deed(unit_id, "cast", rules=("CM-FANT-SPELL-06",))
    for effect in kept_up(scene.battle, unit_id):
        scene.lift(effect, ("CM-FANT-SPELL-06",))


def kept_up(battle: Battle, unit_id: str) -> list[Effect]:
    """What a magic user keeps up."""
    return [one for one in battle.effects.all if one.by == unit_id and any(isinstance(end, While) for end in one.ends)]


COUNTER: Final = rolls(Counter, ask=_ask_dice, roll=_roll)
