"""Missile troops who refuse combat: CM-MELEE-15, CM-MELEE-16."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import Terms, Way, way_along
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Declared, Leg, Moved
from schiltron.battle.state.field import friends, in_melee
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.words.grammar import does
from schiltron.rulesets.chainmail.fantasy.magicians import stirred
from schiltron.rulesets.chainmail.field import arc_from, is_commander, is_engine, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.melee.ground import closed_ground
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Contact
from schiltron.table.ground import stood_in
from schiltron.table.lengths import HALF_TURN, Mil, inches, show_inches
from schiltron.table.outline import gap, outline


class RefuseCombat(Step, frozen=True, tag="chainmail.refuse_combat"):
    """Missile troops among other foot may fall back from who is about to reach them (CM-MELEE-15)."""

    unit: str
    attacker: str


BACK: Final[Mil] = inches(3)
AMONG: Final[Mil] = inches(3)
"""How near other footmen stand among whom missile troops are placed."""
FIGHT, REFUSE = "fight", "refuse"
_RULES: Final = ("CM-MELEE-15", "CM-MELEE-16")


def may_refuse(battle: Battle, unit: Unit) -> bool:
    """Whether missile troops stand in a line with other footmen and are free to go back, once a turn."""
    return (
        unit.on_table
        and unit.figures > 0
        and are_missile_troops(unit)
        and not unit.own.turn.refused_combat
        and not is_fleeing(unit)
        and not reorganizing(unit)
        and not in_melee(battle, unit)
        and bool(line_of(battle, unit))
        and way_back(battle, unit) is not None
    )


def are_missile_troops(unit: Unit) -> bool:
    """Foot whose arm is a missile. Who only throws axes or spears is a footman like others (CM-MOVE-04)."""
    return unit.own.profile.missile not in ("", "thrown") and not unit.own.profile.mounted


def line_of(battle: Battle, unit: Unit) -> list[Unit]:
    """The other footmen with whom missile troops form a line: near, level with them or before them."""
    return [
        friend
        for friend in friends(battle, unit)
        if friend.figures
        and not friend.own.profile.mounted
        and not are_missile_troops(friend)
        and not is_engine(friend)
        and not is_commander(friend)
        and not is_fleeing(friend)
        and gap(unit.outline, friend.outline) <= AMONG
        and arc_from(friend.pose.x, friend.pose.y, unit) != "rear"
    ]


def way_back(battle: Battle, unit: Unit) -> Way | None:
    """Straight back with the front to the enemy; None where there is no room for all of it."""
    bearing = unit.pose.heading + HALF_TURN
    way = way_along(battle, unit, bearing, BACK, Terms(facing=unit.pose.heading, leaves=False))
    return way if way is not None and way.distance == BACK and not _barred(battle, unit, way) else None


def _barred(battle: Battle, unit: Unit, way: Way) -> bool:
    pieces = closed_ground(battle, unit)
    places = (way.start.advanced(-back) for back in range(inches(1), BACK + 1, inches(1)))
    return bool(pieces) and any(stood_in(pieces, outline(pose, unit.body, unit.bodies)) for pose in places)


# ---------------------------------------------------------------- asked


def _ask(battle: Battle, step: RefuseCombat) -> tuple[Choose, ...] | None:
    """Not when the attacker carries on a charge that drove off the footmen: then they must fight (CM-MELEE-16)."""
    unit, attacker = battle.units[step.unit], battle.units[step.attacker]
    if _carries_on(battle, step) or not may_refuse(battle, unit):
        return None
    come = does("come", one=attacker.original == 1)
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{attacker.name} {come} at {unit.name}: fight, or go back {show_inches(BACK)} out of the melee?",
            waits=f"{unit.name} to fight, or go back",
            rules=_RULES,
            options=(Option(FIGHT, "Fight"), Option(REFUSE, f"Go back {show_inches(BACK)}")),
            window=True,
            default=Chosen((FIGHT,)),
        ),
    )


def _carries_on(battle: Battle, step: RefuseCombat) -> bool:
    coming = (one for one in battle.agenda if isinstance(one, Contact) and one.target == step.unit)
    return any(one.walk.on for one in coming if one.walk.unit == step.attacker)


def _take(scene: Scene, step: RefuseCombat, answers: tuple[Chosen, ...]) -> None:
    if option_choice.chosen(answers) == REFUSE:
        _go_back(scene, step)


def _go_back(scene: Scene, step: RefuseCombat) -> None:
    unit = scene.unit(step.unit)
    way = way_back(scene.battle, unit)
    assert way is not None, "it was asked only where there was room"
    scene.tell(Declared(unit=unit.id, action="refuse combat", target=step.attacker, rules=("CM-MELEE-15",)))
    gone = with_turn(unit, refused_combat=True, moved=True, spent=unit.own.turn.spent + BACK)
    scene.change(replace(gone, place=unit.place_at(way.end)))
    stirred(scene, unit.id)
    legs = (Leg(Advance(-BACK), way.end, unit.body, BACK),)
    scene.tell(Moved(unit=unit.id, start=unit.pose, legs=legs, spent=BACK, left=0, rules=("CM-MELEE-15",)))


def _suggest(_view: Battle, _step: RefuseCombat, _decision: Choose) -> Iterator[Chosen]:
    return iter((Chosen((REFUSE,)), Chosen((FIGHT,))))


REFUSE_COMBAT = option_choice.chooses(RefuseCombat, ask=_ask, take=_take, suggest=_suggest)
