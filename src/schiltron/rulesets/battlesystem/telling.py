"""The state of the battle in words, beyond the units: the round, initiative, routs and duels (case 9.4 and others)."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.guide.answers import Duel, Stat
from schiltron.battle.words.grammar import Note, cited, counted, does, is_plural, listed, plain, said
from schiltron.parent_game.blows import ROUNDS_IN_A_GAME_ROUND, Fighter, score
from schiltron.rulesets.battlesystem.field import alive, basic, is_individual, is_mob, is_regular
from schiltron.rulesets.battlesystem.guide.words import MOB_ORDERS, rank_of
from schiltron.rulesets.battlesystem.in_command import own_commander
from schiltron.rulesets.battlesystem.melee.duels import DuelAims, DuelBlows, DuelDamage, DuelRound, fighter
from schiltron.rulesets.battlesystem.state import Battle


def epithet(view: Battle, unit_id: str) -> str:
    """As in "Unit Commander of Spears, 12 of 20 hit points" (BS-9.0-01)."""
    unit = view.units.get(unit_id)
    if unit is None or not is_individual(unit):
        return ""
    person = unit.own.profile.person
    hurt = person is not None and unit.own.hit_points < person.hit_points and alive(unit)
    points = f"{unit.own.hit_points} of {person.hit_points} hit points" if hurt and person is not None else ""
    return ", ".join(part for part in (rank_of(view, unit), points) if part)


def held(view: Battle) -> Iterator[str]:
    """Captives, pieces without a crew, mobs and their orders, units that nobody leads, and units in rout."""
    for unit in view.units.values():
        if not alive(unit):
            continue
        if unit.own.morale.rout is not None:
            yield str(cited(said(unit, "are in rout"), "BS-6.4-01")) + "."
        elif unit.own.morale.prey in view.units:
            yield (
                str(cited(f"{said(unit, 'attack')} {view.units[unit.own.morale.prey].name} on its own", "BS-4.6-08"))
                + "."
            )
        elif is_regular(unit) and own_commander(view, unit) is None:
            yield str(cited(f"{said(unit, 'have')} no commander", "BS-2.8-03")) + "."
        if is_mob(unit) and unit.own.command.order:
            yield str(cited(f"{unit.name}: ordered to {MOB_ORDERS[unit.own.command.order]}", "BS-2.10-07")) + "."
        for some in unit.own.captives:
            captives = f"{counted(some.figures, 'captive')} of {view.units[some.of].name}"
            yield str(cited(f"{said(unit, 'guard')} {captives}", "BS-7.15-08")) + "."
    for machine in view.own.machines:
        piece = plain(machine.engine)
        yield str(cited(f"{machine.name}, a {piece}, stands without a crew", "BS-10.10-02")) + "."


def conditions(view: Battle) -> Iterator[Note]:
    """The Game Round, who has the initiative, who moves first, and the light (BS-1.1-01, BS-1.4-01, BS-S0-10)."""
    if basic(view):
        yield cited("The Basic Game is played: no missiles, individuals or costs of terrain", "BS-5.0-01")
    order = [view.side_named(side).title for side in view.own.order]
    if view.turn and order:
        has = does("have", one=not is_plural(order[0]))
        yield cited(f"Game Round {view.turn}: {order[0]} {has} the initiative", "BS-1.0-06", "BS-1.1-01")
    movers = [view.side_named(side).title for side in view.own.movers]
    if view.turn and movers:
        moves = does("move", one=not is_plural(movers[0]))
        yield cited(f"{movers[0]} {moves} first, then {listed(movers[1:])}", "BS-1.4-01")
    if view.own.options.light == "sunset":
        yield cited("The sun is going down: the light hinders nobody", "BS-S0-10")


def duel(view: Battle) -> Duel | None:
    """The two who fight man to man at this moment, and what their blows need (BS-9.4-07)."""
    match view.agenda[:1]:
        case (DuelAims() as step,):
            return _duel(view, step.pairs[0], step.number)
        case (DuelRound() as step,):
            return _duel(view, step.aims[0], step.number)
        case (DuelBlows() as step,):
            return _duel(view, step.strikers[0], step.number)
        case (DuelDamage() as step,):
            return _duel(view, step.hits[0][:2], _round_of_damage(view))
    return None


def _round_of_damage(view: Battle) -> int:
    """Damage is diced for between the blows of a round, or after the last of them."""
    match view.agenda[1:2]:
        case (DuelBlows() as later,):
            return later.number
        case (DuelAims() as following,):
            return following.number - 1
    return ROUNDS_IN_A_GAME_ROUND


def _duel(view: Battle, who: tuple[str, str], melee_round: int) -> Duel | None:
    if any(key not in view.units for key in who):
        return None
    one, other = view.in_line(who)
    first, second = (fighter(view, view.units[key], view.units[foe]) for key, foe in ((one, other), (other, one)))
    return Duel(one, other, melee_round, stats=(_stats(first, second), _stats(second, first)))


def _stats(man: Fighter, foe: Fighter) -> tuple[Stat, ...]:
    return (
        Stat("AC", f"{man.armour_class}", "BS-9.4-09"),
        Stat("hits on", f"{score(man, foe)}", "BS-9.4-07"),
        Stat("damage", " and ".join(f"{die}" for die in man.damage), "BS-9.4-07"),
    )
