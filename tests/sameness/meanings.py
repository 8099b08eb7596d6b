"""What the numbers in values mean: a count, a length, a place, a heading, a turn, a file, a figure's place in its body.

Fields are known by name, where the same name always means the same, and else by type and name. A number nobody has
said the meaning of is refused: `test_meanings` finds it as soon as a type gets one.
"""

from __future__ import annotations

import typing
from enum import Enum, auto
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from schiltron.battle.guide.answers import Firing, Pointing, PreviewLeg
from schiltron.battle.movement.clock import Course
from schiltron.battle.state.battle import Grave
from schiltron.battle.state.decision import Aimed, Played, Pointed, Zone
from schiltron.battle.state.event import Landed
from schiltron.battle.state.manoeuvre import Expand, Oblique, Turn, Wheel, Wrap
from schiltron.battle.state.unit import House
from schiltron.rulesets.battlesystem.missiles.volleys import Volley as BattlesystemVolley
from schiltron.rulesets.battlesystem.movement.running import Flee
from schiltron.rulesets.battlesystem.movement.withdrawing import DrawBack, Follow, Withdraw
from schiltron.rulesets.battlesystem.state import Person as BattlesystemPerson
from schiltron.rulesets.battlesystem.state import Rout
from schiltron.rulesets.battlesystem.state import ThisTurn as BattlesystemTurn
from schiltron.rulesets.battlesystem.steps import Contact, RoutMove
from schiltron.rulesets.book_of_war.attacks.choices import Shot
from schiltron.rulesets.book_of_war.magic.steps import Cast, Fall, Spell
from schiltron.rulesets.by_this_axe import state as axe
from schiltron.rulesets.by_this_axe.state import LeaderLost
from schiltron.rulesets.by_this_axe.state import UnitPart as AxeUnit
from schiltron.rulesets.chainmail.artillery.breath import Breath
from schiltron.rulesets.chainmail.fortress import Attempts, Cauldrons, Hit, Ladder, Tunnel
from schiltron.rulesets.chainmail.magic.missiles import Fling
from schiltron.rulesets.chainmail.magic.steps import Cast as ChainmailCast
from schiltron.rulesets.chainmail.man_to_man.blows import ManBlow
from schiltron.rulesets.chainmail.man_to_man.rounds import Blows
from schiltron.rulesets.chainmail.melee.dice import Blow as ChainmailBlow
from schiltron.rulesets.chainmail.nature import Arms as MagicArms
from schiltron.rulesets.chainmail.nature import Nature, OwnSpell
from schiltron.rulesets.chainmail.state import Baggage, InMelee, Lot, Uncanny
from schiltron.rulesets.chainmail.state import ThisTurn as ChainmailTurn
from schiltron.rulesets.chainmail.written.marching import Onward
from schiltron.table.body import Bend, Limb, Spot, Wing
from schiltron.table.builds import Build, Doorway, Gap
from schiltron.table.pose import Pose
from schiltron.table.shapes import Cone, Corridor, Disc, Plot
from schiltron.table.terrain import Area, Contour, OwnNumbers, Strip


class Meaning(Enum):
    COUNT = auto()
    """A number that no change of the table touches, and that must come out the same."""
    LENGTH = auto()
    """Touched by no change, but worked out from places: it may differ by a thousandth or two."""
    PLACE = auto()
    """One coordinate of a point: the whole point is changed by its type."""
    POINTS = auto()
    """Points in a row, or rows of them."""
    POINT = auto()
    """One point."""
    VECTOR = auto()
    """A way across and down the table."""
    HEADING = auto()
    TURN = auto()
    """An angle, clockwise."""
    LATERAL = auto()
    """To the right."""
    FILE = auto()
    """The number of a file, from the left, of the unit the value is about."""
    FIGURE = auto()
    """The place of a figure in its body, of the unit the value is about."""
    DRAWN = auto()
    """Only drawn on the page, corner by corner as it comes; `test_guides` compares the ground it covers."""


