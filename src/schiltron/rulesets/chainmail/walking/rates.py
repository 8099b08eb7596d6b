"""How far a unit may go: CM-MOVE-01 to CM-MOVE-03, CM-WEATHER-05, CM-FORM-02, CM-MELEE-50, CM-MISSILE-15,
CM-FANT-GEN-02, CM-SIEGE-05, CM-SIEGE-11, CM-SIEGE-14, CM-SIEGE-15."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final, Literal

from schiltron.battle.state.tally import Tally, Term, scaled
from schiltron.rulesets.chainmail.fantasy.light import is_blind
from schiltron.rulesets.chainmail.fantasy.riding import burdened
from schiltron.rulesets.chainmail.fantasy.waters import afloat
from schiltron.rulesets.chainmail.fortress import PUSHED, pushing
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import WITH_LADDER, Battle, Unit, men_of
from schiltron.table.lengths import Mil, inches


def _column(name: str) -> dict[str, Mil]:
    """A column of the table of movement; nothing where it has a dash."""
    found = {str(row["troop"]): row[name] for row in LAW.sheet("CM-T-movement").records()}
    return {troop: inches(value) if isinstance(value, int) else 0 for troop, value in found.items()}


_NORMAL: Final = _column("move")
_CHARGE: Final = _column("charge_move")
_ROAD: Final = _column("road_bonus")
_SLOW: Final = {"hedgehog": "CM-MELEE-50", "square": "CM-FORM-02"}
"""Formations that look all ways and move at half speed."""
_UNHORSED: Final = {"light_horse": "light_foot_archers", "medium_horse": "heavy_foot", "heavy_horse": "armored_foot"}
"""As what riders walk who have lost their horses."""
_HALF: Final = Fraction(1, 2)
LONGEST_RANGE: Final = max(_column("missile_range").values())
"""Beyond which no missile reaches whoever passes by."""


def normal_move(battle: Battle, unit: Unit) -> Tally:
    """The normal move of a unit this turn, in thousandths of an inch."""
    return Tally("move", _slowed(battle, unit, _NORMAL, "move"), measure="thousandths")


def charge_move(battle: Battle, unit: Unit) -> Tally:
    """The charge move of a unit this turn, in thousandths of an inch; engines and wagons have none (CM-MOVE-03)."""
    nature = unit.own.profile.nature
    if nature is not None and not nature.charge:
        term = Term("no charge move", 0, "CM-FANT-GEN-04")
        return Tally("charge", (term,), measure="thousandths", verdict="impossible")
    if unit.has(WITH_LADDER):
        term = Term("men with a ladder do not charge", 0, "CM-SIEGE-15")
        return Tally("charge", (term,), measure="thousandths", verdict="impossible")
    if not _CHARGE[unit.own.profile.moves]:
        term = Term("engines and wagons do not charge", 0, "CM-MOVE-03")
        return Tally("charge", (term,), measure="thousandths", verdict="impossible")
    return Tally("charge", _slowed(battle, unit, _CHARGE, "charge"), measure="thousandths")


def flight_move(battle: Battle, unit: Unit) -> Tally:
    """How far it flies in a turn (CM-FANT-GEN-02), and with somebody on its back (CM-FANT-ROC-05)."""
    nature = unit.own.profile.nature
    far = nature.fly if nature is not None else 0
    terms = [Term("flies", far, "CM-FANT-GEN-02")]
    carries = burdened(battle, unit)
    if carries is not None:
        terms.append(Term("carries somebody", min(0, carries.value - far), carries.rule))
    return Tally("flight", tuple(terms), measure="thousandths")


def split_part(battle: Battle, unit: Unit) -> Tally:
    """What either part of a split-move may take: half of the normal move (CM-MISSILE-15)."""
    move = normal_move(battle, unit)
    half = scaled(move.terms, "a part of a split-move", _HALF, "CM-MISSILE-15")
    return Tally("part", (*move.terms, half), measure="thousandths")


def road_bonus(unit: Unit) -> Mil:
    """What a move along a road adds (CM-MOVE-02); nothing for foot."""
    return _ROAD[unit.own.profile.moves] if unit.own.profile.nature is None else 0


def _slowed(battle: Battle, unit: Unit, column: dict[str, Mil], pace: Literal["move", "charge"]) -> tuple[Term, ...]:
    """Of two types in a unit the slower one sets the pace (CM-HIST-01); creatures have paces of their own
    (CM-FANT-GEN-02), on horseback those in brackets (CM-FANT-GEN-05)."""
    nature = unit.own.profile.nature
    if nature is not None:
        rule = "CM-FANT-GEN-05" if nature.mounted else "CM-FANT-GEN-02"
        far = nature.move if pace == "move" else nature.charge
        swims = afloat(battle, unit) if pace == "move" else None
        if swims is not None:
            return _on_the_day(battle, unit, [Term("in the water", swims.value, swims.rule)])
        return _on_the_day(battle, unit, [Term(nature.key.replace("_", " "), far, rule)])
    if unit.own.profile.engine in PUSHED:
        return _on_the_day(battle, unit, [_pushed(unit)])
    base, mixed = column[unit.own.profile.moves], unit.own.mixed
    terms = [Term(unit.own.profile.moves.replace("_", " "), base, "CM-MOVE-01")]
    if mixed is not None and column[mixed.profile.moves] < base:
        slower = column[mixed.profile.moves]
        terms.append(Term(f"with {mixed.profile.moves.replace('_', ' ')}", slower - base, "CM-HIST-01"))
    if any(one.afoot for one in men_of(unit).lots[: unit.figures]):
        walking = column[_UNHORSED.get(unit.own.profile.moves, unit.own.profile.moves)]
        terms.append(Term("with men on foot", min(0, walking - base), "CM-MTM-25"))
    return _on_the_day(battle, unit, terms)


def _pushed(unit: Unit) -> Term:
    """So far for so many men who push, up to the most (CM-SIEGE-05, CM-SIEGE-11)."""
    step, men, most = pushing(unit.own.profile.engine)
    rule = "CM-SIEGE-11" if unit.own.profile.engine == "mantlet" else "CM-SIEGE-05"
    return Term(f"{unit.figures} pushing", min(unit.figures // men * step, most), rule)


def _on_the_day(battle: Battle, unit: Unit, terms: list[Term]) -> tuple[Term, ...]:
    """A pace as the weather, the light and the formation leave it."""
    for effect, grant in battle.effects.granted("", "move"):
        if grant.times is not None:
            terms.append(scaled(terms, effect.kind, Fraction(*grant.times), grant.rule, ceil))
    if unit.own.formation in _SLOW:
        terms.append(scaled(terms, f"a {unit.own.formation}", _HALF, _SLOW[unit.own.formation], ceil))
    if unit.has(WITH_LADDER) and unit.figures == 1:
        terms.append(scaled(terms, "one man with a ladder", _HALF, "CM-SIEGE-14", ceil))
    if is_blind(battle, unit):
        terms.append(scaled(terms, "in the dark", _HALF, "CM-FANT-SPELL-09", ceil))
    return tuple(terms)
