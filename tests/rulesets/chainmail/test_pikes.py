"""Pikes and halberds: Swiss and Landsknechte, fronts of pole arms, hedgehogs and schiltrons."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.event import Checked
from schiltron.battle.state.manoeuvre import FormHedgehog
from schiltron.rulesets.chainmail.field import is_hedgehog
from schiltron.rulesets.chainmail.melee.classes import attacks_as, defends_as, formed_in_mass
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.steps import StandCharge
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.fights import fight, met, ours, struck, theirs, thrown, values
from tests.rulesets.chainmail.positions import blue, field, locked, march, play, red, rules

SWISS = "swiss_pikemen"


def classes(position: Battle, one: str = "ours", other: str = "theirs") -> tuple[str, str]:
    """What a unit strikes as, and what it is struck as."""
    unit, foe = position.units[one], position.units[other]
    return attacks_as(position, unit, foe).troop, defends_as(position, unit, foe).troop


# ---------------------------------------------------------------- the extra die


@pytest.mark.parametrize("troop", ["pikemen", "halberdiers"])
def test_heavy_foot_with_pike_or_halberd_add_a_die_to_the_entry(troop: str) -> None:
    """CM-MELEE-04: 1 die per man becomes 2."""
    position = met(ours(troop), theirs())
    assert values(struck(position).dice) == {"CM-MELEE-01": 10, "CM-MELEE-04": 10}


def test_the_extra_die_raises_an_entry_for_several_men() -> None:
    """CM-MELEE-04: heavy foot at medium horse have 1 die for three men, with pikes 2 for three."""
    assert thrown(met(ours("pikemen", 9), theirs("medium_horse", 9)))[0] == 6
    assert thrown(met(ours("heavy_foot", 9), theirs("medium_horse", 9)))[0] == 3


def test_armored_foot_have_the_extra_die_and_light_foot_have_not() -> None:
    """CM-MELEE-04."""
    assert thrown(met(ours("armored_halberdiers", 4), theirs())) == (8, 5)
    assert thrown(met(ours("light_foot", 4, arms="pike"), theirs("light_foot")))[0] == 4


# ---------------------------------------------------------------- Swiss and Landsknechte


@pytest.mark.parametrize("troop", [SWISS, "landsknechte"])
def test_ten_pikemen_attacking_heavy_foot_have_25_dice(troop: str) -> None:
    """CM-MELEE-05, CM-MELEE-06: 10 dice, 10 for weapons, 5 of mass shock; 5 or 6 kills."""
    position = met(ours(troop, 10, files=5), theirs())
    blow = struck(position)
    assert {"CM-MELEE-01": 10, "CM-MELEE-04": 10, "CM-MELEE-06": 5}.items() <= values(blow.dice).items()
    assert (blow.dice.total, blow.need.total) == (25, 5)
    assert "CM-MELEE-05" in blow.dice.rules


@pytest.mark.parametrize(
    ("figures", "files", "formation"), [(9, 5, "line"), (12, 4, "column"), (10, 10, "line"), (12, 6, "square")]
)
def test_mass_shock_needs_a_close_formation_of_five_by_two(figures: int, files: int, formation: str) -> None:
    """CM-MELEE-05, CM-MELEE-06."""
    pikes = ours(SWISS, figures, files=files, formation=formation)
    assert not formed_in_mass(pikes)
    assert "CM-MELEE-06" not in struck(met(pikes, theirs())).dice.rules


def test_pikemen_who_are_attacked_are_heavy_foot() -> None:
    """CM-MELEE-07: with their weapons towards the enemy, and then without mass shock."""
    position = met(ours(), theirs(SWISS, 10, files=5))
    assert classes(position, "theirs", "ours") == ("heavy_foot", "heavy_foot")
    assert values(struck(position, "theirs", "ours").dice).keys() == {"CM-MELEE-01", "CM-MELEE-04", "CM-MELEE-07"}


def test_attacking_pikemen_are_struck_as_heavy_foot() -> None:
    """CM-MELEE-07: by others with pikes."""
    position = met(ours(SWISS, 10, files=5), theirs("pikemen"))
    assert classes(position) == ("armored_foot", "heavy_foot")


def test_pikemen_in_open_order_are_light_foot() -> None:
    """CM-MELEE-08."""
    position = met(ours(SWISS, 10, files=5, formation="open"), theirs())
    assert classes(position) == ("light_foot", "light_foot")
    assert "CM-MELEE-08" in struck(position).dice.rules


@pytest.mark.parametrize("edge", ["left", "right", "rear"])
def test_pikemen_taken_in_flank_or_rear_are_light_foot(edge: str) -> None:
    """CM-MELEE-08: and no longer out of reach."""
    position = met(ours(), theirs(SWISS, 10, files=5), edge=edge)
    assert classes(position, "theirs", "ours") == ("light_foot", "light_foot")
    assert thrown(position) == (10, 4)


def test_fatigued_pikemen_attack_as_heavy_foot() -> None:
    """CM-FATIGUE-05, CM-MELEE-05: one class lower than armored foot."""
    assert classes(met(ours(SWISS, 10, files=5, fatigued=True), theirs()))[0] == "heavy_foot"


# ---------------------------------------------------------------- fronts of pole arms


def test_only_pikes_hurt_the_front_of_pikes() -> None:
    """CM-MELEE-09: the pikes strike, the others have no dice."""
    position = met(ours(), theirs("pikemen"))
    played = fight(position)
    assert [pool.label for pool in played.roll.pools] == ["Theirs against Ours"]
    blow = struck(position)
    assert (blow.dice.verdict, blow.dice.rules) == ("impossible", ("CM-MELEE-09",))
    assert thrown(met(ours("pikemen"), theirs("pikemen"))) == (20, 6)
    assert struck(met(ours("halberdiers"), theirs("pikemen"))).dice.verdict == "impossible"


def test_those_whom_pikes_attack_cannot_hurt_them_either() -> None:
    """CM-MELEE-09: whoever attacks with the pikes does so with their front."""
    assert struck(met(ours("pikemen"), theirs()), "theirs", "ours").dice.verdict == "impossible"


def test_pikes_halberds_and_lances_hurt_the_front_of_halberds() -> None:
    """CM-MELEE-09, CM-MELEE-10: a knight's lance reaches halberds, a sword does not."""
    for troop in ("pikemen", "halberdiers", "knights"):
        assert struck(met(ours(troop), theirs("halberdiers"))).dice.total
    for troop in ("heavy_foot", "levies", "light_horse"):
        assert not struck(met(ours(troop), theirs("halberdiers"))).dice.total


