"""A unit's card: its roster block (case 3.1; BS-3.2-01), every rating with its terms, and the state it is in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.guide.answers import Card, CardPart, Stat
from schiltron.battle.state.field import company, opponents, rank_sizes, standing_with
from schiltron.battle.state.tally import Tally, points_of
from schiltron.battle.words.grammar import Note, cited, counted, listed, noted, percent, plain
from schiltron.rulesets.battlesystem.field import (
    alive,
    block,
    company_of,
    fellows,
    is_engine,
    is_individual,
    is_mob,
    is_regular,
    mustered,
    ratings,
)
from schiltron.rulesets.battlesystem.guide.person import person_notes, person_stats
from schiltron.rulesets.battlesystem.guide.words import ASTRAY, MOB_ORDERS, STANCES, against_sizes, columns, troops
from schiltron.rulesets.battlesystem.in_command import casts, commander_of, in_command, own_commander, superiors
from schiltron.rulesets.battlesystem.missiles.attack import nearest, ranges
from schiltron.rulesets.battlesystem.missiles.limits import ammunition, shots_left
from schiltron.rulesets.battlesystem.morale.checks import WHY, checks_at_all
from schiltron.rulesets.battlesystem.morale.current import current_morale, strength
from schiltron.rulesets.battlesystem.morale.due_checks import due
from schiltron.rulesets.battlesystem.movement.rates import charge_allowance, move_allowance
from schiltron.rulesets.battlesystem.outlook import obeys, passes
from schiltron.rulesets.battlesystem.points import each
from schiltron.rulesets.battlesystem.ratings.attack import in_hand
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.ratings.saves import KINDS, saving_throws
from schiltron.rulesets.battlesystem.sheets.traits import abilities, attack_modifiers
from schiltron.rulesets.battlesystem.state import GUARDING, Battle, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import show_inches

_SIZES: Final = {"S": "small", "M": "man-sized", "L": "large"}
_FORMATION_RULES: Final = {
    "closed": "BS-7.2-01",
    "open": "BS-7.3-01",
    "skirmish": "BS-7.4-01",
    "mob": "BS-7.5-01",
    "none": "BS-7.1-01",
}


def card(view: Battle, unit_id: str) -> Card | None:
    unit = view.units.get(unit_id)
    if unit is None:
        return None
    own = (*_ratings(view, unit), *_arms(view, unit), *_missiles(view, unit), *_saves(view, unit), *_traits(view, unit))
    notes = person_notes(view, unit) if is_individual(unit) else ()
    return Card(
        unit=unit.id,
        title=unit.name,
        subtitle=troops(unit.own.profile),
        points=_worth(view, unit),
        stats=(*(person_stats(view, unit) if is_individual(unit) else ()), *own, *_state(view, unit)),
        spent=unit.own.turn.spent,
        allowance=move_allowance(view, unit).total,
        notes=noted(*_notes(view, unit), *(notes if alive(unit) else ())),
        figures=unit.figures,
        original=unit.original,
    )


def _worth(view: Battle, unit: Unit) -> float:
    """A point a hit die of those who are left; who is risen from the ranks is counted there (BS-S0-03)."""
    person = unit.own.profile.person
    if person is not None and person.name_only:
        return 0
    agreed = unit.agreed(unit.figures)
    if agreed is not None:
        return points_of(agreed)
    return each(unit.own.profile, mustered(view, unit)) * unit.figures


# ---------------------------------------------------------------- the roster block


def _ratings(view: Battle, unit: Unit) -> Iterator[Stat]:
    rated = block(view, unit)
    yield _rated("AC", rated.armour_class, "armour")
    dice = rated.hit_dice
    yield Stat("HD", f"{dice.total / 10:g}", dice.terms[0].rule, dice, part="armour")
    yield _measured("MV", rated.move, "moves")
    if not is_individual(unit) and not is_engine(unit):
        charge = charge_allowance(view, unit)
        yield Stat("Charge", show_inches(charge.total), "BS-7.14-01", charge, part="moves")
    yield _rated("AR", rated.attack, "fights")
    if not is_individual(unit):
        if checks_at_all(unit) and view.turn:
            now = current_morale(view, unit)
            yield Stat("ML now", f"{now.total}, {percent(passes(view, unit))} to pass", "BS-4.3-01", now, part="nerve")
        yield _rated("ML", rated.morale, "nerve")
        yield _rated("DL", rated.discipline, "nerve")
    yield Stat("Ratio", f"{rated.ratio.total}:1", rated.ratio.terms[0].rule, rated.ratio, part="stands")
    yield Stat("Size", _SIZES[ratings(view, unit).size], "BS-8.5-07", part="stands")


def _rated(label: str, tally: Tally, part: CardPart) -> Stat:
    return Stat(label, str(tally.total), tally.terms[0].rule, tally, part)


def _measured(label: str, tally: Tally, part: CardPart) -> Stat:
    return Stat(label, show_inches(tally.total), tally.terms[0].rule, tally, part)


def _arms(view: Battle, unit: Unit) -> Iterator[Stat]:
    """Weapons with the columns they are read in, the one in hand first."""
    profile = unit.own.profile
    held = in_hand(profile, unit.own.arms.weapon)
    for weapon in sorted(profile.weapons, key=lambda one: one is not held):
        hand = ", in hand" if len(profile.weapons) > 1 and weapon is held else ""
        twice = ", twice in a charge" if weapon.doubled_on_charge and profile.mounted else ""
        read = against_sizes(weapon.damage, weapon.large)
        yield Stat(weapon.name.capitalize(), f"{read}{twice}{hand}", "BS-8.5-01", part="fights")
    if not profile.weapons and profile.creature.attacks:
        yield Stat("Attacks", columns(profile.creature.attacks), "BS-8.6-01", part="fights")
    beast = profile.mount or (profile.team[0] if profile.team else None)
    if beast is not None and beast.attacks:
        rule = "BS-11.3-01" if profile.team else "BS-11.2-01"
        each = f"{len(profile.team)} × " if len(profile.team) > 1 else ""
        yield Stat(plain(beast.race).capitalize(), f"{each}{columns(beast.attacks)}", rule, part="fights")


def _missiles(view: Battle, unit: Unit) -> Iterator[Stat]:
    profile = unit.own.profile
    if not profile.engine and profile.missile is None:
        return
    far = " / ".join(show_inches(one) for one in ranges(unit))
    if profile.engine:
        piece = PIECES[profile.engine]
        least = f", not nearer than {show_inches(nearest(unit))}" if nearest(unit) else ""
        yield Stat(piece.name.capitalize(), f"{far}{least}, {columns((piece.damage,))}", "BS-10.9-01", part="shoots")
    elif profile.missile is not None:
        read = against_sizes(profile.missile.damage, profile.missile.large)
        yield Stat(f"{profile.missile.name.capitalize()}, shot", f"{far}, {read}", "BS-10.0-01", part="shoots")
    shooting = block(view, unit).shooting
    if not is_individual(unit):
        yield _rated("AR, shooting", shooting, "shoots")
    left = shots_left(view, unit)
    yield Stat("Shots left", str(max(0, left.total)), left.terms[-1].rule, left, part="shoots")
    stock = ammunition(view, unit)
    if stock is not None:
        yield Stat("Volleys left", str(stock), "BS-10.3-02", part="shoots")


def _saves(view: Battle, unit: Unit) -> Iterator[Stat]:
    saves = saving_throws(unit.own.profile, view.own.options.rosters)
    yield Stat(f"Saves {'/'.join(KINDS)}", "/".join(str(one.total) for one in saves), "BS-3.1-06", part="armour")


def _traits(view: Battle, unit: Unit) -> Iterator[Stat]:
    """What changes AR now and then, and what else is special, as the roster sheet notes it (BS-3.1-08)."""
    profile = unit.own.profile
    modifiers = attack_modifiers(profile, view.own.options.light)
    if modifiers:
        yield Stat("AR modifiers", "; ".join(modifiers), "BS-3.1-08", part="fights")
    special = abilities(profile)
    if special:
        yield Stat("Special", "; ".join(special), "BS-3.1-01")


# ---------------------------------------------------------------- how it stands


def _state(view: Battle, unit: Unit) -> Iterator[Stat]:
    own = unit.own
    if not is_individual(unit) and not is_engine(unit):
        yield Stat("Formation", own.formation, _FORMATION_RULES[own.formation], part="stands")
    if isinstance(unit.body, Formed) and unit.figures:
        yield Stat("Files", str(unit.body.files), "BS-7.10-01", part="title")
        yield Stat("Ranks", str(len(rank_sizes(unit))), "BS-7.10-01", part="title")
    whole = company_of(view, unit)
    if whole is not None:
        yield Stat(
            "Figures", f"{len(fellows(view, unit))} of {whole.figures} of {whole.name}", "BS-2.9-05", part="stands"
        )
    if is_regular(unit) and alive(unit):
        yield Stat("Command", _command(view, unit), "BS-4.7-02", part="command")
    left, original = strength(view, unit)
    if not is_individual(unit) and left:
        gone = original - left
        more = next((lost for lost in range(gone + 1, original) if due(gone, lost, original)), 0)
        then = f"; checks at {more - gone} more" if more else ""
        yield Stat("Lost", f"{gone} of {original}{then}", "BS-4.4-01", part="so_far")


def _command(view: Battle, unit: Unit) -> str:
    """In or out of command, and of whom; by name only, since radii are not measured (BS-3.5-01)."""
    chief = commander_of(view, unit)
    if chief is not None:
        return f"under the command of {chief.name}"
    own = own_commander(view, unit)
    return f"out of command of {own.name}" if own is not None else "out of command, without a commander"


# ---------------------------------------------------------------- what is worth saying


def _notes(view: Battle, unit: Unit) -> Iterator[Note]:
    if not alive(unit):
        yield Note("not on the table")
        return
    yield from _fighting(view, unit)
    yield from _led(view, unit)
    yield from _shaken(view, unit)
    yield from _formed(unit)
    yield from _done(unit)
    for term in move_allowance(view, unit).terms[1:]:
        yield cited(f"{term.label}: −{show_inches(-term.value)} of the move", term.rule)


def _fighting(view: Battle, unit: Unit) -> Iterator[Note]:
    for foe in opponents(view, standing_with(view, unit)):
        yield cited(f"in melee with {foe.name}", "BS-8.0-01")
    if unit.own.wounded:
        yield cited("one figure is wounded: another wound kills it", "BS-8.7-03", "BS-8.7-04")
    for one in company(view, unit):
        yield cited(f"{one.name} is with it", "BS-9.2-01")
    for some in unit.own.captives:
        held = f"{counted(some.figures, 'captive')} of {view.units[some.of].name}, {counted(some.guards, 'guard')}"
        yield cited(f"holds {held}", "BS-7.15-08")
    if unit.has(GUARDING):
        yield cited("guards captives and does nothing else", "BS-7.15-08")


def _led(view: Battle, unit: Unit) -> Iterator[Note]:
    own = unit.own
    if casts(view, unit):
        yield cited("casts a spell in this round and commands nobody", "BS-9.2-02")
    over = [one.name for one in superiors(view, unit)] if not is_individual(unit) else []
    if over:
        yield cited(f"may also be led by {listed(over)}", "BS-4.10-02", "BS-4.10-04")
    if own.morale.astray:
        words, rule = ASTRAY[own.morale.astray]
        again = "" if in_command(view, unit) else ": only a rally attempt brings it back into command"
        yield cited(f"{words}{again}", rule, "BS-6.5-01")
    if own.morale.prey in view.units:
        yield cited(f"attacks {view.units[own.morale.prey].name} whatever anybody wants", "BS-4.6-08", "BS-4.6-09")
    if is_mob(unit):
        told = MOB_ORDERS.get(own.command.order, "none; it stands")
        yield cited(f"its order: {told}", "BS-2.10-05", "BS-2.10-07")


def _shaken(view: Battle, unit: Unit) -> Iterator[Note]:
    own = unit.own
    if own.morale.rout is not None:
        yield cited("in rout: takes no orders, strikes no blow and runs on every round", "BS-6.4-01", "BS-6.4-02")
    if own.morale.rallied_in and own.morale.rallied_in == view.turn:
        yield cited("has just rallied: stands for the rest of the round", "BS-6.3-02")
    for check in own.morale.owed:
        yield cited(f"must check morale: {listed([WHY[cause] for cause in check.causes])}", "BS-4.3-01")
    if own.profile.never_checks:
        yield cited("never checks morale", "BS-4.1-09")
    if own.profile.creature.hates and not is_individual(unit):
        hated = listed([plain(race) for race in own.profile.creature.hates])
        yield cited(f"hates {hated}: {percent(obeys(view, unit))} that discipline holds it back", "BS-4.6-04")
    if own.worn_by_marches:
        yield cited(f"worn by forced marches: AR worse by {own.worn_by_marches}", "BS-7.13-03")


def _formed(unit: Unit) -> Iterator[Note]:
    own = unit.own
    if own.stance:
        yield cited(*STANCES[own.stance])
    if own.gaps:
        yield cited(f"{counted(own.gaps, 'gap')} in its front, an inch of the next move each", "BS-7.3-03")
    if own.wrapped:
        yield cited("wrapped round the enemy", "BS-7.11-03")
    if own.arms.second_crew:
        yield cited("a replacement crew", "BS-10.10-02")


def _done(unit: Unit) -> Iterator[Note]:
    own = unit.own
    if own.turn.charge_failed:
        yield cited("charged and reached nobody", "BS-7.14-08")
    elif own.turn.charged:
        yield cited("has charged", "BS-7.14-01")
    elif own.turn.marched:
        yield cited("has made a forced march", "BS-7.13-01")
    elif own.turn.moved:
        yield cited("has moved", "BS-1.4-02")
    if own.turn.come_upon:
        yield cited("the enemy came upon it: keeps formation, facing and frontage", "BS-7.8-03")
    if own.turn.shots:
        yield cited(
            f"has shot {'once' if own.turn.shots == 1 else counted(own.turn.shots, 'time')} this round", "BS-1.5-02"
        )
    if own.turn.rally_tried:
        yield cited("a rally attempt was made in this phase", "BS-6.1-03")