_COUNTS = """
    after ammunition amount armour_class asked_at asterisks attack attempted attrition bank before began bonus
    burnt_hits came_in_with casting_in charisma chosen_in classes contour_steps count damage dice discipline due
    faces fallen fc feet_per_turn fights_as figures files flanked format gaps groups guards half_attacks half_shots
    cauldrons creatures prayers raised spells
    hard_rain hit_points hits hook horses hurt involved judged kept lacking landed last_charge last_shot leadership
    least led left left_in leg lent losses_judged lost lost_now loyal_until manned_in morale morale_bonus most moves
    need number only_hit_by original other_classes parry partial_hits passed passengers percent player_turns pledged
    plus points rallied_in rank_step ranks rating recast_in reorganizing rise round rounds routed_since saves scores
    seen seized serial share shots sides since spare storey struck_at_by tenths terrain_choice thac0 times
    times_judged to to_hit tricks turn turn_limit turns turns_still used value volleys wand_shots weeks
    worn_by_marches wounds
"""
_LENGTHS = """
    allowance cost depth distance enemy_gap friendly_gap gone height inset length lost_to_woods melee_reach move paid
    radius ranges reach run setup_depth spacing spent step total up width
"""
_BY_NAME = dict.fromkeys(_COUNTS.split(), Meaning.COUNT) | dict.fromkeys(_LENGTHS.split(), Meaning.LENGTH)

_BY_TYPE: dict[tuple[type[Struct], str], Meaning] = {
    (Pose, "x"): Meaning.PLACE,
    (Pose, "y"): Meaning.PLACE,
    (Pose, "heading"): Meaning.HEADING,
    (Disc, "x"): Meaning.PLACE,
    (Disc, "y"): Meaning.PLACE,
    (Cone, "x"): Meaning.PLACE,
    (Cone, "y"): Meaning.PLACE,
    (Cone, "heading"): Meaning.HEADING,
    (Cone, "mouth"): Meaning.LENGTH,
    (Cone, "end"): Meaning.LENGTH,
    (Pointing, "x"): Meaning.PLACE,
    (Pointing, "y"): Meaning.PLACE,
    (LeaderLost, "x"): Meaning.PLACE,
    (LeaderLost, "y"): Meaning.PLACE,
    **{(kind, name): Meaning.PLACE for kind in (Hit, Ladder) for name in ("x", "y")},
    **{(Tunnel, name): Meaning.PLACE for name in ("from_x", "from_y", "to_x", "to_y")},
    (Tunnel, "dug"): Meaning.LENGTH,
    (Ladder, "men"): Meaning.COUNT,
    (Cauldrons, "hot_in"): Meaning.COUNT,
    (Attempts, "begun"): Meaning.COUNT,
    (Grave, "x"): Meaning.PLACE,
    (Grave, "y"): Meaning.PLACE,
    **{(kind, name): Meaning.PLACE for kind in (Doorway, Gap) for name in ("x", "y")},
    (Build, "storeys"): Meaning.COUNT,
    (Build, "room"): Meaning.COUNT,
    **{(Corridor, name): Meaning.PLACE for name in ("from_x", "from_y", "to_x", "to_y")},
    **{(Zone, name): Meaning.PLACE for name in ("left", "top", "right", "bottom")},
    (Area, "ring"): Meaning.POINTS,
    (Contour, "ring"): Meaning.POINTS,
    (Strip, "course"): Meaning.POINTS,
    (Withdraw, "shift"): Meaning.VECTOR,
    (DrawBack, "shift"): Meaning.VECTOR,
    (Follow, "shift"): Meaning.VECTOR,
    (Pointed, "bearing"): Meaning.HEADING,
    (Breath, "bearing"): Meaning.HEADING,
    (Rout, "bearing"): Meaning.HEADING,
    (DrawBack, "bearing"): Meaning.HEADING,
    (Flee, "left"): Meaning.LENGTH,
    (RoutMove, "left"): Meaning.LENGTH,
    (InMelee, "charge_bearing"): Meaning.HEADING,
    (AxeUnit, "flight"): Meaning.HEADING,
    (Contact, "slant"): Meaning.TURN,
    (Oblique, "angle"): Meaning.TURN,
    (Turn, "angle"): Meaning.TURN,
    (Wheel, "angle"): Meaning.LENGTH,
    (Wing, "turn"): Meaning.LENGTH,
    (Bend, "turn"): Meaning.TURN,
    (Limb, "turn"): Meaning.TURN,
    (Limb, "lateral"): Meaning.LATERAL,
    (Limb, "forward"): Meaning.LENGTH,
    (Limb, "first"): Meaning.COUNT,
    (Spot, "turn"): Meaning.TURN,
    (Spot, "lateral"): Meaning.LATERAL,
    (Spot, "forward"): Meaning.LENGTH,
    (Aimed, "first_file"): Meaning.FILE,
    (Aimed, "last_file"): Meaning.FILE,
    (Shot, "first_file"): Meaning.FILE,
    (Shot, "last_file"): Meaning.FILE,
    (Firing, "files"): Meaning.FILE,
    (BattlesystemVolley, "files"): Meaning.FILE,
    (BattlesystemTurn, "files_loosed"): Meaning.FILE,
    (ChainmailTurn, "struck"): Meaning.FIGURE,
    (Landed, "struck"): Meaning.COUNT,
    (Played, "place"): Meaning.FIGURE,
    (Cast, "place"): Meaning.FIGURE,
    (Fling, "x"): Meaning.PLACE,
    (Fling, "y"): Meaning.PLACE,
    (Fall, "place"): Meaning.FIGURE,
    (Fall, "x"): Meaning.PLACE,
    (Fall, "y"): Meaning.PLACE,
    (Played, "at"): Meaning.POINT,
    (Cast, "at"): Meaning.POINT,
    (ChainmailCast, "at"): Meaning.POINT,
    (Spell, "at"): Meaning.POINT,
    **{(kind, name): Meaning.COUNT for kind in (Wrap, Expand) for name in ("left", "right")},
    (BattlesystemPerson, "radius"): Meaning.LENGTH,
    (Course, "since"): Meaning.LENGTH,
    (Course, "whole"): Meaning.LENGTH,
    (Onward, "clock"): Meaning.LENGTH,
    (Baggage, "at"): Meaning.LENGTH,
    (ChainmailBlow, "worth"): Meaning.COUNT,
    **{(ManBlow, name): Meaning.COUNT for name in ("by", "at", "breaks")},
    **{(Blows, name): Meaning.COUNT for name in ("fallen", "broken", "down")},
    (Lot, "prone_in"): Meaning.COUNT,
    **{(MagicArms, name): Meaning.COUNT for name in ("sword", "arrows")},
    **{(Nature, name): Meaning.COUNT for name in ("eighths", "grade")},
    (OwnSpell, "price"): Meaning.COUNT,
    **{(House, name): Meaning.COUNT for name in ("eighths", "of")},
    **{(axe.OwnSpell, name): Meaning.COUNT for name in ("dice", "price")},
    **{(OwnNumbers, name): Meaning.COUNT for name in ("pace", "loss")},
    **{(Nature, name): Meaning.LENGTH for name in ("charge", "fly", "range")},
    **{
        (Uncanny, name): Meaning.COUNT
        for name in ("held", "numbed", "numbed_in", "breaths", "breathed_in", "landed_in", "seen_in", "lost_arrows")
    },
    (Plot, "rings"): Meaning.DRAWN,
    (PreviewLeg, "figures"): Meaning.DRAWN,
    (PreviewLeg, "swept"): Meaning.DRAWN,
}


