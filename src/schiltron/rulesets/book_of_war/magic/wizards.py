"""Who works magic, from where, and what keeps him from it (chapters A4 and O2)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.powers import Point, Power, along
from schiltron.battle.state.field import commanded_by, enemies, foes, meets, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.book_of_war.conditions import longer
from schiltron.rulesets.book_of_war.embedded import in_play, on_the_field, own_figure
from schiltron.rulesets.book_of_war.engaged import fights_apart, opponents
from schiltron.rulesets.book_of_war.field import is_routed, troop, troop_now
from schiltron.rulesets.book_of_war.magic.rows import POWERS, WANDS, shots
from schiltron.rulesets.book_of_war.shelter import SHELL
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, inches
from schiltron.table.rectangles import Rect, gap, to_edge

MOVE_EARTH: Final = "move_earth"


def wizards(battle: Battle, side: str) -> list[Unit]:
    """Those of a side who can work magic, by themselves or in the ranks of a unit."""
    return [unit for unit in in_line(commanded_by(battle, side)) if troop(unit).rank and on_the_field(battle, unit)]


def stands(battle: Battle, wizard: Unit) -> Point:
    base = own_figure(battle, wizard)
    return Point(base.x, base.y)


def touched(battle: Battle, wizard: Unit) -> list[Unit]:
    """The enemies that he himself touches (BW-A4-09)."""
    base, body = own_figure(battle, wizard).rect, standing_with(battle, wizard)
    return [
        foe
        for foe in enemies(battle, body)
        if any(gap(base, other) <= CONTACT for other in foe.outline.rects) and meets(battle, body, foe)
    ]


def only_at(battle: Battle, wizard: Unit) -> list[Unit] | None:
    """The only enemies at whom he may aim: in special combat his foe (BW-A4-28), in the dark whom he touches, and who
    is with them (BW-O2-03); None where any enemy may be aimed at."""
    if fights_apart(battle, wizard):
        return opponents(battle, wizard)
    if in_the_dark(battle, wizard):
        near = {one.id for one in touched(battle, wizard)}
        return [one for one in enemies_in_play(battle, wizard) if standing_with(battle, one).id in near]
    return None


def enemies_in_play(battle: Battle, wizard: Unit) -> list[Unit]:
    return in_line(one for one in foes(battle, wizard.side) if in_play(one))


def reach_of(battle: Battle, power: Power) -> Mil:
    """How far a power carries; half as far again where magic has long range too (BW-O5-03)."""
    reach = inches(power.range)
    return longer(reach) if battle.own.options.long_range == "magic" else reach


def limit(base: Rect, aimed: Point, reach: Mil) -> Point:
    """Where the range ends in the direction of a point, from the edge of a wizard's base (BW-A4-27)."""
    return along(Point(base.x, base.y), aimed, to_edge(base, aimed.x, aimed.y) + reach)


def in_the_dark(battle: Battle, wizard: Unit) -> bool:
    """Whether he sees nothing: then magic is for what he touches (BW-O2-03)."""
    conditions = battle.own.conditions
    return conditions is not None and conditions.blinds(troop(wizard))


# ---------------------------------------------------------------- what keeps him from it


def smothered(battle: Battle, wizard: Unit) -> list[Reason]:
    """What keeps a wizard from all magic, whatever else he has done."""
    name = wizard.name
    if is_routed(standing_with(battle, wizard)):
        return [Reason(f"{name} runs with a routed unit", ("BW-B5-07",))]
    if battle.effects.of_kind(wizard.id, SHELL) is not None:
        return [Reason(f"the antimagic shell stops the magic of {name} too", ("BW-A4-17",))]
    return []


def against_magic(battle: Battle, wizard: Unit) -> list[Reason]:
    """What keeps a wizard from calling upon wand or spell now."""
    if wizard.own.turn.cast:
        return [Reason(f"{wizard.name} has cast a spell this turn", ("BW-A4-14", "BW-A4-15"))]
    return smothered(battle, wizard)


def against_wand(battle: Battle, wizard: Unit) -> list[Reason]:
    """What keeps him from firing his wand now (BW-A4-09)."""
    if shots_left(battle, wizard) <= 0:
        return [_silent(battle, wizard)]
    return _concentrating(battle, wizard)


def _silent(battle: Battle, wizard: Unit) -> Reason:
    """Why his wand has no shot left this turn."""
    if wizard.own.turn.wand_shots:
        return Reason(f"{wizard.name} has fired as often as he may this turn", ("BW-A4-09",))
    conditions = battle.own.conditions
    if conditions is not None and conditions.parts > 1:
        return Reason(f"{wizard.name} has moved, and wands are fired standing still in short turns", ("BW-O5-05",))
    return Reason(f"{wizard.name} has gone more than half a move this turn", ("BW-A4-09",))


def against_spells(battle: Battle, wizard: Unit) -> list[Reason]:
    """What keeps him from casting a greater spell now (BW-A4-14, BW-A4-15)."""
    found = _concentrating(battle, wizard)
    if not is_still(battle, wizard):
        found.append(Reason(f"{wizard.name} has not stood still this turn", ("BW-A4-14",)))
    if wizard.own.turn.wand_shots:
        found.append(Reason(f"{wizard.name} has fired his wand this turn", ("BW-A4-15",)))
    return found


def _concentrating(battle: Battle, wizard: Unit) -> list[Reason]:
    if concentrates_on(battle, wizard) is None:
        return []
    return [Reason(f"{wizard.name} concentrates on moving earth, until he ends it", ("BW-A4-25",))]


def concentrates_on(battle: Battle, wizard: Unit) -> str | None:
    """The piece of terrain that he is moving."""
    return next((one.target for one in battle.effects.all if one.kind == MOVE_EARTH and one.by == wizard.id), None)


# ---------------------------------------------------------------- moves and shots


def is_still(battle: Battle, wizard: Unit) -> bool:
    """Whether neither he nor the unit he is with has moved (BW-A4-09, BW-A4-14)."""
    bodies = (wizard, standing_with(battle, wizard))
    return not any(one.own.turn.moved or one.own.turn.spent > 0 for one in bodies)


def shots_left(battle: Battle, wizard: Unit) -> int:
    """Two shots of one who stands still, one after half a move, of the unit he is with if he is with one; none after
    more (BW-A4-09). In short turns it is one shot, and only of who stands still (BW-O5-05)."""
    body = standing_with(battle, wizard)
    fired = wizard.own.turn.wand_shots
    conditions = battle.own.conditions
    parts = conditions.parts if conditions is not None else 1
    if is_still(battle, wizard):
        return max(1, shots(wand_of(wizard), "shots_motionless") // parts) - fired
    if parts > 1:
        return 0
    spent = max(wizard.own.turn.spent, body.own.turn.spent)
    within = spent <= min(troop_now(battle, one).half_move for one in (wizard, body)) + TOLERANCE
    return shots(wand_of(wizard), "shots_with_half_move") - fired if within else 0


def wand_of(wizard: Unit) -> str:
    return wizard.own.wand or WANDS[0]


def spells_left(wizard: Unit) -> dict[str, int]:
    """The greater spells he has prepared and not cast yet, in the order in which the book lists them (BW-A4-13)."""
    own = wizard.own
    known = (*POWERS, *(one.key for one in own.extra))
    left = {key: own.spells.count(key) - own.uses(key) for key in known if key in own.spells}
    return {key: number for key, number in left.items() if number}
