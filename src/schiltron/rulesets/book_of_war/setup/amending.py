"""Switches that players change in mid-battle: what that means for weather, and for units that hide (O1 and A2)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.rulesets.book_of_war.weather import SKIES


def settled(before: Battle, after: Battle) -> Battle | Reason:
    """A battle whose switches were changed, with what follows from them. Before the initiative nothing does yet."""
    then, now = before.own.options, after.own.options
    if before.phase == "initiative":
        return after
    if now.hiding != then.hiding:
        return Reason("who may hide was settled when the armies were set up", ("BW-A2-02",))
    if now.weather == then.weather:
        return after
    if now.weather == "rolled":
        return Reason("the weather is rolled for before the armies are set up; now it can only be named", ("BW-O1-01",))
    sky = next((sky for sky in SKIES if sky == now.weather), "")
    return replace(after, own=replace(after.own, natural_weather=sky, weather=sky))