def test_a_lance_does_not_reach_pikes_but_their_flank() -> None:
    """CM-MELEE-10."""
    front = struck(met(ours("knights", 5), theirs("pikemen")))
    assert (front.dice.total, front.dice.rules) == (0, ("CM-MELEE-10",))
    assert struck(met(ours("knights", 5), theirs("pikemen"), edge="left")).dice.total == 15
    assert struck(met(ours("knights", 5), theirs("pikemen"), edge="rear")).dice.total == 15


def test_pole_arms_in_open_order_are_no_front() -> None:
    """CM-MELEE-09: close order is what keeps others off."""
    assert struck(met(ours(), theirs("pikemen", formation="open"))).dice.total


def test_where_nobody_can_hurt_anybody_no_dice_are_thrown_and_the_melee_stands() -> None:
    """CM-MELEE-01, CM-MELEE-29: the pikes were caught before they rallied, and yet their weapons are no front."""
    position = met(ours(ordered="caught"), theirs("pikemen"), contacts=(locked("theirs", "ours", "front", 1),))
    caught = field(
        ours(ordered="caught"), theirs("pikemen", ordered="caught"), contacts=position.engagements, phase="melee"
    )
    played = fight(caught)
    assert played.over
    assert played.battle.engagements == caught.engagements
    assert played.unit("ours").own.turn.fought


# ---------------------------------------------------------------- hedgehogs


def test_only_ten_swiss_or_landsknechte_pikemen_form_a_hedgehog() -> None:
    """CM-MELEE-49: an option, and for nobody else."""
    form = march("ours", FormHedgehog())
    for troop, figures, option in ((SWISS, 9, "on"), ("pikemen", 12, "on"), (SWISS, 12, "off")):
        position = field(ours(troop, figures, files=3), hedgehog=option)
        assert rules(play(position, Moves("blue")).refusal(form)) == {"CM-MELEE-49"}
    for troop in (SWISS, "landsknechte"):
        played = play(field(ours(troop, 10, files=2, formation="column"), hedgehog="on"), Moves("blue")).then(form)
        assert is_hedgehog(played.unit("ours"))


@pytest.mark.parametrize("edge", ["front", "left", "rear"])
def test_a_hedgehog_has_neither_flank_nor_rear_and_only_pole_arms_hurt_it(edge: str) -> None:
    """CM-MELEE-53, CM-MELEE-49: ours without them have no dice from whatever side."""
    hedgehog = theirs(SWISS, 12, files=4, formation="hedgehog")
    blow = struck(met(ours(), hedgehog, edge=edge, hedgehog="on"))
    assert (blow.dice.total, blow.dice.rules) == (0, ("CM-MELEE-53",))
    halberds = met(ours("halberdiers"), hedgehog, edge=edge, hedgehog="on")
    assert thrown(halberds) == (20, 6)
    assert struck(halberds, "theirs", "ours").dice.total


