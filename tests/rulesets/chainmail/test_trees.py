"""Ents make trees walk and fight."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.creature_equipment import creature_faults
from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.fantasy.trees import may_walk, obeying, woods
from schiltron.rulesets.chainmail.magic.trees import Wake
from schiltron.rulesets.chainmail.melee.rounds import NextMelee
from schiltron.rulesets.chainmail.movement.phase import Moves, held_back
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.chainmail.victory import strength
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.lengths import inches
from schiltron.table.outline import gap, overlapping
from tests.rulesets.chainmail.crooked import LOOKS, Look, near
from tests.rulesets.chainmail.positions import Played, ahead, blue, field, locked, march, piece, play, red, rules

ON: dict[str, Any] = {"fantasy": "on"}
WOOD = piece("woods", 30, 30, 60, 45)


def ents(figures: int = 1, at: tuple[float, float] = (45, 50), **more: Any) -> Unit:
    return blue("ents", figures, at=at, troop="ent", files=figures, **more)


def woken(*units: Unit, **more: Any) -> Played:
    foes = units if any(one.side == "red" for one in units) else (*units, red("foe", 4, at=(10, 5)))
    return play(field(*foes, **{"features": (WOOD,), **ON, **more}), Wake())


def trees(battle: Battle) -> list[Unit]:
    return [one for one in battle.units.values() if one.kind == "monster" and ".trees" in one.id and one.on_table]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_each_ent_near_a_wood_wakes_two_trees(look: Look) -> None:
    """CM-FANT-ENT-01: in the wood, within six inches of them, looking as they look."""
    played = play(look.at(field(ents(2), red("foe", 4, at=(10, 5)), features=(WOOD,), **ON)), Wake())
    (unit,) = trees(played.battle)
    assert unit.figures == 4
    assert gap(unit.outline, played.unit("ents").outline) <= inches(6)
    assert any(one.contains(unit.outline.x, unit.outline.y) for one in woods(played.battle))
    assert unit.pose.heading == played.unit("ents").pose.heading
    assert unit.controller == "blue"
    assert look.place(unit)[:2] == near(45, 42)


@pytest.mark.parametrize(("y", "number"), [(50.9, 2), (51.1, 0), (40, 2)])
def test_six_inches_from_a_tree(y: float, number: int) -> None:
    """CM-FANT-ENT-01: from any of its figure; within the wood as well."""
    he = ents(at=(45, y))
    assert may_walk(he, woods(field(he, features=(WOOD,), **ON))) == number
    assert sum(one.figures for one in trees(woken(he).battle)) == number


def test_of_a_long_line_those_who_are_near() -> None:
    """CM-FANT-ENT-01: two of four, who stand beside the wood."""
    line = ents(4, at=(66.2, 44))
    near = may_walk(line, woods(field(line, features=(WOOD,), **ON)))
    assert near == 4


def test_they_are_woken_once_and_those_that_burn_have_others_after_them() -> None:
    """CM-FANT-ENT-01: two for each ent, and no more."""
    first = woken(ents())
    again = play(replace(first.battle, agenda=()), Wake())
    assert len(trees(again.battle)) == 1
    (unit,) = trees(again.battle)
    burnt = first.battle.with_unit(replace(unit, figures=1))
    later = play(replace(burnt, agenda=()), Wake())
    assert sorted(one.figures for one in trees(later.battle)) == [1, 1]


def test_not_in_brush_and_not_without_room() -> None:
    """CM-FANT-ENT-01."""
    assert not trees(woken(ents(), features=(piece("brush", 30, 30, 60, 45),)).battle)
    foe = red("foe", 40, at=(45, 44), files=20)
    assert not trees(woken(ents(at=(45, 51)), foe, features=(piece("woods", 40, 43, 50, 46),)).battle)


def test_friends_in_the_wood_are_not_in_their_way() -> None:
    """CM-FANT-ENT-01: beside them if there is room within six inches, else not at all."""
    few = blue("few", 10, at=(45, 43), files=5)
    played = woken(ents(at=(45, 46.5)), few)
    (unit,) = trees(played.battle)
    assert not overlapping(unit.outline, played.unit("few").outline)
    many = blue("many", 100, at=(45, 42), files=20)
    assert not trees(woken(ents(at=(45, 49)), many, features=(piece("woods", 39, 30, 51, 46),)).battle)


def test_they_walk_three_inches_and_fight_as_ents() -> None:
    """CM-FANT-ENT-01, CM-FANT-ENT-02, CM-FANT-ENT-03, CM-FANT-ENT-04: no charge, six armoured foot, proof and afire."""
    tree, ent = CREATURES["tree"].nature, CREATURES["ent"].nature
    assert (tree.move, tree.charge) == (inches(3), 0)
    assert (tree.attack, tree.attacks_as, tree.combat, tree.toughness) == (6, "armored_foot", "ent", ent.toughness)
    for word in ("proof_to_blows", "proof_to_missiles", "inflammable"):
        assert tree.has(word)  # type: ignore[arg-type]
    played = woken(ents())
    (unit,) = trees(played.battle)
    assert normal_move(played.battle, unit).total == inches(3)
    assert charge_move(played.battle, unit).total == 0
    asked = play(replace(played.battle, phase="first_move", agenda=()), Moves("blue"))
    assert "CM-TERR-04" in rules(asked.refusal(march(unit.id, ahead(2))))
    out = unit.place_at(replace(unit.pose, y=inches(28)))
    away = ents(at=(50, 25))
    free = played.battle.with_unit(replace(unit, place=out)).with_unit(away)
    asked = play(replace(free, phase="first_move", agenda=()), Moves("blue"))
    assert rules(asked.refusal(march(unit.id, ahead(3.1))))
    assert asked.then(march(unit.id, ahead(3))).unit(unit.id).own.turn.spent == inches(3)


def test_they_may_be_ordered_in_writing() -> None:
    """CM-FANT-ENT-01, CM-TURN-10."""
    played = woken(ents(), turn_system="simultaneous")
    asked = play(replace(played.battle, phase="orders", agenda=()), WriteOrders())
    assert trees(played.battle)[0].id in asked.decision_of("blue").actors


def test_without_their_ents_they_stand_and_take_root() -> None:
    """CM-FANT-ENT-01: too far, or the ents dead: they do not move, and at the end of the turn are trees again."""
    played = woken(ents())
    (unit,) = trees(played.battle)
    he = played.unit("ents")
    gone = played.battle.with_unit(replace(he, place=he.place_at(replace(he.pose, y=inches(59)))))
    for battle in (gone, played.battle.with_unit(replace(he, figures=0, place=OffTable("destroyed")))):
        assert obeying(battle, unit) == 0
        assert "CM-FANT-ENT-01" in rules(held_back(battle, unit))
        ended = play(replace(battle, phase="melee", agenda=()), EndTurn())
        assert not ended.unit(unit.id).on_table
    assert not held_back(played.battle, unit)
    stays = play(replace(played.battle, phase="melee", agenda=()), EndTurn())
    assert stays.unit(unit.id).on_table


def test_fewer_ents_have_fewer_trees() -> None:
    """CM-FANT-ENT-01: of four trees two take root when one of two ents is gone."""
    played = woken(ents(2))
    (unit,) = trees(played.battle)
    one = played.battle.with_unit(replace(played.unit("ents"), figures=1))
    assert obeying(one, unit) == 2
    ended = play(replace(one, phase="melee", agenda=()), EndTurn())
    assert ended.unit(unit.id).figures == 2


def test_they_count_for_nobody_and_no_army_buys_them() -> None:
    """CM-FANT-ENT-01, CM-SETUP-05."""
    played = woken(ents(2))
    assert strength(played.battle, "blue").total == 2
    faults = list(creature_faults(TROOPS["tree"].profile, 1, {}, None))
    assert ("CM-FANT-ENT-01",) in [one.rules for one in faults]
    ours = {term.label: term.value for term in CHAINMAIL.appraise(played.battle, "blue").terms}
    assert ours["Trees of Ents, called into being"] == 2 * ours["2 of Ents"]


def test_a_tree_is_set_afire_like_an_ent() -> None:
    """CM-FANT-ENT-04: 10 on two dice by men."""
    played = woken(ents(), red("foe", 4, at=(45, 20), files=4))
    (unit,) = trees(played.battle)
    foe = red("foe", 4, at=(unit.pose.x / 1000, unit.pose.y / 1000), files=4)
    battle = replace(played.battle.with_unit(foe), phase="melee", agenda=(), engagements=(locked("foe", unit.id),))
    fought = play(battle, NextMelee())
    labels = [pool.label for pool in fought.roll.pools]
    assert f"Foe against {unit.name}" in labels
    dice = " | ".join(
        "5 5" if pool.label.startswith("Foe") else " ".join(["1"] * pool.count) for pool in fought.roll.pools
    )
    assert not fought.then(dice).unit(unit.id).on_table


def test_the_cards_tell_of_trees() -> None:
    """CM-FANT-ENT-01."""
    card = CHAINMAIL.card(field(ents(), **ON), "ents")
    assert card is not None
    assert ("Moves trees", "CM-FANT-ENT-01") in {(one.label, one.rule) for one in card.stats}
