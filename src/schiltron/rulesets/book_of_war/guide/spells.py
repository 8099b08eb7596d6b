"""What calling upon magic would do, before it is announced (chapter A4).

Where nothing may be measured (BW-A4-27, BW-B1-08) only the shape is shown, about what is aimed at, and what would
follow if that is in range.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.guide.answers import Preview
from schiltron.battle.movement.shifted_ground import moved_by, way_of
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import Point, Power, holder_and_power
from schiltron.battle.state.decision import Played
from schiltron.battle.state.event import Covered
from schiltron.battle.state.field import friendly
from schiltron.battle.words.grammar import noted
from schiltron.rulesets.book_of_war.attacks.area_damage import caught, save_of, warded
from schiltron.rulesets.book_of_war.attacks.large_areas import blast, is_large
from schiltron.rulesets.book_of_war.embedded import is_hero
from schiltron.rulesets.book_of_war.enclosed import level_with
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.guide.plotting import declares_first
from schiltron.rulesets.book_of_war.magic.breaches import mark_of, masonry_in_range, opening_at, opens
from schiltron.rulesets.book_of_war.magic.landing import (
    aimed_point,
    burst,
    falls,
    found_at_range,
    ground_in_range,
    masking,
)
from schiltron.rulesets.book_of_war.magic.moved_earth import shifted
from schiltron.rulesets.book_of_war.magic.rows import power_of
from schiltron.rulesets.book_of_war.magic.spellbook import BREACH, FURTHER
from schiltron.rulesets.book_of_war.magic.spells import death_hits
from schiltron.rulesets.book_of_war.magic.steps import Fall
from schiltron.rulesets.book_of_war.magic.wand_shots import struck_at
from schiltron.rulesets.book_of_war.magic.wizards import reach_of
from schiltron.rulesets.book_of_war.shelter import shelter
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.shapes import Disc, Plot
from schiltron.table.terrain import Area, Feature, name_of

_MARK: Mil = inches(0.25)
_DICE = ("1-2", "3-4", "5-6")
_WHERE = ("short", "as aimed", "long")


def called_upon(view: Battle, form: Played, plain: Preview) -> Preview:
    """What a play would come to, with the ground it is about."""
    if not plain.legal:
        return plain
    holder, key = holder_and_power(form.card)
    wizard = view.units[holder]
    power = power_of(wizard, key.partition(":")[0])
    match power.aim:
        case "figure" if power.store != "wand":
            marks, notes = _burst(view, wizard, power, form)
        case "figure":
            marks, notes = _shot(view, wizard, power, form)
        case "unit" | "individual" if form.use == BREACH:
            marks, notes = _gap(view, wizard, power, form)
        case "unit" | "individual":
            marks, notes = (), _spell(view, wizard, power, form)
        case "feature":
            marks, notes = _ground(view, wizard, power, form)
        case _:
            marks, notes = (), [power.text.rstrip(".")]
    return replace(plain, marks=marks, notes=noted(*notes), rules=power.rules)


def _reach(view: Battle, power: Power) -> str:
    return f"if in range, {show_inches(reach_of(view, power))}: nothing is measured yet"


# ---------------------------------------------------------------- wands


def _shot(view: Battle, wizard: Unit, power: Power, form: Played) -> tuple[tuple[Covered, ...], list[str]]:
    mark = view.units[form.units[0]].places[0 if form.place is UNSET else form.place]
    unmeasured = declares_first(view)
    reach = reach_of(view, power)
    at = Point(mark.x, mark.y) if unmeasured else aimed_point(view, wizard, mark, reach)
    there = level_with(view, view.units[form.units[0]])
    where = falls(view, wizard, at, there)
    marks = tuple(
        Covered(blast(one.x, one.y) if is_large(view) else Disc(one.x, one.y, _MARK), f"{dice}: {word}")
        for one, dice, word in zip(where, _DICE, _WHERE, strict=True)
    )
    notes = [
        f"{dice} {word}: {_struck(view, wizard, power, one)}"
        for one, dice, word in zip(where, _DICE, _WHERE, strict=True)
    ]
    mask = masking(view, wizard, at, there)
    if mask is not None:
        notes.insert(0, f"{name_of(mask)} is in the way")
    if unmeasured:
        notes.append(_reach(view, power))
    elif (round(at.x), round(at.y)) != (round(mark.x), round(mark.y)):
        notes.append("out of range: it falls where the range ends")
    return marks, notes


def _burst(view: Battle, wizard: Unit, power: Power, form: Played) -> tuple[tuple[Covered, ...], list[str]]:
    """A spell that bursts where it is aimed (BW-A4-29)."""
    mark = view.units[form.units[0]].places[0 if form.place is UNSET else form.place]
    unmeasured = declares_first(view)
    at = Point(mark.x, mark.y) if unmeasured else aimed_point(view, wizard, mark, reach_of(view, power))
    there = level_with(view, view.units[form.units[0]])
    ground, struck = burst(view, wizard.id, power, at, there)
    notes = [_harmed(view, wizard, power, view.units[one], struck[one]) for one in struck] or ["nobody"]
    mask = masking(view, wizard, at, there)
    notes += [f"{name_of(mask)} is in the way"] if mask is not None else []
    return (Covered(ground, power.title),), [*notes, *([_reach(view, power)] if unmeasured else [])]


def _struck(view: Battle, wizard: Unit, power: Power, where: Fall) -> str:
    """Whoever is struck where a shot falls, friends with a warning, and what that does."""
    struck = struck_at(view, wizard.id, where)
    return "; ".join(_harmed(view, wizard, power, view.units[one], struck[one]) for one in struck) or "nobody"


def _harmed(view: Battle, wizard: Unit, power: Power, unit: Unit, figures: int) -> str:
    own = "your own " if friendly(view, wizard, unit) else ""
    return f"{own}{_harm(view, unit, power)}{f', of {figures} figures each' if figures > 1 else ''}"


def _harm(view: Battle, unit: Unit, power: Power) -> str:
    kind = troop(unit)
    if shelter(view, unit.id) is not None or warded(kind, power.tags):
        return f"{unit.name}, unharmed"
    if is_hero(unit):
        return f"{unit.name}, who saves on {save_of(power.amount)} or more"
    least, most = caught(kind, power.amount)
    if least == kind.hit_dice:
        return f"{unit.name}, a figure falls"
    hits = str(least) if least == most else f"{least} to {most}"
    return f"{unit.name}, {hits} of the {kind.hit_dice} hits that a figure takes"


# ---------------------------------------------------------------- spells


def _spell(view: Battle, wizard: Unit, power: Power, form: Played) -> list[str]:
    victim: str | None = form.units[0]
    said = []
    if declares_first(view):
        said.append(_reach(view, power))
    else:
        victim = found_at_range(view, wizard, form.units[0], power)
        if victim != form.units[0]:
            name = view.units[victim].name if victim is not None else "nobody"
            said.append(f"out of range: it falls on {name}")
    if victim is not None:
        said.insert(0, _effect(view, wizard, power, view.units[victim]))
    return said


def _effect(view: Battle, wizard: Unit, power: Power, target: Unit) -> str:
    if shelter(view, target.id) is not None:
        return f"an antimagic shell shelters {target.name}"
    if power.does == "slay":
        return f"{target.name} is gone in {power.amount - 1} of 6, saved on {power.amount} or more"
    hits = death_hits(view, wizard.id, power).total
    fallen = min(target.figures, (target.own.partial_hits + hits) // troop(target).hit_dice)
    return f"{hits} hits on {target.name}: {fallen} of {target.figures} fall"


# ---------------------------------------------------------------- ground


def _gap(view: Battle, wizard: Unit, power: Power, form: Played) -> tuple[tuple[Covered, ...], list[str]]:
    """The gap that would open in masonry (BW-A4-22)."""
    work = piece(view, "" if form.feature is UNSET else form.feature)
    if work is None or form.at is UNSET:
        return (), []
    at = Point(*form.at)
    if declares_first(view):
        return (mark_of(opening_at(view, wizard, work, at)),), [opens(work), _reach(view, power)]
    found = masonry_in_range(view, wizard, work, at, power)
    if found is None:
        return (), ["out of range, and nothing that is built stands where the range ends"]
    short = [] if found == opening_at(view, wizard, work, at) else ["out of range: it opens where the range ends"]
    return (mark_of(found),), [opens(found.work), *short]


def _ground(view: Battle, wizard: Unit, power: Power, form: Played) -> tuple[tuple[Covered, ...], list[str]]:
    feature = piece(view, "" if form.feature is UNSET else form.feature)
    if feature is None:
        return (), []
    said = []
    if form.use != FURTHER:
        if declares_first(view):
            said.append(_reach(view, power))
        else:
            found = ground_in_range(view, wizard, feature, power)
            if found is None:
                return (), ["out of range, and no such ground is where the range ends"]
            if found is not feature:
                said.append(f"out of range: it falls on {name_of(found)}")
            feature = found
    if power.does != "shift" or form.at is UNSET:
        return (_outline(feature),), [f"{name_of(feature)} is crossed as open ground for {power.turns} turns", *said]
    return tuple(_moved(view, power, feature, form.at)), [f"{name_of(feature)} is shifted, with the units on it", *said]


def _moved(view: Battle, power: Power, feature: Feature, at: tuple[Mil, Mil]) -> Iterator[Covered]:
    """Where it would lie: as far as it gets, or where nothing may be measured as far as it is meant to go."""
    most = inches(power.amount)
    if declares_first(view):
        ux, uy, far = way_of(feature, at, most)
        dx, dy = round(ux * far), round(uy * far)
    else:
        dx, dy = shifted(view, feature, at, most)
    yield _outline(moved_by(feature, dx, dy))


def _outline(feature: Feature) -> Covered:
    if isinstance(feature, Area):
        return Covered(Plot((feature.ring,)), name_of(feature), struck=False)
    rings = tuple(tuple((round(x), round(y)) for x, y in ring) for ring in feature.rings)
    return Covered(Plot(rings), name_of(feature), struck=False)
