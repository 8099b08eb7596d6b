"""How far a unit may go (TA-MOVE-04 to TA-MOVE-11, CMD under orders, TA-FANT-A17, -A18), and its path leg by leg."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from schiltron.battle.movement.straight_and_wheel import LONGEST_LEG
from schiltron.battle.state.effects import AtWork
from schiltron.battle.state.field import friends
from schiltron.battle.state.manoeuvre import Advance, Face, Path, Reform, Turn, Wheel
from schiltron.battle.state.memory import keep, recall
from schiltron.battle.state.tally import Tally, Term, scaled
from schiltron.rulesets.by_this_axe.abilities import QUICK, SLOW, has
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.field import base_rate, is_character
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.movement.marching import advance
from schiltron.rulesets.by_this_axe.movement.sights import in_sight
from schiltron.rulesets.by_this_axe.movement.turning import face, reform, turn, wheel
from schiltron.rulesets.by_this_axe.movement.walker import Walk, Walker
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Unit
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import overlapping

MUSICIAN: Final = inches(int(LAW.sheet("TA-T-movement").row("musician_attached_to_unit_bonus")["base_in"]))

_ARMS: Final[dict[tuple[bool, bool], tuple[str, str]]] = {
    (True, False): ("cavalry in light armour or none", "TA-MOVE-06"),
    (True, True): ("cavalry in medium or heavy armour", "TA-MOVE-07"),
    (False, False): ("infantry in light armour or none", "TA-MOVE-08"),
    (False, True): ("infantry in medium or heavy armour", "TA-MOVE-09"),
}
_CARD_RULES: Final[dict[str, str]] = {
    "march_charge": "TA-CMD-20",
    "flanking_move": "TA-CMD-23",
    "center_move": "TA-CMD-24",
    "all_cavalry_move": "TA-CMD-25",
    "all_light_infantry_move": "TA-CMD-26",
    "all_infantry_move": "TA-CMD-27",
    "coordinated_attack": "TA-CMD-28",
    "ferocious_attack": "TA-CMD-29",
    "frenzied_charge": "TA-CMD-31",
}
_FARTHER: Final = ("march", "charge", "farther")
_DOUBLE: Final = "double"
_TWICE: Final = Fraction(2)
_PACES: Final = ((SLOW, Fraction(1, 2), "TA-FANT-A17"), (QUICK, Fraction(2), "TA-FANT-A18"))
_JOKERS: Final[dict[str, str]] = {"double": "TA-CMD-23", "farther": "TA-CMD-25"}


# ---------------------------------------------------------------- how far


def rate(battle: Battle, unit: Unit) -> Tally:
    """The move of a unit this turn in thousandths of an inch, before ground takes anything off (TA-UNIT-28).

    A musician's inch and what cards roll are added after doubling (TA-MOVE-05, TA-MOVE-11).
    """
    return Tally("move", (*_usual(battle, unit), *_from_cards(battle, unit)), measure="thousandths")


def normal_rate(battle: Battle, unit: Unit) -> Mil:
    """The move of a unit without any card (TA-CMD-11)."""
    return sum(term.value for term in _usual(battle, unit))


def _usual(battle: Battle, unit: Unit) -> list[Term]:
    line, base = unit.own.profile, base_rate(unit)
    if is_character(unit):
        alone = "a character on his own, mounted" if line.mounted else "a character on his own"
        terms = [Term(alone, base, "TA-MOVE-10")]
        return [*terms, *_by_nature(line, terms)]
    terms = [Term(*_described(unit, base))]
    if battle.own.options.command == "none":
        terms.append(scaled(terms, "doubled without order cards", _TWICE, "TA-MOVE-05"))
    terms += _by_nature(line, terms)
    if line.musician:
        terms.append(Term("musician", MUSICIAN, "TA-MOVE-11"))
    return terms


def _by_nature(line: Profile, terms: list[Term]) -> list[Term]:
    """Half the rate in force for the slow (TA-FANT-A17), twice as much for the quick (TA-FANT-A18)."""
    found: list[Term] = []
    for ability, times, rule in _PACES:
        if has(line, ability):
            found.append(scaled([*terms, *found], ability, times, rule))
    return found


def _described(unit: Unit, base: Mil) -> tuple[str, Mil, str]:
    line = unit.own.profile
    label, rule = _ARMS[line.mounted, line.armour in ("medium", "heavy")]
    return label, base, rule


def _from_cards(battle: Battle, unit: Unit) -> list[Term]:
    terms = []
    for order in battle.effects.granted(unit.id, _DOUBLE, *_FARTHER):
        word, more = order.grant.what, order.grant.value
        if word == _DOUBLE:
            own = base_rate(unit)
            by_nature = _by_nature(unit.own.profile, [Term("", own)])
            terms.append(Term("double rate", own + sum(term.value for term in by_nature), _rule_of(order)))
        elif more:
            terms.append(Term("charge" if word == "charge" else "march", more, _rule_of(order)))
    return terms


def _rule_of(order: AtWork) -> str:
    card = CARDS.get(order.effect.by)
    found = _CARD_RULES.get(card.effect) if card is not None else None
    return found or _JOKERS.get(order.grant.what, "TA-CMD-20")


# ---------------------------------------------------------------- along a path

_WALKED: Final = "walked"
_LEGS: Final[dict[type, Callable[[Walker, Any], None]]] = {
    Advance: advance,
    Wheel: wheel,
    Turn: turn,
    Face: face,
    Reform: reform,
}


def walk(battle: Battle, step: Walk, *, trial: bool = True) -> Walker:
    """Go along a path as far as the rules and the move that is left allow."""
    known: tuple[Walk, Walker] | None = recall(battle, _WALKED)
    if known is not None and known[0] == step and _serves(known[1], trial):
        return known[1]
    unit = battle.units[step.unit]
    walker = Walker(battle, step, rate(battle, unit).total - unit.own.turn.spent, trial=trial)
    path = _run_on(step)
    for index, leg in enumerate(path):
        walker.index = index
        walker.last = index == len(path) - 1
        if walker.met is not None:
            walker.refuse("contact ends the move", "TA-MOVE-12")
            break
        if walker.pause == "river":
            walker.refuse("the river ends the move", "TA-TERR-06", "TA-TERR-07")
            break
        _take_leg(walker, leg)
        _look_up(walker, leg)
        if walker.reasons or walker.pause in ("woods", "fire"):
            walker.rest = (*walker.rest, *path[index + 1 :])
            break
    _end(walker, step)
    keep(battle, _WALKED, (step, walker))
    return walker


def _serves(known: Walker, trial: bool) -> bool:  # noqa: FBT001 - what the walk is for, as its caller says it
    """Whether a walk made to judge an order is the one that carries it out: nothing in it was guessed or refused."""
    if known.trial == trial:
        return True
    return known.trial and not known.guessed and not known.reasons and known.battle.own.options.command == "none"


def _run_on(step: Walk) -> Path:
    """A charger whose quarry has run goes straight on with all it has (TA-CMD-21)."""
    if not step.on or not step.path or not isinstance(step.path[-1], Advance):
        return step.path
    return (*step.path[:-1], Advance(LONGEST_LEG))


def _take_leg(walker: Walker, leg: Any) -> None:
    go = _LEGS.get(type(leg))
    if go is None:
        walker.refuse("this book knows advance, wheel, turn, face and reform", "TA-MOVE-13")
    else:
        go(walker, leg)


def _look_up(walker: Walker, leg: Any) -> None:
    """Fire held back meets who has come into range by a wheel or a turn as well (TA-CMD-34)."""
    if walker.trial or walker.stopped or isinstance(leg, Advance):
        return
    walker.shooters = in_sight(walker)
    if walker.shooters:
        walker.pause = "fire"


def _end(walker: Walker, step: Walk) -> None:
    """A character passes through friends but does not stand on them (TA-MOVE-14)."""
    if not is_character(walker.unit) or walker.reasons or walker.pause in ("woods", "fire"):
        return
    here = walker.outline
    for friend in friends(walker.battle, walker.unit):
        if friend.id != step.target and overlapping(here, friend.outline):
            walker.refuse(f"he cannot end his move on {friend.name}", "TA-MOVE-14", measured=True)
            return
