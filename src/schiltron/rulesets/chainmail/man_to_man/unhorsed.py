"""Men whose horses were killed fight on with their unit on foot (CM-MTM-25)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.rulesets.chainmail.bases import base_of
from schiltron.rulesets.chainmail.man_to_man.arms import armour_of, befall, lot, on_foot, weapon_of
from schiltron.rulesets.chainmail.state import BodyArmour, HandWeapon, Profile, Scene, Unit
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.body import Formed

_AFOOT: Final = {"light_horse": "light_foot", "medium_horse": "heavy_foot", "heavy_horse": "armored_foot"}
"""As what riders fight and are judged when they have lost their horses."""


def walking(profile: Profile) -> Profile:
    """A rider on foot: of the class that goes with his armour, with what he has on and a sword for his lance; he is
    worth what he was."""
    foot = TROOPS[_AFOOT[profile.fights_as]].profile
    weapon: HandWeapon = weapon_of(profile)
    armour: BodyArmour = armour_of(profile)
    return replace(
        foot,
        priced=profile.priced,
        people=profile.people,
        knights=profile.knights,
        order=profile.order,
        mercenary=profile.mercenary,
        commander=profile.commander,
        weapon="sword" if weapon == "mounted_lance" else weapon,
        body_armour=armour,
    )


def dismount(scene: Scene, key: str) -> None:
    """A unit of which nobody has a horse any more is one of foot."""
    unit = scene.unit(key)
    if unit.figures and unit.figures == on_foot(unit) and not unit.fallen:
        scene.change(on_their_feet(unit))
        told = scene.unit(key)
        rules = ("CM-MTM-25",)
        scene.tell(FormedEvent(unit=key, pose=told.pose, body=told.body, why="fight on foot", rules=rules))


def on_their_feet(unit: Unit) -> Unit:
    """The same men on the bases of men on foot."""
    line = walking(unit.own.profile)
    lots = {place: replace(lot(unit, place), afoot=False) for place in range(unit.figures)}
    body = replace(unit.body, base=base_of(line))
    if isinstance(body, Formed):
        body = replace(body, files=min(body.files, unit.figures))
    changed = befall(replace(unit, body=body), lots)
    return replace(changed, own=replace(changed.own, profile=line, mixed=None))