def test_a_hedgehog_may_be_attacked_only_by_like_weapons() -> None:
    """CM-MELEE-53: with fewer than ten left it is a hedgehog no more (CM-MELEE-49)."""
    hedgehog = theirs(SWISS, 10, files=4, formation="hedgehog")
    battle = field(hedgehog)
    reason = attack_barred(battle, ours("knights"), hedgehog)
    assert reason is not None
    assert reason.rules == ("CM-MELEE-53",)
    assert attack_barred(battle, ours("pikemen"), hedgehog) is None
    assert attack_barred(battle, ours("knights"), theirs(SWISS, 9, files=3, formation="hedgehog")) is None


# ---------------------------------------------------------------- schiltrons


def test_lances_attack_a_schiltron_at_even_odds() -> None:
    """CM-HIST-25: a die for each of both sides, 6 kills."""
    position = met(ours("knights", 8), theirs("scots_pikemen", 12, files=4, formation="schiltron"), schiltrons="on")
    assert thrown(position) == (8, 6)
    assert thrown(position, "theirs", "ours") == (12, 6)
    assert struck(position).dice.rules == ("CM-HIST-25",)


def test_a_schiltron_is_a_front_of_pikes_on_every_side() -> None:
    """CM-MELEE-09, CM-HIST-25: horse without lances cannot hurt it."""
    schiltron = theirs("scots_pikemen", 12, files=4, formation="schiltron")
    assert not struck(met(ours("light_horse", 8), schiltron, edge="rear")).dice.total
    assert thrown(met(ours("pikemen", 8), schiltron, edge="rear")) == (16, 6)


def test_horse_with_lances_is_no_better_off_beside_a_schiltron() -> None:
    """CM-HIST-25: even odds are for the pair; others of the melee fight by the tables."""
    schiltron = theirs("scots_pikemen", 12, files=6, formation="schiltron")
    beside = blue("foot", 4, at=(52, 30), troop="pikemen")
    contacts = (locked("ours", "theirs"), locked("foot", "theirs"))
    position = field(ours("knights", 3, at=(46.5, 30)), schiltron, beside, contacts=contacts)
    assert struck(position, "foot").need.rules[0] == "CM-MELEE-02"
    assert struck(position).need.rules == ("CM-HIST-25",)


# ---------------------------------------------------------------- squares


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("troop", ["pikemen", "halberdiers", SWISS, "scots_pikemen"])
@pytest.mark.parametrize("edge", ["front", "left", "right", "rear"])
def test_a_square_sets_its_pole_arms_to_its_front_only(look: Look, troop: str, edge: Any) -> None:
    """CM-FORM-02, CM-MELEE-09: swords come at its other sides, which are no flank or rear all the same."""
    square = theirs(troop, 16, files=4, formation="square")
    position = look.at(met(ours(figures=4), square, edge=edge))
    assert bool(struck(position).dice.total) is (edge != "front")
    assert bool(struck(position, "theirs", "ours").dice.total), "it strikes back on every side"
    if edge != "front":
        assert struck(position).dice.rules == ("CM-MELEE-01",), "no bonus for a flank"


@pytest.mark.parametrize("edge", ["front", "left", "rear"])
def test_swiss_in_a_plain_square_are_heavy_foot_to_their_front_only(edge: Any) -> None:
    """CM-FORM-02, CM-MELEE-07: as a hedgehog all round."""
    plain = met(ours(figures=4), theirs(SWISS, 16, files=4, formation="square"), edge=edge)
    assert classes(plain, "theirs", "ours")[1] == ("heavy_foot" if edge == "front" else "light_foot")
    why = "CM-MELEE-07" if edge == "front" else "CM-FORM-02"
    assert [term.rule for term in defends_as(plain, plain.units["theirs"], plain.units["ours"]).terms] == [why]
    assert why in struck(plain, "theirs", "ours").dice.rules
    hedgehog = met(ours("pikemen", 4), theirs(SWISS, 16, files=4, formation="hedgehog"), edge=edge)
    assert classes(hedgehog, "theirs", "ours")[1] == "heavy_foot"


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(
    ("at", "facing", "stands"),
    [
        ((49.5, 33), 0, True),
        ((46, 33), 0, True),
        ((49.5, 32), 270, False),
        ((46.5, 30.2), 90, False),
        ((49, 30), 180, False),
    ],
)
def test_only_before_its_front_a_square_of_swiss_stands_horse_unasked(
    look: Look, at: Any, facing: float, stands: bool
) -> None:
    """CM-MORALE-15, CM-FORM-02: a hedgehog does on every side, a plain square checks, without anything for a flank."""
    horse = blue("horse", 8, files=4, at=at, facing=facing, troop="heavy_horse")
    for formation in ("square", "hedgehog"):
        swiss = red("swiss", 16, files=4, at=(48, 33), troop=SWISS, formation=formation)
        played = play(look.at(field(horse, swiss)), StandCharge("swiss", "horse"))
        assert played.over is (stands or formation == "hedgehog")
        if not played.over:
            assert "CM-MORALE-14" not in played.then("6 6").events_of(Checked)[0].rules
