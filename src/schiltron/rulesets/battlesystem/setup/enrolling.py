"""The units of an army list enter the battle: troops, commanders and individuals (mostly cases 0.0, 2.4 and S0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.setup.enrolment import enrolled, usual_files
from schiltron.battle.state.unit import Aboard, Place
from schiltron.rulesets.battlesystem.bases import base_of, spacing
from schiltron.rulesets.battlesystem.commissions import Commissioned, commissioned
from schiltron.rulesets.battlesystem.equipped import Equipped
from schiltron.rulesets.battlesystem.losses import square
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.setup.looks import looks_like
from schiltron.rulesets.battlesystem.state import (
    Arms,
    ChainOfCommand,
    Company,
    Formation,
    Profile,
    Rank,
    Unit,
    UnitPart,
    with_command,
)
from schiltron.rulesets.mustering import first_place
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.table.body import Body, Formed, Single

_CHIEF: Final = ".chief"
_COMPANY: Final = ".company"


class Enrolled(Struct, frozen=True):
    """The units and skirmish companies of a side."""

    units: tuple[Unit, ...]
    companies: tuple[Company, ...]


def enrol(side: str, listed: Sequence[Enlisted], options: Options) -> Enrolled:
    """Numbered within their side: red-1, red-2 …, a commander from the ranks of the first as red-1.chief.

    A skirmish company stands in one body until it has been set down (setup/companies.py).
    """
    army, _ = commissioned(listed, options)
    units: list[Unit] = []
    companies: list[Company] = []
    for number, one in enumerate(army.units):
        assert one is not None, "the army has been checked"
        unit = _unit(side, number, one, army, options)
        units.append(unit)
        if one.leader is not None:
            units.append(_risen(unit, one.leader, one.leader_name))
        if unit.of:
            chief = _chief_of(side, number, one, army)
            companies.append(Company(unit.of, unit.name, side, unit.figures, commander=chief))
    return Enrolled(tuple(units), tuple(companies))


def _id(side: str, number: int) -> str:
    return f"{side}-{number + 1}"


def _chief_of(side: str, number: int, one: Equipped, army: Commissioned) -> str:
    """The individual who leads a unit, or the man risen from its ranks (BS-4.7-01)."""
    if number in army.leads:
        return _id(side, army.leads[number])
    return f"{_id(side, number)}{_CHIEF}" if one.leader is not None else ""


def _unit(side: str, number: int, one: Equipped, army: Commissioned, options: Options) -> Unit:
    """With the role its list declares (BS-2.7-01, BS-9.0-01), whom it may succeed (BS-9.3-01), and its brigade.

    Its type is part of its profile and stays what it is (BS-2.8-02); all its figures look alike (BS-S0-04).
    """
    unit_id, profile = _id(side, number), _of_this_level(one.profile, options)
    in_company = profile.kind == "skirmish" and not profile.engine
    deputy, brigade = army.deputies.get(number), army.brigades.get(number)
    unit = _made(
        unit_id, side, profile, one.unit.figures, one.name, one.formation, one.rank, one.unit.files, _place(side, one)
    )
    return with_command(
        replace(unit, of=f"{unit_id}{_COMPANY}" if in_company else ""),
        commander="" if in_company else _chief_of(side, number, one, army),
        deputy_to="" if deputy is None else _id(side, deputy),
        brigade="" if brigade is None else _id(side, brigade),
    )


def _of_this_level(profile: Profile, options: Options) -> Profile:
    """Abilities of a higher level are not used: in the Basic Game nobody shoots (BS-0.0-02, BS-5.0-01)."""
    return replace(profile, missile=None) if options.level == "basic" and profile.missile is not None else profile


def _risen(unit: Unit, profile: Profile, name: str) -> Unit:
    """A commander without a sheet of his own stands in the ranks of his unit (BS-S0-03)."""
    chief = f"{unit.id}{_CHIEF}"
    return _made(chief, unit.side, profile, 1, name, "none", "unit", None, Aboard(unit.id))


def _place(side: str, one: Equipped) -> Place | None:
    return first_place(side, one.unit, one.host)


def _made(
    unit_id: str,
    side: str,
    profile: Profile,
    figures: int,
    name: str,
    formation: Formation,
    rank: Rank,
    files: int | None,
    place: Place | None,
) -> Unit:
    person = profile.person
    return enrolled(
        unit_id,
        side,
        figures,
        name=name,
        kind=looks_like(profile, rank),
        body=_body(profile, figures, files, formation),
        own=UnitPart(
            profile=profile,
            formation=formation,
            hit_points=0 if person is None else person.hit_points,
            arms=Arms(weapon=profile.weapons[0].name if profile.weapons else ""),
            command=ChainOfCommand(rank=rank),
        ),
        place=place,
    )


def _body(profile: Profile, figures: int, files: int | None, formation: Formation) -> Body:
    """A mob is about as wide as it is deep (BS-2.10-04); skirmishers keep an inch apart (BS-2.9-08).

    Every figure has a base of its own and is lost one at a time, whether a counter, a miniature or a third of a stand
    (BS-0.0-06, BS-2.4-01, BS-2.4-02); how many there are in the box is no limit (BS-2.5-02).
    """
    base = base_of(profile)
    if profile.engine or profile.kind == "individual":
        return Single(base)
    width = square(figures) if profile.kind == "mob" else files or usual_files(figures)
    return Formed(base=base, files=width, spacing=spacing(formation, stands=profile.stands))
