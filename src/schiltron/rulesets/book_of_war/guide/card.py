"""A unit's card: its type, what it has left, and the state it is in (chapters B2, A2, C1 and D among others)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.guide.answers import Card, CardPart, Stat
from schiltron.battle.state.field import commands
from schiltron.battle.words.at_work import told_effect
from schiltron.battle.words.grammar import counted, noted
from schiltron.rulesets.book_of_war.embedded import in_play, is_hero
from schiltron.rulesets.book_of_war.field import (
    PIKE_REACH,
    fights_cornered,
    formation,
    is_routed,
    troop,
    troop_now,
    worth,
)
from schiltron.rulesets.book_of_war.guide.castles import castle_stats
from schiltron.rulesets.book_of_war.guide.heroes import hero_stats
from schiltron.rulesets.book_of_war.guide.hindrances import under_conditions
from schiltron.rulesets.book_of_war.guide.ships import ship_card
from schiltron.rulesets.book_of_war.hiding import is_hidden
from schiltron.rulesets.book_of_war.morale.checks import NEED, morale_tally
from schiltron.rulesets.book_of_war.scale import (
    MEN_ACROSS,
    RANKS_OF_MEN,
    feet,
    heads,
    length_of_time,
    officers,
    parts_of,
    room_for_a_man,
)
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Ability
from schiltron.rulesets.book_of_war.troops import CREATURES
from schiltron.table.lengths import show_inches

_ABILITIES: Final[dict[Ability, tuple[str, str, str, CardPart]]] = {
    "damage_2": ("Damage", "2 hits a success, no more than the Hit Dice of the target", "BW-A2-25", "fights"),
    "dodge_giants": ("Dodges giants", "Armor Hit 1 higher against big monsters", "BW-A2-06", "armour"),
    "fearless": ("Fearless", "never checks morale", "BW-A2-23", "armour"),
    "great_strength": ("Great strength", "half as many hits again, not on 1 Hit Die", "BW-A2-19", "fights"),
    "hide_in_woods": ("Hides", "may be set up in secret, wholly inside a wood", "BW-A2-02", "stands"),
    "invisibility": ("Invisible", "may be set up in secret outside the enemy's zone", "BW-A2-12", "stands"),
    "light_weakness": ("Daylight", "−1 on morale checks", "BW-A2-15", "armour"),
    "mule_mounts": ("Mules", "ride, without the arc and split move of horse archers", "BW-A2-07", "moves"),
    "regenerate": ("Regenerates", "1 hit a figure in contact, in its morale phase", "BW-A2-21", "armour"),
    "sling_plus_1": ("Slings", "+1 to hit", "BW-A2-08", "shoots"),
    "throw_stones": ("Stones", "thrown like other missiles, damage 2", "BW-A2-24", "shoots"),
    "two_attacks": ("Two attacks", "2 dice a figure on any ground", "BW-A2-23", "fights"),
}


def card(view: Battle, unit_id: str) -> Card | None:
    unit = view.units.get(unit_id)
    if unit is None:
        return None
    if unit.afloat:
        return ship_card(view, unit)
    kind = troop(unit)
    return Card(
        unit=unit.id,
        title=unit.name,
        subtitle=f"{kind.name}, {_drawn_up(view, unit)}",
        points=worth(unit, unit.figures),
        stats=(
            *_listed(view, unit),
            *under_conditions(view, unit),
            *_counted(unit),
            *_at_work(view, unit),
            *_stood_for(view, unit),
        ),
        spent=unit.own.turn.spent,
        allowance=troop_now(view, unit).move,
        notes=noted(*_notes(view, unit)),
        figures=unit.figures,
        original=unit.original,
    )


def _drawn_up(view: Battle, unit: Unit) -> str:
    """Ranks and files (BW-B4-05), and what is special about them; of a hero, with whom he is (BW-A3-03)."""
    body = formation(unit)
    if not unit.bodies:
        return "destroyed"
    if is_hero(unit):
        return f"with {view.units[unit.host].name}" if unit.host else "alone"
    ranks = body.ranks(unit.bodies)
    drawn = f"{body.files} file{'s' * (body.files > 1)} by {ranks} rank{'s' * (ranks > 1)}"
    if body.hedgehog:
        return f"{drawn}, in hedgehog"
    if body.left is not None or body.right is not None:
        return f"{drawn}, wrapped"
    return f"{drawn}, bent" if body.bends else drawn


def _listed(view: Battle, unit: Unit) -> Iterator[Stat]:
    """The values of the unit type."""
    kind = troop(unit)
    yield Stat("Move", show_inches(kind.move), "BW-C2-01", part="moves")
    yield Stat("Armor Hit", str(kind.armour_hit), "BW-C3-02", part="armour")
    yield Stat("Hit Dice", str(kind.hit_dice), "BW-C3-05", part="armour")
    basic = view.own.options.game != "core"
    if kind.missile is not None and basic:
        yield Stat(
            kind.missile.name.replace("_", " ").capitalize(), show_inches(kind.missile.reach), "BW-B2-28", part="shoots"
        )
        yield Stat("Shots", str(kind.missile.rate), "BW-B2-25", part="shoots")
    if kind.mounted and basic:
        yield Stat("Melee dice", f"{kind.dice_open}, {kind.dice_broken} in bad ground", "BW-B2-05", part="fights")
    if kind.pikes and basic:
        yield Stat("Free attack", "on what runs onto their front", "BW-B2-10", part="fights")
        yield Stat("Reach", f"{show_inches(PIKE_REACH)} before their front", "BW-B2-22", part="fights")
    if kind.attack_bonus:
        yield Stat("To hit", f"+{kind.attack_bonus}", "BW-C3-06", part="fights")
    for ability in sorted(kind.abilities):
        label, value, rule, part = _ABILITIES[ability]
        yield Stat(label, value, rule, part=part)
    yield from hero_stats(view, unit)
    yield from castle_stats(view, unit)
    cost = str(worth(unit, 1))
    yield Stat("Cost", cost if kind.hero is not None else f"{cost} a figure", "BW-B2-03", part="title")


def _stood_for(view: Battle, unit: Unit) -> Iterator[Stat]:
    """What the figures would be in a battle of men; a hero is himself (BW-A3-01)."""
    kind, body = troop(unit), formation(unit)
    yield Stat(
        "Pace",
        f"{feet(troop_now(view, unit).move)} feet in {length_of_time(1, parts_of(view))}",
        "BW-C1-03",
        part="moves",
    )
    if is_hero(unit):
        return
    yield Stat(
        "Creatures" if kind.id in CREATURES else "Men", str(heads(unit, unit.figures)), "BW-C1-01", part="stands"
    )
    yield Stat("Front", f"{feet(body.frontage)} feet", "BW-C1-02", part="stands")
    if unit.bodies:
        deep = body.ranks(unit.bodies) * RANKS_OF_MEN
        yield Stat("Array", f"{body.main_files * MEN_ACROSS} men abreast, {deep} deep", "BW-D-01", part="stands")
    yield Stat("Room", f"{room_for_a_man(kind.base.width)} feet a man", "BW-D-04", part="stands")
    if unit.figures:
        led = ", ".join(counted(number, leader) for number, leader in officers(unit.figures))
        yield Stat("Officers", f"{led} in the ranks", "BW-D-06", part="stands")


def _at_work(view: Battle, unit: Unit) -> Iterator[Stat]:
    """What is at work on it for a time, with its end, and on what it concentrates itself."""
    found = [one for one in view.effects.all if one in view.effects.on_unit(unit.id) or one.obeys == unit.id]
    if found:
        told = "; ".join(told_effect(view, effect) for effect in found)
        yield Stat("At work", told, found[0].rules[0], part="so_far")


def _counted(unit: Unit) -> Iterator[Stat]:
    """What has happened to the unit."""
    own, body = unit.own, formation(unit)
    yield Stat("Files", str(body.files), "BW-B4-05", part="title")
    yield Stat("Ranks", str(body.ranks(unit.bodies)), "BW-B4-05", part="title")
    if own.partial_hits:
        yield Stat("Partial damage", f"{own.partial_hits} of {troop(unit).hit_dice} hits", "BW-C3-05", part="armour")
    if own.lost:
        yield Stat("Lost this turn", str(own.lost), "BW-B1-07", part="so_far")
    if fights_cornered(unit):
        yield Stat("State", "cornered", "BW-B5-12", part="so_far")
    elif is_routed(unit):
        yield Stat("State", "routed", "BW-B5-04", part="so_far")
    if body.hedgehog:
        yield Stat("Formation", "hedgehog", "BW-B4-20", part="stands")


def _notes(view: Battle, unit: Unit) -> Iterator[str]:
    """What is worth saying about its turn."""
    own = unit.own
    if is_hidden(unit):
        yield "hidden: neither acts nor can be attacked until it is put down"
        return
    if not in_play(unit):
        yield "not on the table"
        return
    if own.turn.busy:
        yield "is getting off his horse"
    if own.lost and unit.figures and (not is_routed(unit) or fights_cornered(unit)):
        dice = NEED - morale_tally(view, unit, own.lost).total
        yield f"checks morale this turn: {dice} or more on 2d6" if dice > 2 else "checks morale, and cannot fail"
    if fights_cornered(unit):
        yield "cannot flee: fights on at −1"
    elif is_routed(unit):
        yield "runs, and takes no orders"
    if unit.fallen:
        yield f"{unit.fallen} fallen lie where they stood"
    if commands(view, view.active, unit):
        if own.turn.split:
            yield "makes a split move: no melee this turn"
        elif own.turn.moved:
            yield "has moved"
        if own.turn.shot:
            yield "has wasted its shot" if own.turn.shot_wasted else "has shot"
    for one in view.engagements:
        if one.touching and unit.id in (one.attacker, one.defender):
            other = one.defender if unit.id == one.attacker else one.attacker
            if other in view.units:
                yield f"in contact with {view.units[other].name}"
