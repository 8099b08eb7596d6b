"""The movement phase: one unit after the other gets the best move that can be found, and the next sees it made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from heapq import heapify, heappop, heappush
from math import dist, inf
from typing import Final, NamedTuple

from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.state.unit import TurnInLine
from schiltron.captains.chainmail.candidate_moves import Course, attacks, courses
from schiltron.captains.chainmail.emplacing import emplacements
from schiltron.captains.chainmail.expectations import AtHand, danger, faint_heart, gauntlet, prospect
from schiltron.captains.chainmail.faces import ends_amiss
from schiltron.captains.chainmail.fires import escapes, fires_round
from schiltron.captains.chainmail.move_values import hoped_for, ranked, score, value_of, weary
from schiltron.captains.chainmail.objectives import LATE
from schiltron.captains.chainmail.shapes import OPEN_UP, at_closed_ground
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.chainmail.traffic import Traffic
from schiltron.captains.chainmail.tried_moves import Trial, glanced_at, made_sure, ridden_on, tried
from schiltron.captains.paper_moves import on_paper, runs_onto
from schiltron.captains.second_thoughts import apart
from schiltron.rulesets.chainmail.field import in_open_order, is_commander, is_engine
from schiltron.rulesets.chainmail.fire.weapons import reach
from schiltron.rulesets.chainmail.movement.trial_moves import MOVE
from schiltron.rulesets.chainmail.state import Battle, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Action
from schiltron.table.contact import Edge
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import gap

WORTH_MOVING: Final = 0.01
"""What a move must promise over standing still, as a part of what the unit is worth."""
GETS_ON: Final[Mil] = inches(2)
"""By how much a unit that stands about must come nearer to the enemy, or it stays where it is."""
RISK: Final = 0.02
"""What it may risk for that more than where it stands, as a part of what it is worth."""


def order_of_march(situation: Situation, actors: tuple[str, ...]) -> list[str]:
    """Units nearest to the enemy first; shooters before others, so that these keep clear of their targets; and last
    shooters who have somebody in range: most of them stand, and who stands is asked again after every move."""
    units = situation.battle.units

    def key(unit_id: str) -> tuple[int, int, TurnInLine]:
        unit = units[unit_id]
        apart = min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0)
        shooter = bool(unit.own.profile.missile)
        posted = shooter and apart <= reach(unit, scale=situation.battle.own.options.scale).total
        return 2 if posted else 0 if shooter else 1, apart, unit.turn_in_line

    return sorted((one for one in actors if not is_commander(units[one]) and not units[one].host), key=key)


def moves(situation: Situation, actors: tuple[str, ...]) -> Iterator[tuple[str, Trial | None]]:
    """The best move of each unit in turn, None to stand; `situation.battle` goes on with those that were taken."""
    traffic = Traffic(situation)
    at_once = situation.battle.own.options.turn_system == "simultaneous"
    for unit_id in order_of_march(situation, actors):
        good = good_moves(situation, situation.battle.units[unit_id])
        best = next((one for one in good if not at_once or traffic.is_free(one)), None)
        if best is not None:
            situation.battle = best.battle
            traffic.write(best)
        yield unit_id, best


def good_moves(situation: Situation, unit: Unit) -> Iterator[Trial]:
    """The moves that promise more than standing, the best first."""
    battle = situation.battle
    if is_engine(unit):
        yield from emplacements(situation, unit)
        return
    body = situation.body(battle, unit)
    out = escapes(situation, body)
    if out:
        yield from out
        return
    if situation.hasty and _had_better_shoot(situation, body):
        return
    ways = dict.fromkeys(courses(situation, body, ranked(situation, body)))
    found, at_hand = _looks(situation, body, ways)
    least = score(situation, battle, body, at_hand=at_hand) + WORTH_MOVING * body.worth
    least -= faint_heart(situation, body, body)
    none = True
    for one in _best_first(situation, body, found, least, at_hand):
        none = False
        yield one
    if none:
        yield from _way_out(situation, body) or _getting_on(situation, body, ways)


def second_thoughts(battle: Battle, actors: tuple[str, ...]) -> Iterator[Commanded]:
    """What else the units might do as things are, in the order of march."""
    situation = Situation(battle, battle.units[actors[0]].side)
    for unit_id in order_of_march(situation, actors):
        unit = battle.units[unit_id]
        found = good_moves(situation, unit) if is_engine(unit) else _any_moves(situation, situation.body(battle, unit))
        yield from apart((one.unit, one.command) for one in found)


def _any_moves(situation: Situation, body: Body) -> Iterator[Trial]:
    """All moves that are thought of, the best first, though they promise less than standing."""
    found, at_hand = _looks(situation, body, dict.fromkeys(courses(situation, body, ranked(situation, body))))
    return _best_first(situation, body, found, -inf, at_hand)


class _Look(NamedTuple):
    """A course, with what it may be worth at most by what is known of it: only on paper while there is no `trial`.

    Lines of fire are looked up last; then all is `known`."""

    value: float
    action: Action
    path: Path
    trial: Trial | None = None
    known: bool = False


def _looks(situation: Situation, body: Body, ways: Collection[Course]) -> tuple[list[_Look], AtHand]:
    """A first look at all attacks and at other ways, and what attacks made at once promise."""
    foes = [foe.outline for foe in situation.foes]
    onto: list[Course] = [one for one in ways if one[0] == MOVE and runs_onto(body.unit, one[1], foes)]
    trials = _attacks(situation, body, () if situation.hasty else onto)
    melees = [(one, value_of(situation, one, body)) for one in trials if one.met]
    at_hand = _at_hand(situation, body, melees)
    found = [_Look(value, one.action, one.path, one, known=True) for one, value in melees]
    found += [_tried_out(situation, body, one, at_hand) for one in trials if not one.met]
    found += [_looked_at(situation, body, *course, at_hand) for course in ways if course not in onto]
    return found, at_hand


def _looked_at(situation: Situation, body: Body, action: Action, path: Path, at_hand: AtHand) -> _Look:
    """A first look at a course, on paper where it can be drawn."""
    there = on_paper(body.unit, path) if action == MOVE else None
    if there is None:
        return _Look(inf, action, path)
    after = situation.body(situation.battle, with_turn(there, moved=True))
    cost = situation.care * gauntlet(situation, body, after) + faint_heart(situation, body, after)
    return _Look(score(situation, situation.battle, after, at_hand=at_hand, guess=True) - cost, action, path)


def _walked(situation: Situation, body: Body, look: _Look, at_hand: AtHand) -> _Look | None:
    """The same course walked; None if that cannot be done, or ends in a fire or before a face that turns to stone."""
    one = glanced_at(situation.battle, body.unit, look.action, look.path)
    if one is None or (one.battle.own.fires and fires_round(one.battle, one.unit)):
        return None
    if ends_amiss(one):
        return None
    return _tried_out(situation, body, one, at_hand)


def _tried_out(situation: Situation, body: Body, one: Trial, at_hand: AtHand) -> _Look:
    """What a trial may be worth, lines of fire aside."""
    known = bool(one.met) or situation.hasty or not body.unit.own.profile.missile
    value = value_of(situation, one, body, at_hand, guess=not known)
    return _Look(value, one.action, one.path, one, known)


def _best_first(situation: Situation, body: Body, looks: list[_Look], least: float, at_hand: AtHand) -> Iterator[Trial]:
    """Moves worth more than standing, in order of their worth. What is dear to find out about one is found out when it
    may be the best of those that are left: whether it can be walked, at whom one can fire then, and whether it can be
    ordered as it was walked."""
    heap = [(-one.value, number, one) for number, one in enumerate(looks) if one.value > least]
    heapify(heap)
    seen: set[tuple[Action, Path]] = set()
    while heap:
        _, number, look = heappop(heap)
        if look.trial is None:
            next_look = _walked(situation, body, look, at_hand)
            if next_look is None or (next_look.action, next_look.path) in seen:
                continue
            seen.add((next_look.action, next_look.path))
        elif not look.known:
            next_look = look._replace(value=value_of(situation, look.trial, body, at_hand), known=True)
        else:
            sure = made_sure(situation.battle, look.trial)
            if sure is not None:
                yield sure
            continue
        if next_look.value > least:
            heappush(heap, (-next_look.value, number, next_look))


def _had_better_shoot(situation: Situation, body: Body) -> bool:
    """Whether shooters have a mark from where they stand, and less to fear than to gain."""
    if not body.range or situation.claim_of(body.unit) is not None:
        return False
    best = max(hoped_for(situation, situation.battle, body.unit).values(), default=0.0)
    return best > 0.0 and best >= situation.care * danger(situation, body)


def _attacks(situation: Situation, body: Body, onto: Iterable[Course]) -> list[Trial]:
    """All attacks that can be made at once; marches that lead onto a foe are attacks too. Some fall short."""
    found: dict[tuple[Action, Path], Trial] = {}
    for action, course in dict.fromkeys((*attacks(situation, body), *onto)):
        one = glanced_at(situation.battle, body.unit, action, course)
        if one is not None and not ends_amiss(one):
            found.setdefault((action, one.path), one)
    return list(found.values())


def _at_hand(situation: Situation, body: Body, attacks: list[tuple[Trial, float]]) -> AtHand:
    """The best that attacks made at once promise, by foe; where others may still come to help there is time to wait."""
    found: dict[tuple[str, Edge], float] = {}
    for one, value in attacks:
        if body.range or (one.met in situation.hunts and situation.left > LATE):
            continue
        there = one.met, one.edge
        found[there] = max(value, found.get(there, 0.0))
    return found


def _way_out(situation: Situation, body: Body) -> list[Trial]:
    """Who is hemmed in by ground closed to ranks and files leaves it in open order, if there is something to go for."""
    battle, unit = situation.battle, body.unit
    if in_open_order(unit) or not at_closed_ground(situation, unit) or prospect(situation, body) <= 0.0:
        return []
    ways = courses(situation, body, ranked(situation, body))
    if any(glanced_at(battle, unit, action, course) is not None for action, course in ways):
        return []
    opened = tried(battle, unit, MOVE, OPEN_UP)
    return [opened] if opened is not None else []


def _getting_on(situation: Situation, body: Body, ways: Iterable[Course]) -> list[Trial]:
    """The move that brings a unit that stands about nearest to where the way to a foe goes first, but not into danger:
    who is far from the fight cannot help in it."""
    if situation.hasty or _has_a_place(situation, body):
        return []
    foes = ranked(situation, body)
    point = foes[0].outline.x, foes[0].outline.y
    first = situation.way(body.outline.x, body.outline.y, point, body.move).first
    far = dist((body.outline.x, body.outline.y), first) - GETS_ON
    risk = danger(situation, body) + RISK * body.worth
    best: list[Trial] = []
    for action, path in ways:
        there = on_paper(body.unit, path) if action == MOVE else None
        if there is None or dist((there.outline.x, there.outline.y), first) >= far:
            continue
        one = tried(situation.battle, body.unit, MOVE, path)
        if one is None or one.met or not _is_light(situation, one, risk):
            continue
        apart = dist((one.unit.outline.x, one.unit.outline.y), first)
        burns = bool(one.battle.own.fires) and fires_round(one.battle, one.unit)
        if apart < far and not burns and not ends_amiss(one):
            best, far = [one], apart
    return best


def _is_light(situation: Situation, trial: Trial, risk: float) -> bool:
    """Whether a move costs no more than a little danger: it tires nobody."""
    after = situation.body(trial.battle, trial.unit)
    return danger(situation, after) <= risk and not weary(trial.battle, after)


def _has_a_place(situation: Situation, body: Body) -> bool:
    """Whether a unit does something where it is: it fights, shoots, holds ground, or is kept out of everything."""
    if not situation.foes or body.busy or body.fleeing or body.id in situation.stakes.precious:
        return True
    if situation.temperament.holds_off or situation.claim_of(body.unit) is not None:
        return True
    if body.blast and any(gap(body.outline, foe.outline) <= body.blast for foe in situation.foes):
        return True
    return bool(body.range and hoped_for(situation, situation.battle, body.unit))


def second_part(situation: Situation, unit: Unit) -> Path:
    """How horse archers who have fired go on with their split move; () to stand (CM-MISSILE-15)."""
    battle = situation.battle
    body = situation.body(battle, unit)
    best = score(situation, battle, body) + WORTH_MOVING * body.worth
    way: Path = ()
    ways = (*attacks(situation, body), *courses(situation, body, ranked(situation, body)))
    for action, course in dict.fromkeys(ways):
        one = ridden_on(battle, unit, course) if action == MOVE else None
        value = value_of(situation, one, body) if one is not None else best
        if one is not None and value > best:
            best, way = value, one.path
    return way
