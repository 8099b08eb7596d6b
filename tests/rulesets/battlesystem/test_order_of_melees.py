"""The order of melees, who strikes in them and who does not, wounds of skirmishers, and how a melee ends
(cases 1.6, 6.3, 8.0 to 8.8, 9.4, 11.7)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.event import Checked, Fell, Struck
from schiltron.parent_game.damage import damage
from schiltron.rulesets.battlesystem.losses import hurt
from schiltron.rulesets.battlesystem.melee.duels import IndividualCombats, fighter
from schiltron.rulesets.battlesystem.melee.eligible import contacts, who_fights
from schiltron.rulesets.battlesystem.melee.fights import FreeAttack, Melees, frozen
from schiltron.rulesets.battlesystem.melee.heroes import hurt_by_hero, wound_by_hero
from schiltron.rulesets.battlesystem.melee.readying import BeginMelee
from schiltron.rulesets.battlesystem.results import inflicted
from schiltron.rulesets.battlesystem.state import WOUNDED, Rout, Scene, with_morale
from tests.rulesets.battlesystem.crooked import (
    CROOKED,
    Crooked,
    as_it_is,
    askew_in_a_mirror,
    mirrored,
    relisted,
    turned,
)
from tests.rulesets.battlesystem.positions import (
    LONGSWORD,
    OGRE,
    ORC,
    SPEAR,
    WARHORSE,
    Played,
    blue,
    choose,
    creature,
    field,
    locked,
    person,
    play,
    red,
    share,
    skirmishers,
    strip,
    weapon,
)


def scene(battle) -> Scene:
    return AnyScene(battle)


def men(figures: int = 6, *, files: int = 6, at=(24, 30), formation: str = "closed", **more):
    return blue("men", figures, files=files, at=at, formation=formation, **more)


def orcs(figures: int = 6, *, files: int = 6, at=(24, 30), formation: str = "closed", **more):
    return red("orcs", figures, files=files, at=at, formation=formation, **{"of": ORC, **more})


# ---------------------------------------------------------------- the order


def test_a_cluster_is_finished_though_the_unit_that_joined_it_is_gone() -> None:
    """BS-1.6-03: a, b and c, d hang together by b and c; b falls in the first melee, and c, d is next."""
    weak = {"files": 4, "of": ORC, "formation": "closed"}
    position = field(
        blue("a", 4, files=4, at=(20, 30), formation="closed", ar=2),
        red("b", 4, at=(20, 30), **weak),
        blue("c", 2, files=1, at=(21.5, 28.875), facing=270, formation="closed"),
        red("d", 2, files=1, at=(23, 28.875), facing=270, of=ORC, formation="closed"),
        blue("x", 4, files=4, at=(60, 30), formation="closed"),
        red("y", 4, at=(60, 30), **weak),
        contacts=[locked("a", "b"), locked("c", "b", "left"), locked("d", "c", "rear"), locked("x", "y")],
    )
    asked = play(position, Melees())
    assert len(asked.decision.options) == 4
    first = asked.then(choose("a against b"), "1 1 | 6 6")
    assert first.unit("b").figures == 0
    while first.battle.roll is not None and "morale" in first.roll.purpose:
        first = first.then("1 1")
    assert "D at C" in first.roll.purpose or "C at D" in first.roll.purpose


def settled(played: Played) -> Played:
    """Morale is checked with the best of dice, until the next melee."""
    while played.battle.roll is not None and "morale" in played.roll.purpose:
        played = played.then("1 1")
    return played


def test_a_cluster_that_has_fallen_apart_is_finished_before_another_is_begun() -> None:
    """BS-1.6-03: b joined a with c; when it is gone, a still has e behind it and c has d, and x waits for both."""
    weak = {"files": 4, "of": ORC, "formation": "closed"}
    position = field(
        blue("a", 4, files=4, at=(20, 30), formation="closed", ar=2),
        red("b", 4, at=(20, 30), **weak),
        blue("c", 2, files=1, at=(21.5, 28.875), facing=270, formation="closed"),
        red("d", 2, files=1, at=(23, 28.875), facing=270, of=ORC, formation="closed"),
        red("e", 4, at=(20, 30.75), facing=0, **weak),
        blue("x", 4, files=4, at=(60, 30), formation="closed"),
        red("y", 4, at=(60, 30), **weak),
        contacts=[
            locked("a", "b"),
            locked("c", "b", "left"),
            locked("d", "c", "rear"),
            locked("e", "a", "rear"),
            locked("x", "y"),
        ],
    )
    first = settled(play(position, Melees(), choose("a against b"), "1 1 | 6 6"))
    assert first.unit("b").figures == 0
    assert {option.key for option in first.decision.options} == {"c against d", "a against e"}
    second = settled(first.then(choose("c against d"), "6 6 | 6 6"))
    assert "A at E" in second.roll.purpose, "x against y is still not offered"


def test_the_next_cluster_is_finished_as_the_first_was() -> None:
    """BS-1.6-03: x has two enemies before it, and p waits until both are fought."""
    orcs_ = {"of": ORC, "formation": "closed", "ml": 20}
    steady = {"formation": "closed", "ml": 20}
    position = field(
        blue("a", 4, files=4, at=(20, 30), **steady),
        red("b", 4, files=4, at=(20, 30), **orcs_),
        blue("x", 8, files=8, at=(50, 30), **steady),
        red("y", 3, files=3, at=(48.5, 30), **orcs_),
        red("z", 3, files=3, at=(51.5, 30), **orcs_),
        blue("p", 4, files=4, at=(75, 30), **steady),
        red("q", 4, files=4, at=(75, 30), **orcs_),
        contacts=[locked("a", "b"), locked("x", "y"), locked("x", "z"), locked("p", "q")],
    )
    first = settled(play(position, Melees(), choose("a against b"), "6 6 | 6 6"))
    assert {option.key for option in first.decision.options} == {"x against y", "x against z", "p against q"}
    second = settled(first.then(choose("x against z"), "6 6 | 6 6"))
    assert "X at Y" in second.roll.purpose


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(
    ("theirs", "facing", "fight"),
    [
        ((24.6, 30), 180, ("men", "orcs", "front")),
        ((23.5, 28.875), 90, ("men", "orcs", "right")),
        ((24.1, 28.875), 270, ("men", "orcs", "left")),
        ((23.3, 28.5), 0, ("men", "orcs", "rear")),
        ((26.25, 30.3), 270, ("orcs", "men", "right")),
        ((21.75, 30.3), 90, ("orcs", "men", "left")),
        ((24.4, 30.75), 0, ("orcs", "men", "rear")),
        ((27.375, 30.3), 0, ("men", "orcs", "left")),
        ((27.375, 30.3), 180, ("men", "orcs", "right")),
    ],
)
def test_whoever_touches_with_his_front_has_attacked_the_side_he_touches(
    crooked: Crooked, theirs: tuple[float, float], facing: float, fight: tuple[str, str, str]
) -> None:
    """BS-8.0-01: two bodies that nobody aimed at each other, off centre; also where they are remembered apart."""
    enemy = orcs(6, files=3, at=theirs, facing=facing)
    attacker, defender, edge = fight
    if crooked in (mirrored, askew_in_a_mirror):
        edge = {"left": "right", "right": "left"}.get(edge, edge)
    apart = replace(locked("men", "orcs", "rear"), touching=False)
    for known in ((), (apart,)):
        played = play(crooked(field(men(), enemy, contacts=known)), BeginMelee())
        (found,) = played.battle.engagements
        assert (found.attacker, found.defender, found.edge, found.touching) == (attacker, defender, edge, True)


@pytest.mark.parametrize("crooked", [as_it_is, turned(17), turned(213), relisted])
def test_of_two_sides_touched_the_longer_stretch_counts(crooked: Crooked) -> None:
    """BS-8.0-01: orcs behind the men have their front at the first rank, and rub the odd man of the second."""
    men_ = men(7)
    first, odd = men_.outline.rects
    beside = (odd.x + odd.half_width) / 1000 + 3 * 0.75 / 2
    rear = (first.y + first.half_depth) / 1000
    played = play(crooked(field(men_, orcs(6, files=3, at=(beside, rear), facing=0))), BeginMelee())
    (found,) = played.battle.engagements
    assert (found.attacker, found.defender, found.edge) == ("orcs", "men", "rear")


def test_the_attack_roll_and_the_column_give_the_damage() -> None:
    """BS-8.4-02, BS-8.4-03: AR less AC and 2d6, crossed with the column of the weapon."""
    played = play(field(men(ar=20), orcs(), contacts=[locked("men", "orcs")]), Melees(), "3 4 | 6 6")
    struck = next(one for one in played.events_of(Struck) if one.unit == "men")
    attack_roll = next(tally for tally in struck.tallies if tally.label == "Attack Roll")
    made = frozen(field(men(ar=20), orcs(), contacts=[locked("men", "orcs")]), "men", "orcs")
    assert made is not None
    assert attack_roll.total == made.rating.total - made.armour.total + 7
    assert struck.tallies[-1].total == inflicted(attack_roll.total, damage("1d8")) * made.figures.total


def test_who_has_rallied_fights_only_if_he_is_attacked() -> None:
    """BS-6.3-02: the enemy before him has shot and does not strike, so nobody does."""
    rallied = men(rallied_in=1)
    attacked = field(rallied, orcs(), contacts=[locked("orcs", "men")])
    assert [pool.whose for pool in play(attacked, Melees()).roll.pools] == ["blue", "red"]
    spared = field(rallied, orcs(shots=1), contacts=[locked("orcs", "men")])
    assert play(spared, Melees()).over
    assert play(field(men(shots=1), orcs(rallied_in=1), contacts=[locked("orcs", "men")]), Melees()).over
    before = field(men(rallied_in=1), orcs(shots=1), contacts=[locked("orcs", "men")], turn=2)
    assert [pool.whose for pool in play(before, Melees()).roll.pools] == ["blue"]


def test_only_who_is_in_melee_chooses_a_weapon() -> None:
    """BS-8.2-02."""
    armed = men(weapon=(LONGSWORD, SPEAR))
    assert play(field(armed, orcs(at=(24, 10))), BeginMelee()).over
    assert play(field(armed, orcs()), BeginMelee()).decision.seat == "blue"


def test_a_figure_before_a_space_in_the_line_fights_the_nearest() -> None:
    """BS-8.1-01: half an inch lies between the bases of an open line, and a hero is no wider."""
    hero = person("hero", "blue", at=(24, 30.25))
    position = field(hero, orcs(formation="open"), contacts=[locked("hero", "orcs")])
    assert len(contacts(position, position.units["orcs"], "hero")) == 1
    assert who_fights(position, hero, "orcs").total == 1
    apart = field(hero, orcs(formation="open", at=(24, 20)))
    assert contacts(apart, apart.units["orcs"], "hero") == ()


def test_units_that_come_to_touch_by_closing_up_are_in_melee() -> None:
    """BS-8.0-01: at any time during the Melee Phase. The orcs' rear ranks fall, men follow and touch others beside."""
    deep = orcs(8, files=2, at=(24, 24), ml=20)
    beside = red("more", 1, files=1, at=(25.3, 22.5), of=ORC)
    position = field(
        men(4, files=4, at=(24, 21), facing=180, ar=15), deep, beside, contacts=[locked("men", "orcs", "rear")]
    )
    first = play(position, Melees(), "3 4 | 6 6")
    assert 2 <= 8 - first.unit("orcs").figures < 8
    assert any(one.joins("men", "more") for one in first.battle.engagements)


