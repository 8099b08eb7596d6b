"""Engines of war as the tables have them, their crews, and when they are ready to fire.

CM-CATAPULT-01 and CM-CATAPULT-04 to CM-CATAPULT-07; CM-GUN-08, CM-GUN-09, CM-GUN-15; of the bombard CM-GUN-19.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from schiltron.battle.state.field import in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.chainmail.field import has_trait, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.fortress import COVERED, PUSHED
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import BOARDED, GUARDING, Abandoned, Battle, Unit
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil, degrees, inches

# ---------------------------------------------------------------- the pieces


class Section(NamedTuple):
    """A stretch of the dowel, from the muzzle on (CM-GUN-15)."""

    colour: str
    start: Mil
    end: Mil


class Call(NamedTuple):
    """Fire that falls at a called distance: the least and the most, and the circle it hits (CM-CATAPULT-01)."""

    least: Mil
    most: Mil
    circle: Mil
    rule: str


class Dowel(NamedTuple):
    """Fire in a straight line: how far, how wide, in which sections (CM-GUN-08, CM-GUN-15)."""

    reach: Mil
    width: Mil
    sections: tuple[Section, ...]


class Piece(NamedTuple):
    """A catapult or cannon. Only the bombard has both kinds of fire (CM-GUN-10).

    `every` is the turns from shot to shot with a full crew; `rule` where it says so.
    """

    name: str
    every: int
    rule: str
    arc_rule: str
    left: Mdeg
    right: Mdeg
    call: Call | None = None
    dowel: Dowel | None = None


_DEFENSE: Final = {
    **dict.fromkeys(("light_catapult", "mantlet"), "small_catapults_and_movable_mantlets"),
    **dict.fromkeys(("wagon", "siege_tower", *COVERED), "wooden_structures_and_palisades"),
}
"""The line of the siege tables for a machine; all others are cannons and large catapults (CM-SIEGE-02)."""
_CREW: Final = {int(row["crew"]): int(row["extra_turns_per_shot"]) for row in LAW.sheet("CM-T-catapult-crew").records()}
FULL_CREW: Final = max(_CREW)


def _call(row: dict[str, Any], rule: str, most: float | None = None) -> Call:
    far = row["range_max"] if most is None else most
    return Call(inches(row["range_min"]), inches(far), inches(row["hit_area_diameter"]), rule)


def _catapult(weight: str) -> Piece:
    row: dict[str, Any] = LAW.sheet("CM-T-catapult").row(weight)
    arc: dict[str, Any] = LAW.sheet("CM-T-arc").row("catapults")
    return Piece(
        f"{weight} catapult",
        row["fires_every_n_turns"],
        "CM-CATAPULT-04",
        "CM-CATAPULT-08",
        degrees(arc["left"]),
        degrees(arc["right"]),
        call=_call(row, "CM-CATAPULT-01"),
    )


def _cannon(gun: str) -> Piece:
    """Of a bombard's indirect fire the circle and the least range are a heavy catapult's (CM-GUN-19)."""
    row: dict[str, Any] = LAW.sheet("CM-T-cannon").row(gun)
    arc: dict[str, Any] = LAW.sheet("CM-T-arc").row("cannons")
    lines: list[dict[str, Any]] = [one for one in LAW.sheet("CM-T-cannon-dowel").records() if one["gun"] == gun]
    sections = tuple(Section(one["colour"], inches(one["start"]), inches(one["end"])) for one in lines)
    heavy: dict[str, Any] = LAW.sheet("CM-T-catapult").row("heavy")
    return Piece(
        gun.replace("_", " "),
        row["fires_every_n_turns"],
        "CM-GUN-09",
        "CM-GUN-09",
        degrees(arc["left"]),
        degrees(arc["right"]),
        call=_call(heavy, "CM-GUN-19", row["range"]) if row["indirect_fire"] else None,
        dowel=Dowel(inches(row["range"]), inches(row["dowel_diameter"]), sections),
    )


PIECES: Final[dict[str, Piece]] = {
    "light_catapult": _catapult("light"),
    "heavy_catapult": _catapult("heavy"),
    **{gun: _cannon(gun) for gun in ("light_field_gun", "heavy_field_gun", "bombard")},
}


BOULDERS: Final = Piece(
    "thrown boulder",
    PIECES["light_catapult"].every,
    "CM-FANT-GIANT-05",
    "CM-FANT-GIANT-04",
    HALF_TURN,
    HALF_TURN,
    call=Call(0, inches(20), inches(2), "CM-FANT-GIANT-04"),
)
"""What a giant throws: as a small catapult does, twenty inches, and however near (CM-FANT-GIANT-04)."""


def is_artillery(unit: Unit) -> bool:
    """A catapult, a cannon or who throws as one does; a wagon is an engine too, but has nothing to fire."""
    return unit.own.profile.engine in PIECES or throws_boulders(unit)


def throws_boulders(unit: Unit) -> bool:
    return has_trait(unit, "throws_stones")


def piece(unit: Unit) -> Piece:
    return BOULDERS if throws_boulders(unit) else PIECES[unit.own.profile.engine]


def is_pushed(unit: Unit) -> bool:
    """A siege tower, a covered machine or a mantlet: its figures push it (CM-SIEGE-05, CM-SIEGE-11)."""
    return unit.own.profile.engine in PUSHED


def is_cannon(unit: Unit) -> bool:
    return is_artillery(unit) and piece(unit).dowel is not None


def defense(unit: Unit) -> int:
    """The siege points a machine can bear: of a range the middle, rounded up (CM-CATAPULT-03)."""
    row = LAW.sheet("CM-T-siege-defense").row(_DEFENSE.get(unit.own.profile.engine, "cannons_and_large_catapults"))
    return -(-(int(row["min"]) + int(row["max"])) // 2)


def muzzle(unit: Unit) -> tuple[Mil, Mil]:
    """The middle of the front edge, from where everything is measured."""
    x, y = unit.pose.world(0.0, unit.body.base.depth / 2)
    return round(x), round(y)


# ---------------------------------------------------------------- numbers to show


def crew(unit: Unit) -> Tally:
    """The trained figures that came with the piece, as many as can serve it (CM-CATAPULT-06, CM-CATAPULT-07).

    Who fell in this step still served it: fire is resolved from the strength at the end of movement (CM-TURN-09).
    """
    if throws_boulders(unit):
        return Tally("crew", (Term("by himself", unit.bodies, "CM-FANT-GIANT-04"),), measure="figures")
    terms = [Term("trained crew", unit.bodies, "CM-CATAPULT-07")]
    if unit.bodies > FULL_CREW:
        terms.append(Term(f"more than {FULL_CREW} give no gain", FULL_CREW - unit.bodies, "CM-CATAPULT-07"))
    return Tally("crew", tuple(terms), measure="figures")


def rate_of_fire(unit: Unit) -> Tally:
    """Turns from one shot to the next (CM-CATAPULT-04, CM-CATAPULT-06, CM-GUN-09)."""
    kind, hands = piece(unit), crew(unit).total
    terms = [Term(kind.name, kind.every, kind.rule)]
    if _CREW.get(hands) and not throws_boulders(unit):
        terms.append(Term(f"only {hands} crew", _CREW[hands], "CM-CATAPULT-06"))
    return Tally("turns from shot to shot", tuple(terms))


def ranges(unit: Unit) -> tuple[Tally, ...]:
    """The least and the greatest distance to be called, and the length of the dowel."""
    kind = piece(unit)
    found = []
    if kind.call is not None:
        rule = kind.call.rule
        found.append(Tally("least range", (Term(kind.name, kind.call.least, rule),), measure="thousandths"))
        found.append(Tally("greatest range", (Term(kind.name, kind.call.most, rule),), measure="thousandths"))
    if kind.dowel is not None:
        found.append(Tally("range", (Term(kind.name, kind.dowel.reach, "CM-GUN-08"),), measure="thousandths"))
    return tuple(found)


def loaded_on(unit: Unit) -> int:
    """The first turn on which it is loaded: at the start of play it is (CM-CATAPULT-04)."""
    return unit.own.past.last_shot + rate_of_fire(unit).total if unit.own.past.last_shot else 0


# ---------------------------------------------------------------- ready or not


def unready(battle: Battle, unit: Unit) -> list[Reason]:
    """Everything that keeps an engine from firing this turn, whatever at."""
    if not is_artillery(unit):
        return [Reason(f"{unit.name} is no catapult and no cannon", ("CM-TURN-05",))]
    if not unit.on_table or not unit.bodies:
        return [Reason(f"{unit.name} has no trained crew on the table", ("CM-CATAPULT-07",))]
    return [
        *_not_loaded(battle, unit),
        *_not_in_place(battle, unit),
        *not_free(battle, unit),
        *_not_manned(battle, unit),
    ]


def _not_loaded(battle: Battle, unit: Unit) -> list[Reason]:
    if battle.turn >= loaded_on(unit):
        return []
    rate = rate_of_fire(unit)
    text = f"{unit.name} fired on turn {unit.own.past.last_shot} and is loaded again on turn {loaded_on(unit)}"
    return [Reason(text, rate.rules)]


def _not_in_place(battle: Battle, unit: Unit) -> list[Reason]:
    """As many turns on one spot as lie between shots; all turns so far will do (CM-CATAPULT-04, CM-CATAPULT-05)."""
    kind, own = piece(unit), unit.own
    if throws_boulders(unit):
        if own.turn.ordered == BOARDED:
            return [Reason(f"{unit.name} has been at work on the castle and does not throw", ("CM-FANT-GIANT-05",))]
        text = f"{unit.name} has moved this turn and does not throw"
        return [Reason(text, ("CM-FANT-GIANT-05",))] if own.turn.moved else []
    if not own.turn.moved and own.past.turns_still >= min(kind.every, battle.turn - 1):
        return []
    text = f"{unit.name} has been moved within the last {counted(kind.every, 'turn')}"
    return [Reason(text, ("CM-CATAPULT-05",) if kind.dowel is None else ("CM-GUN-09", "CM-CATAPULT-05"))]


def not_free(battle: Battle, unit: Unit) -> list[Reason]:
    """Crews that have something else on their hands."""
    found = []
    if in_melee(battle, unit):
        found.append(Reason(f"{unit.name}: the crew is in melee", ("CM-MELEE-03",)))
    if is_fleeing(unit):
        found.append(Reason(f"{unit.name}: the crew is in flight", ("CM-MELEE-27",)))
    if unit.has(GUARDING):
        found.append(Reason(f"{unit.name}: the crew guards prisoners", ("CM-MELEE-42",)))
    if reorganizing(unit):
        found.append(Reason(f"{unit.name}: the crew is reorganizing", ("CM-HIST-02",)))
    if unit.own.hire.temper:
        found.append(Reason(f"{unit.name}: the crew does not obey", ("CM-HIST-17", "CM-HIST-18")))
    return found


def _not_manned(battle: Battle, unit: Unit) -> list[Reason]:
    """Men who came from another piece this turn serve this one from the next turn on."""
    if unit.own.engine.manned_in != battle.turn:
        return []
    return [Reason(f"{unit.name}: crew has only just come to it", ("CM-CATAPULT-07",))]


# ---------------------------------------------------------------- without a crew


def left_behind(battle: Battle, unit: Unit) -> Abandoned | None:
    """The machine of a crew that is gone from the table's middle; None for other units, and for one that is shattered.

    It stays loaded if it was (CM-CATAPULT-04).
    """
    if throws_boulders(unit) or not is_artillery(unit) or not unit.on_table or unit.own.engine.damage >= defense(unit):
        return None
    loaded = not unit.own.past.last_shot or battle.turn >= unit.own.past.last_shot + piece(unit).every
    return Abandoned(unit.pose, battle.turn, loaded)
