"""Who leads, accompanies and succeeds whom in an army list (cases 4.7, 4.10, 9.0 to 9.3).

joins = "Plainsriders"                                   the unit an individual starts with
equipment = { rank = "unit" }                            he leads that unit
equipment = { deputy_to = "Grange Rarrack" }             he may succeed him
equipment = { brigade = "Horibb Roake" }                 the Brigade Commander a unit belongs to
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.rulesets.battlesystem.equipped import Equipped
from schiltron.rulesets.battlesystem.equipping import equipped, risen
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.mustering import called
from schiltron.rulesets.quartermaster import Enlisted, Violation

_RANKS: Final = ("member", "hero", "unit", "brigade", "army")
BRIGADE: Final = (4, 8)
"""Units in a brigade (BS-4.10-02)."""
_ENOUGH_FOR_BRIGADES: Final = 8


class Commissioned(Struct, frozen=True):
    """An army as listed: `leads` are the places of unit and its Unit Commander, `deputies` of deputy and the one he may
    succeed, `brigades` of unit and its Brigade Commander."""

    units: tuple[Equipped | None, ...]
    leads: Mapping[int, int]
    deputies: Mapping[int, int]
    brigades: Mapping[int, int]


def commissioned(listed: Sequence[Enlisted], options: Options | None) -> tuple[Commissioned, list[Violation]]:
    """The whole list made ready, and everything against it."""
    made: list[Equipped | None] = []
    found: list[Violation] = []
    for number, unit in enumerate(listed):
        one, against = equipped(f"units[{number}]", unit, options)
        made.append(one)
        found += against
    for number, guest in enumerate(made):
        if guest is not None:
            made[number] = _hosted(number, guest, made, found)
    leads = _leads(made, found)
    ready = tuple(one if one is None or number in leads else risen(one) for number, one in enumerate(made))
    deputies = _named(ready, "deputy_to", ("BS-9.3-01",), found) | _printed_deputies(ready)
    army = Commissioned(ready, leads, deputies, _named(ready, "brigade", ("BS-4.10-02",), found))
    charted = options is not None and options.hierarchy == "chart"
    found += [*_ranks_violations(army), *_deputy_violations(army, charted=charted), *_brigade_violations(army)]
    return army, found


# ---------------------------------------------------------------- with whom they stand


def _hosted(number: int, one: Equipped, made: Sequence[Equipped | None], found: list[Violation]) -> Equipped:
    """An individual with the unit he names, or with the one his own sheet names."""
    place, rules = f"units[{number}].joins", ("BS-9.2-01",)
    units = {at: two.name for at, two in enumerate(made) if two is not None and not two.individual}
    wanted = one.unit.joins or (one.troop.leads if one.troop.leads in units.values() else "")
    if not one.individual:
        if wanted:
            found.append(Violation(place, "only individuals join a unit", "no joins", rules))
        return one
    if not wanted:
        if one.rank in ("unit", "member"):
            right = "the name of his unit" if one.rank == "unit" else "the name of his unit, or another rank"
            found.append(Violation(place, "he belongs to no unit", right, ("BS-9.0-01",)))
        return one
    if one.unit.pose is not None:
        found.append(Violation(place, "he stands on a place of his own", "either joins or at", rules))
        return one
    host = called(wanted, units, place, rules)
    if isinstance(host, Violation):
        found.append(host)
        return one
    return replace(one, host=host)


def _leads(made: Sequence[Equipped | None], found: list[Violation]) -> dict[int, int]:
    """Unit and its commander, of individuals; a unit has one (BS-4.7-01)."""
    leads: dict[int, int] = {}
    for number, one in enumerate(made):
        if one is None or one.rank != "unit" or one.host is None:
            continue
        if one.host in leads:
            place = f"units[{number}].equipment.rank"
            found.append(Violation(place, "the unit has a commander already", "hero or member", ("BS-4.7-01",)))
            continue
        leads[one.host] = number
    return leads


def misgivings(army: Commissioned) -> Iterator[str]:
    """Commanders their men may not want to follow; any commander the list names may lead all the same (BS-4.8-04)."""
    for led, leading in army.leads.items():
        unit, chief = army.units[led], army.units[leading]
        if unit is None or chief is None:
            continue
        men, man = unit.profile.creature, chief.profile.creature
        if man.race in men.hates or men.race in man.hates:
            yield f"{unit.name} and {chief.name}, who leads them, are of races that hate each other"
        if {men.order, man.order} == {"lawful", "chaotic"}:
            yield f"{unit.name} are {men.order}, and {chief.name}, who leads them, is {man.order}"


# ---------------------------------------------------------------- deputies and brigades


def _named(made: Sequence[Equipped | None], key: str, rules: tuple[str, ...], found: list[Violation]) -> dict[int, int]:
    """Whom each names in a word of his equipment, by place in the list."""
    people = {at: one.name for at, one in enumerate(made) if one is not None and one.individual}
    pairs: dict[int, int] = {}
    for number, one in enumerate(made):
        if one is None or key not in one.unit.equipment:
            continue
        place = f"units[{number}].equipment.{key}"
        other = called(str(one.unit.equipment[key]), people, place, rules)
        if isinstance(other, Violation):
            found.append(other)
        else:
            pairs[number] = other
    return pairs


def _printed_deputies(made: Sequence[Equipped | None]) -> dict[int, int]:
    """Those whose sheets call them deputy of the army's commander."""
    chiefs = [at for at, one in enumerate(made) if one is not None and one.rank == "army"]
    heirs = (
        at
        for at, one in enumerate(made)
        if one is not None and one.troop.deputy and "deputy_to" not in one.unit.equipment
    )
    return {heir: chiefs[0] for heir in heirs if len(chiefs) == 1}


