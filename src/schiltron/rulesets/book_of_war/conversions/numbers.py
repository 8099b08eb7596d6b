"""Move, Hit Dice, dice, bonus and damage of a converted creature (chapters A1, A3, B2 and C3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from schiltron.battle.state.tally import Tally, Term, scaled
from schiltron.parent_game.classes import family, fighting_man
from schiltron.parent_game.creature import HitDice, Record
from schiltron.rulesets.book_of_war.attacks.ratings import converted_modifier
from schiltron.rulesets.book_of_war.heroes import ManToMan
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.table.lengths import show_inches

HERO_FROM: Final = 10
"""Hit Dice or levels of a hero (BW-A3-02)."""
_HD_A_BONUS: Final = 3
_MAGIC_WEAPON: Final = "magic_"
_ATTACK_NUMBERS: Final = [
    (int(row["attacks_per_round_min"]), int(row["to_hit"])) for row in LAW.sheet("BW-T-hero-attack").records()
]


def is_hero(record: Record) -> bool:
    """Of ten Hit Dice or ten levels at least (BW-A3-02)."""
    return record.power >= HERO_FROM


def move(record: Record, *, hero: bool) -> Tally:
    """The same number of inches (BW-A1-01, BW-A3-05), that of the mount for who rides (BW-A1-05). Only heroes fly
    (BW-A3-28)."""
    if record.mount is not None:
        term = Term(f"{record.mount.name}, {show_inches(record.mount.move)}", record.mount.move, "BW-A1-05")
    elif hero and record.fly:
        term = Term(f"flying, {show_inches(record.fly)}", record.fly, "BW-A3-28")
    else:
        term = Term(f"the same, {show_inches(record.move)}", record.move, "BW-A3-05" if hero else "BW-A1-01")
    return Tally("MV", (term,), measure="thousandths")


def whole(dice: HitDice) -> int:
    """Hit Dice without pluses, and one at least."""
    return max(1, dice.dice)


def _own(record: Record) -> int:
    return max(1, record.power)


def hit_dice(record: Record) -> Tally:
    """The same number (BW-A1-01). With a mount that fights of its own accord, rider and mount together (BW-A1-06); on
    any other no more than twice the rider (BW-A1-07)."""
    own = _own(record)
    mount = record.mount
    if mount is None:
        return Tally("HD", (Term(f"Hit Dice {record.hit_dice}", own, "BW-A1-01"),))
    rider, beast = Term("rider", own, "BW-A1-01"), whole(mount.hit_dice)
    if mount.fights:
        return Tally("HD", (rider, Term(f"{mount.name}, which fights too", beast, "BW-A1-06")))
    return Tally("HD", (rider, Term(f"{mount.name}, no more than the rider", min(own, beast), "BW-A1-07")))


def hero_hit_dice(record: Record) -> Tally:
    """A tenth of its Hit Dice, or where its hit points are known these by the average of ten dice; never less than 1
    (BW-A3-13, BW-A3-14)."""
    if record.hit_points is not None:
        ten = Fraction(10 * (record.hit_die + 1), 2)
        number = int(record.hit_points / ten)
        term = Term(f"{record.hit_points} hit points by {float(ten):g}", number, "BW-A3-14")
    else:
        number = record.power // 10
        term = Term(f"{record.power} Hit Dice by 10", number, "BW-A3-13")
    least = (Term("at least 1", 1 - number, "BW-A3-13"),) if number < 1 else ()
    return Tally("HD", (term, *least))


# ---------------------------------------------------------------- attacks


def bonus(record: Record) -> Tally:
    """One for every three Hit Dice (BW-A1-02), rider and mount each by their own, of which the lesser serves both
    (BW-A1-09); and a third of what it has besides (BW-C3-07)."""
    own = _own(record) // _HD_A_BONUS
    terms = [Term(f"Hit Dice {_own(record)}, a third", own, "BW-A1-02")]
    if record.mount is not None:
        beast = whole(record.mount.hit_dice) // _HD_A_BONUS
        terms.append(Term(f"{record.mount.name} {beast:+d}, the lesser serves both", min(own, beast) - own, "BW-A1-09"))
    more = converted_modifier(record.to_hit)
    if more:
        terms.append(Term(f"a third of {record.to_hit:+d} to hit", more, "BW-C3-07"))
    return Tally("to hit bonus", tuple(terms))


def dice(record: Record) -> Tally:
    """As many as it has attacks (BW-A1-10), and in open terrain one for the mount (BW-B2-05)."""
    terms = [Term("attacks a round", len(record.attacks), "BW-A1-10")]
    if record.mount is not None:
        terms.append(Term(f"{record.mount.name}, in open terrain", 1, "BW-B2-05"))
    return Tally("dice", tuple(terms), measure="dice")


def damage(record: Record) -> Tally:
    """As many hits as an attack has dice of damage (BW-A1-11); where attacks differ, as their dice come to on the
    average, rounded down."""
    rolled = [one.count for one in record.attacks]
    terms = [Term("dice of damage", sum(rolled), "BW-A1-11")]
    if len(rolled) > 1:
        terms.append(scaled(terms, f"of {len(rolled)} attacks", Fraction(1, len(rolled)), "BW-A1-11"))
    return Tally("damage", tuple(terms), measure="hits")


def hero_attack(record: Record) -> Tally:
    """By attacks a round, whatever armour they fall on (BW-A3-16)."""
    count = len(record.attacks)
    number = next(need for least, need in reversed(_ATTACK_NUMBERS) if count >= least)
    attacks = "1 attack a round" if count == 1 else f"{count} attacks a round"
    return Tally("Atk", (Term(attacks, number, "BW-A3-16"),))


def hero_damage(record: Record) -> Tally:
    """The dice of its best attack (BW-A3-17)."""
    best = max(record.attacks, key=lambda one: (one.count, one.sides, one.plus))
    return Tally("Dam", (Term(f"{best} of damage", best.count, "BW-A3-17"),), measure="hits")


def man_to_man(record: Record) -> ManToMan:
    """As it is in special combat: as it is written, with average hit points where they are not (BW-A3-36)."""
    level = _own(record)
    magic = any(family(name) == "magic_user" for name, _ in record.classes)
    halved = magic and not fighting_man(record)
    average = Fraction(level * (record.hit_die + 1), 2) + record.hit_dice.plus
    return ManToMan(
        level=level // 2 if halved else level,
        armour_class=record.armour_class,
        attacks=record.attacks,
        hit_points=record.hit_points or max(1, int(average)),
        to_hit=record.to_hit + sum(one.worth for one in record.abilities if one.name.startswith(_MAGIC_WEAPON)),
    )
