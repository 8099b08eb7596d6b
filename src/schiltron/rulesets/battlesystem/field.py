"""Common questions about units on the field, asked by all chapters."""

from __future__ import annotations

from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.battlesystem.ratings.rated import Block, Rated, rated, roster_block
from schiltron.rulesets.battlesystem.state import Battle, Company, Profile, Unit

# ---------------------------------------------------------------- one unit


def profile(unit: Unit) -> Profile:
    return unit.own.profile


def ratings(battle: Battle, unit: Unit) -> Rated:
    """The numbers of the unit's roster block."""
    options, own = battle.own.options, unit.own
    return rated(
        own.profile, mustered(battle, unit), options.rosters, options.base_game, own.arms.weapon, members(battle, unit)
    )


def block(battle: Battle, unit: Unit) -> Block:
    """The same as tallies."""
    options, own = battle.own.options, unit.own
    return roster_block(
        own.profile, mustered(battle, unit), options.rosters, options.base_game, own.arms.weapon, members(battle, unit)
    )


def mustered(battle: Battle, unit: Unit) -> int:
    """Figures at the start of the battle, of the whole skirmish unit for one of its figures (BS-4.1-06)."""
    company = battle.own.company(unit.of) if unit.of else None
    return unit.original if company is None else company.figures


def members(battle: Battle, unit: Unit) -> tuple[Profile, ...]:
    """Individuals who are part of its figures (BS-9.1-01)."""
    own, found = unit.id, []
    for one in battle.units.values():
        place = one.place
        if type(place) is Aboard and place.host == own and one.own.command.rank == "member":
            found.append(one.own.profile)
    return tuple(found)


def alive(unit: Unit) -> bool:
    """On the table or with a unit, with figures left."""
    return unit.figures > 0 and (unit.on_table or bool(unit.host))


def is_individual(unit: Unit) -> bool:
    """A 1:1 figure: hero, commander or member of a unit (BS-2.2-02)."""
    return unit.own.profile.kind == "individual"


def is_commander(unit: Unit) -> bool:
    return unit.own.command.rank in ("unit", "brigade", "army")


def is_regular(unit: Unit) -> bool:
    return unit.own.profile.kind == "regular"


def is_skirmisher(unit: Unit) -> bool:
    """A figure of a skirmish unit, or the crew of a piece of artillery (BS-10.10-04)."""
    return unit.own.profile.kind == "skirmish"


def is_mob(unit: Unit) -> bool:
    return unit.own.profile.kind == "mob"


def is_engine(unit: Unit) -> bool:
    return bool(unit.own.profile.engine)


def is_routed(unit: Unit) -> bool:
    return unit.own.morale.rout is not None


def all_round(unit: Unit) -> bool:
    """Who looks all ways and has neither flank nor rear (BS-11.6-03, BS-11.7-04, BS-7.9-04)."""
    return unit.own.stance in ("shield_ring", "set_ring", "all_round")


def basic(battle: Battle) -> bool:
    """The Basic Game: no missiles, cavalry, individuals or costs of terrain (BS-5.0-01)."""
    return battle.own.options.level == "basic"


# ---------------------------------------------------------------- units together


def company_of(battle: Battle, unit: Unit) -> Company | None:
    """The skirmish unit of which a figure is part."""
    return battle.own.company(unit.of) if unit.of else None


def fellows(battle: Battle, unit: Unit) -> list[Unit]:
    """The figures of a skirmish unit that are left, itself among them; of any other unit itself."""
    if not unit.of:
        return [unit]
    return [one for one in battle.units.values() if one.of == unit.of and alive(one)]


def one_unit(battle: Battle, unit: Unit) -> str:
    """The id of the unit a figure belongs to: its skirmish company, or itself."""
    return unit.of or unit.id
