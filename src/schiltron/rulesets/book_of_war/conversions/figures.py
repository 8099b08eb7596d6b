"""The figure that a creature becomes (chapters A1, A3): ten like it, or a hero by itself. No rule gives its price."""

from __future__ import annotations

from typing import Final

from msgspec.structs import asdict, replace

from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import Note, cited, counted
from schiltron.parent_game.creature import Record
from schiltron.rulesets.book_of_war.attacks.ratings import converted_modifier
from schiltron.rulesets.book_of_war.conversions import numbers
from schiltron.rulesets.book_of_war.conversions.abilities import Carried, carried
from schiltron.rulesets.book_of_war.conversions.armour import armour_hit
from schiltron.rulesets.book_of_war.heroes import Breath, Hero, wards
from schiltron.rulesets.book_of_war.individuals import hero_missile
from schiltron.rulesets.book_of_war.troop_type import Ability, Missile, Troop, base_of
from schiltron.rulesets.book_of_war.troops import TROOPS, missile_named
from schiltron.rulesets.conversion import Converted, Rating
from schiltron.table.lengths import show_inches

FREE: Final = 0
"""The price of who has none yet."""
_BREATH: Final = " breath"
_SHOOTERS: Final = {"stones": "hero_giant_frost", "longbow": "hero_barbarian_lord"}
"""Heroes of the list who shoot or throw, by their weapons: others do it as they do (BW-A3-27, BW-A3-33)."""


def converted(record: Record, *, exact: bool = False) -> Converted[Troop]:
    """What the book makes of a creature; `exact` with the finer table of armour (BW-O4-01)."""
    hero = numbers.is_hero(record)
    kept = carried(record, hero=hero)
    made = _hero(record, kept, exact=exact) if hero else _mass(record, kept, exact=exact)
    troop, ratings = made
    alike = _alike(troop)
    price = (
        f"Its price: only listed figures have one; {alike.name.lower()}, who are alike, cost {alike.cost}"
        if alike
        else ("Its price: only listed figures have one, and no rule makes another")
    )
    listed = "BW-A3-23" if hero else "BW-B2-03"
    return Converted(
        name=record.name,
        verdict=_verdict(hero=hero),
        line=troop,
        ratings=ratings,
        notes=(*kept.notes, *_shot_notes(record, troop), *_commanding(record, hero=hero)),
        left_out=kept.left_out,
        missing=(*kept.missing, *_unknown_shot(record, troop), cited(price, listed)),
        alike=alike.id if alike is not None else "",
    )


def in_tens(made: Converted[Troop], number: int) -> Converted[Troop]:
    """The same of so many alike: figures of ten and who is left over, or a hero each (BW-C1-01)."""
    if number == 1 or made.line is None:
        return made
    if made.line.hero is not None:
        said = f"{number} of them: as many figures"
    else:
        said = f"{number} of them: {counted(number // 10, 'figure')}, and {number % 10 or 'nobody'} left over"
    return replace(made, notes=(cited(said, "BW-C1-01"), *made.notes))


def _commanding(record: Record, *, hero: bool) -> tuple[Note, ...]:
    """Who commands an army is of level 10 at least; no army must have one (BW-D-08)."""
    return (cited("May command an army", "BW-D-08"),) if hero and record.classes else ()


def _verdict(*, hero: bool) -> Note:
    if hero:
        return cited(f"A hero figure: {numbers.HERO_FROM} Hit Dice or levels and more", "BW-A3-02", "BW-A3-01")
    return cited("A mass figure of ten", "BW-C1-01")


# ---------------------------------------------------------------- ten to a figure


def _mass(record: Record, kept: Carried, *, exact: bool) -> tuple[Troop, tuple[Rating, ...]]:
    armour, move, hits = (
        armour_hit(record, exact=exact, hero=False),
        numbers.move(record, hero=False),
        numbers.hit_dice(record),
    )
    dice, bonus, damage = numbers.dice(record), numbers.bonus(record), numbers.damage(record)
    big = record.size == "L"
    mounted = record.mount is not None
    shot = _missile(record, at=damage.total)
    troop = Troop(
        id=_key(record),
        name=record.name,
        cost=FREE,
        move=move.total,
        armour_hit=armour.total,
        hit_dice=hits.total,
        base=base_of("cavalry" if mounted else "ogre_troll_giant" if big else "infantry"),
        mounted=mounted,
        mount_fights=record.mount is not None and record.mount.fights,
        dice_open=dice.total,
        dice_broken=len(record.attacks),
        attack_bonus=bonus.total,
        missile=shot,
        damage=damage.total,
        abilities=kept.abilities | _of_numbers(record, damage.total, dice.total),
        big=big,
    )
    ratings = (
        *_common(move, armour, hits),
        Rating("dice", "Dice in melee", str(dice.total), dice),
        Rating("bonus", "To hit", f"{bonus.total:+d}", bonus),
        Rating("damage", "Damage", f"{damage.total}", damage),
        *_range(record),
    )
    return _of_its_kind(troop, record), ratings


def _common(move: Tally, armour: Tally, hits: Tally) -> tuple[Rating, ...]:
    """The numbers that mass figures and heroes both have."""
    return (
        Rating("move", "Move, MV", show_inches(move.total), move),
        Rating("armour_hit", "Armor Hit, AH", f"{armour.total}+", armour),
        Rating("hit_dice", "Hit Dice, HD", str(hits.total), hits),
    )


