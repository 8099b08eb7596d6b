"""What creatures do to castles: how they dig, what they break down, and what they set on fire."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from shapely import Point

from schiltron.battle.guide.answers import Preview
from schiltron.battle.state.decision import FINISH, Commanded, Pointed
from schiltron.battle.state.effects import Effect, Moment, OnFeature, OnUnit, Until
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.unit import Aboard, Upon
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.herald.powers import typed_power
from schiltron.rulesets.chainmail.artillery.breath import BREATHE, LENGTH, Breaths
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.fantasy.at_work import PHANTASM
from schiltron.rulesets.chainmail.fantasy.havoc import digging, havoc
from schiltron.rulesets.chainmail.field import CONCEALED
from schiltron.rulesets.chainmail.fortress import BREACH, PALISADE, Hit, Siege
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.siege.acts import SiegeActs
from schiltron.rulesets.chainmail.siege.boiling import Smoke
from schiltron.rulesets.chainmail.siege.mines import COUNTER, MINE, Dig, PlanMines, most, rate, tunnels
from schiltron.rulesets.chainmail.siege.stations import siege_of
from schiltron.rulesets.chainmail.state import BURNING, Battle, Unit
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.lengths import degrees, inches
from tests.rulesets.chainmail.castles import CROOKED, Ground, acts, besieged, does
from tests.rulesets.chainmail.positions import Played, aim, choose, locked, play, rules
from tests.rulesets.chainmail.wizardry import BLUE, throw, wizard
from tests.rulesets.positions import Askew

WALL = "castle_wall-1"
WOOD = "palisade-1"
STRAIGHT = Ground()
ON: dict[str, Any] = {"fantasy": "on", "scale": "mass", "phase": "siege", "turn": 2}


def castle(*units: Unit, ground: Ground = STRAIGHT, kind: str = "castle_wall", points: int = 0, **more: Any) -> Battle:
    return besieged(*units, features=(ground.wall(kind=kind, points=points),), **{**ON, **more})


def creature(troop: str, ground: Ground = STRAIGHT, figures: int = 1, ahead: float = 9.2, **more: Any) -> Unit:
    return ground.stormers("it", figures, 1, ahead, troop=troop, **more)


def lost(battle: Battle) -> list[int]:
    return [hit.points for hit in siege_of(battle).hits]


def burning(battle: Battle) -> list[object]:
    return [one.on for one in battle.effects.all if one.kind == BURNING]


def acts_open(battle: Battle, *sides: str) -> set[str]:
    played = play(battle, acts(*sides))
    return {card.key.partition(":")[2] for card in played.decision.hand} if not played.over else set()


# ---------------------------------------------------------------- the tables


@pytest.mark.parametrize(
    ("troop", "points", "kindles", "by"),
    [
        ("balrog", 4, True, "hand"),
        ("true_troll", 2, False, "hand"),
        ("ogres", 1, False, "hand"),
        ("giant", 3, False, "hand"),
        ("ent", 2, False, "hand"),
        ("wizard", 3, True, "missile"),
        ("magician", 3, True, "missile"),
        ("earth_elemental", 6, False, "hand"),
        ("red_dragon", 0, True, "breath"),
        ("blue_dragon", 0, True, "breath"),
        ("fire_elemental", 0, True, "hand"),
        ("efreet", 0, True, "hand"),
    ],
)
def test_what_each_does_to_works(troop: str, points: int, kindles: bool, by: str) -> None:
    """CM-FANT-SIEGE-03, CM-FANT-SIEGE-04: every line of the table."""
    assert havoc(creature(troop)) == (points, kindles, by)


@pytest.mark.parametrize(
    "troop", ["heavy_foot", "hero", "air_elemental", "djinn", "water_elemental", "white_dragon", "purple_dragon", "roc"]
)
def test_nobody_else_does_them_any_harm(troop: str) -> None:
    """CM-FANT-SIEGE-03, CM-FANT-SIEGE-04: frost, acid, gas and a sting set nothing on fire."""
    assert havoc(creature(troop)) is None


def test_the_whole_of_both_tables_is_used() -> None:
    """CM-FANT-SIEGE-01 to CM-FANT-SIEGE-04, CM-FANT-ENT-01: the trees that ents wake have a row of their own."""
    named = {
        one.against[0]
        for line in TROOPS.values()
        if line.profile.nature is not None
        for one in line.profile.nature.traits
        if one.word in ("wrecks", "digs")
    }
    rows = {str(row["type"]) for key in ("siege", "mining") for row in LAW.sheet(f"CM-T-fant-{key}").records()}
    assert rows - named == {"human"}


# ---------------------------------------------------------------- mines


def sappers(troop: str, men: int, ground: Ground = STRAIGHT, ahead: float = 3) -> Unit:
    return ground.stormers("sappers", men, 1, ahead, troop=troop, files=4, sappers=True)


@pytest.mark.parametrize(
    ("troop", "men", "far"),
    [
        ("dwarves", 8, 8),
        ("dwarves", 3, 2),
        ("dwarves", 12, 8),
        ("orcs", 8, 6),
        ("orcs", 2, 1.5),
        ("light_foot", 8, 4),
    ],
)
def test_dwarves_dig_twice_as_far_and_orcs_half_as_far_again(troop: str, men: int, far: float) -> None:
    """CM-FANT-SIEGE-01, CM-FANT-SIEGE-02: of what as many men dig, the most of it as well."""
    assert rate(sappers(troop, men)) == inches(far)


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_tunnel_of_dwarves_comes_on_so_far(lie: Askew) -> None:
    """CM-FANT-SIEGE-01: under a wall that is bent, six inches and a quarter off, in one turn."""
    ground = Ground(lie)
    battle = castle(sappers("dwarves", 8, ground), ground=ground)
    asked = play(battle, PlanMines())
    assert "CM-FANT-SIEGE-01" in asked.decision.rules
    begun = asked.then(choose(f"{MINE}:{WALL}"))
    played = play(replace(begun.battle, agenda=(), decisions=(), turn=3), Dig())
    assert [one.kind for one in played.battle.table.features].count(BREACH) == 1
    men = play(castle(sappers("light_foot", 8, ground), ground=ground), PlanMines(), choose(f"{MINE}:{WALL}"))
    later = play(replace(men.battle, agenda=(), decisions=(), turn=3), Dig())
    assert tunnels(later.battle, MINE)[0].dug == inches(4)


@pytest.mark.parametrize(("troop", "mines"), [("light_foot", 3), ("orcs", 4), ("dwarves", 5)])
def test_they_may_try_more_often(troop: str, mines: int) -> None:
    """CM-FANT-SIEGE-01, CM-FANT-SIEGE-02: two more, and one more, than the three of men."""
    unit = sappers(troop, 8)
    assert (most(unit, MINE), most(unit, COUNTER)) == (mines, mines - 1)
    assert digging(unit).more == mines - 3
    battle = castle(unit)
    for _ in range(mines):
        begun = play(battle, PlanMines(), choose(f"{MINE}:{WALL}"))
        stopped = play(replace(begun.battle, agenda=(), decisions=()), PlanMines(), choose("nothing"))
        battle = replace(stopped.battle, agenda=(), decisions=())
    assert [one.key for one in play(battle, PlanMines()).decision.options] == ["nothing"]


def test_an_army_list_makes_sappers_of_dwarves_and_orcs() -> None:
    """CM-FANT-SIEGE-01, CM-FANT-SIEGE-02"""
    for troop in ("dwarves", "orcs"):
        changed = with_equipment(TROOPS[troop].profile, {"sappers": True})
        assert changed.profile.sappers
        assert not changed.faults
    wrong = with_equipment(TROOPS["elves"].profile, {"sappers": True})
    assert not wrong.profile.sappers
    assert "CM-FANT-SIEGE-01" in wrong.faults[0].rules


# ---------------------------------------------------------------- broken down by hand


@pytest.mark.parametrize("lie", CROOKED, ids=str)
@pytest.mark.parametrize(("troop", "points"), [("balrog", 4), ("true_troll", 2), ("giant", 3), ("earth_elemental", 6)])
def test_who_stands_against_a_wall_breaks_it_down(lie: Askew, troop: str, points: int) -> None:
    """CM-FANT-SIEGE-03: so many points a turn."""
    ground = Ground(lie)
    played = play(castle(creature(troop, ground), ground=ground), acts("blue"), does("it", "break", ground=WALL))
    assert lost(played.battle) == [points]
    (told,) = played.events_of(Ruled)
    assert told.rules == ("CM-FANT-SIEGE-03",)
    assert acts_open(played.battle, "blue") == set()


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_of_ogres_those_count_who_stand_against_it(lie: Askew) -> None:
    """CM-FANT-SIEGE-03: three in the first rank of five."""
    ground = Ground(lie)
    ogres = creature("ogres", ground, 5, files=3)
    played = play(castle(ogres, ground=ground), acts("blue"), does("it", "break", ground=WALL))
    assert lost(played.battle) == [3]


def test_with_its_last_point_a_breach_is_there_where_it_stood() -> None:
    """CM-FANT-SIEGE-03, CM-SIEGE-37"""
    x, y = STRAIGHT.points((1, 9.25))[0]
    battle = castle(creature("giant"), siege=Siege(hits=(Hit(WALL, x, y, 30),)))
    played = play(battle, acts("blue"), does("it", "break", ground=WALL))
    assert CHAINMAIL.appraise(played.battle, "red").total < CHAINMAIL.appraise(battle, "red").total
    gap = next(one for one in played.battle.table.features if one.kind == BREACH)
    assert gap.contains(*STRAIGHT.points((1, 10))[0])


@pytest.mark.parametrize(
    ("unit", "more"),
    [
        (creature("giant", ahead=8.5), {}),
        (creature("hero"), {}),
        (creature("wizard"), {}),
        (creature("giant"), {"defender": "blue"}),
    ],
)
def test_who_breaks_nothing_down(unit: Unit, more: dict[str, Any]) -> None:
    """CM-FANT-SIEGE-03: who stands off it, who is no such creature, who holds the castle himself."""
    assert "break" not in acts_open(castle(unit, **more), "blue")


def test_who_fights_has_no_hand_free_and_an_apparition_none_at_all() -> None:
    """CM-FANT-SIEGE-03, CM-FANT-SPELL-07"""
    foe = STRAIGHT.holders("foe", 4, 1, 7.5, facing=0)
    giant = creature("giant")
    assert "break" not in acts_open(castle(giant, foe, contacts=[locked("foe", "it")]), "blue")
    seeming = castle(giant).with_effect(Effect("p", PHANTASM, OnUnit("it"), rules=("CM-FANT-SPELL-07",)))
    assert acts_open(seeming, "blue") == set()


def test_who_was_concealed_is_seen_when_he_breaks_a_wall() -> None:
    """CM-FANT-SIEGE-03, CM-FANT-SPELL-13: that is an attack."""
    giant = creature("giant", marks=(CONCEALED,))
    hidden = Effect("c", CONCEALED, OnUnit("it"), rules=("CM-FANT-SPELL-13",), mark=CONCEALED)
    played = play(castle(giant).with_effect(hidden), acts("blue"), does("it", "break", ground=WALL))
    assert not played.unit("it").has(CONCEALED)


def test_a_giant_at_the_wall_does_not_throw_as_well() -> None:
    """CM-FANT-SIEGE-03, CM-FANT-GIANT-05"""
    battle = castle(creature("giant"), STRAIGHT.holders("far", 6, 1, 14))
    played = play(battle, acts("blue"), does("it", "break", ground=WALL))
    there = replace(played.battle, agenda=(), decisions=(), phase="artillery")
    assert play(there, Artillery(("blue",))).over
    idle = play(replace(battle, phase="artillery"), Artillery(("blue",)))
    assert idle.decision.actors == ("it",)


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_boulder_takes_three_points_and_so_do_fire_and_lightning(lie: Askew) -> None:
    """CM-FANT-SIEGE-03, CM-FANT-GIANT-04, CM-FANT-WIZARD-12: thrown missiles a hit."""
    ground = Ground(lie)
    battle = castle(creature("giant", ground, ahead=0), ground=ground, phase="artillery")
    far = ground.lie.facing(0)
    thrown = play(battle, Artillery(("blue",)), aim("it", far, 10), "2 | 2")
    assert lost(thrown.battle) == [3]
    assert "CM-FANT-SIEGE-03" in thrown.events_of(Ruled)[-1].rules
    for missile in ("fire_ball", "lightning_bolt"):
        (hit,) = siege_of(hurled(ground, missile).battle).hits
        assert hit.points == 3
        assert Point(hit.x, hit.y).distance(Point(ground.points((1, 10))[0])) < inches(1)


def hurled(ground: Ground, missile: str, *others: Unit, kind: str = "castle_wall", ahead: float = 10.0) -> Played:
    """A missile at a wall ten inches before a wizard."""
    he = wizard("he", "blue", ground.lie.at(1, 0), throws=missile)
    battle = castle(he, *others, ground=ground, kind=kind, phase="artillery", magicians=("he",))
    x, y = ground.lie.at(1, ahead)
    return play(battle, BLUE, throw("he", x, y, missile))


def test_a_missile_that_falls_short_of_the_wall_does_it_no_harm() -> None:
    """CM-FANT-SIEGE-03: a fire ball within its circle, a bolt as far as its head."""
    assert lost(hurled(STRAIGHT, "fire_ball", ahead=7.4).battle) == []
    assert lost(hurled(STRAIGHT, "fire_ball", ahead=8).battle) == [3]
    assert lost(hurled(STRAIGHT, "lightning_bolt", ahead=9).battle) == []


def test_nobody_is_struck_under_a_roof() -> None:
    """CM-SIEGE-07, CM-FANT-WIZARD-14, CM-FANT-DRAGON-07: on the lower storey of a siege tower."""
    tower = STRAIGHT.holders("tower", 8, 1, 8, troop="siege_tower")
    men = STRAIGHT.inside(STRAIGHT.holders("men", 2, 1, 7.6), "tower", 1)
    assert hurled(STRAIGHT, "fire_ball", tower, men, ahead=7).unit("men").figures == 2
    breath = Commanded("it", BREATHE, Pointed(degrees(STRAIGHT.lie.facing(0)), LENGTH))
    dragon = castle(creature("red_dragon", ahead=3), tower, men, phase="first_move")
    assert play(dragon, Breaths(("blue",)), breath).unit("men").figures == 2
    up = STRAIGHT.inside(STRAIGHT.holders("men", 2, 1, 7.6), "tower", 2)
    assert hurled(STRAIGHT, "fire_ball", tower, up, ahead=7).unit("men").figures == 0


# ---------------------------------------------------------------- set on fire


@pytest.mark.parametrize("lie", CROOKED, ids=str)
@pytest.mark.parametrize("troop", ["balrog", "fire_elemental", "efreet"])
def test_by_their_touch(lie: Askew, troop: str) -> None:
    """CM-FANT-SIEGE-04: it burns as wood does that oil has struck, and is gone after six turns."""
    ground = Ground(lie)
    battle = castle(creature(troop, ground), ground=ground, kind=PALISADE)
    played = play(battle, acts("blue"), does("it", "kindle", ground=WOOD))
    (effect,) = [one for one in played.battle.effects.all if one.kind == BURNING]
    assert "CM-FANT-SIEGE-04" in effect.rules
    assert effect.ends == (Until(Moment(8, edge="end")),)
    assert "kindle" not in acts_open(replace(played.battle, agenda=(), decisions=(), turn=3), "blue")


def test_stone_does_not_burn() -> None:
    """CM-FANT-SIEGE-04"""
    assert "kindle" not in acts_open(castle(creature("balrog")), "blue")
    assert burning(hurled(STRAIGHT, "fire_ball").battle) == []


@pytest.mark.parametrize("troop", ["siege_tower", "covered_ram", "mantlet"])
def test_machines_burn_that_a_balrog_touches_whoever_fights_there(troop: str) -> None:
    """CM-FANT-SIEGE-04: any wooden structure; no roof keeps off such fire. It is abandoned in the next turn."""
    machine = STRAIGHT.stormers("machine", 8, 1, 7, troop=troop)
    away = machine.body.base.depth / 2000
    balrog = STRAIGHT.holders("it", 1, 1, 7 + away + 0.05, troop="balrog")
    battle = castle(machine, balrog, contacts=[locked("it", "machine")])
    played = play(battle, acts("red"), does("it", "burn", at="machine"))
    assert played.unit("machine").has(BURNING)
    later = play(replace(played.battle, agenda=(), decisions=(), turn=3), Smoke())
    assert not later.unit("machine").on_table


def test_a_machine_out_of_touch_does_not_burn() -> None:
    machine = STRAIGHT.stormers("machine", 8, 1, 5, troop="siege_tower")
    balrog = STRAIGHT.holders("it", 1, 1, 8.6, troop="balrog")
    assert "burn" not in acts_open(castle(machine, balrog), "red")


@pytest.mark.parametrize("missile", ["fire_ball", "lightning_bolt"])
@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_wizards_missiles_set_palisades_and_machines_on_fire(lie: Askew, missile: str) -> None:
    """CM-FANT-SIEGE-03, CM-FANT-SIEGE-04: three points as well."""
    ground = Ground(lie)
    played = hurled(ground, missile, kind=PALISADE)
    assert lost(played.battle) == [3]
    assert len(burning(played.battle)) == 1
    tower = ground.holders("tower", 8, 1, 10, troop="siege_tower")
    struck = hurled(ground, missile, tower)
    assert struck.unit("tower").has(BURNING)
    assert struck.unit("tower").own.engine.damage == 3


@pytest.mark.parametrize(("troop", "burns"), [("red_dragon", 1), ("blue_dragon", 1), ("white_dragon", 0)])
@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_dragons_breathe_fire_on_wood(lie: Askew, troop: str, burns: int) -> None:
    """CM-FANT-SIEGE-04: with nobody near it at all; those who breathe fire or lightning."""
    ground = Ground(lie)
    battle = castle(creature(troop, ground, ahead=3), ground=ground, kind=PALISADE, phase="first_move")
    asked = play(battle, Breaths(("blue",)))
    assert asked.over == (not burns)
    there = Effect("b", BURNING, OnFeature(WOOD), rules=("CM-FANT-SIEGE-04",), by="1")
    assert play(replace(battle, agenda=()).with_effect(there), Breaths(("blue",))).over
    if burns:
        breath = Commanded("it", BREATHE, Pointed(degrees(ground.lie.facing(0)), LENGTH))
        assert len(burning(asked.then(breath).battle)) == 1


def test_a_breath_spares_what_is_one_s_own() -> None:
    """CM-FANT-SIEGE-04, CM-FANT-DRAGON-07: machines of its side, and the palisade that it defends."""
    tower = STRAIGHT.stormers("tower", 8, 1, 7, troop="siege_tower")
    foes = STRAIGHT.holders("foes", 4, 1, 9, on=WALL)
    dragon = creature("red_dragon", ahead=3)
    breath = Commanded("it", BREATHE, Pointed(degrees(STRAIGHT.lie.facing(0)), LENGTH))
    played = play(castle(dragon, tower, foes, phase="first_move"), Breaths(("blue",)), breath)
    assert not played.unit("tower").has(BURNING)
    held = castle(dragon, foes, kind=PALISADE, defender="blue", phase="first_move")
    assert burning(play(held, Breaths(("blue",)), breath).battle) == []


# ---------------------------------------------------------------- shown, told, and played by captains


def test_what_it_comes_to_is_shown_before_it_is_done() -> None:
    """CM-FANT-SIEGE-03: on the card of the act, in its preview, and on that of the creature."""
    battle = castle(creature("giant"), phase="siege")
    played = play(battle, acts("blue"))
    (card,) = played.decision.hand
    assert card.uses[0].rules == ("CM-FANT-SIEGE-03",)
    shown = CHAINMAIL.preview(played.battle, played.decision, does("it", "break", ground=WALL))
    assert "3 points off castle_wall, 30 left" in str(shown.notes)
    assert "CM-FANT-SIEGE-03" in str(CHAINMAIL.card(played.battle, "it"))


def test_what_a_missile_does_to_a_wall_is_shown_before_it_is_thrown() -> None:
    """CM-FANT-SIEGE-03, CM-FANT-SIEGE-04"""
    he = wizard("he", "blue", STRAIGHT.lie.at(1, 0))
    battle = castle(he, kind=PALISADE, phase="artillery", magicians=("he",))
    played = play(battle, BLUE)
    x, y = STRAIGHT.lie.at(1, 10)
    shown: Preview = CHAINMAIL.preview(played.battle, played.decision, throw("he", x, y))
    assert "3 points off palisade of 10" in str(shown.notes)
    assert "palisade catches fire" in str(shown.notes)


def test_it_is_typed_as_all_that_is_done_about_a_castle() -> None:
    """CM-FANT-SIEGE-03"""
    played = play(castle(creature("giant")), acts("blue"))
    assert typed_power(played.battle, played.decision, "it break it down on castle_wall") == does(
        "it", "break", ground=WALL
    )


@pytest.mark.parametrize(
    ("battle", "step", "wanted"),
    [
        (castle(creature("giant")), SiegeActs(("blue",)), does("it", "break", ground=WALL)),
        (castle(creature("balrog"), kind=PALISADE), SiegeActs(("blue",)), does("it", "kindle", ground=WOOD)),
    ],
)
def test_captains_break_down_and_burn_what_they_stand_against(battle: Battle, step: Any, wanted: Commanded) -> None:
    """CM-FANT-SIEGE-03, CM-FANT-SIEGE-04"""
    played = play(battle, step)
    assert ChainmailCaptain(1).answer(CHAINMAIL.view(played.battle, "blue"), played.decision) == wanted


def test_captains_throw_missiles_at_walls_where_nobody_stands_and_breathe_on_palisades() -> None:
    """CM-FANT-SIEGE-03, CM-FANT-SIEGE-04: a wizard in the ranks who has moved, and so neither casts nor hides."""
    he = replace(wizard("he", "blue", STRAIGHT.lie.at(1, 0), moved=True), place=Aboard("foot"))
    others = STRAIGHT.stormers("foot", 6, 1, 0), STRAIGHT.holders("far", 4, 1, 30)
    battle = castle(he, *others, phase="artillery", magicians=("he",), turn=3)
    played = play(battle, BLUE)
    chosen = ChainmailCaptain(1).answer(CHAINMAIL.view(played.battle, "blue"), played.decision)
    assert lost(played.then(chosen).battle) == [3]
    dragon = castle(creature("red_dragon", ahead=3), kind=PALISADE, phase="first_move")
    breath = play(dragon, Breaths(("blue",)))
    first = ChainmailCaptain(1).answer(CHAINMAIL.view(breath.battle, "blue"), breath.decision)
    assert first != FINISH
    assert burning(breath.then(first).battle)


def test_captains_walk_giants_up_to_the_wall() -> None:
    """CM-FANT-SIEGE-03: and leave them there."""
    works = STRAIGHT.wall(), STRAIGHT.tower((8, 4), (10, 4), (10, 6), (8, 6))
    for ahead, moves in ((4, True), (9.2, False)):
        guard = STRAIGHT.holders("far", 4, 1, 11, on=WALL)
        battle = besieged(creature("giant", ahead=ahead), guard, features=works, **{**ON, "phase": "first_move"})
        played = play(battle, Moves("blue"))
        answer = ChainmailCaptain(1).answer(CHAINMAIL.view(played.battle, "blue"), played.decision)
        assert isinstance(answer, Commanded)
        assert (answer.actor == "it" and bool(answer.path)) == moves


def test_who_stands_on_a_burning_palisade_is_up_there_no_more() -> None:
    """CM-FANT-SIEGE-04, CM-SIEGE-26"""
    guard = STRAIGHT.holders("guard", 2, 1, 9.6, on=WOOD)
    battle = castle(creature("balrog"), guard, kind=PALISADE)
    played = play(battle, acts("blue"), does("it", "kindle", ground=WOOD))
    later = play(replace(played.battle, agenda=(), decisions=(), turn=3), Smoke())
    assert not isinstance(later.unit("guard").level, Upon)


def test_the_reasons_name_the_rule() -> None:
    """CM-FANT-SIEGE-03"""
    battle = castle(creature("giant"), STRAIGHT.stormers("foot", 6, 1, 4))
    assert rules(play(battle, acts("blue")).refusal(does("foot", "break", ground=WALL)))
