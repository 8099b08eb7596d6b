"""The switches of a battle. Defaults are the book and the ledger's rulings; each names the rule it belongs to."""

from __future__ import annotations

from typing import Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields, replace

from schiltron.battle.illegal import Reason
from schiltron.table.lengths import Mil, inches


class Options(Struct, frozen=True):
    # BW-C3-12: the core rules alone make a quick game: no missiles, no unit specials, no terrain effects, no morale.
    game: Literal["basic", "core"] = "basic"
    # BW-B1-08: announce every action of a phase before anything is measured, or measure as you go.
    declare: Literal["by_phase", "measure_first"] = "by_phase"
    # BW-B1-10: how a battle is won.
    victory: Literal["last_standing", "points"] = "last_standing"
    # BW-B1-10: game turns after which it ends; 0 is no limit.
    turn_limit: int = 0
    # BW-B2-14: a house option gives the second rank of pikes ordinary dice too.
    pike_ranks: Literal["front", "second"] = "front"
    # BW-B2-36: troops at the edge of a wood may shoot and be shot, or nobody inside woods shoots at all.
    wood_edge_fire: Literal["allowed", "none"] = "allowed"
    # BW-B3-07: depth of the set-up zones.
    setup_depth: Mil = inches(12)
    # BW-B3-10: contour lines of a hill or gulley that was rolled up.
    contour_steps: int = 2
    # BW-B4-10: the gap friendly units keep at the end of a move.
    friendly_gap: Mil = inches(0.25)
    # BW-B4-38: whether wrapped figures that touch the enemy's rear have the +1 of BW-B4-41.
    wrapped_rear_bonus: Literal["given", "none"] = "given"


RULE_OF: dict[str, str] = {
    "game": "BW-C3-12",
    "declare": "BW-B1-08",
    "victory": "BW-B1-10",
    "turn_limit": "BW-B1-10",
    "pike_ranks": "BW-B2-14",
    "wood_edge_fire": "BW-B2-36",
    "setup_depth": "BW-B3-07",
    "contour_steps": "BW-B3-10",
    "friendly_gap": "BW-B4-10",
    "wrapped_rear_bonus": "BW-B4-38",
}

_LENGTHS = ("setup_depth", "friendly_gap")
_LIMITS = {
    "turn_limit": (0, 1000),
    "contour_steps": (1, 4),
    "setup_depth": (inches(3), inches(36)),
    "friendly_gap": (0, inches(2)),
}


def choices(switch: str) -> tuple[str, ...]:
    """The words a switch takes; empty for a number."""
    hint = get_type_hints(Options)[switch]
    return get_args(hint) if get_origin(hint) is Literal else ()


def limits(switch: str) -> tuple[float, float] | None:
    """Between which numbers a switch lies, as players say them; None for one that takes words."""
    if switch not in _LIMITS:
        return None
    low, high = _LIMITS[switch]
    return as_said(switch, low), as_said(switch, high)


def as_said(switch: str, number: int) -> float:
    """Lengths are said in inches."""
    return number / 1000 if switch in _LENGTHS else number


def switched(options: Options, switch: str, value: str) -> Options | Reason:
    """The options with one switch set from text, or what would be right."""
    known = [field.name for field in fields(Options)]
    if switch not in known:
        return Reason(f"there is no switch {switch!r}; the switches are {', '.join(known)}")
    rule = (RULE_OF[switch],)
    words = choices(switch)
    if words:
        if value not in words:
            return Reason(f"{switch} takes {' or '.join(words)}, not {value!r}", rule)
        return replace(options, **{switch: value})
    try:
        number = inches(float(value)) if switch in _LENGTHS else int(value)
    except ValueError:
        return Reason(f"{switch} takes a number, not {value!r}", rule)
    low, high = _LIMITS[switch]
    if not low <= number <= high:
        return Reason(f"{switch} takes {as_said(switch, low):g} to {as_said(switch, high):g}, not {value}", rule)
    return replace(options, **{switch: number})
