"""Abilities of rider or steed, defences of both (BS-11.2-02, BS-11.3-03)."""

from __future__ import annotations

import pytest

from schiltron.rulesets.battlesystem.melee.ending import EndMelee
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.missiles.woods import woods_sight
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.morale.terrors import cannot_harm
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import (
    DWARF,
    ELF,
    MAN,
    OGRE,
    WARHORSE,
    blue,
    creature,
    field,
    locked,
    play,
    red,
    weapon,
)

WRAITH = creature("wraith", 5, undead=True, drains_levels=True, only_hit_by=1)
NIGHTMARE = creature("nightmare", 6, drains_levels=True, only_hit_by=2, size="L", humanoid=False)
GUARDED = creature("werewolf", 4, only_hit_by=1)
MAGIC = weapon("sword +1", "1d8", plus=1)


def riders(of, *, mount=None, team=(), **more):
    carried = {"mount": mount} if mount is not None else {"team": tuple(team), "passengers": 1} if team else {}
    return red("riders", 4, files=4, at=(48, 30), of=of, **{"formation": "closed", **carried, **more})


def met(*, of, men=None, **more):
    mine = men or blue("men", 6, files=6, at=(48, 30), ml=12)
    return field(mine, riders(of, **more), contacts=[locked("riders", "men")])


def rules_of_morale(position) -> set[str]:
    return {term.rule for term in current_morale(position, position.units["men"]).terms}


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(
    ("more", "terrible"),
    [
        ({"of": WRAITH, "mount": WARHORSE}, True),
        ({"of": MAN, "mount": NIGHTMARE}, True),
        ({"of": MAN, "team": (WARHORSE, NIGHTMARE)}, True),
        ({"of": MAN, "mount": WARHORSE}, False),
    ],
)
def test_who_drains_levels_may_be_rider_or_steed(crooked: Crooked, more, terrible: bool) -> None:
    """BS-11.2-02, BS-11.3-03, BS-4.2-08, BS-4.4-04: an ability of any of them may be used."""
    position = crooked(met(**more))
    assert ("BS-4.2-08" in rules_of_morale(position)) is terrible
    asked = play(position, EndMelee())
    assert (asked.battle.roll is not None) is terrible


@pytest.mark.parametrize(
    ("more", "guarded"),
    [
        ({"of": GUARDED}, True),
        ({"of": GUARDED, "mount": NIGHTMARE}, True),
        ({"of": GUARDED, "mount": WARHORSE}, False),
        ({"of": MAN, "mount": NIGHTMARE}, False),
        ({"of": GUARDED, "team": (NIGHTMARE, NIGHTMARE)}, True),
        ({"of": GUARDED, "team": (NIGHTMARE, WARHORSE)}, False),
    ],
)
def test_only_magic_harms_who_is_guarded_as_a_whole(more, guarded: bool) -> None:
    """BS-11.2-02, BS-11.3-03, BS-4.4-08: a defence counts only if all have it, as far as the least of them has it."""
    position = met(**more)
    men, foes = position.units["men"], position.units["riders"]
    assert cannot_harm(men, foes) is guarded
    armed = blue("men", 6, files=6, at=(48, 30), weapon=MAGIC)
    assert not cannot_harm(armed, foes)


@pytest.mark.parametrize(("mount", "worth"), [(None, True), (WARHORSE, False), (DWARF, True)])
def test_dwarves_on_ponies_are_not_too_small_for_ogres(mount, worth: bool) -> None:
    """BS-11.2-02, BS-S0-09: what makes dwarves hard to hit their ponies have not."""
    dwarves = blue("men", 6, files=6, at=(48, 30), of=DWARF, **({"mount": mount} if mount is not None else {}))
    position = field(dwarves, riders(OGRE), contacts=[locked("riders", "men")])
    made = frozen(position, "riders", "men")
    assert made is not None
    assert ("BS-S0-09" in {term.rule for term in made.armour.terms}) is worth


def test_an_elf_sees_in_woods_from_the_saddle() -> None:
    """BS-11.2-02, BS-11.9-02: an ability of the rider; six inches."""
    assert woods_sight(riders(ELF, mount=WARHORSE)) == 6000
    assert woods_sight(riders(MAN, mount=creature("unicorn", 4, home=("woodland",)))) == 6000
    assert woods_sight(riders(MAN, mount=WARHORSE)) == 1000