def test_a_melee_is_over_when_one_of_the_two_is_gone() -> None:
    """BS-8.8-01."""
    over = play(field(men(ar=2), orcs(), contacts=[locked("men", "orcs")]), Melees(), "1 1 | 6 6")
    assert over.unit("orcs").figures == 0
    assert not over.battle.engagements


def test_the_end_of_the_line_that_fights_another_does_not_help() -> None:
    """BS-8.1-02, BS-8.1-04: six before four would all fight, but one of them has an enemy of his own at his side."""
    alone = field(men(), orcs(4, files=4), contacts=[locked("men", "orcs")])
    assert who_fights(alone, alone.units["men"], "orcs").total == 6
    flank = red("flank", 1, files=1, at=(26.25, 30.375), facing=270, of=ORC)
    both = field(men(), orcs(4, files=4), flank, contacts=[locked("men", "orcs"), locked("flank", "men", "right")])
    assert who_fights(both, both.units["men"], "orcs").total == 5


# ---------------------------------------------------------------- set spears


def test_chargers_strike_before_anybody_checks_his_morale() -> None:
    """BS-11.7-03, BS-4.4-01: losses first, then the survivors' blow, then the checks of both."""
    spears = orcs(18, files=6, weapon=SPEAR, stance="set_spears", ar=14, ml=12)
    position = field(
        men(8, files=4, mount=WARHORSE, charged=True, formation="open", ml=2, ar=12),
        spears,
        contacts=[locked("men", "orcs")],
    )
    first = play(position, Melees())
    assert [pool.whose for pool in first.roll.pools] == ["red"]
    struck = first.then("6 6")
    lost = 8 - struck.unit("men").figures
    assert 2 <= lost < 8
    assert [pool.whose for pool in struck.roll.pools] == ["blue"]
    assert struck.unit("men").own.morale.rout is None
    made = frozen(struck.battle, "men", "orcs")
    assert made is not None
    assert made.figures.total < 4
    done = struck.then("6 6")
    assert [event.unit for event in done.events_of(Checked)][:1] == ["men"]


