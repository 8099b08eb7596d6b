"""The Army Roster Sheet and the Heroes and Commanders Roster Sheet of an army list (BS-3.0-01, BS-3.1-01, BS-3.2-01).

Every rating on them is reckoned before play, CR, AR and CB of people among them (BS-3.3-01).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from schiltron.rulesets.battlesystem.commissions import Commissioned, commissioned
from schiltron.rulesets.battlesystem.equipped import Equipped
from schiltron.rulesets.battlesystem.morale.due_checks import due
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.ratings.commanding import bonus, radius
from schiltron.rulesets.battlesystem.ratings.rated import Block, roster_block, size_of
from schiltron.rulesets.battlesystem.sheets.arms import arms
from schiltron.rulesets.battlesystem.sheets.entries import NOTHING, listed, per_figure, rating, saves, signed
from schiltron.rulesets.battlesystem.sheets.traits import (
    abilities,
    attack_modifiers,
    magic_resistance,
    morale_modifiers,
)
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.rulesets.sheets import Boxes, Entry, RosterSheet
from schiltron.table.lengths import show_inches

_SCORES: Final = ("S", "I", "W", "D", "Co", "Ch")
_RANKS: Final = {"army": "Army Commander", "brigade": "Brigade Commander", "unit": "Unit Commander"}


def roster_sheets(units: Sequence[Enlisted], options: Options) -> tuple[RosterSheet, ...]:
    """Units first, then whoever has a sheet of his own; both in the order of the list, which is lawful."""
    army, _ = commissioned(units, options)
    made = [(number, one) for number, one in enumerate(army.units) if one is not None]
    return (
        *(_unit(army, number, one, options) for number, one in made if not one.individual),
        *(_person(army, number, one, options) for number, one in made if one.individual),
    )


# ---------------------------------------------------------------- units


def _unit(army: Commissioned, number: int, one: Equipped, options: Options) -> RosterSheet:
    profile, figures = one.profile, one.unit.figures
    block = roster_block(profile, figures, options.rosters, options.base_game)
    name, chief = _chief(army, number)
    return RosterSheet(
        form="unit",
        name=one.name,
        kind=_type(profile),
        ratings=tuple(_unit_ratings(block, profile, figures, options)),
        facts=(
            Entry("level_race_class", "Race, class, level", _described(profile)),
            Entry("unit_commander_deputy", "Commander, deputy", _commanders(army, number, name, chief)),
            Entry("ar_modifiers", "AR modifiers", listed(attack_modifiers(profile, options.light))),
            Entry("ml_modifiers", "ML modifiers", listed(morale_modifiers(profile, chief))),
            Entry("special", "Special", listed(abilities(profile))),
        ),
        saves=saves(profile, options.rosters),
        arms=tuple(arms(profile, figures)),
        boxes=tuple(_unit_boxes(profile, figures, options)),
    )


def _unit_ratings(block: Block, profile: Profile, figures: int, options: Options) -> Iterator[Entry]:
    yield rating("ac", "AC", block.armour_class)
    yield per_figure(block.hit_dice)
    yield rating("mv", "MV", block.move)
    yield rating("ar", "AR", block.attack)
    if (profile.missile is not None or profile.engine) and block.shooting.total != block.attack.total:
        yield rating("ar", "AR missiles", block.shooting)
    yield rating("ml", "ML", block.morale)
    yield rating("dl", "DL", block.discipline)
    yield Entry("fig", "Fig", str(figures))
    yield Entry("ratio", "Ratio", f"{block.ratio.total}:1", tuple(term.label for term in block.ratio.terms))
    yield Entry("size", "Size", size_of(profile, options.rosters))
    yield Entry("mr", "MR", magic_resistance(profile))


def _type(profile: Profile) -> str:
    """Regular, skirmish, mob or a special type; and whether on foot."""
    arm = "chariots" if profile.team else "cavalry" if profile.mount is not None else "infantry"
    if profile.engine:
        return f"{profile.engine.replace('_', ' ')} and crew"
    if profile.missile is not None and profile.missile.bow:
        arm = "archers" if profile.mount is None else "mounted archers"
    return f"{profile.special or profile.kind} {arm}"


def _described(profile: Profile) -> str:
    creature, mount = profile.creature, profile.mount
    text = _race(profile) if not creature.classes else f"{_race(profile)}, {_classes(profile)}"
    riding = mount.race if mount is not None else profile.team[0].race if profile.team else ""
    drawn = f", drawn by {len(profile.team)} × " if profile.team else " on "
    return f"{text}{drawn}{riding}".replace("_", " ") if riding else text


def _race(profile: Profile) -> str:
    return profile.creature.race.replace("_", " ")


def _classes(profile: Profile) -> str:
    """As fighter/magic-user 7/6."""
    known = profile.creature.classes
    names = "/".join(name.replace("_", "-") for name, _ in known)
    return f"{names} {'/'.join(str(level) for _, level in known)}"


def _chief(army: Commissioned, number: int) -> tuple[str, Profile | None]:
    """Who leads a unit: a person with a sheet of his own, or one risen from its ranks (BS-S0-03)."""
    leading = army.units[army.leads[number]] if number in army.leads else None
    if leading is not None:
        return leading.name, leading.profile
    one = army.units[number]
    assert one is not None
    return (one.leader_name, one.leader) if one.leader is not None else ("", None)


def _commanders(army: Commissioned, number: int, name: str, chief: Profile | None) -> str:
    if chief is None:
        return NOTHING
    said = [f"{name} (CR {show_inches(radius(chief).total)})", _deputy(army, army.leads.get(number))]
    said += [f"brigade of {_name(army, army.brigades[number])}"] if number in army.brigades else []
    return ", ".join(said)


def _deputy(army: Commissioned, chief: int | None) -> str:
    heirs = [_name(army, heir) for heir, whose in army.deputies.items() if whose == chief]
    return heirs[0] if heirs else "no deputy"


def _name(army: Commissioned, number: int) -> str:
    one = army.units[number]
    return "" if one is None else one.name


def _unit_boxes(profile: Profile, figures: int, options: Options) -> Iterator[Boxes]:
    """Figures with the losses that call for a check (BS-4.4-01); two wounds kill a figure (BS-8.7-04)."""
    checks = tuple(lost for lost in range(1, figures) if due(lost - 1, lost, figures))
    note = "half a box: wounded; bold: check morale" if checks else "half a box: wounded"
    yield Boxes("Figures", figures, checks, halves=True, note=note)
    yield from _volleys(profile, options)


def _volleys(profile: Profile, options: Options) -> Iterator[Boxes]:
    """Missiles that are marked off (BS-10.3-02)."""
    if profile.missile is not None and profile.missile.counted:
        yield Boxes("Volleys", options.volleys, note=profile.missile.name)


# ---------------------------------------------------------------- people


def _person(army: Commissioned, number: int, one: Equipped, options: Options) -> RosterSheet:
    profile = one.profile
    block = roster_block(profile, 1, options.rosters, options.base_game)
    return RosterSheet(
        form="person",
        name=one.name,
        kind=_rank(army, number, one),
        ratings=tuple(_person_ratings(block, profile)),
        facts=(
            Entry("class_level", "Class, level", _classes(profile) if profile.creature.classes else NOTHING),
            Entry("race", "Race", _described_person(profile)),
            Entry("command_rank", "Rank", _rank(army, number, one)),
            Entry("thac0_ar_modifiers", "THAC0/AR mod.", listed(attack_modifiers(profile, options.light))),
            Entry("special", "Special", listed(abilities(profile))),
        ),
        saves=saves(profile, options.rosters),
        arms=tuple(arms(profile, 1)),
        boxes=tuple(_person_boxes(profile, options)),
    )


def _described_person(profile: Profile) -> str:
    mount = f" on {profile.mount.race.replace('_', ' ')}" if profile.mount is not None else ""
    return f"{_race(profile)}{mount}"


def _rank(army: Commissioned, number: int, one: Equipped) -> str:
    """Command rank, deputy rank, or hero."""
    host = army.units[one.host] if one.host is not None else None
    place = "" if host is None else f" of {host.name}" if one.rank == "unit" else f", with {host.name}"
    rank = _RANKS.get(one.rank, "Hero" if one.rank != "member" else "Member")
    deputy = f", deputy to {_name(army, army.deputies[number])}" if number in army.deputies else ""
    return f"{rank}{place}{deputy}"


def _person_ratings(block: Block, profile: Profile) -> Iterator[Entry]:
    person = profile.person
    assert person is not None
    yield rating("ac", "AC", block.armour_class)
    yield Entry("hd", "HD", str(profile.creature.hit_dice))
    yield Entry("hp", "HP", str(person.hit_points))
    yield Entry("thac0", "THAC0", str(person.thac0))
    yield rating("ar", "AR", block.attack)
    yield rating("mv", "MV", block.move)
    yield rating("cr", "CR", radius(profile))
    yield Entry("cb", "CB", signed(bonus(profile)))
    yield Entry("mr", "MR", magic_resistance(profile))
    yield from _scores(profile)


def _scores(profile: Profile) -> Iterator[Entry]:
    """Six, to be written in where they are rolled before the battle (BS-3.2-02); creatures leave them blank."""
    person = profile.person
    assert person is not None
    known = person.scores if person.scores is not None else (None,) * 5 + (person.charisma,)
    blank = "" if person.wanted else NOTHING
    for head, value in zip(_SCORES, known, strict=True):
        yield Entry("s_i_w_d_co_ch", head, blank if value is None else str(value))


def _person_boxes(profile: Profile, options: Options) -> Iterator[Boxes]:
    assert profile.person is not None
    yield Boxes("Hit points", profile.person.hit_points)
    yield from _volleys(profile, options)
