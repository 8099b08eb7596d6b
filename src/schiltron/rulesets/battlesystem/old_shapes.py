"""Saved battles of older formats: how units of this book are upgraded (see `battle/door/upgrades.py`)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from schiltron.battle.door.regrouped_fields import kept, moved_into, regrouped
from schiltron.battle.door.upgrades import Change, Changes, Plain, unchanged

_ENDS: Final = ["opens", "flees", "breaks", "runs_wild", "sets_out"]


def _effects_up(battle: Plain) -> Plain:
    """What units had declared is at work on them; who was worn rests when the round ends."""
    effects: list[Plain] = []
    worn = False
    for key, unit in battle["units"].items():
        stance = unit["own"]["stance"]
        if stance:
            ends = [*_ENDS, *(["draws_back", "moved"] if stance == "set_spears" else ())]
            effect = {"id": f"then.{len(effects)}", "kind": stance, "on": {"type": "on_unit", "unit": key}}
            effects.append(effect | {"ends": [{"type": "while", "unit": key, "none_of": ends}]})
        worn = worn or bool(unit["own"]["worn_by_marches"])
    due = [{"moment": {"turn": battle["turn"], "phase": "end"}, "step": {"type": "battlesystem.rest"}}] if worn else []
    return {**battle, "effects": {"all": effects}, "due": due}


CHANGES: Final[Changes] = MappingProxyType(
    {
        3: regrouped(
            *kept("profile formation stance"),
            *moved_into("arms", 'weapon="" armed>chosen_in=0'),
            *kept("wounded gaps worn>worn_by_marches"),
            *moved_into("arms", "ammunition=null last_shot=0 replaced>second_crew"),
            *moved_into("command", 'commander="" brigade="" rank="" deputy_to=""'),
            *moved_into("morale", 'astray="" prey=""'),
            *moved_into("command", 'order=""'),
            *moved_into("morale", "rout=null rallied>rallied_in=0"),
            *moved_into("command", 'left_in=0 recast>recast_in=0 led_by>last_led_by="" former>former_post=""'),
            *moved_into("command", "casting>casting_in=0"),
            *kept("hit_points fell_at"),
            *moved_into("morale", "judged>losses_judged=0 owed=[]"),
            *kept("captives wrapped"),
            *moved_into("turn", "spent=0 moved marched charged charge_failed closed_charge broke_through widened"),
            *moved_into("turn", "narrowed met>come_upon stayed_from=[] shots=0 passed>shot_in_passing fought"),
            *moved_into("turn", "attacked>was_attacked acted done>had_order tried>rally_tried pledged=[]"),
            *moved_into("turn", "beset>struck_at_by=0 loosed>files_loosed=[]"),
        ),
        4: Change(_effects_up, unchanged),
    }
)
