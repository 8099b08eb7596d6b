"""Walking a path leg by leg: CM-MOVE-01 to CM-MOVE-03, CM-FORM-01 to CM-FORM-06, CM-HIST-24, CM-MISSILE-15."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any, Final

from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import LONGEST_LEG, middle_of
from schiltron.battle.state.field import friends
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Face, FormHedgehog, FormUp, Path, Reform, Turn, Wheel
from schiltron.battle.state.memory import keep, recall
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.fantasy.waters import strayed
from schiltron.rulesets.chainmail.field import goes_as_person, in_turns
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.terrain import WAS
from schiltron.rulesets.chainmail.walking.charges import charge_faults, curve_faults
from schiltron.rulesets.chainmail.walking.flying import landing_faults
from schiltron.rulesets.chainmail.walking.marching import advance
from schiltron.rulesets.chainmail.walking.pausing import split_faults
from schiltron.rulesets.chainmail.walking.turning import face, form_up, hedgehog, reform, turn, wheel
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.table.ground import deeper_in
from schiltron.table.lengths import CONTACT, Mil, show_inches
from schiltron.table.outline import overlapping
from schiltron.table.terrain import name_of

_LEGS: Final[dict[type, Callable[[Walker, Any], None]]] = {
    Advance: advance,
    Wheel: wheel,
    Turn: turn,
    Face: face,
    Reform: reform,
    FormUp: form_up,
    FormHedgehog: hedgehog,
}
LONGEST_PATH: Final = 12
_WALKED: Final = "walked"
_FORMING: Final = (Reform, FormUp, FormHedgehog)


def walk(battle: Battle, step: Walk, *, trial: bool = True) -> Walker:
    """Go along a path as far as the rules and the move that is left allow.

    A `trial` judges an order, so it also says whether the unit may charge at all and whom the path ends at; a walk
    that is carried out goes as far as it goes.
    """
    known: tuple[Walk, Walker] | None = recall(battle, _WALKED)
    if known is not None and known[0] == step:
        walker = known[1]
        if walker.trial == trial or (walker.trial and not walker.reasons):
            return walker
    walker = Walker(battle, step, trial=trial)
    if trial and step.action == "charge":
        walker.reasons += charge_faults(battle, walker.unit)
    if not walker.reasons:
        _along(walker, _path(walker, step))
        _end(walker, step)
    keep(battle, _WALKED, (step, walker))
    return walker


def _path(walker: Walker, step: Walk) -> Path:
    """Who must use up the balance of a charge goes straight on with all there is of it (CM-MELEE-14)."""
    if not step.on:
        return step.path
    return (Advance(walker.left),) if walker.left > 0 else ()


def _along(walker: Walker, path: Path) -> None:
    for index, leg in enumerate(path):
        walker.index = index
        walker.ahead = _leading_on(path[index + 1 :])
        if walker.met is not None:
            walker.refuse("contact ends the move", "CM-TURN-07")
        elif walker.halted is not None:
            text, rules = walker.halted
            walker.refuse(text, *rules)
        else:
            made = len(walker.legs)
            _take_leg(walker, leg)
            if walker.halfway and isinstance(leg, Advance) and _a_hair_short(walker, leg, made):
                walker.reasons.clear()
        if walker.reasons:
            return


def _a_hair_short(walker: Walker, leg: Advance, made: int) -> bool:
    """Whether a straight leg has come as far as it did before the halt at the half, where thousandths were rounded."""
    gone = sum(one.manoeuvre.distance for one in walker.legs[made:] if isinstance(one.manoeuvre, Advance))
    return leg.distance - gone <= CONTACT


def _leading_on(path: Path) -> Mil:
    """How far a path goes on straight ahead before anything else is done."""
    straight = takewhile(lambda leg: isinstance(leg, Advance) and 0 < leg.distance <= LONGEST_LEG, path)
    return sum(leg.distance for leg in straight if isinstance(leg, Advance))


def _take_leg(walker: Walker, leg: Any) -> None:
    go = _LEGS.get(type(leg))
    if go is None:
        text = "this book knows advance, wheel, turn, face, new ranks and files, and formations"
        walker.refuse(text, "CM-FORM-01", "CM-FORM-04")
        return
    if walker.formation == "schiltron" and not isinstance(leg, _FORMING):
        walker.refuse("a schiltron cannot move", "CM-HIST-24")
        return
    if not isinstance(leg, _FORMING) and (walker.forming is None or walker.forming.facing != leg):
        walker.forming = None
    go(walker, leg)


def _end(walker: Walker, step: Walk) -> None:
    if walker.reasons:
        return
    if walker.trial and walker.height:
        landing_faults(walker)
    if walker.trial and step.action == "charge":
        walker.reasons += curve_faults(walker)
    if walker.trial and step.action == "split" and not step.paused and in_turns(walker.battle):
        walker.reasons += split_faults(walker)
    if walker.trial and walker.battle.own.options.fantasy == "on":
        _by_the_water(walker)
    if walker.trial and walker.battle.own.fires:
        _out_of_fires(walker)
    if goes_as_person(walker.unit):
        _among_friends(walker, step)


def _by_the_water(walker: Walker) -> None:
    """A creature that stays by water ends no leg too far from it, unless it was driven off before (CM-FANT-ELEM-08)."""
    unit = walker.unit
    if strayed(walker.battle, unit, unit.outline.x, unit.outline.y) is not None:
        return
    for number, leg in enumerate(walker.legs):
        there = middle_of(leg.pose, leg.body, walker.count)
        stays = strayed(walker.battle, unit, *there)
        if stays is not None:
            text = f"{unit.name} stays within {show_inches(stays.value)} of water"
            walker.reasons.append(Reason(text, (stays.rule,), number, measured=True))
            return


def _out_of_fires(walker: Walker) -> None:
    """Whoever stands in burning cover goes through it, but no deeper into it in the end (CM-WEATHER-04)."""
    burning = (piece for piece in walker.battle.table.features if piece.kind in WAS)
    piece = deeper_in(burning, walker.unit.outline, walker.outline)
    if piece is not None:
        walker.refuse(f"it would be deeper in {name_of(piece)}, which burns", "CM-WEATHER-04", measured=True)


def _among_friends(walker: Walker, step: Walk) -> None:
    """The commander passes through friends but does not stand on them."""
    here = walker.outline
    for friend in friends(walker.battle, replace(walker.unit, place=OnTable(walker.pose, walker.level))):
        if friend.id != step.target and overlapping(here, friend.outline):
            walker.refuse(f"he cannot end his move on {friend.name}", "CM-SCALE-04", measured=True)
            return
