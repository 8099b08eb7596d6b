"""What happens when a unit runs onto the enemy (chapter B2): pikes strike first, then the survivors strike back.

The contact is made by the code that makes it in play, on a copy of the view; only its dice are left to chance.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Path, Wrap
from schiltron.rulesets.book_of_war.attacks.melee import Fighter, fighters, undecided
from schiltron.rulesets.book_of_war.attacks.pikes import free_attack
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.guide.odds import Case, melee_strikes, odds_in_cases, odds_of
from schiltron.rulesets.book_of_war.morale.nerve import Nerve, nerve_of
from schiltron.rulesets.book_of_war.movement.carrying_out import carry_out
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.outlook import Pool, breaks, hits, pools
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.steps import FreeAttack


class Arrival(NamedTuple):
    """A unit at the end of its path, the strikes that meet it there, and the wrapping that follows."""

    battle: Battle
    met: tuple[Strike, ...]
    legs: tuple[Leg, ...] = ()


def arrive(view: Battle, walker: Walker, path: Path, *, split: bool) -> Arrival:
    """Put a unit where its walk ends, as far as no dice are needed."""
    unit_id = walker.unit.id
    scene = Scene(replace(view, agenda=()))
    carry_out(scene, walker, split=split)
    attacks = [step for step in scene.battle.agenda if isinstance(step, FreeAttack)]
    met = tuple(strike for step in attacks for strike in _meeting(scene.battle, step))
    rest = tuple(leg for leg in path[walker.index :] if isinstance(leg, Wrap))
    if walker.met is None or not rest:
        return Arrival(scene.battle, met)
    unit = scene.unit(unit_id)
    after = walk(scene.battle, unit, rest, "march", "illegal", walker.allowance - unit.own.turn.spent)
    carry_out(scene, after)
    return Arrival(scene.battle, met, tuple(after.legs))


def _meeting(battle: Battle, step: FreeAttack) -> list[Strike]:
    """The strike of pikes that are run onto; none where they stand on broken ground (BW-B2-20)."""
    scene = Scene(replace(battle, agenda=()))
    free_attack(scene, step)
    return [strike for strike in scene.battle.agenda if isinstance(strike, Strike)]


# ---------------------------------------------------------------- the odds


def risks_of(arrival: Arrival) -> tuple[Odds, ...]:
    """What the pikes do to a unit that runs onto them, each as if it were the first to strike."""
    first_only = "as if no other pikes had struck before"
    return tuple(
        odds_of(arrival.battle, strike, note=first_only if place else "", exact=not place)
        for place, strike in enumerate(arrival.met)
    )


def attack_odds(arrival: Arrival, unit_id: str, foe: str = "") -> Odds | None:
    """What a unit then does to the enemy it met, or to whoever gets most of its dice; None if it strikes nobody.

    If it breaks before the pikes it does not strike (BW-B2-18); if not, those left standing do (BW-B2-19).
    """
    battle = arrival.battle
    unit = battle.units[unit_id]
    line = fighters(battle, unit)
    strike = _against(melee_strikes(battle, unit, line), foe)
    if strike is None:
        return None
    cases = [
        (chance, struck.blows if struck is not None else ())
        for left, chance in _left_standing(battle, unit, arrival.met).items()
        for struck in [_against(melee_strikes(battle, unit, _those_left(battle, unit, line, left)), strike.target)]
    ]
    stopped = 1.0 - sum(chance for chance, _ in cases)
    if stopped > 0.0:
        cases.append((stopped, ()))
    torn = bool(undecided(line))
    note = "figures with a choice of foes strike the easiest" if torn else ""
    return odds_in_cases(battle, strike, _alike(cases), note=note, exact=not torn)


def _against(struck: list[Strike], foe: str) -> Strike | None:
    chosen = [strike for strike in struck if not foe or strike.target == foe]
    return max(chosen, key=lambda strike: sum(blow.dice for blow in strike.blows), default=None)


def _those_left(battle: Battle, unit: Unit, line: list[Fighter], left: int) -> list[Fighter]:
    """The fighters when so many figures are left; the fallen lie at the end of the unit (BW-B4-06)."""
    standing = [fighter for fighter in line if fighter.place < left]
    if standing or left == unit.figures:
        return standing
    fallen = unit.fallen + unit.figures - left
    return fighters(battle, replace(unit, figures=left, fallen=fallen))


def _left_standing(battle: Battle, unit: Unit, met: tuple[Strike, ...]) -> dict[int, float]:
    """How likely a unit is to come through unbroken with so many figures left, strike after strike (BW-B2-17)."""
    hit_dice = troop(unit).hit_dice
    steady = nerve_of(battle, unit) or Nerve(troop(unit).nerve)
    states = {(unit.figures, unit.own.partial_hits): 1.0}
    for strike in met:
        after: dict[tuple[int, int], float] = {}
        for (figures, partial), chance in states.items():
            for number, likely in enumerate(hits(pools(strike.blows))):
                fallen, kept = divmod(partial + number, hit_dice)
                left = figures - fallen
                if left > 0:
                    stands = 1.0 - breaks(steady.with_left(left), left, fallen) if fallen else 1.0
                    after[left, kept] = after.get((left, kept), 0.0) + chance * likely * stands
        states = after
    left_standing: dict[int, float] = {}
    for (figures, _), chance in states.items():
        left_standing[figures] = left_standing.get(figures, 0.0) + chance
    return left_standing


def _alike(cases: list[Case]) -> list[Case]:
    """Like cases as one: losses at the back seldom change who strikes."""
    together: dict[tuple[Pool, ...], Case] = {}
    for chance, blows in cases:
        key = pools(blows)
        before = together[key][0] if key in together else 0.0
        together[key] = (before + chance, blows)
    return list(together.values())
