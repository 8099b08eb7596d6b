"""Saved battles of older formats: how this book upgrades them (see `battle/door/upgrades.py`; WEATHER, HIST)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from schiltron.battle.door.regrouped_fields import kept, moved_into, regrouped
from schiltron.battle.door.upgrades import Change, Changes, Plain

_PARTS: Final = regrouped(
    *kept("profile mixed formation forming"),
    *moved_into("turn", "spent=0 moved free>out_of_melee charged uphill shots=0 fought"),
    *moved_into("turn", 'refused>refused_combat fired_on_by=[] advanced ordered="" stood>stood_against=[]'),
    *moved_into("turn", "struck=[]"),
    *moved_into("past", "effort fatigued still>turns_still last_charge last_shot unloaded"),
    *moved_into("morale", "judged>times_judged=0 owed=[] flight=null"),
    *kept("captives bank"),
    *moved_into("hire", 'temper="" loyal_until=0'),
    *moved_into("morale", "rallied_by=null"),
    *moved_into("melee", "began>came_in_with=0 bearing>charge_bearing=0 intermixed=[] reorganizing=0"),
    *moved_into("past", "under_fire"),
    *moved_into("engine", "damage=0 abandoned=null lent=0 manned>manned_in=0"),
)

# ---------------------------------------------------------------- what has an end is an effect of the battle


def _effects_up(battle: Plain) -> Plain:
    """What had to be reloaded, who was reorganizing, and the weather."""
    weather, units = battle["own"]["weather"], {}
    effects = [
        {"kind": kind, "on": {"type": "on_field"}, "grants": [{**grant, "rule": rule}] if grant else []}
        for kind, on in ((weather["result"], True), ("mud", weather["mud"]))
        if kind and on
        for grant, rule in [_OF_THE_WEATHER.get(kind, ({}, ""))]
    ]
    for key, unit in battle["units"].items():
        own, on = unit["own"], {"type": "on_unit", "unit": key}
        past, melee = dict(own["past"]), dict(own["melee"])
        if past.pop("unloaded"):
            effects.append({"kind": "unloaded", "mark": "unloaded", "on": on})
        over = melee.pop("reorganizing", 0)
        if over:
            ends = [{"type": "until", "moment": {"turn": over, "edge": "end"}}]
            rules = ["CM-HIST-02"]
            effects.append({"kind": "reorganizing", "mark": "reorganizing", "on": on, "ends": ends, "rules": rules})
        units[key] = {**unit, "own": {**own, "past": past, "melee": melee}}
    own = {**battle["own"], "weather": {"sky": weather["sky"], "hard_rain": weather["hard_rain"]}}
    numbered = [{"id": f"then.{number}"} | one for number, one in enumerate(effects)]
    return {**battle, "own": own, "units": units, "effects": {"all": numbered}}


_OF_THE_WEATHER: Final = MappingProxyType(
    {
        "excess_heat": ({"what": "effort", "times": [2, 1]}, "CM-WEATHER-04"),
        "mud": ({"what": "move", "times": [1, 2]}, "CM-WEATHER-05"),
    }
)


def _effects_down(battle: Plain) -> Plain:
    units, weather = dict(battle["units"]), battle["own"]["weather"]
    on_units: dict[str, Plain] = {}
    field = []
    for one in battle["effects"]["all"]:
        if one["on"]["type"] == "on_unit":
            on_units.setdefault(one["on"]["unit"], {})[one["kind"]] = one
        else:
            field.append(one["kind"])
    for key, unit in units.items():
        own, at_work = unit["own"], on_units.get(key, {})
        past, melee = dict(own["past"]), dict(own["melee"])
        under_fire = past.pop("under_fire")
        past |= {"unloaded": "unloaded" in at_work, "under_fire": under_fire}
        if "reorganizing" in at_work:
            melee["reorganizing"] = at_work["reorganizing"]["ends"][0]["moment"]["turn"]
        units[key] = {**unit, "own": {**own, "past": past, "melee": melee}}
    result = next((kind for kind in field if kind != "mud"), "")
    then = {"sky": weather["sky"], "result": result, "hard_rain": weather["hard_rain"], "mud": "mud" in field}
    return {**battle, "own": {**battle["own"], "weather": then}, "units": units}


CHANGES: Final[Changes] = MappingProxyType({3: _PARTS, 4: Change(_effects_up, _effects_down)})