def set_strike(*, edge: str = "front", stance: str = "set_spears", since: int = 1, turn: int = 1) -> int:
    """By how much the spears of a unit count that was charged so."""
    spears = orcs(12, files=6, weapon=SPEAR, stance=stance)
    contact = locked("men", "orcs", edge, since)
    made = frozen(field(men(charged=True), spears, contacts=[contact], turn=turn), "orcs", "men")
    assert made is not None
    return made.times


def test_spears_are_set_against_a_charge_of_this_round_on_the_side_they_guard() -> None:
    """BS-11.7-02, BS-11.7-04."""
    assert set_strike() == 2
    assert set_strike(since=1, turn=2) == 1
    assert set_strike(edge="left") == 1
    assert set_strike(edge="left", stance="set_ring") == 2


def test_a_charge_that_lost_its_ranks_has_no_bonus_for_them() -> None:
    """BS-8.3-09, BS-7.14-05."""
    for formation, bonus in (("closed", True), ("open", False)):
        charging = men(formation=formation, charged=True, closed_charge=True)
        made = frozen(field(charging, orcs(), contacts=[locked("men", "orcs")]), "men", "orcs")
        assert made is not None
        assert ("BS-8.3-09" in made.rating.rules) is bonus


def test_in_the_same_ditch_nobody_strikes_upward() -> None:
    """BS-11.9-04: only against those at its edge."""
    wide = strip("ditch", (10, 30), (40, 30), width=4)
    made = frozen(field(men(), orcs(), contacts=[locked("men", "orcs")], features=[wide]), "men", "orcs")
    assert made is not None
    assert "BS-11.9-04" not in made.rating.rules


