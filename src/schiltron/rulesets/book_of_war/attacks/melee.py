"""Melee (chapters C3, B2 and A3): who strikes whom, and with which weapon.

What counts as touching is ruled with BW-C3-10.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from schiltron.battle.state.field import enemies_within, friendly, meets
from schiltron.battle.state.tally import Tally
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.book_of_war.attacks.pikes import reaching
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow, Modifier, chance, to_hit_now
from schiltron.rulesets.book_of_war.embedded import figure_beside, heroes_with, in_play, is_hero, stands_at
from schiltron.rulesets.book_of_war.enclosed import enclosed, work_under
from schiltron.rulesets.book_of_war.engaged import fights_apart, is_played
from schiltron.rulesets.book_of_war.field import (
    PIKE_REACH,
    can_act,
    fights_cornered,
    formation,
    in_the_open,
    troop,
    troop_now,
)
from schiltron.rulesets.book_of_war.movement.footholds import CASTLE, STRETCH, at_foot
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.body import Figure
from schiltron.table.contact import Edge, figures_touching
from schiltron.table.lengths import CONTACT, TOLERANCE, inches
from schiltron.table.outline import Outline, gap
from schiltron.table.rectangles import Rect, point_gap
from schiltron.table.rectangles import gap as rect_gap
from schiltron.table.works import along, farther, is_wall

_DOUBLE: Final = int(CASTLE["wall_defender_melee_multiplier"])
_DOWN_THE_WALL: Final = inches(6)
"""Who is farther from a figure on a wall is not at the foot of its stretch."""
_FLUSH: Final = 0.035
"""Sine of two degrees: bases at a smaller angle lie edge to edge."""


class Fighter(NamedTuple):
    """A figure that strikes: its place in the unit, its dice, and what they need against each foe it may choose, by the
    names of these."""

    place: int
    dice: int
    foes: Mapping[str, Tally]
    below: frozenset[str] = frozenset()
    """Those of them who stand at the foot of the wall from which it strikes: against them it has twice the dice."""

    def dice_at(self, foe: str) -> int:
        """Its dice against one of its foes (BW-O6-09)."""
        return self.dice * _DOUBLE if foe in self.below else self.dice


def may_melee(unit: Unit) -> bool:
    """Units attack in one way a turn (BW-B1-06): not after shooting, nor in a turn with a split move (BW-B2-44)."""
    return can_act(unit) and not unit.own.turn.shot and not unit.own.turn.split


def fighters(battle: Battle, unit: Unit) -> list[Fighter]:
    """The figures of a unit that strike now, from the position as it is: those that touch an enemy (BW-C3-10), and
    pikes an inch from one, whatever ground they stand on (BW-B2-22). Who may strike at heroes is a question of its own
    (BW-A3-09, BW-A3-10)."""
    if battle.own.options.game != "advanced":
        return _in_reach(battle, unit)
    if is_hero(unit):
        return _hero_fighting(battle, unit)
    line = _in_reach(battle, unit)
    alone = {foe for fighter in line for foe in fighter.foes if is_hero(battle.units[foe])}
    return [one for fighter in line if (one := _one_at_a_time(battle, unit, fighter, alone)).foes] if alone else line


def _in_reach(battle: Battle, unit: Unit) -> list[Fighter]:
    """The figures of a unit with an enemy they could strike at."""
    if not may_melee(unit):
        return []
    pikes = troop(unit).pikes and battle.own.options.game != "core" and not enclosed(unit)
    distance = PIKE_REACH + TOLERANCE if pikes else CONTACT
    foes_of: dict[int, dict[str, Tally]] = {}
    for enemy in enemies_within(battle, unit, distance):
        apart = gap(unit.outline, enemy.outline)
        if apart > distance or not meets(battle, unit, enemy):
            continue
        if apart <= CONTACT:
            for place, rear in touching_figures(battle, unit, enemy).items():
                foes_of.setdefault(place, {})[enemy.id] = _need(battle, unit, enemy, rear=rear)
        if pikes:
            ranks = 2 if battle.own.options.pike_ranks == "second" else 1
            for place, _ in reaching(unit, enemy, ranks):
                foes_of.setdefault(place, {}).setdefault(enemy.id, _need(battle, unit, enemy, rear=False))
    below = _from_the_wall(battle, unit) if unit.level is not None else []
    for place, foe in below:
        foes_of.setdefault(place, {})[foe] = _need(battle, unit, battle.units[foe], rear=False)
    return [
        Fighter(
            place,
            dice(battle, unit, unit.places[place]),
            foes_of[place],
            frozenset(foe for at, foe in below if at == place),
        )
        for place in sorted(foes_of)
    ]


def _from_the_wall(battle: Battle, unit: Unit) -> list[tuple[int, str]]:
    """The figures of a unit on top of a wall, each with an enemy who touches the foot of the stretch that it defends:
    it drops on him what there is, and he cannot strike back (BW-O6-08, BW-O6-09)."""
    wall = work_under(battle, unit.level)
    if wall is None or not is_wall(wall):
        return []
    found = []
    for enemy in enemies_within(battle, unit, _DOWN_THE_WALL):
        if enemy.level is None and enemy.on_table:
            feet = [along(wall, *_spot(enemy.places[place])) for place in at_foot(wall, enemy)]
            for place, figure in enumerate(unit.places[: unit.figures]):
                here = along(wall, figure.x, figure.y)
                if any(abs(farther(wall, here, foot)) <= STRETCH + CONTACT for foot in feet):
                    found.append((place, enemy.id))
    return found


def _spot(figure: Figure) -> tuple[float, float]:
    return figure.x, figure.y


# ---------------------------------------------------------------- heroes


def _one_at_a_time(battle: Battle, unit: Unit, fighter: Fighter, alone: Container[str]) -> Fighter:
    """A figure without those heroes at whom another strikes: at one who stands alone only a single ordinary figure
    does, of all who touch him (BW-A3-10)."""
    foes = {
        foe: need
        for foe, need in fighter.foes.items()
        if foe not in alone or _besetting(battle, battle.units[foe], unit) == (unit.id, fighter.place)
    }
    return fighter if len(foes) == len(fighter.foes) else fighter._replace(foes=foes)


def _besetting(battle: Battle, hero: Unit, striker: Unit) -> tuple[str, int] | None:
    """The ordinary figure of the side of some striker that may strike at a hero who stands alone: its unit and its
    place. It is one that touches nobody else, if there is one; then the one likeliest to hit; then the first by name,
    and in its unit."""
    found = [
        (len(fighter.foes), -fighter.dice_at(hero.id) * chance(fighter.foes[hero.id]), unit.turn_in_line, fighter.place)
        for unit in enemies_within(battle, hero, _DOWN_THE_WALL if battle.table.works else PIKE_REACH + TOLERANCE)
        if not is_hero(unit) and friendly(battle, unit, striker)
        for fighter in _in_reach(battle, unit)
        if hero.id in fighter.foes
    ]
    if not found:
        return None
    *_, line, place = min(found)
    return line[-1], place


def _hero_fighting(battle: Battle, hero: Unit) -> list[Fighter]:
    """A hero strikes once (BW-A3-16), at one of those he touches: from his own place in the ranks if he is embedded. He
    alone may strike at heroes in the ranks of an enemy, whom he must touch too (BW-A3-09). Magic takes the place of a
    wizard's blow (BW-A4-15), special combat that of every blow at heroes and of all blows of who fights it
    (BW-A3-37)."""
    turn = hero.own.turn
    if not in_play(hero) or turn.shot or turn.busy or turn.cast or turn.wand_shots or fights_apart(battle, hero):
        return []
    apart = is_played(battle)
    foes = {
        foe.id: _need(battle, hero, foe, rear=False) for foe in reached(battle, hero) if not (apart and is_hero(foe))
    }
    below = _below(battle, hero)
    foes |= {foe: _need(battle, hero, battle.units[foe], rear=False) for foe in below}
    return [Fighter(0, 1, foes, below)] if foes else []


def _below(battle: Battle, hero: Unit) -> frozenset[str]:
    """Those at the foot of the wall that a hero defends (BW-O6-09)."""
    if hero.host or hero.level is None:
        return frozenset()
    return frozenset(foe for _, foe in _from_the_wall(battle, hero))


def reached(battle: Battle, hero: Unit) -> Iterator[Unit]:
    """The enemies that a hero himself touches, with heroes in their ranks (BW-A3-09, BW-A3-16)."""
    if hero.host:
        body, place = battle.units[hero.host], stands_at(battle, hero)
    else:
        body, place = hero, 0
    for enemy in enemies_within(battle, body, CONTACT):
        if gap(body.outline, enemy.outline) > CONTACT or not meets(battle, body, enemy):
            continue
        if place in touching_figures(battle, body, enemy):
            yield enemy
        for other in heroes_with(battle, enemy):
            if _side_by_side(body.places[place].rect, figure_beside(battle, other).rect):
                yield other


def _side_by_side(one: Rect, other: Rect) -> bool:
    return rect_gap(one, other) <= CONTACT


# ---------------------------------------------------------------- contact


def touching_figures(battle: Battle, unit: Unit, enemy: Unit) -> dict[int, bool]:
    """The standing figures of a unit that touch an enemy, fallen enemies included, and whether on its rear edge.

    Whoever pikes have knocked over as he came does not strike, his comrades do (BW-B2-19). An edge of a base that can
    be touched is an edge of the formation; a hedgehog has no rear (BW-B4-22), nor has anybody in an enclosed space
    (BW-O6-04).
    """
    ours, theirs = unit.places[: unit.figures], enemy.places
    pairs = _flush_pairs(_beside(ours, enemy.outline), _beside(theirs, unit.outline))
    if not pairs:
        pairs = [(place, edge) for place, _, edge in figures_touching(ours, theirs)]
    has_rear = battle.own.options.game != "core" and not formation(enemy).hedgehog and not enclosed(enemy)
    wrapped = battle.own.options.wrapped_rear_bonus == "given"
    found: dict[int, bool] = {}
    for place, edge in pairs:
        rear = has_rear and edge == "rear" and (wrapped or ours[place].wing == "main")
        found[place] = found.get(place, False) or rear
    return found


def _beside(figures: Sequence[Figure], body: Outline) -> list[tuple[int, Rect]]:
    """Those figures of a unit, who have bases of one size, that may touch a body."""
    if not figures:
        return []
    bases, near = body.rects, figures[0].rect.radius + CONTACT
    return [
        (place, figure.rect)
        for place, figure in enumerate(figures)
        if min([point_gap(base, figure.x, figure.y) for base in bases]) <= near
    ]


def _flush_pairs(ours: Iterable[tuple[int, Rect]], theirs: list[tuple[int, Rect]]) -> list[tuple[int, Edge]]:
    """Our figures that lie edge to edge with one of theirs, and along which edge of it."""
    pairs = []
    for place, rect in ours:
        for _, other in theirs:
            dx, dy, far = rect.x - other.x, rect.y - other.y, rect.radius + other.radius + CONTACT
            if dx * dx + dy * dy <= far * far:
                edge = _flush_edge(rect, other)
                if edge is not None:
                    pairs.append((place, edge))
    return pairs


def _flush_edge(rect: Rect, other: Rect) -> Edge | None:
    """The edge of the other base that a base shares a part of; a bare corner is none."""
    if abs(rect.fx * other.fy - rect.fy * other.fx) <= _FLUSH:
        deep, wide = rect.half_depth, rect.half_width
    elif abs(rect.fx * other.fx + rect.fy * other.fy) <= _FLUSH:
        deep, wide = rect.half_width, rect.half_depth
    else:
        return None
    dx, dy = rect.x - other.x, rect.y - other.y
    ahead, across = dx * other.fx + dy * other.fy, dy * other.fx - dx * other.fy
    beyond = abs(ahead) - other.half_depth - deep
    aside = abs(across) - other.half_width - wide
    if -CONTACT <= beyond <= CONTACT and aside < -CONTACT:
        return "front" if ahead > 0 else "rear"
    if -CONTACT <= aside <= CONTACT and beyond < -CONTACT:
        return "right" if across > 0 else "left"
    return None


# ---------------------------------------------------------------- dice


def _need(battle: Battle, unit: Unit, enemy: Unit, *, rear: bool) -> Tally:
    """The number needed, with the bonus on the rear (BW-B4-41), and the penalties of the cornered (BW-B5-13)
    and of who cannot see (BW-O2-04)."""
    modifiers: list[Modifier] = list(troop_now(battle, unit).melee_modifiers)
    if rear:
        modifiers.append("attack_on_rear_of_unit")
    if fights_cornered(unit):
        modifiers.append("routed_unit_that_cannot_flee")
    return to_hit_now(battle, unit, enemy, tuple(modifiers))


def dice(battle: Battle, unit: Unit, figure: Figure) -> int:
    """Two for horse on open ground (BW-B2-05), else one (BW-B2-06); one for foot, archers too (BW-B2-41, BW-C3-01).

    One for whoever rides in a storm (BW-O1-09)."""
    if battle.own.options.game == "core":
        return 1
    kind = troop_now(battle, unit)
    if kind.dice_open == kind.dice_broken or in_the_open(battle, figure):
        return kind.dice_open
    return kind.dice_broken


# ---------------------------------------------------------------- from fighters to strikes


def undecided(line: list[Fighter]) -> list[Fighter]:
    """Figures that have a choice of foes (BW-C3-11)."""
    return [fighter for fighter in line if len(fighter.foes) > 1]


def easiest(fighter: Fighter) -> str:
    """The foe a figure takes for want of other orders: the likeliest to be hit, then the first by name."""
    return max(fighter.foes, key=lambda foe: fighter.dice_at(foe) * chance(fighter.foes[foe]))


def strikes(battle: Battle, unit: Unit, line: list[Fighter], chosen: Mapping[int, str]) -> list[Strike]:
    """One strike on each enemy unit, like dice together (BW-C3-08). `chosen` decides for those with a choice."""
    blows: dict[str, dict[Tally, int]] = {}
    for fighter in line:
        foe = chosen[fighter.place] if len(fighter.foes) > 1 else next(iter(fighter.foes))
        against = blows.setdefault(foe, {})
        need = fighter.foes[foe]
        against[need] = against.get(need, 0) + fighter.dice_at(foe)
    conditions = battle.own.conditions
    if conditions is not None and conditions.parts > 1:
        _cut(battle, blows, conditions.parts)
    return [
        Strike(
            unit.id, foe.id, "melee", tuple(Blow(blows[foe.id][need], need) for need in _lowest_first(blows[foe.id]))
        )
        for foe in in_line(battle.units[foe] for foe in blows)
    ]


def _cut(battle: Battle, blows: dict[str, dict[Tally, int]], parts: int) -> None:
    """In short turns a unit throws a half or a third of all its dice, at least one: those that hit most easily come
    first, foe after foe by their names (BW-O5-05, BW-O5-06)."""
    places = [
        (foe.id, need) for foe in in_line(battle.units[foe] for foe in blows) for need in _lowest_first(blows[foe.id])
    ]
    for (foe, need), dice in zip(places, cut_dice([blows[foe][need] for foe, need in places], parts), strict=True):
        blows[foe][need] = dice


def cut_dice(dice: Sequence[int], parts: int) -> list[int]:
    """Of some dice a half or a third, rounded down in all, at least one if there are any."""
    least, so_far, kept = min(1, sum(dice)), 0, 0
    found = []
    for number in dice:
        so_far += number
        upto = max(so_far // parts, least)
        found.append(upto - kept)
        kept = upto
    return found


def _lowest_first(needs: Iterable[Tally]) -> list[Tally]:
    return sorted(needs, key=lambda need: (need.total, [term.label for term in need.terms]))
