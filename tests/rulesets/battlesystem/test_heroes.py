"""Heroes against figures and each other (cases 1.6, 5.2, 9.2, 9.4)."""

from __future__ import annotations

from schiltron.battle.state.event import Struck
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.melee.duels import IndividualCombats
from schiltron.rulesets.battlesystem.melee.fights import Melees, frozen
from schiltron.rulesets.battlesystem.melee.heroes import affects_whole_figure, hit_points_lost
from tests.rulesets.battlesystem.positions import ORC, Played, blue, creature, field, locked, person, play, red, weapon

GIANT = creature("hill giant", 8, 1, ac=4, mv=12, size="L")
GREATSWORD = weapon("two-handed sword", "1d10+5", "3d6+5")


def hero(**more):
    return person("hero", "blue", at=(24, 30.25), **{"thac0": 8, "hit_points": 40, **more})


def beset(*more, he=None, **options):
    """A hero before a line of orcs."""
    orcs = red("orcs", 8, files=8, at=(24, 30), of=ORC, formation="closed", ar=19)
    return field(he or hero(), orcs, *more, contacts=[locked("orcs", "hero")], **options)


def test_one_figure_at_a_time_reaches_a_hero_of_mans_size() -> None:
    """BS-9.4-04: three reach one of size L, of all his enemies together."""
    made = frozen(beset(), "orcs", "hero")
    assert made is not None
    assert made.figures.total == 1
    giant = frozen(beset(he=person("hero", "blue", at=(24, 30.5), of=GIANT)), "orcs", "hero")
    assert giant is not None
    assert giant.figures.total == 3
    assert frozen(beset(he=hero(struck_at_by=1)), "orcs", "hero") is None


def test_a_hit_die_of_damage_costs_a_hero_four_hit_points() -> None:
    """BS-9.4-05: and half a die two; fractions are dropped."""
    assert (hit_points_lost(10), hit_points_lost(5), hit_points_lost(1)) == (4, 2, 0)
    struck = play(beset(), Melees(), "6 6 | 1 1")
    (blow,) = [one for one in struck.events_of(Struck) if one.target == "hero"]
    damage = blow.tallies[-1].total
    assert damage > 0
    assert struck.unit("hero").own.hit_points == 40 - damage * 4 // 10
    assert [one.each for one in struck.events_of(Struck)] == ["hit", "hit point"]


def test_at_no_hit_points_he_is_out_of_the_battle() -> None:
    """BS-9.4-05."""
    dead = play(beset(he=hero(hit_points=3)), Melees(), "6 6 | 1 1")
    assert dead.unit("hero").figures == 0


def test_a_hero_gives_a_figure_one_wound_at_most() -> None:
    """BS-9.4-06: with half its hit dice (5 of 10) or more, and never more than a wound."""
    strong = hero(ar=10, weapon=GREATSWORD)
    struck = play(beset(he=strong), Melees(), "1 1 | 6 6")
    assert struck.unit("orcs").own.wounded
    assert struck.unit("orcs").figures == 8
    weak = hero(ar=30, weapon=weapon("dagger", "1d4"))
    nothing = play(beset(he=weak), Melees(), "6 6 | 6 6")
    assert not nothing.unit("orcs").own.wounded


def test_a_second_wound_finishes_a_figure() -> None:
    """BS-9.4-06, BS-8.7-04: killing a figure takes him two rounds."""
    strong = hero(ar=10, weapon=GREATSWORD)
    orcs = red("orcs", 8, files=8, at=(24, 30), of=ORC, formation="closed", wounded=True, marks=("wounded",))
    position = field(strong, orcs, contacts=[locked("orcs", "hero")])
    struck = play(position, Melees(), "1 1 | 6 6")
    assert (struck.unit("orcs").figures, struck.unit("orcs").own.wounded) == (7, False)


def test_who_strikes_as_often_as_a_figure_has_creatures_affects_it_whole() -> None:
    """BS-9.4-03: a fighter of level 10 against petty foes, ten to a figure (BS-8.6-02)."""
    petty = creature("goblin", 1, -1, fights_as=None)
    champion = person("hero", "blue", at=(24, 30.25), of=creature("human", 10, fights_as=("fighter", 10)))
    position = field(champion, red("goblins", 4, files=4, at=(24, 30), of=petty), red("orcs", 4, at=(50, 30), of=ORC))
    assert affects_whole_figure(position, position.units["hero"], position.units["goblins"])
    assert not affects_whole_figure(position, position.units["hero"], position.units["orcs"])


# ---------------------------------------------------------------- individual combat


def duel(**more):
    mine = person("knight", "blue", at=(24, 30.25), thac0=14, hit_points=12, **more)
    theirs = person("black", "red", at=(24, 29.75), thac0=16, hit_points=10)
    return field(mine, theirs, contacts=[locked("knight", "black")])