# ---------------------------------------------------------------- wounds


def test_a_quarter_left_over_wounds_and_the_wounded_fight_on() -> None:
    """BS-8.7-02, BS-8.7-03: the marker changes neither who fights nor the rating."""
    play_ = scene(field(men(), orcs(), contacts=[locked("men", "orcs")]))
    before = frozen(play_.battle, "orcs", "men")
    hurt(play_, ("orcs",), 25, Harm())
    assert (play_.unit("orcs").figures, play_.unit("orcs").own.wounded) == (6, True)
    assert play_.unit("orcs").has(WOUNDED)
    assert frozen(play_.battle, "orcs", "men") == before
    hurt(play_, ("orcs",), 24, Harm())
    assert play_.unit("orcs").own.wounded


def skirmish(*wounded: int, touching: tuple[int, ...] = ()):
    scouts = [
        replace(one, own=replace(one.own, wounded=number in wounded))
        for number, one in enumerate(skirmishers("scouts", "blue", [(22, 30.375), (24, 30.375), (40, 40)]), 1)
    ]
    return field(*scouts, orcs(12, files=12), contacts=[locked("orcs", f"scouts-{number}") for number in touching])


def figures(play_: Scene) -> list[int]:
    return [play_.unit(f"scouts-{number}").figures for number in (1, 2, 3)]