def _ranks_violations(army: Commissioned) -> Iterator[Violation]:
    """A side has at most one Army Commander (BS-4.10-04)."""
    chiefs = [at for at, one in enumerate(army.units) if one is not None and one.rank == "army"]
    for number in chiefs[1:]:
        place = f"units[{number}].equipment.rank"
        yield Violation(place, "a second Army Commander", "one to an army", ("BS-4.10-04",))


def _deputy_violations(army: Commissioned, *, charted: bool) -> Iterator[Violation]:
    """One deputy to a commander, who has a higher rank than he (BS-9.3-01, BS-9.3-02); a chart of succession names as
    many as the army wants, who come in the order of the list (BS-9.3-04, BS-4.10-05)."""
    twice = Counter(army.deputies.values())
    for heir, chief in army.deputies.items():
        place = f"units[{heir}].equipment.deputy_to"
        one, other = army.units[heir], army.units[chief]
        if one is None or other is None:
            continue
        if not one.individual or other.rank not in ("unit", "brigade", "army"):
            yield Violation(place, "a deputy of nobody who commands", "an individual's commander", ("BS-9.3-01",))
        elif _RANKS.index(one.rank or "hero") >= _RANKS.index(other.rank):
            yield Violation(place, f"{one.rank} under {other.rank}", "a commander of higher rank", ("BS-9.3-01",))
        if twice[chief] > 1 and not charted:
            yield Violation(place, f"{other.name} has several deputies", "one deputy", ("BS-9.3-02",))


def _brigade_violations(army: Commissioned) -> Iterator[Violation]:
    """Brigades are for armies of more than 7 units, two of them at least, each of 4 to 8 units (BS-4.10-03)."""
    for number, chief in army.brigades.items():
        one, other = army.units[number], army.units[chief]
        if one is None or one.individual or other is None or other.rank != "brigade":
            wrong = "a brigade is units under a Brigade Commander"
            yield Violation(f"units[{number}].equipment.brigade", wrong, "a unit and its commander", ("BS-4.10-02",))
    chiefs = [at for at, one in enumerate(army.units) if one is not None and one.rank == "brigade"]
    if not chiefs:
        return
    units, sizes = sum(one is not None and not one.individual for one in army.units), Counter(army.brigades.values())
    right = "more than 7 units, in two brigades or more of 4 to 8 each"
    for number in chiefs:
        place = f"units[{number}].equipment.rank"
        if units < _ENOUGH_FOR_BRIGADES or len(chiefs) < 2:
            yield Violation(place, f"a Brigade Commander among {units} units", right, ("BS-4.10-03",))
        elif not BRIGADE[0] <= sizes[number] <= BRIGADE[1]:
            yield Violation(place, f"a brigade of {sizes[number]} units", right, ("BS-4.10-03",))
