"""Current morale: base morale and the factors of the moment (case 4.2, Table 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.field import friends, opponents
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import (
    all_round,
    company_of,
    fellows,
    is_individual,
    is_mob,
    is_regular,
    ratings,
)
from schiltron.rulesets.battlesystem.in_command import commander_of, suffers
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.morale.terrors import cannot_harm
from schiltron.rulesets.battlesystem.ratings.commanding import bonus
from schiltron.rulesets.battlesystem.ratings.whole_figure import drains_levels
from schiltron.rulesets.battlesystem.state import Battle, Cause, Unit
from schiltron.table.contact import touches
from schiltron.table.lengths import Mil, inches

FACTORS: Final = {
    str(row["condition"]): int(row["modifier"])
    for row in LAW.sheet("BS-T-04-situational-morale").records()
    if isinstance(row["modifier"], int)
}
BEHIND: Final[Mil] = inches(6)
"""How far behind a mob friendly infantry may stand to steady it (BS-2.10-12)."""


def strength(battle: Battle, unit: Unit) -> tuple[int, int]:
    """Figures left and figures at the start, of the skirmish unit for one of its figures."""
    company = company_of(battle, unit)
    if company is None:
        return unit.figures, unit.original
    return sum(one.figures for one in fellows(battle, unit)), company.figures


def current_morale(
    battle: Battle, unit: Unit, causes: tuple[Cause, ...] = (), *, rallied_by: Unit | None = None
) -> Tally:
    """What a check is made against, worked out anew each time (BS-4.2-01). In a rally attempt the bonus is that of the
    commander who makes it (BS-4.2-09, BS-6.2-01)."""
    base = Term("base morale", ratings(battle, unit).morale, "BS-4.1-01")
    return Tally("current morale", (base, *_factors(battle, unit, causes, rallied_by)))


def _factors(battle: Battle, unit: Unit, causes: tuple[Cause, ...], rallied_by: Unit | None) -> Iterator[Term]:
    yield from _losses(battle, unit)
    if touched_in_rear(battle, unit):
        yield Term("enemy at the rear", FACTORS["enemy_unit_touching_rear"], "BS-4.2-03")
    if suffers(battle, unit):
        yield Term("out of command", FACTORS["out_of_command_not_skirmish"], "BS-4.2-04")
    if "magic" in causes:
        yield Term("figure removed by magic", FACTORS["check_caused_by_figure_removed_by_magic"], "BS-4.2-05")
    if "commander" in causes:
        yield Term("commander killed", FACTORS["check_caused_by_unit_commander_killed"], "BS-4.2-05")
    if unit.own.turn.charge_failed and not unit.own.turn.closed_charge:
        failed = "open_or_mob_formation_charged_this_round_without_contact_at_end"
        yield Term("charged and reached nobody", FACTORS[failed], "BS-4.2-06")
    if unit.own.formation == "closed":
        yield Term("closed formation", FACTORS["closed_formation"], "BS-4.2-07")
    if is_mob(unit) and backed(battle, unit):
        steadied = "mob_with_friendly_regular_infantry_directly_behind_within_6_in"
        yield Term("infantry behind the mob", FACTORS[steadied], "BS-2.10-12")
    if any(terrible(unit, one) for one in opponents(battle, unit)):
        worst = "touching_level_drainer_or_creature_it_cannot_harm"
        yield Term("level drainers, or foes it cannot harm", FACTORS[worst], "BS-4.2-08")
    chief = rallied_by or commander_of(battle, unit)
    if chief is not None and bonus(chief.own.profile):
        yield Term(f"charisma of {chief.name}", bonus(chief.own.profile), "BS-4.2-09")


def _losses(battle: Battle, unit: Unit) -> Iterator[Term]:
    """Half or three quarters of the original figures lost; the worse replaces the other (BS-4.2-02)."""
    left, original = strength(battle, unit)
    lost = original - left
    if 4 * lost >= 3 * original:
        yield Term("three quarters lost", FACTORS["at_least_75_percent_lost"], "BS-4.2-02")
    elif 2 * lost >= original:
        yield Term("half lost", FACTORS["at_least_50_percent_lost"], "BS-4.2-02")


def touched_in_rear(battle: Battle, unit: Unit) -> bool:
    """Whether an enemy unit is in contact with its rear edge: it came onto it, or has wrapped round it (BS-4.2-03)."""
    if all_round(unit) or not unit.on_table:
        return False
    behind = {one.attacker for one in battle.engagements if one.defender == unit.id and one.edge == "rear"}
    return any(
        one.id in behind or any(touch.edge_b == "rear" for touch in touches(one.outline, unit.outline))
        for one in opponents(battle, unit)
        if one.figures and one.on_table and not is_individual(one)
    )


def backed(battle: Battle, mob: Unit) -> bool:
    """Friendly regular infantry directly behind a mob, in the strip behind its rear edge (BS-2.10-12)."""
    half = mob.outline.radius if not hasattr(mob.body, "frontage") else mob.body.frontage / 2
    rear = -mob.body.depth(mob.bodies) if hasattr(mob.body, "depth") else 0
    for one in friends(battle, mob):
        if not is_regular(one) or one.own.profile.mounted or one.own.morale.rout is not None:
            continue
        corners = [mob.pose.local(x, y) for rect in one.outline.rects for x, y in rect.corners]
        across, forward = [x for x, _ in corners], [y for _, y in corners]
        if max(forward) <= rear + 1 and max(forward) >= rear - BEHIND and min(across) < half and max(across) > -half:
            return True
    return False


def terrible(unit: Unit, enemy: Unit) -> bool:
    """A creature that drains levels, or that a unit cannot possibly harm (BS-4.2-08)."""
    return drains_levels(enemy.own.profile) or cannot_harm(unit, enemy)