def test_wounds_of_skirmishers_pair_in_the_same_melee_only() -> None:
    """BS-8.7-04: two in one melee: one of them falls; apart each keeps his own."""
    together = scene(skirmish(2, touching=(1, 2)))
    hurt(together, ("scouts-1", "scouts-2", "scouts-3"), 30, Harm())
    assert sum(figures(together)) == 2
    assert not any(together.unit(f"scouts-{number}").own.wounded for number in (1, 2, 3))
    alone = scene(skirmish(3, touching=(1,)))
    hurt(alone, ("scouts-1", "scouts-2", "scouts-3"), 30, Harm())
    assert figures(alone) == [1, 1, 1]
    assert [alone.unit(f"scouts-{number}").own.wounded for number in (1, 2, 3)] == [True, False, True]


def test_the_second_wound_of_a_skirmisher_kills_him() -> None:
    """BS-8.7-04: also where the first fell and the rest of the damage comes to one who was wounded elsewhere."""
    play_ = scene(skirmish(3, touching=(1,)))
    killed = hurt(play_, ("scouts-1", "scouts-3"), 130, Harm())
    assert killed == 2
    assert figures(play_) == [0, 1, 0]


# ---------------------------------------------------------------- flight, and the routed


def test_a_free_attack_falls_on_the_figure_that_flees() -> None:
    """BS-8.8-03: of two skirmishers before the same orcs the second flees."""
    position = skirmish(touching=(1, 2))
    units = {**position.units, "orcs": replace(position.units["orcs"], own=position.units["orcs"].own)}
    struck = play(replace(position, units=units), FreeAttack("orcs", "scouts-2"))
    done = struck.then("3 3")
    fallen = [event.unit for event in done.events_of(Fell)]
    assert fallen[:1] == ["scouts-2"]


def test_of_skirmishers_only_those_in_the_melee_are_driven_on() -> None:
    """BS-6.4-02: a fellow who runs elsewhere is not touched by it."""
    position = skirmish(touching=(1,))
    position = position.with_unit(replace(position.units["scouts-2"], place=blue("x", 1, at=(70, 40)).place))
    running = {"rout": Rout(180_000, 0), "astray": "rout"}
    units = dict(position.units)
    for name in ("scouts-1", "scouts-3"):
        units[name] = with_morale(units[name], **running)
    played = play(replace(position, units=units, phase="melee"), Melees(), "6 6")
    assert played.unit("scouts-3").pose == units["scouts-3"].pose
    assert played.unit("scouts-1").pose != units["scouts-1"].pose


# ---------------------------------------------------------------- heroes


def test_a_hero_between_two_units_is_struck_by_one_figure_of_both() -> None:
    """BS-9.4-04: over all his melees of a round; three figures reach one of size L."""
    hero = person("hero", "blue", at=(24, 30.25), hit_points=60)
    ends = [
        red("orcs", 4, files=4, at=(24, 30), of=ORC, formation="closed"),
        red("more", 4, files=4, at=(24, 30.5), facing=0, of=ORC, formation="closed"),
    ]
    position = field(hero, *ends, contacts=[locked("orcs", "hero"), locked("more", "hero", "rear")])
    first = play(position, Melees(), choose("hero against more"), "6 6 | 6 6")
    assert [one.unit for one in first.events_of(Struck) if one.target == "hero"] == ["more"]
    assert first.over
    giant = person("hero", "blue", at=(24, 30.25), hit_points=60, of=creature("giant", 8, size="L"), struck_at_by=2)
    last = frozen(field(giant, *ends, contacts=[locked("orcs", "hero")]), "orcs", "hero")
    assert last is not None
    assert last.figures.total == 1


def test_a_hero_wounds_with_half_of_a_figures_hit_dice() -> None:
    """BS-9.4-06: 5 of 10, not less; BS-9.4-03: one who can affect a whole figure kills one and never more."""
    for tenths, wounded in ((49, False), (50, True), (300, True)):
        play_ = scene(field(person("hero", "blue", at=(24, 30.25)), orcs()))
        wound_by_hero(play_, "orcs", tenths, Harm())
        assert (play_.unit("orcs").own.wounded, play_.unit("orcs").figures) == (wounded, 6)
    champion = person("hero", "blue", at=(24, 30.25), of=creature("human", 10, fights_as=("fighter", 10)))
    mighty = scene(field(champion, orcs(of=creature("goblin", 1, -1))))
    assert hurt_by_hero(mighty, mighty.unit("hero"), ["orcs"], 350, Harm()) == 1
    assert mighty.unit("orcs").figures == 5


