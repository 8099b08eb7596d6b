"""A unit's card: its roster line (TA-UNIT-31), what it has left, and the state it is in (MORALE, CMD, CHAR)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.guide.answers import Card, Stat
from schiltron.battle.state.effects import AtWork
from schiltron.battle.state.field import opponents, rank_sizes, standing_with
from schiltron.battle.words.grammar import noted
from schiltron.rulesets.by_this_axe.appraisal import worth
from schiltron.rulesets.by_this_axe.attacks.abilities import reach_of
from schiltron.rulesets.by_this_axe.attacks.melee import weapons
from schiltron.rulesets.by_this_axe.attacks.numbers import attacks_rule, capacity, skill
from schiltron.rulesets.by_this_axe.attacks.saves import save_number
from schiltron.rulesets.by_this_axe.duels.pools import hits_rule, pool
from schiltron.rulesets.by_this_axe.duels.saving import save_need
from schiltron.rulesets.by_this_axe.field import COMMAND_REACH, alive, is_character, is_routed, leader_near
from schiltron.rulesets.by_this_axe.guide.nature import by_nature, stores
from schiltron.rulesets.by_this_axe.guide.off_table import off_table_card
from schiltron.rulesets.by_this_axe.guide.words import LEVELS, at_work, character, melee_weapon, ranged_weapon
from schiltron.rulesets.by_this_axe.guide.words import troops as in_words
from schiltron.rulesets.by_this_axe.morale.causes import lost_of_strength, owes_own_check
from schiltron.rulesets.by_this_axe.morale.number import morale_number
from schiltron.rulesets.by_this_axe.movement.walk import rate
from schiltron.rulesets.by_this_axe.state import DUELLING, Battle, Person, Unit
from schiltron.rulesets.by_this_axe.steps import CheckPhase
from schiltron.rulesets.by_this_axe.troops import FC_NAMES
from schiltron.rulesets.by_this_axe.weapons import RANGED
from schiltron.table.body import Formed
from schiltron.table.lengths import show_inches

_USEFUL: Final = 5
"""A save is printed as no more than this, since a 6 always fails (TA-UNIT-27)."""
_CHECKS: Final[dict[str, CheckPhase]] = {"ranged": "ranged", "movement": "movement", "melee": "melee"}


def card(view: Battle, unit_id: str) -> Card | None:
    unit = view.units.get(unit_id)
    if unit is None:
        return None
    person, line = unit.own.person, unit.own.profile
    if view.board is None:
        return off_table_card(view, unit)
    return Card(
        unit=unit.id,
        title=unit.name,
        subtitle=character(person, line) if person is not None else in_words(line),
        points=worth(view, unit, unit.figures),
        stats=(*_listed(view, unit), *(_personal(view, unit, person) if person is not None else _counted(unit))),
        spent=unit.own.turn.spent,
        allowance=rate(view, unit).total,
        notes=noted(*_notes(view, unit)),
        figures=unit.figures,
        original=unit.original,
    )


# ---------------------------------------------------------------- the roster line


def _listed(view: Battle, unit: Unit) -> Iterator[Stat]:
    line = unit.own.profile
    fc = capacity(unit)
    yield Stat("FC", f"{fc} {FC_NAMES[fc].capitalize()}", "TA-UNIT-17", part="fights")
    yield Stat("AS", _save(view, unit), "TA-UNIT-26" if line.shield else "TA-UNIT-27", part="armour")
    move = rate(view, unit)
    yield Stat("MV", show_inches(move.total), move.terms[0].rule, part="moves")
    if not is_character(unit):
        yield Stat("STR", str(unit.original), "TA-UNIT-19", part="stands")
    for weapon in weapons(line):
        yield Stat(weapon.name.capitalize(), melee_weapon(weapon, reach_of(unit, weapon)), weapon.rule, part="fights")
    for key in line.ranged:
        yield Stat(RANGED[key].name.capitalize(), ranged_weapon(RANGED[key]), "TA-RANGED-16", part="shoots")
    yield from by_nature(view, unit)
    if view.turn and unit.on_table and alive(unit) and not is_routed(unit):
        yield from _morale(view, unit)


def _save(view: Battle, unit: Unit) -> str:
    """As N(S): all of it, one point of which is the shield and lost from flank and rear (TA-UNIT-26, TA-UNIT-27)."""
    front, behind = (save_number(view, unit, arc, shooting=False) for arc in ("front", "rear"))
    if front.verdict == "impossible":
        return "0"
    shield = front.total - behind.total
    printed = f"{min(front.total, _USEFUL)}{'(S)' * bool(shield)}"
    return f"{printed}, {min(behind.total, _USEFUL)} from flank or rear" if shield else printed


def _morale(view: Battle, unit: Unit) -> Iterator[Stat]:
    """The numbers of the two columns as things stand (TA-MORALE-08, TA-MORALE-09).

    Not before the first turn: whoever leads may still have to be set down.
    """
    if not is_character(unit):
        yield Stat(
            "Morale under fire",
            str(morale_number(view, unit, ("losses",), "ranged").total),
            "TA-MORALE-08",
            part="nerve",
        )
    yield Stat(
        "Morale", str(morale_number(view, unit, ("flank or rear",), "melee").total), "TA-MORALE-09", part="nerve"
    )


def _counted(unit: Unit) -> Iterator[Stat]:
    """How it is drawn up, and what it has lost."""
    if isinstance(unit.body, Formed) and unit.figures:
        yield Stat("Files", str(unit.body.files), "TA-UNIT-06", part="title")
        yield Stat("Ranks", str(len(rank_sizes(unit))), "TA-UNIT-06", part="title")
    if lost_of_strength(unit):
        yield Stat("Lost", f"{lost_of_strength(unit)} of {unit.original}", "TA-UNIT-19", part="so_far")
    if is_routed(unit):
        yield Stat("State", "routed", "TA-MORALE-26", part="so_far")


def _personal(view: Battle, unit: Unit, person: Person) -> Iterator[Stat]:
    """What a character is worth as a leader, in melee and in a duel."""
    if person.leadership:
        yield Stat("Leadership", f"{person.leadership} {LEVELS[person.leadership]}", "TA-CHAR-09", part="command")
    scale = view.own.options.scale
    yield Stat("Hits", f"{person.wounds} of {person.hits} taken", hits_rule(person.roles, scale), part="armour")
    yield from stores(person)
    if alive(unit):
        able = skill(view, unit)
        yield Stat("Attacks", f"{able.attacks} at FC {able.fc}", attacks_rule(view, unit), part="fights")
        save = save_need(view, unit)
        yield Stat(
            "Duel",
            f"{pool(person).total} dice, saves on {save}" if save else _unsaved(person),
            "TA-DUEL-13",
            part="fights",
        )


def _unsaved(person: Person) -> str:
    return f"{pool(person).total} dice, no save"


# ---------------------------------------------------------------- what is worth saying about its turn


def _notes(view: Battle, unit: Unit) -> Iterator[str]:
    if not alive(unit):
        yield "not on the table"
        return
    body = standing_with(view, unit)
    if is_routed(body):
        yield "in flight: takes no orders until rallied"
    yield from _fighting(view, unit)
    yield from _done(view, unit)
    yield from _shame(unit)
    for effect in view.effects.on_unit(unit.id):
        yield from (at_work(view, AtWork(effect, grant)) for grant in effect.grants)
    if view.turn and view.own.options.command == "cards" and not is_routed(body):
        yield from _commanded(view, unit)


def _fighting(view: Battle, unit: Unit) -> Iterator[str]:
    for foe in opponents(view, unit):
        yield f"in melee with {foe.name}"
    if unit.own.turn.lost:
        yield f"{unit.own.turn.lost} lost this turn"
    phase = _CHECKS.get(view.phase)
    causes = owes_own_check(view, unit, phase) if phase is not None else ()
    if phase is not None and causes:
        yield f"must check morale, on {morale_number(view, unit, causes, phase).total} or less"
    if unit.fallen:
        yield f"{unit.fallen} fallen lie where they stood"


def _done(view: Battle, unit: Unit) -> Iterator[str]:
    own = unit.own
    if own.turn.shot:
        yield "has shot: does not move this turn"
    if own.turn.charged:
        yield "has charged this turn"
    elif own.turn.moved:
        yield "has moved"
    if own.turn.rallied:
        yield "has rallied: does not move this turn"
    if own.bank is not None:
        yield "halts at the river, and may cross it" if own.bank[1] < view.turn else "has halted at the river"


def _shame(unit: Unit) -> Iterator[str]:
    person = unit.own.person
    if person is None:
        return
    if unit.own.turn.shamed:
        yield "shamed: declined a challenge and does not lead, attack, rally or change his unit this turn"
    elif person.refused:
        yield "has declined a challenge once: may decline without penalty"
    if unit.has(DUELLING):
        yield "in a duel"
    elif unit.own.turn.duelled:
        yield "has fought his duel this turn"


def _commanded(view: Battle, unit: Unit) -> Iterator[str]:
    """Whether cards reach it (TA-CMD-08, TA-CMD-09)."""
    if is_character(unit):
        return
    if unit.own.phase.carded and unit.own.phase.carded == view.phase:
        yield "has had its card for this phase"
    leader = leader_near(view, unit, COMMAND_REACH)
    near = (
        f"under the command of {leader.name}"
        if leader is not None
        else f"no leader within {show_inches(COMMAND_REACH)}"
    )
    yield near
