"""Saved battles of older formats: how units of this book are upgraded (see `battle/door/upgrades.py`)."""

from __future__ import annotations

from itertools import pairwise
from types import MappingProxyType
from typing import Final

from schiltron.battle.door.regrouped_fields import in_parts, kept, moved_into, side_by_side
from schiltron.battle.door.upgrades import Change, Changes, Plain

_FIELDS: Final = (
    *kept("profile person"),
    *moved_into("turn", "spent=0 moved shot charged rallied lost=0"),
    *moved_into("phase", 'lost_now=0 struck=[] checked=[] carded=""'),
    *moved_into("turn", "orders=[]"),
    *kept("bank"),
    *moved_into("turn", "woods>lost_to_woods=null"),
    *kept("flight"),
    *moved_into("turn", "joined_at=null"),
)
_OF_THE_TURN: Final = ("shamed", "duelled")
"""Of a character; they stood with his person."""


def _up(battle: Plain) -> Plain:
    units = dict(in_parts(battle, _FIELDS)["units"])
    for key, unit in units.items():
        own, person = unit["own"], unit["own"]["person"]
        if person is not None:
            turn = own["turn"] | {name: person[name] for name in _OF_THE_TURN}
            units[key] = {**unit, "own": {**own, "turn": turn}}
    return {**battle, "units": units}


def _down(battle: Plain) -> Plain:
    units = dict(side_by_side(battle, _FIELDS)["units"])
    for key, unit in units.items():
        own, turn = unit["own"], battle["units"][key]["own"]["turn"]
        if own["person"] is not None:
            person = own["person"] | {name: turn.get(name, False) for name in _OF_THE_TURN}
            units[key] = {**unit, "own": {**own, "person": person}}
    return {**battle, "units": units}


# ---------------------------------------------------------------- cards at work are effects of the battle

_PHASES: Final = ("command", "duels", "ranged", "movement", "melee", "")
_BEFORE_ORDERS: Final = ("spent", "moved", "shot", "charged", "rallied", "lost")
"""The fields of a turn that stood before its orders."""


def _cards_up(battle: Plain) -> Plain:
    """Each order that was noted on a unit is an effect by itself."""
    units: Plain = {}
    effects: list[Plain] = []
    for key, unit in battle["units"].items():
        turn = dict(unit["own"]["turn"])
        for order in turn.pop("orders", ()):
            after = _after(battle) if order["effect"] == "morale" else ""
            over = {"turn": battle["turn"], "phase": after} if after else {"turn": battle["turn"] + 1}
            effect = {
                "id": f"then.{len(effects)}",
                "kind": order["effect"],
                "on": {"type": "on_unit", "unit": key},
                "ends": [{"type": "until", "moment": over}],
                "grants": [{"what": order["effect"], "value": order["amount"]}],
            }
            effects.append(effect | {"by": order["card"], "target": order["target"]})
        units[key] = {**unit, "own": {**unit["own"], "turn": turn}}
    return {**battle, "units": units, "effects": {"all": effects}}


def _after(battle: Plain) -> str:
    """The phase that follows."""
    return dict(pairwise(_PHASES)).get(battle["phase"], "")


def _cards_down(battle: Plain) -> Plain:
    units = dict(battle["units"])
    noted: dict[str, list[Plain]] = {}
    for one in battle["effects"]["all"]:
        about = {"card": one.get("by", ""), "target": one.get("target", "")}
        for grant in one["grants"]:
            order = {"effect": grant["what"], "card": about["card"], "amount": grant.get("value", 0)}
            noted.setdefault(one["on"]["unit"], []).append(order | {"target": about["target"]})
    for key, orders in noted.items():
        own = units[key]["own"]
        turn = {name: held for name, held in own["turn"].items() if name in _BEFORE_ORDERS}
        turn |= {"orders": orders} | own["turn"]
        units[key] = {**units[key], "own": {**own, "turn": turn}}
    return {**battle, "units": units}


CHANGES: Final[Changes] = MappingProxyType({3: Change(_up, _down), 4: Change(_cards_up, _cards_down)})
