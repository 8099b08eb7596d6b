"""Types of a single figure: heroes (chapter A3) and wizards (A4), as listed, and what becomes of them in battle."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.rulesets.book_of_war.heroes import Hero, hero_profile, man_to_man, wards
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.troop_type import Missile, Troop, base_of
from schiltron.table.lengths import Mil, inches


def _hero(row: dict[str, str | int | float | bool]) -> Troop:
    """A hero of the book's list; characters come with magic weapons and armour in their numbers (BW-A3-02). Move, Hit
    Dice and armour are the role-playing game's, converted already (BW-A3-05, BW-A3-08, BW-A3-13)."""
    name, notes = str(row["hero"]), frozenset(str(row["notes"]).replace(" ", "").split(","))
    hero = hero_profile(name, int(row["atk"]), notes)
    return Troop(
        id=name,
        name=_spoken(name, turned=not hero.embeds),
        cost=int(row["cost"]),
        move=inches(int(row["mv"])),
        armour_hit=int(row["ah"]),
        hit_dice=int(row["hd"]),
        base=base_of("hero_mounted" if hero.horse else "hero_on_foot" if hero.embeds else "hero_giant_or_dragon"),
        mounted=hero.horse,
        dice_open=1,
        dice_broken=1,
        attack_bonus=0,
        missile=hero_missile(f"hero_{name}"),
        damage=int(row["dam"]),
        hero=hero,
        wards=wards(notes),
        infravision=not hero.embeds,
        underworld=name.startswith("dragon"),
    )


def _spoken(name: str, *, turned: bool) -> str:
    """As it is said: a Knight renown, but a Frost giant, whose kind stands first in the list."""
    kind, *which = name.split("_")
    return " ".join((*which, kind) if turned else (kind, *which)).capitalize()


def hero_missile(shooter: str) -> Missile | None:
    """Bow and stones of heroes, with their fixed numbers (BW-A3-27, BW-A3-33)."""
    for row in LAW.sheet("BW-T-special-missiles").records():
        if row["shooter"] == shooter:
            return Missile(
                str(row["weapon"]),
                int(row["rate_of_fire"]),
                inches(float(row["range_in"])),
                need=int(row["to_hit"]),
                damage=int(row["damage"]),
                at_rest=row["may_move"] == "no",
                even=not row["range_penalty"],
            )
    return None


def _wizard(row: dict[str, str | int | float | bool]) -> Troop:
    """A wizard of a rank, who fights as a hero on foot (BW-A4-01, BW-A4-02): his armour is a ring and a spell
    (BW-A4-03), his numbers are those of the one listed wizard, and every rank costs more (BW-A4-32, BW-A4-33)."""
    return Troop(
        id=f"wizard_{row['rank']}",
        name=f"Wizard of rank {row['rank']}",
        cost=int(row["cost"]),
        move=inches(int(row["mv"])),
        armour_hit=int(row["ah"]),
        hit_dice=int(row["hd"]),
        base=base_of("hero_on_foot"),
        mounted=False,
        dice_open=1,
        dice_broken=1,
        attack_bonus=0,
        missile=None,
        damage=int(row["dam"]),
        hero=Hero(attack=int(row["atk"]), embeds=True, man_to_man=man_to_man(f"wizard_{row['rank']}")),
        rank=int(row["rank"]),
        basic_magic=True,
    )


_BARE: Final = "_bare"
_RINGED: Final = 7
"""No armour, and a ring of protection +2."""
_RINGED_HIT: Final = int(LAW.sheet("BW-T-armor-hit").row("leather")["ah"])


def _without_basics(wizard: Troop) -> Troop:
    """A wizard whose every spell is tracked (BW-A4-31): without the shield his ring alone is left of his armour."""
    hero = wizard.hero
    assert hero is not None
    assert hero.man_to_man is not None
    unshielded = replace(hero, man_to_man=replace(hero.man_to_man, armour_class=_RINGED))
    return replace(wizard, id=wizard.id + _BARE, armour_hit=_RINGED_HIT, basic_magic=False, hero=unshielded)


WIZARDS: Final = {one.id: one for one in map(_wizard, LAW.sheet("BW-T-wizards").records())}
BARE_WIZARDS: Final = {wizard.id + _BARE: _without_basics(wizard) for wizard in WIZARDS.values()}
"""What wizards are whose every spell is tracked; lists name them as others."""
HEROES: Final = {str(row["hero"]): _hero(row) for row in LAW.sheet("BW-T-heroes").records()}
"""The ten sample heroes (BW-A3-23): knights (BW-A3-24), barbarians (BW-A3-26), dragons and giants."""
_ON_FOOT: Final = "_on_foot"


def _unhorsed(rider: Troop, hero: Hero, move: Mil) -> Troop:
    """A rider who has left his horse: slower, and on the base of a man (BW-A3-25)."""
    return replace(
        rider,
        id=rider.id + _ON_FOOT,
        name=f"{rider.name} on foot",
        move=move,
        base=base_of("hero_on_foot"),
        mounted=False,
        hero=replace(hero, horse=False, slower=None),
    )


UNHORSED: Final = {
    rider.id + _ON_FOOT: _unhorsed(rider, rider.hero, rider.hero.slower)
    for rider in HEROES.values()
    if rider.hero is not None and rider.hero.horse and rider.hero.slower is not None
}
"""What knights become in the course of a battle; nobody musters them."""
INDIVIDUALS: Final = HEROES | WIZARDS


def on_foot(rider: Troop) -> Troop | None:
    """What a mounted hero is without his horse; None if he has none."""
    return UNHORSED.get(rider.id + _ON_FOOT)


def bare(wizard: str) -> str:
    """The type of a wizard without the basic abilities (BW-A4-31)."""
    return wizard + _BARE


def remounted(kind: str) -> str:
    """The type under which one is listed: of a rider who has left his horse, or a wizard without basic abilities."""
    return kind.removesuffix(_ON_FOOT).removesuffix(_BARE) if kind in UNHORSED | BARE_WIZARDS else kind
