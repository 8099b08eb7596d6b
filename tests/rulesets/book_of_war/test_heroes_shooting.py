"""Heroes of the Advanced Rules in the ranks: they shoot from there, and only heroes shoot at them there."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Choose
from schiltron.battle.state.event import Fell, Struck
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.book_of_war.attacks.missiles import may_aim
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.state import Battle, Unit
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, blue, choose, field, play, red, rules, shoot
from tests.rulesets.guided import menu, overlays, preview, targets


def beside(host: str, aside: int, one: Unit) -> Unit:
    """In the front rank of a unit, so many half files to the right of its middle."""
    return replace(one, place=Aboard(host, f"front:{aside}"))


def ready(*units: Unit, **more: Any) -> Battle:
    return field(*units, **{"game": "advanced", "declare": "measure_first", **more})


KETT = beside("host", 0, blue("barbarian_lord", 1, id="kett", at=(24, 40)))
FOES = red("ogres", 2, id="foe", at=(24, 31))


@pytest.mark.parametrize("figures", [1, 6])
def test_a_barbarian_shoots_from_the_ranks_and_beside_his_entourage(figures: int) -> None:
    """BW-A3-21, BW-A3-27: one die of his own, whatever his unit does."""
    host = blue("longbowmen", figures, id="host", at=(24, 40))
    start = play(ready(host, KETT, FOES), AttackPhase("blue"))
    assert set(start.decision.actors) == {"host", "kett"}
    both = start.then(shoot("kett", at="foe")).then(shoot("host", at="foe"))
    own, *_ = both.then("6").events_of(Struck)
    assert (own.unit, own.dice, own.tallies[0].total, own.hits) == ("kett", 1, 5, 1)


def test_he_does_not_shoot_where_he_or_his_unit_has_moved() -> None:
    """BW-A3-27: a step of the unit is his own."""
    still, gone = (blue("longbowmen", 6, id="host", at=(24, 40), moved=moved) for moved in (False, True))
    has_moved = beside("host", 0, blue("barbarian_lord", 1, id="kett", at=(24, 40), moved=True))
    for host, he in ((gone, KETT), (still, has_moved)):
        start = play(ready(host, he, FOES), AttackPhase("blue"))
        assert start.decision.actors == ("host",), "archers may, after half a move"


def test_he_does_not_shoot_while_his_unit_fights() -> None:
    """BW-B2-40: the other end of the line is in contact, he is not."""
    host = blue("heavy_infantry", 8, files=8, id="host", at=(24, 40))
    he = beside("host", -7, KETT)
    near = red("light_infantry", 3, id="near", at=(27, 40))
    assert play(ready(host, he, FOES), AttackPhase("blue")).decision.actors == ("kett",)
    assert not play(ready(host, he, FOES, near), AttackPhase("blue")).battle.decisions


@pytest.mark.parametrize("layout", LAYOUTS)
def test_his_range_is_taken_from_where_he_stands(layout: Askew) -> None:
    """BW-A3-27, BW-B2-31: at the far end of a wide line half the range is passed, wherever the table lies."""
    host = blue("light_infantry", 12, files=12, id="host", at=layout.at(0, -8), facing=layout.facing(0))
    foe = red("ogres", 1, id="foe", at=layout.at(5, 1), facing=layout.facing(180))
    for aside, need in ((11, 5), (-11, 6)):
        he = beside("host", -aside if layout.mirrored else aside, KETT)
        played = play(ready(host, he, foe), AttackPhase("blue"), shoot("kett", at="foe"), "6")
        (struck,) = played.events_of(Struck)
        assert struck.tallies[0].total == need


def test_over_his_own_ranks_he_shoots_indirectly() -> None:
    """BW-B2-34, BW-A3-34: heroes have no arcs, but his comrades stand between."""
    host = blue("light_infantry", 12, files=4, id="host", at=(24, 40))
    behind = red("ogres", 1, id="foe", at=(24, 47), facing=0)
    (struck,) = play(ready(host, KETT, behind), AttackPhase("blue"), shoot("kett", at="foe"), "6").events_of(Struck)
    assert [term.rule for term in struck.tallies[0].terms] == ["BW-A3-27", "BW-B2-34"]


# ---------------------------------------------------------------- as a mark

GUARD = red("heavy_infantry", 6, files=3, id="guard", at=(24, 31))
KNIGHT = beside("guard", 0, red("knight_renown", 1, id="orla", at=(24, 31)))


def test_only_heroes_shoot_at_a_hero_in_the_ranks() -> None:
    """BW-A3-09: ordinary missiles are for his unit."""
    bows, giant = blue("longbowmen", 6, id="bows", at=(24, 40)), blue("giant_frost", 1, id="ymir", at=(30, 40))
    battle = ready(bows, giant, GUARD, KNIGHT)
    start = play(battle, AttackPhase("blue"))
    assert "BW-B2-23" in rules(start.refusal(shoot("bows", at="orla")))
    assert may_aim(battle, battle.units["ymir"], shoot("ymir", at="orla").form) == []
    offered = set(targets(start, "ymir"))
    assert offered == {"guard", "orla"}
    assert set(targets(start, "bows")) == {"guard"}


def test_of_one_die_among_him_and_his_unit_the_shooter_decides() -> None:
    """BW-A3-33, BW-B2-38: all stand within three inches."""
    giant = blue("giant_frost", 1, id="ymir", at=(24, 40))
    start = play(ready(giant, GUARD, KNIGHT), AttackPhase("blue"), shoot("ymir", at="orla"))
    assert isinstance(start.decision, Choose)
    assert [option.key for option in start.decision.options] == ["orla", "guard"]
    hit = start.then(choose("orla")).then("6")
    assert [(one.unit, one.figures) for one in hit.events_of(Fell)] == [("orla", 1)]
    assert hit.unit("guard").figures == 6
    other = start.then(choose("guard")).then("6")
    assert other.unit("orla").figures == 1
    assert other.unit("guard").figures == 5


def test_a_friend_in_the_ranks_is_no_mark() -> None:
    """BW-B1-06."""
    giant, host = blue("giant_frost", 1, id="ymir", at=(30, 40)), blue("longbowmen", 6, id="host", at=(24, 40))
    start = play(ready(giant, host, KETT, GUARD), AttackPhase("blue"))
    assert start.refusal(shoot("ymir", at="kett"))


# ---------------------------------------------------------------- what a player is shown


def test_the_shot_of_a_hero_in_the_ranks_is_shown_as_it_is_made() -> None:
    """BW-A3-27: in the menu, on the table, with its odds."""
    host = blue("light_infantry", 6, id="host", at=(24, 40))
    start = play(ready(host, KETT, FOES), AttackPhase("blue"))
    assert menu(start, "kett")["shoot"].reasons == ()
    shown = preview(start, shoot("kett", at="foe"))
    assert shown.odds is not None
    assert shown.odds.dice == 1
    assert {one.kind for one in overlays(start.battle, "kett").values()} == {"near", "far"}


def test_the_range_of_a_giants_stone_is_one_band() -> None:
    """BW-A3-33: no penalty by distance, measured or not."""
    giant, foe = blue("giant_fire", 1, id="ymir", at=(24, 40)), red("ogres", 2, id="foe", at=(24, 24))
    bands = overlays(ready(giant, foe), "ymir")
    assert [one.kind for one in bands.values() if one.kind != "reach"] == ["near"]
    blind = play(ready(giant, foe, declare="by_phase"), AttackPhase("blue"))
    target = targets(blind, "ymir")["foe"]
    assert target.odds is not None
    assert not any("beyond half range" in note.text for note in target.odds.notes)


def test_slings_are_shown_with_their_bonus_before_anything_is_measured() -> None:
    """BW-A2-08."""
    slings, foe = blue("halfling_slingers", 4, id="slings", at=(24, 40)), red("ogres", 2, id="foe", at=(24, 36))
    start = play(ready(slings, foe, declare="by_phase"), AttackPhase("blue"))
    target = targets(start, "slings")["foe"]
    assert target.odds is not None
    assert "BW-A2-08" in target.odds.needs.rules