def test_heroes_fight_figures_and_each_other() -> None:
    """BS-9.4-01, BS-9.4-02: first the other hero, by single blows, and then the unit at his side."""
    position = field(
        person("hero", "blue", at=(24, 30.25)),
        person("black", "red", at=(24, 29.75)),
        red("orcs", 4, files=1, at=(24.25, 30.25), facing=270, of=ORC),
    )
    duel = play(position, IndividualCombats())
    assert duel.roll.purpose.startswith("round 1 of")
    assert play(position, BeginMelee(), Melees()).roll.pools


def test_a_single_figure_that_touches_two_enemies_strikes_at_one_of_them() -> None:
    """BS-8.1-04: told off beforehand by its owner."""
    position = field(
        person("hero", "blue", at=(24, 30.25)),
        red("orcs", 4, files=4, at=(24, 30), of=ORC, formation="closed"),
        red("more", 4, files=4, at=(24, 30.5), facing=0, of=ORC, formation="closed"),
    )
    asked = play(position, BeginMelee())
    (item,) = asked.decision.items
    told = asked.then(share(item.key, orcs=1, more=0))
    hero = told.unit("hero")
    assert [who_fights(told.battle, hero, key).total for key in ("orcs", "more")] == [1, 0]


def test_a_giant_is_struck_with_the_damage_for_his_size() -> None:
    """BS-9.4-07, BS-9.4-09, BS-8.5-07: a longsword does 1d12 to one of size L, 1d8 to a man."""
    giant = person("giant", "red", at=(24, 29.5), of=creature("hill giant", 8, 1, ac=4, size="L"))
    knight = person("knight", "blue", at=(24, 30.25), weapon=LONGSWORD, thac0=14)
    position = field(knight, giant, contacts=[locked("knight", "giant")])
    assert [str(die) for die in fighter(position, knight, giant).damage] == ["1d12"]
    assert [str(die) for die in fighter(position, giant, knight).damage] == ["1d8"]
    rolled = play(position, IndividualCombats(), "6 | 1", "10")
    assert [pool.sides for pool in rolled.roll.pools] == [12]


def test_a_fighters_level_of_blows_against_petty_foes_counts_at_one_roll() -> None:
    """BS-8.6-02, BS-9.4-03: seven blows of the seventh level, one to orcs in an odd round."""
    petty = creature("goblin", 1, -1)
    champion = person("hero", "blue", at=(24, 30.25), of=creature("human", 7, fights_as=("fighter", 7)), half_attacks=3)
    against = {}
    for of in (petty, ORC):
        position = field(champion, orcs(of=of), contacts=[locked("hero", "orcs")])
        made = frozen(position, "hero", "orcs")
        assert made is not None
        against[of.race] = len(made.damage)
    assert against == {"goblin": 7, "orc": 1}


# ---------------------------------------------------------------- mounts


def test_rider_and_steed_fall_together_at_one_roll() -> None:
    """BS-11.1-03, BS-11.5-01: one figure; the dice of both are read at the same Attack Roll and added."""
    riders = men(4, files=4, mount=WARHORSE, ar=20)
    position = field(riders, orcs(), contacts=[locked("men", "orcs")])
    played = play(position, Melees(), "3 4 | 6 6")
    struck = next(one for one in played.events_of(Struck) if one.unit == "men")
    roll = next(tally for tally in struck.tallies if tally.label == "Attack Roll").total
    each = inflicted(roll, damage("1d8")) + 2 * inflicted(roll, damage("1d4"))
    assert struck.tallies[-1].total == each * struck.tallies[0].total
    play_ = scene(position)
    hurt(play_, ("men",), 200, Harm())
    assert play_.unit("men").figures == 3


@pytest.mark.parametrize(("of", "die"), [(ORC, "1d6"), (OGRE, "1d10")])
def test_a_weapon_with_two_values_uses_that_for_the_size_it_meets(of, die: str) -> None:
    """BS-8.5-07."""
    axe = weapon("axe", "1d6", "1d10")
    made = frozen(field(men(weapon=axe), orcs(4, files=4, of=of), contacts=[locked("men", "orcs")]), "men", "orcs")
    assert made is not None
    assert [str(one) for one in made.damage] == [die]
