"""One round for every melee: CM-TURN-07, CM-MELEE-01, CM-MELEE-03, CM-TURN-16, CM-FANT-FCT-01."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.closing_up import close_up
from schiltron.battle.movement.separation import part_who_are_apart
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.field import fights_for
from schiltron.battle.words.grammar import counted, listed
from schiltron.rulesets.chainmail.fantasy.combat_table import may_withdraw
from schiltron.rulesets.chainmail.fantasy.magicians import ATTACKED, disturb, unmask
from schiltron.rulesets.chainmail.fantasy.unseen import has_fought, show_who_fights
from schiltron.rulesets.chainmail.field import goes_singly, like_figures
from schiltron.rulesets.chainmail.losses import clear, fell, in_danger, kill
from schiltron.rulesets.chainmail.melee import duels
from schiltron.rulesets.chainmail.melee.challenges import Challenges
from schiltron.rulesets.chainmail.melee.contact import newly_engaged
from schiltron.rulesets.chainmail.melee.dice import Blow, blow
from schiltron.rulesets.chainmail.melee.duels import Duel, champions, duel, quarry
from schiltron.rulesets.chainmail.melee.ground import no_footing
from schiltron.rulesets.chainmail.melee.involved import Melee, Pair, involved, man_by_man, melees, pair_of
from schiltron.rulesets.chainmail.melee.joining import JoinMelees
from schiltron.rulesets.chainmail.melee.petrifying import Stares, touched
from schiltron.rulesets.chainmail.melee.touch import after_blows, killed_as_they_stand
from schiltron.rulesets.chainmail.melee.touching import lock_together
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, uncanny, with_melee, with_turn, with_uncanny
from schiltron.rulesets.chainmail.steps import FallBack, HandToHand, MayWithdraw, MeleeSide, PostMelee, Stances
from schiltron.rulesets.chainmail.troop_traits.organization import mix
from schiltron.table.outline import gap


class Melees(Step, frozen=True, tag="chainmail.melees"):
    """All melees are resolved (CM-TURN-07): units near them may join, then each is fought."""


class NextMelee(Step, frozen=True, tag="chainmail.next_melee"):
    """One round for the next melee; `fought` are the pairs of units that have had theirs this turn."""

    fought: tuple[Pair, ...] = ()


class Round(Step, frozen=True, omit_defaults=True, tag="chainmail.round"):
    """A round of one melee: both sides strike from their strength at its start (CM-MELEE-01), and those who fight on
    two dice do so at the same time (CM-FANT-FCT-01)."""

    blows: tuple[Blow, ...]
    sides: tuple[MeleeSide, MeleeSide]
    duels: tuple[Duel, ...] = ()


DIE: Final = 6
RULES: Final = ("CM-MELEE-01", "CM-MELEE-02", "CM-MELEE-03")
_LOSSES: Final = ("CM-MELEE-01",)


def _begin(scene: Scene, _step: Melees) -> None:
    due = lock_together(scene)
    battle = scene.battle
    order = battle.own.order or tuple(side.id for side in battle.sides)
    seats = tuple(seat for side in order for seat in battle.seats_of(side))
    stances = (Stances(seats),) if man_to_man(battle.own.options) else ()
    challenges = (Challenges(seats),) if battle.own.options.fantasy == "on" else ()
    stares = (Stares(),) if battle.own.options.fantasy == "on" else ()
    scene.now(*due, JoinMelees(seats), *stares, *challenges, *stances, NextMelee())


def _next(scene: Scene, step: NextMelee) -> None:
    """Melees that those make who carried on a won charge come up in their turn (CM-MELEE-14).

    Two units fight one round a turn with each other, whatever else they do: so this ends.
    """
    unmask(scene)
    show_who_fights(scene)
    left = melees(scene.battle, step.fought)
    if left:
        fought = (*step.fought, *(pair_of(one) for one in left[0].pairs))
        scene.now(_a_round(scene.battle, left[0], step.fought), NextMelee(fought))


def _a_round(battle: Battle, melee: Melee, fought: tuple[Pair, ...]) -> Step:
    """A round by the tables of masses, or man to man (CM-MTM-02)."""
    if man_by_man(battle, melee):
        return HandToHand(tuple(melee.units), fought)
    return round_of(battle, melee)


# ---------------------------------------------------------------- frozen


def round_of(battle: Battle, melee: Melee) -> Round:
    """All dice of a round, from the strength of both sides at its start."""
    if battle.own.options.fantasy == "on":
        return _uncanny_round(battle, melee)
    blows: list[Blow] = []
    figures: dict[str, int] = {}
    for key in melee.units:
        unit = battle.units[key]
        foes = [battle.units[foe] for foe in melee.foes(key)]
        shares = involved(battle, unit, foes)
        figures[key] = sum(shares.values())
        blows += [
            blow(battle, like, foe, number)
            for foe in foes
            if shares[foe.id]
            for like, number in like_figures(unit, shares[foe.id])
        ]
    one, other = sorted({battle.units[key].side for key in melee.units})
    return Round(tuple(blows), (_side(battle, one, figures), _side(battle, other, figures)))


def _uncanny_round(battle: Battle, melee: Melee) -> Round:
    """The same where creatures may fight: who has a score against a foe rolls two dice, and heroes strike from the
    ranks of their unit (CM-FANT-HERO-01)."""
    blows: list[Blow] = []
    rolled: list[Duel] = []
    figures: dict[str, int] = {}
    for key in melee.units:
        unit, names = battle.units[key], melee.foes(key)
        foes = [battle.units[foe] for foe in names]
        shares = involved(battle, unit, foes)
        figures[key] = sum(shares.values())
        chosen = quarry(battle, unit, names)
        for foe in foes:
            there = shares[foe.id]
            alone = min(there, _apart(unit, foe, chosen))
            fought = duel(battle, unit, chosen, alone) if chosen is not None and alone else None
            if fought is not None:
                rolled.append(fought)
                there -= alone
            for like, number in like_figures(unit, there) if there else ():
                fought = duel(battle, like, foe, number)
                if fought is not None:
                    rolled.append(fought)
                else:
                    blows.append(blow(battle, like, foe, number))
        before = max(foes, key=lambda foe: (shares[foe.id], foe.turn_in_line))
        for one in champions(battle, unit):
            figures[one.id] = one.figures
            fought = duel(battle, one, quarry(battle, one, names) or before, one.figures)
            if fought is not None:
                rolled.append(fought)
            else:
                blows.append(_from_the_ranks(battle, unit, one, before))
    one_side, other_side = sorted({battle.units[key].side for key in melee.units})
    sides = _side(battle, one_side, figures), _side(battle, other_side, figures)
    return Round(tuple(blows), sides, tuple(rolled))


def _apart(unit: Unit, foe: Unit, chosen: Unit | None) -> int:
    """How many of those against a foe attack one whom they have singled out: a single figure all it is, of a formation
    one (CM-FANT-HERO-05)."""
    if chosen is None:
        return 0
    return unit.figures if goes_singly(unit) else int(chosen.host == foe.id)


def _from_the_ranks(battle: Battle, host: Unit, one: Unit, foe: Unit) -> Blow:
    """What a figure does to a foe from its place in the ranks of a unit."""
    as_he = replace(host, own=replace(host.own, profile=one.own.profile))
    return replace(blow(battle, as_he, foe, one.figures), unit=one.id)


def _side(battle: Battle, side: str, figures: dict[str, int]) -> MeleeSide:
    units = tuple(key for key in figures if fights_for(battle, battle.units[key], side))
    began = tuple(_began(battle, battle.units[key], figures[key]) for key in units)
    return MeleeSide(side, units, tuple(figures[key] for key in units), tuple(0 for _ in units), began)


def _began(battle: Battle, unit: Unit, there: int) -> int:
    """The figures of a unit when it came into this melee (CM-MELEE-23)."""
    return there if newly_engaged(battle, unit) else unit.own.melee.came_in_with or there


# ---------------------------------------------------------------- rolled


def _ask(battle: Battle, step: Round) -> Roll | None:
    """The dice of both sides at once; None where nobody can hurt anybody."""
    pools = tuple(pool_of(battle, one) for one in step.blows if one.dice.total)
    pools += tuple(pool for one in step.duels for pool in duels.pool_of(battle, one))
    if not pools:
        return None
    one, other = (listed([battle.units[key].name for key in side.units]) for side in step.sides)
    return Roll(f"the melee of {one} against {other}", pools, RULES)


def pool_of(battle: Battle, one: Blow) -> Pool:
    unit, target = battle.units[one.unit], battle.units[one.target]
    return Pool(one.dice.total, DIE, AtLeast(one.need.total), f"{unit.name} against {target.name}", unit.side)


def _roll(scene: Scene, step: Round, pools: tuple[Thrown, ...]) -> None:
    """Both sides strike, then casualties are removed, then morale is checked (CM-MELEE-01)."""
    thrown = iter(pools)
    kills, halved = Counter[str](), Counter[str]()
    for one in step.blows:
        hits = next(thrown).hits if one.dice.total else 0
        if one.halved:
            halved[one.target] += hits
        else:
            kills[one.target] += hits * one.worth
        tell_blow(scene, one, hits)
    for target, hits in halved.items():
        kills[target] += hits // 2
    slain = _duels(scene, step, thrown)
    _strike_the_held(scene, step, kills)
    _mark_fought(scene, step)
    sides = tuple(
        _losses(scene, side, kills, slain.killed, foes.units)
        for side, foes in zip(step.sides, step.sides[::-1], strict=True)
    )
    clear(scene, _LOSSES)
    _stay_in_contact(scene)
    struck = tuple((one.unit, one.target) for one in step.blows)
    if scene.battle.own.options.fantasy == "on":
        after_blows(scene, (*struck, *((one.unit, one.target) for one in step.duels)))
    if not step.duels:
        scene.now(PostMelee(sides, struck))  # type: ignore[arg-type]
    else:
        scene.now(*_given_ground(scene.battle, step, slain), *_compared(sides, struck))
    touched(scene, (key for side in step.sides for key in side.units))


def _strike_the_held(scene: Scene, step: Round, kills: Counter[str]) -> None:
    """Of those who are paralysed one falls to each who strikes at them (CM-FANT-WRAITH-05)."""
    for side, foes in (step.sides, step.sides[::-1]):
        for key in side.units:
            at_it = {one.unit for one in step.blows if one.target == key and one.dice.total}
            numbers = zip(foes.units, foes.involved, strict=True)
            held = killed_as_they_stand(
                scene.battle, scene.unit(key), sum(there for foe, there in numbers if foe in at_it)
            )
            if held:
                kills[key] += held
                unit = scene.unit(key)
                scene.change(with_uncanny(unit, held=uncanny(unit).held - held))
                what = f"{counted(held, 'paralysed figure')} of {scene.unit(key).name} killed where they stand"
                scene.tell(Ruled(what=what, rules=("CM-FANT-WRAITH-05",)))


class _Slain(NamedTuple):
    """What came of fights on two dice: figures killed and to fall back, of each unit, and who was not harmed."""

    killed: Counter[str]
    back: Counter[str]
    unharmed: list[str]


def _duels(scene: Scene, step: Round, thrown: Iterator[Thrown]) -> _Slain:
    found = _Slain(Counter(), Counter(), [])
    for one in step.duels:
        dice = [next(thrown) for _ in range(one.figures)]
        outcome = duels.read(one, dice)
        found.killed[one.target] += outcome.killed
        found.back[one.target] += outcome.back
        if not outcome.killed and not outcome.back:
            found.unharmed.append(one.target)
        duels.tell(scene, one, [each.total for each in dice], outcome)
    return found


def _given_ground(battle: Battle, step: Round, slain: _Slain) -> list[Step]:
    """Those who fall back (CM-FANT-FCT-03), and those who may withdraw because nothing happened to them
    (CM-FANT-FCT-06)."""
    back = [
        key
        for key in battle.in_line(slain.back)
        if battle.units[key].figures and duels.driven_back(battle, key, 0, slain.back[key])
    ]
    free = [
        key
        for key in battle.in_line(dict.fromkeys(slain.unharmed))
        if key not in back and not slain.killed[key] and may_withdraw(battle.units[key])
    ]
    foes = {key: tuple(dict.fromkeys(one.unit for one in step.duels if one.target == key)) for key in (*back, *free)}
    return [*(FallBack(key, foes[key]) for key in back), *(MayWithdraw(key, foes[key]) for key in free)]


def _compared(sides: tuple[MeleeSide, ...], struck: tuple[tuple[str, str], ...]) -> list[Step]:
    """Morale is compared of those who fought by the ordinary tables; fights on two dice have their own outcome."""
    among = {key for pair in struck for key in pair}
    left = tuple(_only(side, among) for side in sides)
    return [PostMelee(left, struck)] if all(side.units for side in left) else []  # type: ignore[arg-type]


def _only(side: MeleeSide, among: set[str]) -> MeleeSide:
    kept = [place for place, key in enumerate(side.units) if key in among]
    picked: dict[str, tuple[Any, ...]] = {
        name: tuple(getattr(side, name)[place] for place in kept) for name in ("units", "involved", "lost", "began")
    }
    return replace(side, **picked)


def _do(scene: Scene, step: Round) -> None:
    """Nobody can hurt anybody: they stay as they stand."""
    for one in step.blows:
        tell_blow(scene, one, 0)
    _mark_fought(scene, step)
    touched(scene, (key for side in step.sides for key in side.units))


def tell_blow(scene: Scene, one: Blow, hits: int) -> None:
    rules = tuple(dict.fromkeys((*RULES, *one.dice.rules, *one.need.rules)))
    scene.tell(
        Struck(
            unit=one.unit,
            target=one.target,
            action="melee",
            dice=one.dice.total,
            hits=hits,
            kept=0,
            tallies=(one.dice, one.need),
            rules=rules,
        )
    )


def _mark_fought(scene: Scene, step: Round) -> None:
    for side in step.sides:
        for key, began in zip(side.units, side.began, strict=True):
            unit = scene.unit(key)
            scene.change(with_melee(with_turn(unit, fought=True), came_in_with=began))
            disturb(scene, key, ATTACKED)
            has_fought(scene, key)
    mix(scene, step.sides)


def _losses(
    scene: Scene, side: MeleeSide, kills: Counter[str], slain: Counter[str], foes: tuple[str, ...]
) -> MeleeSide:
    """Each kill takes a figure that was in the melee; what is over is lost. Figures slain on two dice are dead however
    many hits they could take."""
    harm = Harm(("melee",), foes[0] if len(foes) == 1 else "", _LOSSES)
    before = {key: scene.unit(key).figures for key in side.units}
    for key, there in zip(side.units, side.involved, strict=True):
        if kills[key]:
            fell(scene, key, min(kills[key], in_danger(scene.battle, scene.unit(key), there)), harm)
        if slain[key]:
            kill(scene, key, min(slain[key], there), harm.under("CM-FANT-FCT-04"))
    return replace(side, lost=tuple(before[key] - scene.unit(key).figures for key in side.units))


def _stay_in_contact(scene: Scene) -> None:
    """Attackers follow ranks that have thinned; whom they cannot follow and no longer reach they have lost."""
    close_up(scene, ("CM-MELEE-03",), no_footing)
    reach = scene.battle.own.options.melee_reach
    part_who_are_apart(scene, lambda one, other: gap(one.outline, other.outline) > reach, ("CM-MELEE-03",))


MELEES = does(Melees, _begin)
NEXT_MELEE = does(NextMelee, _next)
ROUND = rolls(Round, ask=_ask, roll=_roll, do=_do)
