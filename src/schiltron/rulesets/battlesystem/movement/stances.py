"""Shield walls and set spears, declared before moving by closed units in command (cases 11.6 and 11.7).

Units may also turn only some of their figures (BS-7.9-04). A wall costs nothing. A ring costs a turn about for the
figures that look backward, flanks turned outward (`flanks`) cost a face to the side, and setting spears costs a third
of MV. `close` gives a stance up: figures that turned pay for turning back (BS-7.9-04), the others pay nothing.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.state.manoeuvre import FormUp
from schiltron.rulesets.battlesystem.field import basic, is_regular
from schiltron.rulesets.battlesystem.movement.formations import NAMES, affords, change_formation, commanded, stand
from schiltron.rulesets.battlesystem.movement.rates import RINGS, part_of, share
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Stance, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import Mil

_DECLARED: Final[dict[str, Stance]] = {
    "shield_wall": "shield_wall",
    "shield_ring": "shield_ring",
    "set_spears": "set_spears",
    "set_ring": "set_ring",
    "square": "all_round",
    "flanks": "flanks",
}
_RULES: Final[dict[str, tuple[str, ...]]] = {
    "shield_wall": ("BS-11.6-01",),
    "shield_ring": ("BS-11.6-01", "BS-11.6-03"),
    "set_spears": ("BS-11.7-01",),
    "set_ring": ("BS-11.7-01", "BS-11.7-04"),
    "all_round": ("BS-7.9-04",),
    "flanks": ("BS-7.9-04",),
}


def form_up(walker: Walker, leg: FormUp) -> None:
    """Formations, and what a closed unit declares."""
    stance = _DECLARED.get(leg.to)
    if stance is not None:
        _declare(walker, leg, stance)
    elif walker.stance and NAMES.get(leg.to) == walker.formation:
        _give_up(walker, leg)
    else:
        change_formation(walker, leg)


def _declare(walker: Walker, leg: FormUp, stance: Stance) -> None:
    rules = _RULES[stance]
    barred = _barred(walker, stance)
    if barred:
        walker.refuse(barred, *rules)
        return
    cost = price(walker, stance)
    if affords(walker, cost, "that", *rules):
        body = walker.body
        assert isinstance(body, Formed)
        walker.stance = stance
        walker.ground += rules
        outward: bool | Literal["flanks"] = "flanks" if stance == "flanks" else stance in RINGS
        stand(walker, leg, walker.pose, replace(body, hedgehog=outward), cost)
        walker.allow()


def price(walker: Walker, stance: Stance) -> Mil:
    """What taking up a stance costs: figures that look backward turn about, spears are set for a third of MV."""
    setting = part_of(walker.rate, share("set_spears")) if stance in ("set_spears", "set_ring") else 0
    return setting + _turning(walker, stance)


def _turning(walker: Walker, stance: Stance) -> Mil:
    """What it costs that some figures turn, or turn back: a third of MV to the sides, half of it to the rear too."""
    if stance not in RINGS:
        return 0
    return part_of(walker.rate, share("right_or_left_face" if stance == "flanks" else "about_face"))


def _barred(walker: Walker, stance: Stance) -> str:
    """Why it cannot declare this now."""
    unit = walker.unit
    if stance in ("all_round", "flanks"):
        return _cannot_face_outward(walker)
    if basic(walker.battle):
        return "the Basic Game has no special formations"
    if walker.legs or unit.own.turn.moved:
        return "it is declared before the unit moves"
    if walker.stance == stance:
        return "that is what it does already"
    if unit.own.formation != "closed" or not commanded(walker):
        return "only a unit that is closed up and in command does that"
    if unit.own.turn.come_upon:
        return "the enemy has come upon it"
    if stance in ("shield_wall", "shield_ring"):
        return "" if unit.own.profile.large_shields else "that takes large shields"
    return "" if has_spears(unit) else "that takes spears or pikes in hand"


def _cannot_face_outward(walker: Walker) -> str:
    if not is_regular(walker.unit) or walker.formation not in ("closed", "open"):
        return "only ranks, closed or open, turn some of their figures"
    if walker.stance:
        return "it keeps the formation it has declared"
    if isinstance(walker.body, Formed) and walker.body.files < 2:
        return "one file has no flanks that could look both ways"
    return "the enemy has come upon it" if walker.unit.own.turn.come_upon else ""


def has_spears(unit: Unit) -> bool:
    """Whether the weapon in hand can be set against a charge (BS-11.7-01)."""
    return any(one.name == unit.own.arms.weapon and one.reach in ("spear", "pike") for one in unit.own.profile.weapons)


def _give_up(walker: Walker, leg: FormUp) -> None:
    cost = _turning(walker, walker.stance)
    was, body = walker.stance, walker.body
    assert isinstance(body, Formed)
    walker.stance = ""
    walker.allow()
    if not affords(walker, cost, "turning back into line", "BS-7.9-04"):
        walker.stance = was
        walker.allow()
        return
    stand(walker, leg, walker.pose, replace(body, hedgehog=False), cost)
