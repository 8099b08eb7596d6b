"""What each effect may be used for, when, for whom, and what it then does: TA-CMD-20 to TA-CMD-48.

Numbers come from the book's table of effects. An effect is a row of it; a use is one of the ways in which a card of
that effect is played, and most have one.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.table.lengths import Mil, inches

Moment = Literal["ranged", "initiative", "movement", "charged", "check"]
"""When cards may be played: before shots are declared, before the roll for who moves first, while one's own side moves,
when a unit is about to be charged, before a unit checks its nerve."""


Choice = Literal["free", "left_wing", "right_wing", "center", "cavalry", "light_infantry", "infantry", "nobody"]
"""Which units it is for: those its owner picks, or those the card itself names."""
Need = Literal["moves", "charges", "shoots", "stands", "shield", "routed", "steady"]
"""What a unit must be able to do, or be, to profit: see `eligible`."""


class Distance(Struct, frozen=True):
    """Inches rolled for once per card (TA-CMD-10): a die and so many more, but never less than `least`."""

    more: int = 0
    least: int = 0

    def of(self, die: int) -> Mil:
        return inches(max(die + self.more, self.least))


class Write(Struct, frozen=True):
    """What is noted on a unit: the effect as other chapters know it, and how much; None is the rolled distance."""

    effect: str
    amount: int | None = 0


class Law(Struct, frozen=True):
    """One use of an effect."""

    key: str
    effect: str
    label: str
    rules: tuple[str, ...]
    moments: tuple[Moment, ...]
    need: Need
    writes: tuple[Write, ...] = ()
    choice: Choice = "free"
    most: int = 0
    near: bool = False
    aimed: bool = False
    distance: Distance | None = None


_ROWS: Final = {str(row["effect"]): row for row in LAW.sheet("TA-T-command-effects").records()}


def _number(effect: str, column: str) -> int:
    found = _ROWS[effect][column]
    return found if isinstance(found, int) else 0


def _distance(effect: str) -> Distance | None:
    """ "1d6", "1d6+1" or "1d6-1 (min 1)"."""
    written = re.fullmatch(r"1d6([+-]\d+)?(?: \(min (\d+)\))?", str(_ROWS[effect]["extra_move"]))
    return Distance(int(written[1] or 0), int(written[2] or 0)) if written else None


def _law(
    effect: str,
    key: str,
    label: str,
    rules: str,
    *writes: Write,
    moments: tuple[Moment, ...] = ("movement",),
    need: Need = "moves",
    choice: Choice = "free",
    aimed: bool = False,
) -> Law:
    return Law(
        key=key,
        effect=effect,
        label=label,
        rules=tuple(rules.split()),
        moments=moments,
        need=need,
        writes=writes,
        choice=choice,
        most=_number(effect, "max_units"),
        near=bool(_ROWS[effect]["within_1_in"]),
        aimed=aimed,
        distance=_distance(effect),
    )


def _first_round(effect: str, name: str) -> Write:
    return Write(name, _number(effect, "to_hit_first_round"))


def _save(effect: str, name: str) -> Write:
    return Write(name, _number(effect, "save_bonus"))


_SHOOTING: Final[tuple[Moment, ...]] = ("ranged",)
_CHARGED: Final[tuple[Moment, ...]] = ("movement", "charged")
_MARCH: Final = Write("march", None)
_CHARGE: Final = Write("charge", None)
_FARTHER: Final = Write("farther", None)
_DOUBLE: Final = Write("double")
_FEROCIOUS: Final = _first_round("ferocious_attack", "ferocious")
_FRENZIED: Final = _first_round("frenzied_charge", "frenzied")
_BRACE: Final = _save("brace_for_charge", "brace")
_WALL: Final = _save("shieldwall", "shieldwall")
_LIGHT: Final = "unarmored and light infantry"

LAWS: Final = (
    _law("march_charge", "march", "march", "TA-CMD-20", _MARCH),
    _law("march_charge", "charge", "charge", "TA-CMD-20 TA-CMD-21", _CHARGE, need="charges"),
    _law("maneuver", "maneuver", "maneuver", "TA-CMD-22", Write("maneuver")),
    _law("flanking_move", "left_wing", "left wing", "TA-CMD-23", _DOUBLE, choice="left_wing"),
    _law("flanking_move", "right_wing", "right wing", "TA-CMD-23", _DOUBLE, choice="right_wing"),
    _law("center_move", "center", "center", "TA-CMD-24", _DOUBLE, choice="center"),
    _law("all_cavalry_move", "all_cavalry", "all cavalry", "TA-CMD-25", _FARTHER, choice="cavalry"),
    _law("all_light_infantry_move", "light_infantry", _LIGHT, "TA-CMD-26", _FARTHER, choice="light_infantry"),
    _law("all_infantry_move", "all_infantry", "all infantry", "TA-CMD-27", _FARTHER, choice="infantry"),
    _law(
        "coordinated_attack",
        "coordinated",
        "coordinated attack",
        "TA-CMD-28 TA-CMD-21",
        _CHARGE,
        need="charges",
        aimed=True,
    ),
    _law(
        "ferocious_attack",
        "ferocious",
        "ferocious attack",
        "TA-CMD-29 TA-CMD-30 TA-CMD-21",
        _CHARGE,
        _FEROCIOUS,
        need="charges",
    ),
    _law(
        "frenzied_charge",
        "frenzied",
        "frenzied charge",
        "TA-CMD-31 TA-CMD-32 TA-CMD-21",
        _CHARGE,
        _FRENZIED,
        need="charges",
    ),
    _law("target", "target", "pick the target", "TA-CMD-33", Write("target"), moments=_SHOOTING, need="shoots"),
    _law("target", "reserve", "hold fire", "TA-CMD-34", Write("reserve"), moments=_SHOOTING, need="shoots"),
    _law("volley", "volley", "volley", "TA-CMD-35", Write("volley"), moments=_SHOOTING, need="shoots"),
    _law("rally", "rally", "rally", "TA-CMD-40", Write("rally"), need="routed"),
    _law("rally", "morale", "raise morale", "TA-CMD-41", Write("morale", 2), moments=("check",), need="steady"),
    _law(
        "seize_the_initiative",
        "seize",
        "seize the initiative",
        "TA-CMD-43",
        Write("seize", 2),
        moments=("initiative",),
        choice="nobody",
    ),
    _law("brace_for_charge", "brace", "brace", "TA-CMD-44 TA-CMD-45", _BRACE, moments=_CHARGED, need="stands"),
    _law("shieldwall", "shieldwall", "shieldwall", "TA-CMD-46 TA-CMD-47", _WALL, moments=_SHOOTING, need="shield"),
)
USES: Final = {law.key: law for law in LAWS}

_AHEAD: Final[dict[str, tuple[Moment, ...]]] = {
    "ranged": ("initiative", "movement", "charged", "check"),
    "movement": ("movement", "charged", "check"),
    "melee": ("check",),
}


_USES_OF: Final = {effect: tuple(law for law in LAWS if law.effect == effect) for effect in _ROWS}


def uses_of(effect: str) -> tuple[Law, ...]:
    return _USES_OF[effect]


def still_ahead(phase: str, moment: Moment) -> tuple[str, ...]:
    """Effects that may be used now or later in the turn (TA-CMD-48): those whose moment has passed may not."""
    coming = {moment, *_AHEAD.get(phase, _AHEAD["ranged"])}
    return tuple(dict.fromkeys(law.effect for law in LAWS if coming & set(law.moments)))
