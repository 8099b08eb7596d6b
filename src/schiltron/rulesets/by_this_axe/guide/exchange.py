"""The exact chances of a round of melee between two units: who strikes first, who can strike back, who breaks.

In the first round longer weapons strike first and those they bring down do not strike (TA-MELEE-06); later all is
simultaneous (TA-MELEE-07). Dice, numbers and saves are those of the chapter that fights.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds
from schiltron.battle.guide.probability import NONE, Chances, capped, expected, mixed, together
from schiltron.battle.state.field import company
from schiltron.battle.words.grammar import noted
from schiltron.rulesets.by_this_axe.attacks.abilities import reach_of
from schiltron.rulesets.by_this_axe.attacks.fighting import Arm, Melees, weapon_of
from schiltron.rulesets.by_this_axe.attacks.melee import (
    blows,
    dice,
    dice_of_one,
    eligible,
    fighters,
    first_round,
    foes,
    pairing,
    strike,
)
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.strikes import FEW, Blow, Strike
from schiltron.rulesets.by_this_axe.field import head_count, is_character, is_routed
from schiltron.rulesets.by_this_axe.guide.odds import breaks_after, losses_of, most_of, saved, thrusts
from schiltron.rulesets.by_this_axe.morale.outlook import struck_down
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.weapons import BLOWS, BREATH

Order = Literal["first", "at the same time", "after"]
Beat = tuple[tuple[Blow, ...], tuple[Blow, ...]]
"""Blows of one body and of the other that count as struck at once."""
Lost = tuple[int, int]
"""Figures that one and the other have lost by then."""


class Exchange(NamedTuple):
    """What each of two does to the other in a round; None for one who does not strike."""

    dealt: Odds | None
    taken: Odds | None
    order: Order
    """When the other one's first blow falls, against the first of one's own."""


class _Struck(NamedTuple):
    """What the blows of one body come to: hits in this beat and further figures lost."""

    hits: Chances
    falls: Chances


class _Reckoner:
    """Strikes of one body at another with some of its figures gone, each reckoned once."""

    def __init__(self, battle: Battle, body: Unit, target: Unit) -> None:
        self.battle, self.body, self.target = battle, body, target
        self.crowd = bool(company(battle, target)) and not is_character(target)
        self._known: dict[tuple[tuple[Blow, ...], int], _Struck] = {}

    @property
    def most(self) -> int:
        return self.target.figures

    def struck(self, blows: tuple[Blow, ...], gone: int, fallen: int) -> _Struck:
        """With `gone` of the body's own figures down and `fallen` of the target's."""
        left = tuple(one for one in (self._left(each, gone) for each in blows) if one.dice)
        if not left:
            return _Struck(NONE, NONE)
        key = left, fallen if self.crowd else 0
        if key not in self._known:
            self._known[key] = self._reckoned(*key)
        known = self._known[key]
        return known if self.crowd else _Struck(known.hits, capped(known.falls, self.most - fallen))

    def _left(self, one: Blow, gone: int) -> Blow:
        """A blow less the dice of the fallen (TA-MELEE-06); characters are taken to stand."""
        if one.by != self.body.id:
            return one
        if is_character(self.body):
            return replace(one, dice=0) if gone else one
        weapon, figures = BLOWS[one.weapon], self.body.figures
        short = eligible(self.body, weapon, figures) - eligible(self.body, weapon, figures - gone)
        return replace(one, dice=max(0, one.dice - short * dice_of_one(self.body, weapon)))

    def _reckoned(self, blows: tuple[Blow, ...], fallen: int) -> _Struck:
        battle = self.battle.with_unit(struck_down(self.target, fallen)) if fallen else self.battle
        after = outlook(battle, strike(battle, self.body, self.target, blows))
        return _Struck(after.hits, losses_of(self.target, after))


# ---------------------------------------------------------------- a round


def exchange(battle: Battle, one: Unit, other: Unit, step: Melees | None = None) -> Exchange:
    """The round of two bodies in contact, as if neither had another foe."""
    step = step or Melees()
    beats = list(_beats(battle, one, other, step))
    ours, theirs = _Reckoner(battle, one, other), _Reckoner(battle, other, one)
    states: dict[Lost, float] = {(0, 0): 1.0}
    hits: tuple[Chances, Chances] = NONE, NONE
    for mine, his in beats:
        after: dict[Lost, float] = {}
        seen: tuple[list[tuple[float, Chances]], list[tuple[float, Chances]]] = [], []
        for (fewer, felled), chance in states.items():
            given, got = ours.struck(mine, fewer, felled), theirs.struck(his, felled, fewer)
            seen[0].append((chance, given.hits))
            seen[1].append((chance, got.hits))
            for more, likely in enumerate(got.falls):
                for further, so in enumerate(given.falls):
                    key = fewer + more, felled + further
                    after[key] = after.get(key, 0.0) + chance * likely * so
        states = after
        hits = together(hits[0], mixed(seen[0])), together(hits[1], mixed(seen[1]))
    lost, gained = _marginals(states, one.figures, other.figures)
    first, second = (tuple(each for beat in beats for each in beat[side]) for side in (0, 1))
    granted = _granted(battle, one, other, first, second) if len(beats) > 1 else ""
    return Exchange(
        _odds(battle, one, other, first, hits[0], gained, granted),
        _odds(battle, other, one, second, hits[1], lost, granted),
        _order(beats),
    )


def _beats(battle: Battle, one: Unit, other: Unit, step: Melees) -> Iterator[Beat]:
    opening = first_round(battle, pairing(battle, one, other))
    by_reach: dict[int, tuple[list[Blow], list[Blow]]] = {}
    for side, (body, foe) in enumerate(((one, other), (other, one))):
        for each in full_blows(battle, body, foe, step):
            breathes = each.weapon == BREATH.id
            reach = BREATH.reach if breathes else _reach(battle, each) if opening else 0
            by_reach.setdefault(reach, ([], []))[side].append(each)
    for reach in sorted(by_reach):
        mine, his = by_reach[reach]
        yield tuple(mine), tuple(his)


def _reach(battle: Battle, each: Blow) -> int:
    return reach_of(battle.units[each.by], BLOWS[each.weapon])


def full_blows(battle: Battle, body: Unit, foe: Unit, step: Melees) -> list[Blow]:
    """All dice of a body at one foe; a unit in rout strikes nobody (TA-MORALE-28)."""
    if is_routed(body):
        return []
    found = []
    for one in fighters(battle, body):
        weapon = weapon_of(battle, step, one, body)
        found += blows(battle, one, body, foe, weapon, dice(battle, one, weapon))
    return [each for each in found if each.dice]


def armed(step: Melees, fighter: str, weapon: str) -> Melees:
    """A round for which a fighter takes up a weapon (TA-UNIT-29)."""
    return replace(step, arms=(*step.arms, Arm(fighter, weapon)))


def _order(beats: list[Beat]) -> Order:
    mine = next((place for place, beat in enumerate(beats) if beat[0]), len(beats))
    his = next((place for place, beat in enumerate(beats) if beat[1]), len(beats))
    return "first" if his < mine else "after" if his > mine else "at the same time"


def _marginals(states: dict[Lost, float], mine: int, his: int) -> tuple[Chances, Chances]:
    lost, felled = [0.0] * (mine + 1), [0.0] * (his + 1)
    for (here, there), chance in states.items():
        lost[here] += chance
        felled[there] += chance
    return tuple(lost), tuple(felled)


# ---------------------------------------------------------------- as odds


def _odds(
    battle: Battle,
    body: Unit,
    target: Unit,
    blows: tuple[Blow, ...],
    hits: Chances,
    fallen: Chances,
    granted: str,
) -> Odds | None:
    if not blows:
        return None
    full = strike(battle, body, target, blows)
    apart = [*_others(battle, body, target), granted]
    notes = [saved(battle, full), *_from(full), *apart]
    return Odds(
        exact=not any(apart),
        dice=sum(each.dice for each in blows),
        needs=most_of(blows),
        hits=hits,
        losses=fallen,
        expected_losses=expected(fallen),
        breaks=breaks_after(battle, target, fallen, "melee", () if full.arc == "front" else (full.arc,)),
        notes=noted(*notes),
        target=target.id,
        action="melee",
        destroyed=fallen[-1] if not company(battle, target) else outlook(battle, full).destroyed,
        blows=thrusts(blows),
    )


def _from(full: Strike) -> Iterator[str]:
    if full.arc != "front":
        yield f"from the {full.arc}"


def _others(battle: Battle, body: Unit, target: Unit) -> Iterator[str]:
    """Dice may be divided among several foes (TA-MELEE-12), and several may strike one."""
    if len(foes(battle, body)) > 1:
        yield f"as if all dice of {body.name} fell on {target.name}"
    if len(foes(battle, target)) > 1:
        yield f"without what others do to {target.name}"


def _granted(battle: Battle, one: Unit, other: Unit, first: tuple[Blow, ...], second: tuple[Blow, ...]) -> str:
    """What is taken for granted where one round has several beats: that no character falls or is hurt in between."""
    if _mortal(battle, one, second) or _mortal(battle, other, first):
        return "as if no character were hit before he strikes"
    return ""


def _mortal(battle: Battle, unit: Unit, blows: tuple[Blow, ...]) -> bool:
    """Whether blows may reach a character of a unit (TA-CHAR-07), or one man several times."""
    if is_character(unit):
        return len({_reach(battle, each) for each in blows}) > 1
    return bool(company(battle, unit)) and head_count(battle, unit) - sum(each.dice for each in blows) < FEW