class Unknown(Exception):
    """A number whose meaning nobody has said."""


@cache
def numbers_of(kind: type[Struct]) -> dict[str, Meaning]:
    """The fields of a type that hold whole numbers, with what these mean."""
    found = {}
    for field in msgspec.structs.fields(kind):
        if _numeric(field.type):
            meaning = _BY_TYPE.get((kind, field.name)) or _BY_NAME.get(field.name)
            if meaning is None:
                raise Unknown(
                    f"what does {field.name} of {kind.__module__}.{kind.__name__} mean? Say so in meanings.py"
                )
            found[field.name] = meaning
    return found


def _numeric(kind: Any) -> bool:
    if typing.get_origin(kind) is typing.Literal:
        return False
    return kind is int or any(_numeric(inner) for inner in typing.get_args(kind) if not _structured(inner))


def _structured(kind: Any) -> bool:
    kind = typing.get_origin(kind) or kind
    return isinstance(kind, type) and issubclass(kind, Struct)


def types_within(kind: Any, found: set[type[Struct]] | None = None) -> set[type[Struct]]:
    """Every type of value that a value of this type may hold."""
    found = set() if found is None else found
    origin = typing.get_origin(kind)
    for inner in typing.get_args(kind) if origin is not typing.Literal else ():
        types_within(inner, found)
    plain = origin or kind
    if isinstance(plain, type) and issubclass(plain, Struct) and plain not in found:
        found.add(plain)
        for field in msgspec.structs.fields(kind):
            types_within(field.type, found)
    return found
