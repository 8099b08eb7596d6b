"""Greater spells of wizards: how they are cast, what each does, and how they end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, PLAY, Commanded, Played
from schiltron.battle.state.effects import Moment, OnFeature, Until
from schiltron.battle.state.event import Fell, Formed, Marked, Ruled, Struck, Worked
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import AtWill
from schiltron.battle.state.unit import Aboard, Hidden
from schiltron.rulesets.book_of_war.attacks.area_damage import AreaHit
from schiltron.rulesets.book_of_war.attacks.melee import fighters
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.magic.steps import Spell, Spells, Unmake
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.sequence import Phase
from schiltron.rulesets.book_of_war.state import Battle, ThisTurn, Unit
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.terrain import Area, Feature
from tests.rulesets.book_of_war.castles import tower, upon, wall
from tests.rulesets.book_of_war.positions import Played as Play
from tests.rulesets.book_of_war.positions import ahead, blue, field, march, piece, plan, play, red, rules, shoot, stream
from tests.rulesets.book_of_war.ships import swan

MAGIC = (Spells("blue"), AttackPhase("blue"))
ALL = ("antimagic_shell", "death_spell", "disintegrate", "lower_water", "move_earth")


def wizard(rank: int = 6, at: tuple[float, float] = (24, 40), spells: tuple[str, ...] = ALL, **more: Any) -> Unit:
    return blue(f"wizard_{rank}", 1, at=at, id=more.pop("id", "mareth"), wand="fireballs", spells=spells, **more)


def cast(spell: str, target: str = "", by: str = "mareth", **more: Any) -> Commanded:
    units = (target,) if target else ()
    return Commanded("", PLAY, Played(f"{by}:{spell}", more.pop("use", "cast"), units, **more))


def field_with(*units: Unit, features: tuple[Feature, ...] = (), **more: Any) -> Battle:
    return field(*units, features=features, game="advanced", **more)


def at_will(played: Play, what: str, seat: str = "blue") -> Play:
    obeyed = BOOK_OF_WAR.obey(played.battle, AtWill(seat, what))
    assert not isinstance(obeyed, Illegal), str(obeyed)
    return Play(obeyed.battle, played.events + obeyed.events, len(played.events))


def next_turn(battle: Battle, turn: int = 2) -> Battle:
    """The same position in a later turn of blue, in which nobody has done anything yet."""
    fresh = {key: replace(one, own=replace(one.own, turn=ThisTurn())) for key, one in battle.units.items()}
    return replace(battle, turn=turn, units=fresh)


def said(played: Play) -> list[str]:
    return [event.what for event in played.events_of(Worked)]


FOES = red("light_infantry", 12, files=4, at=(24, 30))


# ---------------------------------------------------------------- casting


def test_a_spell_is_used_up_and_the_same_may_be_prepared_twice() -> None:
    """BW-A4-13."""
    start = field_with(wizard(3, spells=("death_spell", "death_spell")), FOES)
    first = play(start, Spells("blue"))
    (wand, spell) = first.decision.hand
    assert (wand.title, spell.title, spell.count, spell.holder) == ("Wand of fireballs", "Death spell", 2, "mareth")
    once = first.then(cast("death_spell", "light_infantry"))
    assert once.over
    assert once.unit("mareth").own.used == (("death_spell", 1),)
    again = play(next_turn(once.battle), *MAGIC)
    assert again.decision.hand[1].count == 1
    twice = again.then(cast("death_spell", "light_infantry"))
    assert dict(twice.unit("mareth").own.used) == {"death_spell": 2}
    assert [card.title for card in BOOK_OF_WAR.powers(twice.battle, "blue")] == ["Wand of fireballs"]


def test_one_spell_a_turn_of_who_stands_still_and_neither_wand_nor_blow_besides() -> None:
    """BW-A4-14, BW-A4-15."""
    near = red("light_infantry", 4, at=(24, 40))
    played = play(field_with(wizard(), near), *MAGIC)
    fired = played.then(Commanded("", PLAY, Played("mareth:fireballs", "cast", ("light_infantry",), place=0)))
    assert "BW-A4-15" in rules(fired.refusal(cast("death_spell", "light_infantry")))
    done = played.then(cast("death_spell", "light_infantry"))
    assert [event.action for event in done.events_of(Struck)] == ["death spell"]
    moved = play(field_with(wizard(moved=True, spent=1_000), FOES), *MAGIC)
    assert rules(moved.refusal(cast("death_spell", "light_infantry"))) == {"BW-A4-14"}


def test_magic_is_told_as_it_is_announced_and_again_as_it_works() -> None:
    """BW-A4-15, BW-A4-27: it takes effect after all is announced."""
    played = play(field_with(wizard(), FOES, wizard(at=(30, 40), id="orla")), *MAGIC)
    played = played.then(cast("death_spell", "light_infantry"))
    assert said(played) == ["at Light infantry"]
    assert not played.events_of(Struck)
    assert played.then(FINISH).events_of(Struck)


# ---------------------------------------------------------------- death spell


@pytest.mark.parametrize(("rank", "hits"), [(2, 4), (3, 5), (5, 5), (6, 6)])
def test_death_spell_deals_four_hits_and_a_third_of_the_rank(rank: int, hits: int) -> None:
    """BW-A4-19: on the unit as a whole, with no cap a figure."""
    played = play(field_with(wizard(rank), FOES), *MAGIC, cast("death_spell", "light_infantry"))
    assert played.over
    assert played.unit("light_infantry").figures == 12 - hits
    assert played.unit("light_infantry").own.lost == hits
    ogres = play(field_with(wizard(rank), red("ogres", 4, at=(24, 30))), *MAGIC, cast("death_spell", "ogres"))
    assert (ogres.unit("ogres").figures, ogres.unit("ogres").own.partial_hits) == (3, hits - 4)


def test_death_spell_never_works_on_heroes() -> None:
    """BW-A4-20."""
    start = field_with(wizard(), FOES, red("giant_fire", 1, at=(30, 30)))
    played = play(start, *MAGIC)
    card = next(card for card in played.decision.hand if card.title == "Death spell")
    assert card.uses[0].aim.eligible == ("light_infantry",)
    assert played.refusal(cast("death_spell", "giant_fire"))
    hero = play(start, Spell("mareth", "death_spell", target="giant_fire"))
    assert hero.unit("giant_fire").figures == 1
    assert hero.events_of(Worked)[-1].rules == ("BW-A4-20",)


def test_a_spell_aimed_too_far_takes_effect_where_its_range_ends() -> None:
    """BW-A4-27: on friend or foe, or it is lost."""
    far = red("light_infantry", 3, files=1, at=(24, 10))
    lost = play(field_with(wizard(), far), *MAGIC, cast("death_spell", "light_infantry"))
    assert lost.over
    assert lost.unit("light_infantry").figures == 3
    assert "lost" in said(lost)[-1]
    assert lost.events_of(Worked)[-1].rules == ("BW-A4-27",)
    for other in (red("heavy_infantry", 9, files=9, at=(24, 28.3)), blue("heavy_infantry", 9, files=9, at=(24, 27.9))):
        hit = play(field_with(wizard(), far, other), *MAGIC, cast("death_spell", "light_infantry"))
        assert (hit.unit("light_infantry").figures, hit.unit("heavy_infantry").figures) == (3, 3)
    edge = red("light_infantry", 3, files=1, at=(24, 28))
    assert play(field_with(wizard(), edge), *MAGIC, cast("death_spell", "light_infantry")).events_of(Fell)


# ---------------------------------------------------------------- disintegrate


def test_disintegrate_removes_a_hero_on_two_in_six() -> None:
    """BW-A4-21."""
    start = field_with(wizard(), red("knight_commander", 1, at=(24, 30)))
    played = play(start, *MAGIC, cast("disintegrate", "knight_commander"))
    assert played.dice == [(1, 3)]
    assert played.then("3").unit("knight_commander").figures == 1
    gone = played.then("2")
    assert gone.unit("knight_commander").figures == 0
    assert gone.battle.graves[-1].by == "mareth"


def test_heroes_in_the_ranks_may_be_disintegrated() -> None:
    """BW-A4-21: embedding is no shelter from magic; the host is not touched."""
    lord = replace(red("barbarian_lord", 1, at=(0, 0)), place=Aboard("light_infantry", "front:1"))
    played = play(field_with(wizard(), FOES, lord), *MAGIC, cast("disintegrate", "barbarian_lord"), "1")
    assert (played.unit("barbarian_lord").figures, played.unit("light_infantry").figures) == (0, 12)
    far = replace(FOES, place=red("light_infantry", 12, files=4, at=(24, 20)).place)
    assert play(field_with(wizard(), far, lord), *MAGIC, cast("disintegrate", "barbarian_lord")).over


def test_disintegrate_aimed_too_far_works_on_a_hero_where_the_range_ends_and_on_nobody_else() -> None:
    """BW-A4-21, BW-A4-27."""
    far = red("knight_commander", 1, at=(24, 10))
    host = red("light_infantry", 9, files=9, at=(24, 28.3), id="host")
    lost = play(field_with(wizard(), far, host), *MAGIC, cast("disintegrate", "knight_commander"))
    assert lost.over
    assert "lost" in said(lost)[-1]
    lord = replace(red("barbarian_lord", 1, at=(0, 0)), place=Aboard("host", "front:0"))
    found = play(field_with(wizard(), far, host, lord), *MAGIC, cast("disintegrate", "knight_commander"), "1")
    assert [found.unit(one).figures for one in ("knight_commander", "barbarian_lord", "host")] == [1, 0, 9]


# ---------------------------------------------------------------- antimagic shell


def sheltered(*units: Unit) -> Play:
    return play(field_with(wizard(), *units), *MAGIC, cast("antimagic_shell"))


def test_the_shell_keeps_all_magic_off_and_in_for_twelve_turns() -> None:
    """BW-A4-16, BW-A4-17."""
    played = sheltered(FOES)
    (effect,) = played.battle.effects.all
    assert effect.ends == (Until(Moment(13, "attacks blue")),)
    assert effect.obeys == "mareth"
    assert played.unit("mareth").has("antimagic_shell")
    for step in (
        AreaHit("light_infantry", "mareth", 9, ("fire",), "breath", ("BW-A3-29",)),
        Unmake("light_infantry", "disintegrate", "mareth"),
    ):
        struck = play(replace(played.battle, roll=None, decisions=()), step)
        assert struck.over
        assert struck.unit("mareth").figures == 1
        assert "BW-A4-16" in struck.events[-1].rules
    later = play(next_turn(played.battle), *MAGIC)
    assert later.over
    (wand, *_) = BOOK_OF_WAR.powers(later.battle, "blue")
    assert "BW-A4-17" in wand.uses[0].rules


def test_the_shell_shelters_an_entourage_and_not_a_larger_unit() -> None:
    """BW-A4-16."""
    for figures, safe in ((1, True), (6, False)):
        host = blue("archers", figures, at=(24, 40))
        embedded = replace(wizard(), place=Aboard("archers", "front:0"))
        played = play(field_with(host, embedded, FOES), Spell("mareth", "antimagic_shell"))
        hit = play(played.battle, Spell("light_infantry", "death_spell", target="archers"))
        assert (hit.unit("archers").figures == figures) is safe


@pytest.mark.parametrize(("figures", "safe"), [(1, True), (6, False)])
def test_enchanted_creatures_cannot_harm_who_is_in_a_shell(
    monkeypatch: pytest.MonkeyPatch, figures: int, safe: bool
) -> None:
    """BW-A4-16: nor an entourage, which has no ward of its own; without a shell they strike at it."""
    monkeypatch.setitem(TROOPS, "djinn", replace(TROOPS["ogres"], id="djinn", enchanted=True))
    host = blue("archers", figures, files=1, at=(24, 40))
    embedded = replace(wizard(), place=Aboard("archers", "front:0"))
    bare = field_with(host, embedded, red("djinn", 1, at=(24, 40)), active="red")
    shelled = play(bare, Spell("mareth", "antimagic_shell")).battle
    for battle, struck in ((bare, True), (shelled, not safe)):
        played = play(battle, AttackPhase("red"), *(("6",) if struck else ()))
        assert played.over
        assert played.unit("archers").figures == figures - struck
    (line,) = fighters(shelled, shelled.units["djinn"])
    assert ("BW-A4-16" in line.foes["archers"].rules) is safe


def test_nor_their_missiles_nor_the_last_blow_of_an_enchanted_hero(monkeypatch: pytest.MonkeyPatch) -> None:
    """BW-A4-16, BW-A3-38: bare of his own wards a wizard in a shell is as safe."""
    monkeypatch.setitem(TROOPS, "djinn", replace(TROOPS["giant_fire"], id="djinn", enchanted=True))
    monkeypatch.setitem(TROOPS, "wizard_6", replace(TROOPS["wizard_6"], basic_magic=False))
    djinn = red("djinn", 1, at=(24, 30))
    shelled = play(field_with(wizard(), djinn, active="red"), Spell("mareth", "antimagic_shell")).battle
    shot = play(shelled, AttackPhase("red"), plan(shoot("djinn", at="mareth")))
    assert shot.over
    assert shot.unit("mareth").figures == 1
    close = replace(shelled, units={**shelled.units, "djinn": red("djinn", 1, at=(24, 40))}, active="blue")
    killed = play(close, AttackPhase("blue"), "6")
    assert not killed.unit("djinn").figures
    (last,) = [one for one in killed.events_of(Struck) if one.action == "dying blow"]
    assert (last.hits, last.tallies[0].verdict) == (0, "impossible")
    assert killed.over


def test_the_shell_ends_in_time() -> None:
    """BW-A4-16: with the attack phase of the same side twelve turns later."""
    battle = sheltered(FOES).battle
    still = play(replace(battle, turn=13), Phase("movement", "blue"))
    assert still.battle.effects.all
    other = play(replace(battle, turn=12), Phase("attacks", "red"), Phase("attacks", "blue"))
    assert other.battle.effects.all
    over = play(replace(battle, turn=13), Phase("attacks", "blue"))
    assert not over.battle.effects.all
    assert not over.unit("mareth").has("antimagic_shell")
    assert [(event.mark, event.on) for event in over.events_of(Marked)] == [("antimagic_shell", False)]


def test_the_shell_is_dismissed_at_any_point_of_either_turn() -> None:
    """BW-A4-17: not while dice are due; the open question is asked anew."""
    battle = replace(sheltered(FOES).battle, active="red")
    asked = play(battle, MovementPhase("red"))
    free = [one for one in BOOK_OF_WAR.liberties(asked.battle) if one.seat == "blue"]
    assert [(one.label, one.unit) for one in free] == [("End the antimagic shell", "mareth")]
    assert isinstance(BOOK_OF_WAR.obey(asked.battle, AtWill("red", free[0].key)), Illegal)
    ended = at_will(asked, free[0].key)
    assert not ended.battle.effects.all
    assert not ended.unit("mareth").has("antimagic_shell")
    assert ended.decision.seat == "red"
    assert ended.decision.id != asked.decision.id
    assert isinstance(BOOK_OF_WAR.obey(ended.battle, AtWill("blue", free[0].key)), Illegal)
    assert any(event.rules[:2] == ("BW-A4-16", "BW-A4-17") for event in ended.events)


# ---------------------------------------------------------------- lower water


WATERS = [piece("marsh", 20, 30, 28, 36), piece("pond", 20, 30, 28, 36), stream((0, 33), (72, 33), width=2)]


@pytest.mark.parametrize("water", WATERS, ids=lambda one: str(one.kind))
def test_lowered_water_is_crossed_as_open_ground(water: Feature) -> None:
    """BW-A4-23: by foot and horse."""
    horse = blue("medium_cavalry", 4, at=(24, 38))
    start = field_with(wizard(at=(14, 40)), horse, features=(water,), declare="measure_first")
    played = play(start, *MAGIC, cast("lower_water", feature=water.id))
    (effect,) = played.battle.effects.all
    assert (effect.on, effect.ends) == (OnFeature(water.id), (Until(Moment(13, "attacks blue")),))
    across = play(played.battle, MovementPhase("blue"), march("medium_cavalry", ahead(9)), FINISH)
    assert across.unit("medium_cavalry").pose.y == 29_000
    assert across.unit("medium_cavalry").own.turn.spent == 9_000
    back = play(replace(played.battle, turn=13), Phase("attacks", "blue"))
    assert back.battle.table.features == start.table.features
    assert not back.battle.effects.all


def test_horse_strikes_as_on_open_ground_in_lowered_water() -> None:
    """BW-A4-23, BW-B2-05."""
    marsh = piece("marsh", 20, 30, 28, 40)
    units = (blue("medium_cavalry", 4, at=(24, 35)), red("light_infantry", 4, at=(24, 35)), wizard(at=(14, 40)))
    wet = play(field_with(*units, features=(marsh,)), AttackPhase("blue"))
    assert wet.roll.pools[0].count == 4
    dry = play(
        field_with(*units, features=(marsh,)), Spell("mareth", "lower_water", feature=marsh.id), AttackPhase("blue")
    )
    assert dry.roll.pools[0].count > wet.roll.pools[0].count


def test_whoever_is_in_a_pond_that_comes_back_is_put_on_the_nearest_bank() -> None:
    """BW-A4-23."""
    pond = piece("pond", 20, 30, 28, 36)
    foot = blue("light_infantry", 4, at=(24, 31))
    start = field_with(wizard(at=(14, 40)), features=(pond,))
    lowered = play(start, Spell("mareth", "lower_water", feature=pond.id)).battle
    inside = replace(lowered, units={**lowered.units, foot.id: foot}, turn=13)
    back = play(inside, Phase("attacks", "blue"))
    assert back.unit("light_infantry").pose.y < 30_000
    assert back.unit("light_infantry").pose.x == 24_000
    (moved,) = back.events_of(Formed)
    assert "BW-A4-23" in moved.rules
    crowded = replace(
        inside, units={**inside.units, "wall": red("heavy_infantry", 10, at=(24, 29.9), id="wall", files=10)}
    )
    there = play(crowded, Phase("attacks", "blue")).unit("light_infantry")
    assert not 29_000 < there.pose.y < 36_000 or not 20_000 < there.pose.x < 28_000


@pytest.mark.parametrize(("x", "left"), [(21.5, True), (26.5, False)])
def test_the_bank_is_on_the_side_where_it_is_nearest(x: float, left: bool) -> None:
    """BW-A4-23: to the left or to the right, and no farther than it must."""
    pond = piece("pond", 20, 20, 28, 44)
    foot = blue("light_infantry", 2, files=1, at=(x, 31))
    lowered = play(field_with(wizard(at=(60, 40)), features=(pond,)), Spell("mareth", "lower_water", feature=pond.id))
    inside = replace(lowered.battle, units={**lowered.battle.units, foot.id: foot}, turn=13)
    there = play(inside, Phase("attacks", "blue")).unit("light_infantry").pose
    assert there.y == 31_000
    assert 19_000 < there.x < 20_000 if left else 28_000 < there.x < 29_000


@pytest.mark.parametrize("facing", [0, 180])
def test_of_two_ways_ashore_as_near_the_one_to_the_left_is_taken(facing: float) -> None:
    """BW-A4-23: to the left as one looks from the middle of the unit to the bank, whatever way the unit looks."""
    pond = piece("pond", 20, 30, 28, 36)
    foot = blue("light_infantry", 1, at=(24, 31), facing=facing)
    lowered = play(field_with(wizard(at=(60, 40)), features=(pond,)), Spell("mareth", "lower_water", feature=pond.id))
    in_the_way = red("heavy_infantry", 1, at=(24, 29.9), id="guard")
    units = {**lowered.battle.units, foot.id: foot, "guard": in_the_way}
    inside = replace(lowered.battle, units=units, turn=13)
    straight = play(replace(inside, units={**lowered.battle.units, foot.id: foot}), Phase("attacks", "blue"))
    assert abs(straight.unit("light_infantry").outline.x - foot.outline.x) < 10
    round_about = play(inside, Phase("attacks", "blue")).unit("light_infantry").outline
    assert round_about.y < 30_000
    assert round_about.x < foot.outline.x - 400


def test_who_stands_half_in_the_water_goes_ashore_all_the_same() -> None:
    """BW-A4-23: also where the middle of the unit is on the very bank."""
    pond = piece("pond", 20, 30, 28, 36)
    foot = blue("light_infantry", 1, files=1, at=(24, 29.625))
    lowered = play(field_with(wizard(at=(60, 40)), features=(pond,)), Spell("mareth", "lower_water", feature=pond.id))
    inside = replace(lowered.battle, units={**lowered.battle.units, foot.id: foot}, turn=13)
    assert (foot.outline.x, foot.outline.y) == (24_000, 30_000)
    there = play(inside, Phase("attacks", "blue")).unit("light_infantry").pose
    assert 28_500 < there.y < 29_625


def test_lower_water_aimed_too_far_works_on_water_where_the_range_ends() -> None:
    """BW-A4-27."""
    far, near = piece("marsh", 20, 2, 28, 8), piece("pond", 20, 14, 28, 18)
    start = field_with(wizard(), features=(far, near))
    assert play(start, *MAGIC, cast("lower_water", feature=far.id)).battle.effects.all[0].target == near.id
    alone = play(field_with(wizard(), features=(far,)), *MAGIC, cast("lower_water", feature=far.id))
    assert not alone.battle.effects.all
    assert "lost" in said(alone)[-1]
    assert play(start, *MAGIC).refusal(cast("lower_water", feature="woods 3"))


def test_water_off_to_the_side_is_as_near_as_it_is_across() -> None:
    """BW-A4-27: 24 inches are measured in a straight line, not along the table."""
    beside, askew, far = piece("marsh", 0, 39, 6, 41), piece("pond", 8, 20, 12, 24), piece("marsh", 14, 2, 18, 6)
    start = field_with(wizard(at=(26, 40)), features=(beside, askew, far))
    for water in (beside, askew):
        assert play(start, *MAGIC, cast("lower_water", feature=water.id)).battle.effects.all[0].target == water.id
    assert not play(start, *MAGIC, cast("lower_water", feature=far.id)).battle.effects.all
    wide = field_with(wizard(at=(40, 40)), features=(beside,))
    assert not play(wide, *MAGIC, cast("lower_water", feature=beside.id)).battle.effects.all


# ---------------------------------------------------------------- move earth


HILL = piece("hill", 20, 24, 28, 30)


def moved(played: Play, feature: Feature) -> tuple[float, float]:
    now = next(one for one in played.battle.table.features if one.id == feature.id)
    assert isinstance(now, Area)
    assert isinstance(feature, Area)
    (x, y), (then_x, then_y) = now.ring[0], feature.ring[0]
    dx, dy = x - then_x, y - then_y
    assert now.ring == tuple((a + dx, b + dy) for a, b in feature.ring)
    for here, there in zip(now.contours, feature.contours, strict=True):
        assert here.ring == tuple((a + dx, b + dy) for a, b in there.ring)
    return dx / 1000, dy / 1000


def test_earth_is_moved_up_to_six_inches_with_its_contours() -> None:
    """BW-A4-24."""
    start = field_with(wizard(), features=(HILL,))
    far = play(start, *MAGIC, cast("move_earth", feature=HILL.id, at=(50_000, 27_000)))
    assert moved(far, HILL) == (6, 0)
    short = play(start, *MAGIC, cast("move_earth", feature=HILL.id, at=(24_000, 25_000)))
    assert moved(short, HILL) == (0, -2)
    assert short.battle.effects.all[0].ends[0] == Until(Moment(7, "attacks blue"))


def test_earth_is_moved_again_in_each_of_six_turns() -> None:
    """BW-A4-24, BW-A4-25: 36 inches in all."""
    battle = play(
        field_with(wizard(), features=(HILL,), size=(120, 48)),
        *MAGIC,
        cast("move_earth", feature=HILL.id, at=(90_000, 27_000)),
    ).battle
    shifts = 1
    for turn in range(2, 9):
        played = play(next_turn(battle, turn), Phase("attacks", "blue"), *MAGIC)
        hand = played.decision.hand if played.battle.decisions else ()
        further = next((card for card in hand if card.title == "Move earth, further"), None)
        if further is None:
            break
        played = played.then(Commanded("", PLAY, Played(further.key, "further", feature=HILL.id, at=(110_000, 27_000))))
        battle, shifts = played.battle, shifts + 1
    assert shifts == 6
    assert moved(Play(battle, ()), HILL) == (36, 0)


def test_moving_it_on_uses_up_no_other_spell() -> None:
    """BW-A4-13, BW-A4-24: who has prepared it twice still has the second."""
    battle = play(
        field_with(wizard(3, spells=("move_earth", "move_earth")), features=(HILL,)),
        *MAGIC,
        cast("move_earth", feature=HILL.id, at=(24_000, 20_000)),
    ).battle
    further = Commanded("", PLAY, Played("mareth:move_earth:further", "further", feature=HILL.id, at=(30_000, 20_000)))
    on = play(next_turn(battle), *MAGIC, further)
    assert moved(on, HILL) != moved(Play(battle, ()), HILL)
    assert on.unit("mareth").own.used == (("move_earth", 1),)


def test_earth_is_moved_on_by_six_inches_at_most() -> None:
    """BW-A4-24: the offer says how far."""
    hill = piece("hill", 20, 20, 28, 26)
    once = play(
        field_with(wizard(), features=(hill,)), *MAGIC, cast("move_earth", feature=hill.id, at=(24_000, 10_000))
    )
    on, stop = play(next_turn(once.battle), *MAGIC).decision.hand[0].uses
    assert (on.aim.eligible, on.against.reach) == ((hill.id,), 6_000)
    assert (stop.key, stop.aim.at) == ("stop", "nobody")


def test_who_moves_earth_does_nothing_else_and_may_stop() -> None:
    """BW-A4-25."""
    near = red("light_infantry", 4, at=(24, 40))
    battle = play(
        field_with(wizard(), near, features=(HILL,)),
        Spell("mareth", "move_earth", feature=HILL.id, at=(30_000, 27_000)),
    ).battle
    asked = play(battle, *MAGIC)
    assert "BW-A4-25" in rules(asked.refusal(cast("death_spell", "light_infantry")))
    assert not asked.then(FINISH).events_of(Struck)
    stopped = at_will(asked, next(one.key for one in BOOK_OF_WAR.liberties(asked.battle) if "move earth" in one.label))
    assert stopped.then(cast("death_spell", "light_infantry")).events_of(Struck)


def test_he_may_stop_as_he_calls_upon_magic_and_is_free_for_more() -> None:
    """BW-A4-25: the card of the earth he moves has a use for it; captains know of no other way."""
    near = red("light_infantry", 4, at=(24, 40))
    battle = play(
        field_with(wizard(), near, features=(HILL,)),
        Spell("mareth", "move_earth", feature=HILL.id, at=(30_000, 27_000)),
    ).battle
    asked = play(next_turn(battle), *MAGIC)
    stopped = asked.then(Commanded("", PLAY, Played("mareth:move_earth:further", "stop")))
    assert not stopped.battle.effects.all
    assert [one.what for one in stopped.events_of(Ruled)] == ["Mareth ends the move earth"]
    assert "mareth:move_earth:further" not in [card.key for card in stopped.decision.hand]
    assert stopped.then(cast("death_spell", "light_infantry")).events_of(Struck)


def test_moving_and_dying_end_it() -> None:
    """BW-A4-25."""
    battle = play(
        field_with(wizard(), features=(HILL,)), Spell("mareth", "move_earth", feature=HILL.id, at=(30_000, 27_000))
    ).battle
    assert battle.effects.all
    walked = play(battle, MovementPhase("blue"), plan(march("mareth", ahead(1))))
    assert not walked.battle.effects.all
    dead = replace(battle, units={"mareth": replace(battle.units["mareth"], figures=0)})
    assert not play(dead, Phase("morale", "blue")).battle.effects.all


def test_earth_stops_at_the_edge_and_at_other_pieces() -> None:
    """BW-A4-24."""
    edge = piece("hill", 64, 24, 70, 30)
    assert moved(
        play(
            field_with(wizard(at=(60, 40)), features=(edge,)),
            *MAGIC,
            cast("move_earth", feature=edge.id, at=(71_900, 27_000)),
        ),
        edge,
    ) == (2, 0)
    wood = piece("woods", 31, 20, 36, 34)
    stopped = play(
        field_with(wizard(), features=(HILL, wood)), *MAGIC, cast("move_earth", feature=HILL.id, at=(50_000, 27_000))
    )
    dx, dy = moved(stopped, HILL)
    assert (round(dx, 1), dy) == (3.0, 0)


def test_units_on_moving_earth_are_carried_whole_and_others_are_covered() -> None:
    """BW-A4-26."""
    riding = blue("pikemen", 4, at=(20.5, 27))
    ahead_of_it = red("light_infantry", 4, at=(31.5, 27))
    beside_it = red("heavy_infantry", 4, at=(10, 27))
    start = field_with(wizard(), riding, ahead_of_it, beside_it, features=(HILL,))
    played = play(start, *MAGIC, cast("move_earth", feature=HILL.id, at=(50_000, 27_000)))
    dx, _ = moved(played, HILL)
    assert dx > 5
    assert (played.unit("pikemen").pose.x, played.unit("pikemen").pose.y) == (20_500 + round(dx * 1000), 27_000)
    for one in (ahead_of_it, beside_it):
        assert played.unit(one.id).pose == one.pose
    assert played.events_of(Formed)[0].rules == ("BW-A4-26",)


def test_a_carried_unit_stops_the_earth_where_it_would_touch_another() -> None:
    """BW-A4-26."""
    riding = blue("pikemen", 4, at=(24, 27))
    wall = red("light_infantry", 4, at=(24, 22.5), files=4)
    start = field_with(wizard(), riding, wall, features=(HILL,))
    played = play(start, *MAGIC, cast("move_earth", feature=HILL.id, at=(24_000, 10_000)))
    dx, dy = moved(played, HILL)
    assert dx == 0
    gap = played.unit("pikemen").pose.y - played.unit("light_infantry").pose.y
    assert -4.51 < dy < -4.4
    assert 0 < gap < 100


def test_it_moves_off_a_piece_on_which_it_lay_before() -> None:
    """BW-A4-24: a wood on the slope of a hill does not hold it; another piece beyond does."""
    slope, beyond_it = piece("woods", 26, 22, 31, 32), piece("marsh", 33, 22, 40, 32)
    start = field_with(wizard(), features=(HILL, slope))
    to_the_right = cast("move_earth", feature=HILL.id, at=(50_000, 27_000))
    assert moved(play(start, *MAGIC, to_the_right), HILL) == (6, 0)
    stopped = play(field_with(wizard(), features=(HILL, slope, beyond_it)), *MAGIC, to_the_right)
    assert moved(stopped, HILL)[0] == pytest.approx(5, abs=0.05)


@pytest.mark.parametrize(("aim", "far"), [((48_000, 24_700), True), ((48_000, 25_400), False)])
def test_who_is_carried_off_from_contact_does_not_stop_the_earth(aim: tuple[int, int], far: bool) -> None:
    """BW-A4-26: aslant away from whom he touches, and not aslant into him."""
    riding = blue("pikemen", 3, at=(24, 28.25), facing=180)
    foe = red("light_infantry", 8, files=8, at=(27, 28.25), facing=0)
    hill = piece("hill", 20, 22, 28, 28.1)
    start = field_with(wizard(at=(24, 44)), riding, foe, features=(hill,))
    played = play(start, *MAGIC, cast("move_earth", feature=hill.id, at=aim), "1 1")
    assert played.over
    dx, _ = moved(played, hill)
    assert (dx > 5) is far


@pytest.mark.parametrize("lowered", [False, True])
def test_water_on_which_a_ship_lies_is_not_moved(lowered: bool) -> None:
    """BW-A4-24, BW-O6-19: lowered or not; nothing carries the hull along."""
    pond = piece("pond", 20, 20, 30, 32)
    hull = swan(at=(25, 23))
    start = field_with(wizard(), features=(pond,))
    battle = (play(start, Spell("mareth", "lower_water", feature=pond.id)) if lowered else play(start)).battle
    aground = replace(battle, units={**battle.units, hull.id: hull})
    assert moved(play(aground, *MAGIC, cast("move_earth", feature=pond.id, at=(50_000, 27_000))), pond) == (0, 0)


def test_who_hides_in_water_that_comes_back_is_put_ashore_for_all_to_see() -> None:
    """BW-A4-23: earth that was moved had brought it there."""
    pond = piece("pond", 20, 30, 28, 36)
    elves = red("elf_elite_archers", 3, id="elves", at=(24, 31))
    lowered = play(field_with(wizard(at=(14, 40)), features=(pond,)), Spell("mareth", "lower_water", feature=pond.id))
    units = {**lowered.battle.units, "elves": replace(elves, place=Hidden(elves.pose))}
    back = play(replace(lowered.battle, units=units, turn=13), Phase("attacks", "blue"))
    assert back.unit("elves").on_table
    assert not 30_000 < back.unit("elves").outline.y < 36_000


def test_a_pond_stops_at_units_whom_it_would_drown() -> None:
    """BW-A4-24, BW-B3-11."""
    pond = piece("pond", 20, 24, 28, 30)
    start = field_with(wizard(), red("light_infantry", 4, at=(33, 27)), features=(pond,))
    dx, _ = moved(play(start, *MAGIC, cast("move_earth", feature=pond.id, at=(50_000, 27_000))), pond)
    assert 2 < dx < 4


def test_a_stream_is_moved_across_its_course_only() -> None:
    """BW-A4-24: it reaches from edge to edge."""
    water = stream((0, 20), (72, 20), width=2)
    start = field_with(wizard(), features=(water,))
    for at, by in (((36_000, 14_000), (0, -6_000)), ((60_000, 20_000), (0, 0))):
        now = play(start, *MAGIC, cast("move_earth", feature=water.id, at=at)).battle.table.features[0]
        assert now.course[0] == (by[0], 20_000 + by[1])  # type: ignore[union-attr]


# ---------------------------------------------------------------- control weather


def under(sky: str, *units: Unit) -> Battle:
    battle = field_with(*units, weather=sky)
    return replace(battle, own=replace(battle.own, weather=sky, natural_weather=sky))


CONTROL = ("control_weather",)


def test_control_weather_shifts_it_by_a_step_and_again_in_later_turns() -> None:
    """BW-A4-18, BW-O1-02, BW-O1-03."""
    start = under("cloudy", wizard(2, spells=CONTROL), FOES)
    assert play(start, *MAGIC, cast("control_weather", use="better")).battle.own.weather == "sunny"
    rain = play(start, *MAGIC, cast("control_weather", use="worse"))
    assert rain.battle.own.weather == "rainy"
    assert rain.battle.effects.of_kind("mareth", "control_weather") is not None
    later = play(next_turn(rain.battle), *MAGIC)
    again = next(card for card in later.decision.hand if card.title == "Weather, again")
    assert again.holder == "mareth"
    assert [use.key for use in again.uses if not use.barred] == ["better"], "no more than a step from what is natural"
    assert later.refusal(Commanded("", PLAY, Played(again.key, "worse")))
    back = later.then(Commanded("", PLAY, Played(again.key, "better")))
    assert back.unit("mareth").own.used == (("control_weather", 1),)
    assert "BW-A4-18" in next(c for c in back.decision.hand if c.title == "Weather, again").uses[0].rules
    fired = back.then(Commanded("", PLAY, Played("mareth:fireballs", "cast", ("light_infantry",), place=5)), FINISH)
    assert fired.battle.roll is not None, "shifting the weather again takes the place of nothing"
    assert fired.then("1").battle.own.weather == "cloudy"


def test_without_weather_it_cannot_be_controlled() -> None:
    """BW-A4-18."""
    played = play(field_with(wizard(2, spells=CONTROL), FOES), *MAGIC)
    assert played.refusal(cast("control_weather", use="worse"))


# ---------------------------------------------------------------- before it is cast


def foreseen(played: Play, answer: Commanded) -> tuple[str, int]:
    seen = BOOK_OF_WAR.preview(played.battle, played.decision, answer)
    assert seen.legal
    return seen.note, len(seen.marks)


def test_what_is_foreseen_follows_from_what_may_be_measured() -> None:
    """BW-A4-27, BW-B1-08."""
    shot = Commanded("", PLAY, Played("mareth:fireballs", "cast", ("light_infantry",), place=5))
    friends = blue("archers", 4, at=(24, 30.85), facing=180)
    near = play(field_with(wizard(), FOES, friends, declare="measure_first"), *MAGIC)
    note, marks = foreseen(near, shot)
    assert marks == 3
    assert "5-6 long: Light infantry, a figure falls" in note
    far = play(field_with(wizard(at=(24, 46)), red("light_infantry", 3, at=(24, 10)), declare="measure_first"), *MAGIC)
    assert "out of range" in foreseen(far, cast("death_spell", "light_infantry"))[0]
    blind = play(field_with(wizard(at=(24, 46)), red("light_infantry", 12, files=4, at=(24, 10))), *MAGIC)
    for answer in (shot, cast("death_spell", "light_infantry")):
        assert "nothing is measured yet" in foreseen(blind, answer)[0]
        assert "out of range" not in foreseen(blind, answer)[0]
    earth = play(field_with(wizard(), features=(HILL,), declare="measure_first"), *MAGIC)
    assert foreseen(earth, cast("move_earth", feature=HILL.id, at=(50_000, 27_000)))[1] == 1


def test_a_card_tells_what_is_at_work_and_what_is_left() -> None:
    """BW-A4-16, BW-A4-17."""
    card = BOOK_OF_WAR.card(sheltered(FOES).battle, "mareth")
    assert card is not None
    assert [stat.value for stat in card.stats if stat.label == "At work"] == [
        "antimagic shell until turn 13, attacks of Blue"
    ]
    assert {one.label for one in card.liberties} == {"End the antimagic shell", "Leave the field"}
    assert [one.title for one in card.powers][:2] == ["Wand of fireballs", "Death spell"]


def test_random_magic_is_legal_and_of_every_kind() -> None:
    """BW-A4-13: what recruits and random battles call upon is taken at the door."""
    mage = wizard(6, spells=("antimagic_shell", "death_spell", "lower_water", "move_earth"))
    pond = piece("pond", 30, 30, 36, 36)
    asked = play(field_with(mage, FOES, features=(pond, HILL)), *MAGIC)
    called = set()
    for seed in range(80):
        answer = BOOK_OF_WAR.sample(asked.battle, asked.decision, Random(seed))
        assert asked.then(answer).battle is not asked.battle
        called.add(answer.form.card if isinstance(answer.form, Played) else "")
    assert called == {"", *(card.key for card in asked.decision.hand)}


# ---------------------------------------------------------------- in the dark


@pytest.mark.parametrize(("facing", "touching"), [(0, True), (37, True), (200, False)])
def test_in_the_dark_magic_is_for_what_the_wizard_touches(facing: float, touching: bool) -> None:
    """BW-O2-03: wands and spells at units and ground alike; what needs no target is cast as ever."""
    one = wizard(facing=facing)
    x, y = (one.pose.x / 1000, one.pose.y / 1000)
    there = one.pose.advanced(1 if touching else 2_000)
    foes = red("light_infantry", 4, at=(there.x / 1000, there.y / 1000), facing=facing + 180)
    marsh = piece("marsh", x - 8, y - 6, x - 4, y + 6)
    for darkness in ("none", "dark"):
        battle = field_with(one, foes, features=(marsh,), darkness=darkness, declare="measure_first")
        hand = {card.key: card.uses[0] for card in play(battle, *MAGIC).decision.hand}
        bars = {key.partition(":")[2] for key, use in hand.items() if "BW-O2-03" in use.rules}
        unseen = {"lower_water", "move_earth"} | (set() if touching else {"fireballs", "death_spell"})
        assert bars & {"fireballs", "death_spell", "lower_water", "move_earth", "antimagic_shell"} == (
            unseen if darkness == "dark" else set()
        )


@pytest.mark.parametrize(("y", "near"), [(39.999, True), (38.5, False)])
def test_in_the_dark_a_hero_is_found_in_the_ranks_of_whom_the_wizard_touches(y: float, near: bool) -> None:
    """BW-O2-03, BW-A4-21: he touches the unit, and so whoever stands with it; of others he sees nobody."""
    host = red("light_infantry", 4, at=(24, y))
    lord = replace(red("barbarian_lord", 1, at=(0, 0), id="lord"), place=Aboard("light_infantry", "front:3"))
    battle = field_with(wizard(), host, lord, darkness="dark")
    use = next(card for card in play(battle, *MAGIC).decision.hand if card.title == "Disintegrate").uses[0]
    assert (use.aim.eligible == ("lord",)) is near
    assert bool(use.barred) is not near


# ---------------------------------------------------------------- castles


def test_a_death_spell_that_falls_short_reaches_nobody_in_a_tower() -> None:
    """BW-O6-12, BW-A4-27: whoever stands on the same spot in the open is struck."""
    keep = tower(24, 28)
    for inside in (True, False):
        watch = red("light_infantry", 3, files=1, id="watch", at=(24, 28.3))
        if inside:
            watch = replace(upon(red("light_infantry", 1, id="watch", at=(24, 28.3)), "tower", 1), original=3)
        far = red("light_infantry", 4, id="far", at=(24, 10))
        start = field_with(wizard(), watch, far, features=(keep,) if inside else ())
        played = play(start, *MAGIC, cast("death_spell", "far"))
        assert bool(played.events_of(Struck)) is not inside


def test_what_is_built_is_no_earth_that_could_be_moved() -> None:
    """BW-A4-24."""
    start = field_with(wizard(), FOES, features=(wall((10, 30), (40, 30)), tower(50, 30), HILL))
    (use,) = next(card for card in play(start, *MAGIC).decision.hand if card.title == "Move earth").uses
    assert use.aim.eligible == (HILL.id,)