def _of_its_kind(troop: Troop, record: Record) -> Troop:
    """With what it is whatever it fights as: what hurts it, what it sees in the dark, on whose side it stands."""
    return replace(
        troop,
        needs_magic=record.only_hit_by > 0,
        enchanted=record.enchanted,
        infravision=record.infravision,
        underworld=record.underworld,
        alignment=record.order,
    )


def _of_numbers(record: Record, damage: int, dice: int) -> frozenset[Ability]:
    """Words of the book's table that numbers bring with them."""
    found: set[Ability] = set()
    if damage == 2:
        found.add("damage_2")
    if record.mount is None and dice == 2:
        found.add("two_attacks")
    if record.shot is not None:
        if record.shot.weapon == "stones":
            found.add("throw_stones")
        if record.shot.weapon == "sling" and converted_modifier(record.shot.to_hit) == 1:
            found.add("sling_plus_1")
    if record.mount is not None and record.mount.name == "mule":
        found.add("mule_mounts")
    return frozenset(found)


def _missile(record: Record, at: int) -> Missile | None:
    """What it shoots with: a weapon of the book as the book has it, any other with its own rate and range (BW-A1-04);
    of several dice of damage as its blows (BW-A1-11)."""
    shot = record.shot
    if shot is None:
        return None
    known = missile_named(shot.weapon) or Missile(shot.weapon, shot.rate, shot.range)
    count = shot.damage.count
    return replace(known, reach=shot.range, damage=count if count != at else None)


def _range(record: Record) -> tuple[Rating, ...]:
    if record.shot is None:
        return ()
    inches_said = show_inches(record.shot.range)
    term = Term(f"{record.shot.weapon.replace('_', ' ')}, {inches_said}", record.shot.range, "BW-A1-04")
    return (Rating("range", "Range", inches_said, Tally("range", (term,), measure="thousandths")),)


def _shot_notes(record: Record, troop: Troop) -> tuple[Note, ...]:
    shot = record.shot
    if shot is None or not shot.to_hit:
        return ()
    third = converted_modifier(shot.to_hit)
    if "sling_plus_1" in troop.abilities:
        return (cited(f"{third:+d} to hit with slings, a third of {shot.to_hit:+d}", "BW-C3-07", "BW-A2-08"),)
    return (cited(f"{shot.to_hit:+d} to hit with {shot.weapon.replace('_', ' ')} is not carried over", "BW-A1-16"),)


def _unknown_shot(record: Record, troop: Troop) -> tuple[Note, ...]:
    if record.shot is None or troop.missile is not None:
        return ()
    weapon = record.shot.weapon.replace("_", " ")
    return (cited(f"How a hero uses a {weapon}: only stones and longbows are told of", "BW-A3-27", "BW-A3-33"),)


# ---------------------------------------------------------------- heroes


def _hero(record: Record, kept: Carried, *, exact: bool) -> tuple[Troop, tuple[Rating, ...]]:
    """By itself: fixed attack number, damage to one figure, no morale (BW-A3-15 to BW-A3-17); who is man-like may stand
    in the ranks (BW-A3-04)."""
    armour, move = armour_hit(record, exact=exact, hero=True), numbers.move(record, hero=True)
    hits, attack, damage = numbers.hero_hit_dice(record), numbers.hero_attack(record), numbers.hero_damage(record)
    embeds, horse = record.size != "L", record.mount is not None
    slower = record.move if horse or record.fly else None
    troop = Troop(
        id=_key(record),
        name=record.name,
        cost=FREE,
        move=move.total,
        armour_hit=armour.total,
        hit_dice=hits.total,
        base=base_of("hero_mounted" if horse else "hero_on_foot" if embeds else "hero_giant_or_dragon"),
        mounted=horse,
        dice_open=1,
        dice_broken=1,
        attack_bonus=0,
        missile=hero_missile(_SHOOTERS.get(record.shot.weapon, "")) if record.shot is not None else None,
        damage=damage.total,
        hero=Hero(
            attack=attack.total,
            embeds=embeds,
            horse=horse,
            flies=record.fly > 0 and not horse,
            slower=slower,
            breath=_breath(record),
            weather="weather" in kept.words,
            man_to_man=numbers.man_to_man(record),
        ),
        wards=wards(kept.words),
    )
    ratings = (
        *_common(move, armour, hits),
        Rating("attack", "Attack, Atk", f"{attack.total}+", attack),
        Rating("damage", "Damage, Dam", str(damage.total), damage),
    )
    return _of_its_kind(troop, record), ratings


def _breath(record: Record) -> Breath | None:
    """What it breathes: dice of damage are its rating (BW-A1-13)."""
    found = [one for one in record.magic if one.name.endswith(_BREATH) and one.dice and one.uses]
    if not found:
        return None
    ways = tuple(one.name.removesuffix(_BREATH) for one in found)
    return Breath(max(one.dice for one in found), ways, max(one.uses for one in found))


def _key(record: Record) -> str:
    return "_".join("".join(letter if letter.isalnum() else " " for letter in record.name.lower()).split())


def _alike(troop: Troop) -> Troop | None:
    """The listed type that is the same in every number, if there is one; the list of heroes has no alignments."""
    return next((one for one in TROOPS.values() if _numbers(one) == _numbers(troop)), None)


def _numbers(troop: Troop) -> dict[str, object]:
    told = asdict(troop)
    for name in ("id", "name", "cost", *(("alignment",) if troop.hero is not None else ())):
        told.pop(name)
    return told