def test_three_melee_rounds_in_a_game_round() -> None:
    """BS-1.0-05, BS-1.6-01, BS-9.4-07, BS-5.2-01: initiative for each; the quicker strikes first; AC 6, longswords."""
    played = play(duel(), IndividualCombats())
    assert played.roll.purpose.startswith("round 1 of")
    first = played.then("3 | 5")
    assert [(pool.whose, pool.count, pool.reading.need) for pool in first.roll.pools] == [("red", 1, 10)]
    missed = first.then("9")
    assert [(pool.whose, pool.reading.need) for pool in missed.roll.pools] == [("blue", 8)]
    hit = missed.then("8")
    wounded = hit.then("6")
    assert wounded.unit("black").own.hit_points == 4
    second = wounded.then("4 | 4")
    assert [pool.whose for pool in second.roll.pools] == ["blue", "red"]
    third = second.then("1 | 1")
    assert third.roll.purpose.startswith("round 3 of")
    over = third.then("6 | 1", "1", "1")
    assert over.over


def test_whoever_looks_on_is_told_who_fights_and_what_their_blows_need() -> None:
    """BS-9.4-07, BS-9.4-09: from the first dice to the last blow, with armour class and what a d20 must show."""
    begun = play(duel(), IndividualCombats())

    def told(played: Played) -> tuple[str, str, int | None]:
        seen = BATTLESYSTEM.duel(played.battle)
        assert seen is not None
        return seen.one, seen.other, seen.round

    seen = BATTLESYSTEM.duel(begun.battle)
    assert seen is not None
    assert [[stat.value for stat in man[:2]] for man in seen.stats] == [["6", "8"], ["6", "10"]]
    blows = begun.then("3 | 5", "20")
    assert blows.roll.purpose == "damage"
    for number, played in (
        (1, begun),
        (1, begun.then("3 | 5")),
        (1, blows),
        (1, blows.then("1")),
        (2, blows.then("1", "8", "1")),
    ):
        assert told(played) == ("knight", "black", number)
    over = blows.then("1", "1", "1 | 6", "1", "1", "1 | 6", "1", "1")
    assert over.over
    assert BATTLESYSTEM.duel(over.battle) is None
    assert BATTLESYSTEM.duel(duel()) is None


def test_the_slain_strike_no_more() -> None:
    """BS-9.4-07: who strikes first may end it."""
    played = play(duel(), IndividualCombats(), "6 | 1", "20", "8")
    assert played.unit("black").own.hit_points == 2
    dead = played.then("1", "6 | 1", "20", "8")
    assert dead.unit("black").figures == 0
    assert dead.over


def test_both_fall_when_they_strike_together() -> None:
    """BS-5.2-01: ties strike together."""
    position = field(
        person("knight", "blue", at=(24, 30.25), hit_points=3),
        person("black", "red", at=(24, 29.75), hit_points=3),
        contacts=[locked("knight", "black")],
    )
    played = play(position, IndividualCombats(), "4 | 4", "20 | 20", "8 | 8")
    assert (played.unit("knight").figures, played.unit("black").figures) == (0, 0)
    assert played.over


def test_individual_combat_touches_nobody_else() -> None:
    """BS-1.6-02, BS-9.4-08."""
    position = field(
        person("knight", "blue", at=(24, 30.25)),
        person("black", "red", at=(24, 29.75)),
        blue("men", 6, files=6, at=(24, 30.5), marks=("out_of_command",), astray="leaderless"),
        contacts=[locked("knight", "black")],
    )
    played = play(position, IndividualCombats(), "1 | 6", "20", "8", "1", "1 | 6", "1", "1", "1 | 6", "1", "1")
    assert played.over
    assert played.unit("men") == position.units["men"]


def test_three_blows_in_two_rounds() -> None:
    """BS-9.4-07, BS-8.6-02: one in the first melee round, two in the second."""
    played = play(duel(half_attacks=3), IndividualCombats(), "6 | 1")
    assert played.roll.pools[0].count == 1
    second = played.then("1", "1", "6 | 1")
    assert second.roll.pools[0].count == 2


def test_a_commander_with_his_unit_cannot_be_singled_out() -> None:
    """BS-9.2-04, BS-9.2-05: only one who stands apart is fought like a hero."""
    captain = person("captain", "blue", with_="men", rank="unit", radius=9)
    position = field(
        blue("men", 6, files=6, at=(24, 30), formation="closed"),
        captain,
        person("black", "red", at=(24, 29.75)),
        contacts=[locked("black", "men")],
    )
    assert play(position, IndividualCombats()).over
    assert frozen(position, "black", "men") is not None
