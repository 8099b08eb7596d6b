"""Heroes who fight heroes man to man: who meets whom, who refuses, blows by turns, hit points, magic meanwhile."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.futures import futures
from schiltron.battle.state.decision import PLAY, Aimed, Choose, Chosen, Commanded
from schiltron.battle.state.decision import Played as Form
from schiltron.battle.state.event import Fell, Rolled, Ruled, Struck
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import AtWill
from schiltron.battle.state.unit import Aboard
from schiltron.captains.book_of_war.captain import BookOfWarCaptain
from schiltron.muster.creatures import load_creature
from schiltron.parent_game.damage import damage
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.conversions.numbers import man_to_man
from schiltron.rulesets.book_of_war.individuals import HEROES, WIZARDS
from schiltron.rulesets.book_of_war.magic.steps import Spells
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.rulesets.book_of_war.special_combat.challenges import Challenges
from schiltron.rulesets.book_of_war.special_combat.fighters import fighter, need_of, points_left
from schiltron.rulesets.book_of_war.special_combat.outlook import cycle, ending
from schiltron.rulesets.book_of_war.special_combat.rounds import SpecialCombats
from schiltron.rulesets.book_of_war.state import Battle, Combat, Unit
from schiltron.rulesets.book_of_war.steps import BeginTurn
from schiltron.rulesets.book_of_war.troops import TROOPS, house_key
from tests.rulesets.book_of_war.positions import Played, blue, field, piece, play, red, rules

PHASE = (Challenges("blue"), AttackPhase("blue"), SpecialCombats("blue"))
WITH_MAGIC = (Challenges("blue"), Spells("blue"), AttackPhase("blue"), SpecialCombats("blue"))
ACCEPT, REFUSE = Chosen(("accept",)), Chosen(("refuse",))
MISS = "1"


def apart(*units: Unit, **options: Any) -> Battle:
    return field(*units, **{"game": "advanced", "special_combat": "played", **options})


def with_guard(hero: Unit, guard: Unit, aside: int = 0) -> list[Unit]:
    return [guard, replace(hero, place=Aboard(guard.id, f"front:{aside}"))]


def two_giants(**options: Any) -> Battle:
    """Frost: needs 6, 2d6, 46 hit points. Fire: needs 5, 3d6, 52."""
    return apart(blue("giant_frost", 1, at=(24, 24)), red("giant_fire", 1, at=(24.3, 24)), **options)


def knight_and_guard(**options: Any) -> Battle:
    """A barbarian lord of blue touches a knight with an entourage of one figure of heavy cavalry."""
    knight = red("knight_renown", 1, at=(0, 0), id="knight")
    guard = red("heavy_cavalry", 1, at=(24.2, 24), id="guard")
    return apart(blue("barbarian_lord", 1, at=(24, 24), id="lord"), *with_guard(knight, guard), **options)


def purposes(played: Played) -> list[str]:
    return [event.roll.purpose for event in played.events_of(Rolled)]


def strikers(played: Played) -> list[str]:
    return [event.unit for event in played.events_of(Struck) if event.action == "blow"]


def legal(played: Played, answer: Commanded) -> bool:
    return BOOK_OF_WAR.preview(played.battle, played.decision, answer).legal


# ---------------------------------------------------------------- statistics

READY = {
    "knight_renown": "knight-renown",
    "knight_commander": "knight-commander",
    "barbarian_lord": "barbarian-lord",
    "barbarian_king": "barbarian-king",
    "dragon_adult_blue": "blue-dragon",
    "dragon_adult_red": "red-dragon",
    "dragon_adult_gold": "gold-dragon",
    "giant_frost": "frost-giant",
    "giant_fire": "fire-giant",
    "giant_storm": "storm-giant",
}


@pytest.mark.parametrize("hero", HEROES)
def test_listed_heroes_have_the_statistics_of_their_ready_records(hero: str) -> None:
    """BW-A3-36: the table is what the records come to, and agrees with what is printed of attacks and damage."""
    listed = HEROES[hero].hero
    assert listed is not None
    assert listed.man_to_man == man_to_man(load_creature(READY[hero]))
    attacks = listed.man_to_man.attacks
    assert listed.attack == {1: 5, 2: 3, 3: 1}[len(attacks)], "Atk"
    assert {die.count for die in attacks} == {HEROES[hero].damage}, "Dam"


def test_a_wizard_fights_with_half_his_levels_and_a_dagger() -> None:
    """BW-A3-36, BW-A4-01, BW-A4-32."""
    for rank, hit_points in zip(range(1, 7), range(27, 33), strict=True):
        hero = WIZARDS[f"wizard_{rank}"].hero
        assert hero is not None
        own = hero.man_to_man
        assert own is not None
        assert (own.level, own.to_hit, own.hit_points) == ((10 + rank) // 2, 2, hit_points)
        assert [str(die) for die in own.attacks] == ["1d4+2"]


def test_what_a_blow_needs() -> None:
    """BW-A3-36, BW-A1-02, BW-C3-07: 20 less levels, bonus and armour class; in the dark 3 more."""
    battle = apart(
        blue("knight_renown", 1, at=(24, 24), id="knight"), red("giant_fire", 1, at=(24, 24)), darkness="dark"
    )
    knight, giant = battle.units["knight"], battle.units["giant_fire"]
    assert need_of(battle, giant, knight).total == 20 - 11 + 2, "the giant sees in the dark"
    blind = need_of(battle, knight, giant)
    assert blind.total == 20 - 10 - 3 - 4 + 3
    assert "BW-O2-04" in blind.rules


# ---------------------------------------------------------------- the rounds


def test_three_rounds_of_blows_by_turns_and_hit_points_that_stay_lost() -> None:
    """BW-A3-36, BW-A3-37."""
    played = play(two_giants(), *PHASE, "6", "5 4", "5", "6 6 6", "5", MISS, "20", "6 6", MISS)
    assert strikers(played) == ["giant_frost", "giant_fire"] * 3
    assert [event.hits for event in played.events_of(Struck)] == [1, 1, 0, 0, 1, 0]
    frost, fire = played.unit("giant_frost"), played.unit("giant_fire")
    assert (points_left(frost), points_left(fire)) == (46 - 18, 52 - 9 - 12)
    assert (frost.figures, fire.figures) == (1, 1)
    assert purposes(played)[:2] == ["special combat, round 1", "damage"]
    told = [event.what for event in played.events_of(Ruled)]
    assert told[0] == "Giant frost and Giant fire meet in special combat"
    assert "Giant fire loses 9 hit points: 43 of 52 left" in told
    assert {"BW-A3-36", "BW-A3-37"} <= rules(played.events_of(Struck))


def test_who_has_the_turn_strikes_first() -> None:
    """BW-A3-37."""
    battle = replace(two_giants(), active="red")
    phase = (Challenges("red"), AttackPhase("red"), SpecialCombats("red"))
    assert strikers(play(battle, *phase, *[MISS] * 6)) == ["giant_fire", "giant_frost"] * 3


def test_who_has_more_attacks_makes_the_rest_one_after_the_other() -> None:
    """BW-A3-37: a dragon's two bites against a giant's one club."""
    battle = apart(blue("giant_frost", 1, at=(24, 24)), red("dragon_adult_red", 1, at=(23.6, 24)))
    played = play(battle, *PHASE, *[MISS] * 9)
    assert strikers(played) == ["giant_frost", "dragon_adult_red", "dragon_adult_red"] * 3


def test_the_fallen_strike_no_more() -> None:
    """BW-A3-36: none left is death, and no dying blow follows (BW-A3-38)."""
    battle = two_giants()
    frost = battle.units["giant_frost"]
    battle = battle.with_unit(replace(frost, own=replace(frost.own, hurt=40)))
    played = play(battle, *PHASE, MISS, "19", "1 1 4")
    assert played.unit("giant_frost").figures == 0
    assert strikers(played) == ["giant_frost", "giant_fire"]
    (fell,) = played.events_of(Fell)
    assert (fell.unit, set(fell.rules) >= {"BW-A3-36"}) == ("giant_frost", True)
    assert played.battle.graves[-1].tags == ("melee", "special combat")


def test_every_attack_has_its_own_dice() -> None:
    """BW-A3-36: of one who bites and claws the second blow is the claw."""
    giant = TROOPS["giant_frost"]
    assert giant.hero is not None
    assert giant.hero.man_to_man is not None
    own = replace(giant.hero.man_to_man, attacks=(damage("1d4"), damage("3d6")))
    kind = house_key(replace(giant, id="biter", hero=replace(giant.hero, man_to_man=own)))
    battle = apart(blue(kind, 1, at=(24, 24), id="biter"), red("giant_fire", 1, at=(24, 24)))
    first = fighter(battle, battle.units["biter"], battle.units["giant_fire"], 0)
    assert [str(die) for die in first.damage] == ["1d4"]
    played = play(battle, *PHASE, "20", "4", MISS, "20", "6 6 6", *[MISS] * 6)
    assert points_left(played.unit("giant_fire")) == 52 - 4 - 18


def test_hit_points_are_spread_over_the_hits_of_the_table() -> None:
    """BW-A3-36: a knight commander has 52 for 2 Hit Dice; 26 lost are a hit, and a hit from elsewhere costs 26."""
    battle = apart(blue("giant_frost", 1, at=(24, 24)), red("knight_commander", 1, at=(24, 24), id="knight"))
    hurt = battle.units["knight"]
    hit = replace(hurt, own=replace(hurt.own, partial_hits=1))
    assert points_left(hit) == 26
    nearly = battle.with_unit(replace(hurt, own=replace(hurt.own, hurt=20)))
    played = play(nearly, *PHASE, "20", "3 3", *[MISS] * 11)
    knight = played.unit("knight")
    assert (knight.own.partial_hits, knight.own.hurt, knight.figures) == (1, 0, 1)
    assert points_left(knight) == 26
    again = play(battle.with_unit(hit), *PHASE, "20", "3 3", *[MISS] * 11).unit("knight")
    assert (again.own.partial_hits, again.own.hurt, again.figures) == (1, 6, 1)
    short = play(nearly, *PHASE, "20", "3 2", *[MISS] * 11).unit("knight")
    assert (short.own.partial_hits, short.own.hurt) == (0, 25)


def test_in_short_turns_there_is_one_round() -> None:
    """BW-A3-37, BW-O5-06."""
    for length in ("fifteen", "ten"):
        played = play(two_giants(turn_length=length), *PHASE, MISS, MISS)
        assert (len(strikers(played)), played.over) == (2, True)


# ---------------------------------------------------------------- once in a cycle of turns


def test_a_fight_goes_on_in_the_same_phase_of_the_next_turn() -> None:
    """BW-A3-37: three rounds in blue's phase, none in red's, three again in blue's."""
    first = play(two_giants(), *PHASE, *[MISS] * 6).battle
    own = replace(first.own, player_turns=2)
    reds = replace(first, own=own, active="red", agenda=())
    between = play(reds, Challenges("red"), AttackPhase("red"), SpecialCombats("red"))
    assert strikers(between) == []
    assert between.over
    again = replace(between.battle, own=replace(own, player_turns=3), active="blue", agenda=())
    third = play(again, *PHASE, *[MISS] * 6)
    assert len(strikers(third)) == 6
    assert third.over
    assert third.unit("giant_frost").own.combats == (Combat("giant_fire", 3),)


def test_a_hero_in_special_combat_strikes_nobody_else_and_others_strike_him() -> None:
    """BW-A3-37, BW-A3-10: in both phases of the cycle; the figure beside him is struck by nobody, and strikes."""
    giant, foe = blue("giant_frost", 1, at=(24, 24)), red("giant_fire", 1, at=(23.4, 24))
    men = red("light_infantry", 3, files=3, at=(25.35, 24))
    battle = apart(giant, foe, men)
    played = play(battle, *PHASE, *[MISS] * 6)
    assert "melee" not in [event.action for event in played.events_of(Struck)]
    plain = play(field(giant, foe, men, game="advanced"), PHASE[1])
    assert plain.battle.decisions, "by plain blows he would choose whom to strike"
    reds = replace(played.battle, own=replace(played.battle.own, player_turns=2), active="red", agenda=())
    beset = play(reds, Challenges("red"), AttackPhase("red"), SpecialCombats("red"), "6")
    (struck,) = beset.events_of(Struck)
    assert (struck.unit, struck.action, beset.unit("giant_frost").figures) == ("light_infantry", "melee", 0)


def test_heroes_who_do_not_touch_do_not_meet() -> None:
    """BW-A3-36: a hair's breadth is no contact."""
    far = apart(blue("giant_frost", 1, at=(24, 24)), red("giant_fire", 1, at=(24.3, 23.9)))
    assert strikers(play(far, *PHASE)) == []


def test_by_default_heroes_strike_heroes_by_plain_blows() -> None:
    """BW-A3-36, BW-A3-38: the switch is off."""
    plain = two_giants(special_combat="dying_blow")
    played = play(plain, AttackPhase("blue"), "5", "1")
    assert [event.action for event in played.events_of(Struck)] == ["melee", "dying blow"]
    turn = play(replace(plain, agenda=()), BeginTurn("blue")).battle.agenda
    assert not any(isinstance(step, Challenges | SpecialCombats) for step in turn)
    turn = play(replace(two_giants(), agenda=()), BeginTurn("blue")).battle.agenda
    kinds = [type(step) for step in turn]
    assert kinds.index(Challenges) < kinds.index(AttackPhase) < kinds.index(SpecialCombats) < kinds.index(MoralePhase)


# ---------------------------------------------------------------- who may refuse


def test_a_hero_with_an_entourage_is_asked_and_may_refuse() -> None:
    """BW-A3-39: the challenger then strikes at the entourage, neither hero at the other."""
    played = play(knight_and_guard(), *PHASE)
    (asked,) = played.battle.decisions
    assert isinstance(asked, Choose)
    assert (asked.seat, asked.rules) == ("red", ("BW-A3-36", "BW-A3-39"))
    refused = play(knight_and_guard(), *PHASE, REFUSE, "3")
    assert refused.over
    (struck,) = refused.events_of(Struck)
    assert (struck.unit, struck.target, struck.action) == ("lord", "guard", "melee")
    assert "Knight refuses special combat with Lord, and leaves him to Guard" in [
        event.what for event in refused.events_of(Ruled)
    ]
    reds = replace(refused.battle, own=replace(refused.battle.own, player_turns=2), active="red", agenda=())
    answer = play(reds, Challenges("red"), AttackPhase("red"), SpecialCombats("red"))
    assert "knight" not in [event.unit for event in answer.events_of(Struck)], "he does not strike at him either"
    missed = play(knight_and_guard(), *PHASE, REFUSE, "2").battle
    later = replace(missed, own=replace(missed.own, player_turns=3), agenda=())
    assert play(later, *PHASE).battle.decisions, "in the next cycle he is asked again"


def test_who_accepts_fights() -> None:
    """BW-A3-39, BW-A3-37: six blows of the lord and nine of the knight."""
    played = play(knight_and_guard(), *PHASE, ACCEPT, *[MISS] * 15)
    assert strikers(played) == ["lord", "knight", "lord", "knight", "knight"] * 3


def test_who_has_no_entourage_cannot_refuse() -> None:
    """BW-A3-39: alone, or in the ranks of a larger unit."""
    knight = red("knight_renown", 1, at=(0, 0), id="knight")
    horse = red("heavy_cavalry", 4, files=2, at=(24.2, 24), id="horse")
    battle = apart(blue("barbarian_lord", 1, at=(24, 24), id="lord"), *with_guard(knight, horse, aside=-1))
    assert len(strikers(play(battle, *PHASE, *[MISS] * 15))) == 15
    elsewhere = apart(blue("barbarian_lord", 1, at=(23.4, 24), id="lord"), *with_guard(knight, horse, aside=-1))
    assert strikers(play(elsewhere, *PHASE, "1")) == [], "he stands in the other file"


def test_both_may_refuse_and_who_has_the_turn_is_asked_first() -> None:
    """BW-A3-39."""
    ours = with_guard(blue("barbarian_lord", 1, at=(0, 0), id="lord"), blue("light_infantry", 1, at=(24, 24), id="men"))
    theirs = with_guard(
        red("knight_renown", 1, at=(0, 0), id="knight"), red("heavy_cavalry", 1, at=(24.2, 24), id="guard")
    )
    battle = apart(*ours, *theirs)
    assert play(battle, *PHASE).battle.decisions[0].seat == "blue"
    assert play(battle, *PHASE, ACCEPT).battle.decisions[0].seat == "red"
    assert play(battle, *PHASE, REFUSE, "1", "1").battle.units["knight"].own.combats[0].refused


def test_one_against_two_says_at_whom_he_strikes() -> None:
    """BW-A3-37: all heroes of a side strike their first blows at the same time."""
    battle = apart(
        blue("giant_storm", 1, at=(24, 24)),
        red("giant_fire", 1, at=(23.2, 24)),
        red("giant_frost", 1, at=(24.9, 24)),
    )
    played = play(battle, *PHASE)
    (asked,) = played.battle.decisions
    assert isinstance(asked, Choose)
    assert asked.default == Chosen(("giant_frost",)), "who has fewer hit points"
    after = play(battle, *PHASE, Chosen(("giant_fire",)), "20", "6 6 6 6", "20 20", "6 6 6 6 6")
    assert points_left(after.unit("giant_fire")) == 52 - 24
    assert points_left(after.unit("giant_storm")) == 67 - 18 - 12
    storm = battle.units["giant_storm"]
    nearly = battle.with_unit(replace(storm, own=replace(storm.own, hurt=60)))
    slain = play(nearly, *PHASE, Chosen(("giant_fire",)), MISS, "20 20", "6 6 6 6 6")
    told = [event.what for event in slain.events_of(Ruled) if "slain" in event.what]
    assert told == ["Giant storm loses 18 hit points: he is slain"], "the second blow falls on nobody"


# ---------------------------------------------------------------- magic and breath


def mage_and_foe(*more: Unit, **options: Any) -> Battle:
    mage = blue("wizard_6", 1, at=(24, 24), id="mage", spells=("death_spell", "disintegrate", "move_earth"))
    return apart(mage, red("giant_fire", 1, at=(24.2, 24)), *more, **options)


def test_in_special_combat_magic_is_for_the_foe_alone() -> None:
    """BW-A4-28: wand and disintegrate at the foe, no death spell on others, no terrain; a shell stays free."""
    men = red("light_infantry", 6, files=3, at=(24, 14))
    other = red("giant_frost", 1, at=(30, 16))
    free = play(mage_and_foe(men, other), *WITH_MAGIC[1:])
    assert legal(free, cast("disintegrate", "giant_frost"))
    played = play(mage_and_foe(men, other), *WITH_MAGIC)
    assert legal(played, cast("disintegrate", "giant_fire"))
    assert rules(played.refusal(cast("disintegrate", "giant_frost"))) & {"BW-A4-21", "BW-A4-28"}
    assert "BW-A4-28" in rules(played.refusal(cast("death_spell", "light_infantry")))
    assert legal(played, wand("giant_fire"))
    assert not legal(played, wand("light_infantry"))
    uses = {card.title: card.uses[0] for card in played.decision.hand}
    assert uses["Disintegrate"].aim.eligible == ("giant_fire",)
    assert uses["Death spell"].rules == ("BW-A4-28",)
    assert uses["Death spell"].barred == "in special combat Mage can aim only at his foe"


def test_in_special_combat_no_ground_is_moved() -> None:
    """BW-A4-28."""
    mage = blue("wizard_6", 1, at=(24, 24), id="mage", spells=("move_earth",))
    wood = piece("woods", 40, 10, 48, 16)
    battle = apart(mage, red("giant_fire", 1, at=(24.2, 24)), features=(wood,))
    move = Commanded("", PLAY, Form("mage:move_earth", "cast", feature=wood.id, at=(40_000, 20_000)))
    assert legal(play(battle, *WITH_MAGIC[1:]), move)
    assert rules(play(battle, *WITH_MAGIC).refusal(move)) == {"BW-A4-28"}


def test_the_enchanted_strike_no_blow_at_a_wizard() -> None:
    """BW-A4-04: protection from evil holds in special combat too."""
    kind = house_key(replace(TROOPS["giant_frost"], id="djinn", enchanted=True))
    battle = apart(blue(kind, 1, at=(24, 24), id="djinn"), red("wizard_1", 1, at=(24.1, 24), id="mage"))
    assert strikers(play(battle, *PHASE, *[MISS] * 3)) == ["mage"] * 3


def cast(spell: str, target: str) -> Commanded:
    return Commanded("", PLAY, Form(f"mage:{spell}", "cast", (target,)))


def wand(target: str, place: int = 0) -> Commanded:
    return Commanded("", PLAY, Form("mage:fireballs", "cast", (target,), place=place))


def test_of_a_foe_in_the_ranks_his_own_place_is_aimed_at() -> None:
    """BW-A4-28."""
    mage = blue("wizard_6", 1, at=(24, 24), id="mage")
    king = red("barbarian_king", 1, at=(0, 0), id="king")
    band = red("light_infantry", 6, files=3, at=(24.1, 24), id="band")
    battle = apart(mage, *with_guard(king, band))
    played = play(battle, *WITH_MAGIC)
    place = next(one for one, figure in enumerate(band.places) if figure.rank == 0 and figure.file == 1)
    assert legal(played, wand("band", place))
    assert rules(played.refusal(wand("band", place + 1))) == {"BW-A4-28"}


def test_a_wizard_who_works_magic_strikes_no_blow() -> None:
    """BW-A3-37, BW-A4-15."""
    played = play(mage_and_foe(), *WITH_MAGIC, cast("disintegrate", "giant_fire"), "3", *[MISS] * 3)
    assert strikers(played) == ["giant_fire"] * 3
    fired = play(mage_and_foe(), *WITH_MAGIC, wand("giant_fire"), Commanded("", "finish"))
    assert fired.battle.roll is not None
    while fired.battle.roll is not None:
        fired = fired.then(" | ".join(["1"] * len(fired.dice)) if len(fired.dice) > 1 else "1")
    assert strikers(fired) == ["giant_fire"] * 3


def test_a_wizard_who_has_left_fights_no_more() -> None:
    """BW-A4-06, BW-A3-37."""
    asked = play(mage_and_foe(), *WITH_MAGIC)
    obeyed = BOOK_OF_WAR.obey(asked.battle, AtWill("blue", "leave:mage"))
    assert not isinstance(obeyed, Illegal)
    gone = play(replace(obeyed.battle, agenda=(), decisions=()), *WITH_MAGIC[2:])
    assert strikers(gone) == []


def test_a_dragon_breathes_on_its_foe_and_on_nobody_else() -> None:
    """BW-A3-37, BW-A3-31."""
    men = red("light_infantry", 3, files=3, at=(25.4, 24))
    battle = apart(
        blue("dragon_adult_red", 1, at=(24, 24), id="dragon"),
        red("knight_renown", 1, at=(23.2, 24), id="knight"),
        men,
        declare="measure_first",
    )
    played = play(battle, *PHASE)
    assert not legal(played, Commanded("dragon", "breathe_fire", Aimed("light_infantry")))
    assert legal(played, Commanded("dragon", "breathe_fire", Aimed("knight")))


# ---------------------------------------------------------------- entered


def test_the_result_of_a_fight_elsewhere_is_entered_by_both() -> None:
    """BW-A3-36."""
    battle = two_giants(special_combat="entered")
    asked = play(battle, *PHASE)
    assert [one.seat for one in asked.battle.decisions] == ["blue", "red"]
    assert all(one.sealed for one in asked.battle.decisions)
    fallen = play(battle, *PHASE).at_once(Chosen(("giant_frost",)), Chosen(("giant_frost",)))
    assert (fallen.unit("giant_frost").figures, fallen.unit("giant_fire").figures) == (0, 1)
    stand = play(battle, *PHASE).at_once(Chosen(("both_stand",)), Chosen(("both_stand",)))
    assert (stand.unit("giant_frost").figures, stand.unit("giant_fire").figures) == (1, 1)
    both = play(battle, *PHASE).at_once(Chosen(("both_fall",)), Chosen(("both_fall",)))
    assert (both.unit("giant_frost").figures, both.unit("giant_fire").figures) == (0, 0)
    said = [
        [one.what for one in played.events_of(Ruled) if "elsewhere" in one.what] for played in (fallen, stand, both)
    ]
    assert said == [
        [f"Giant frost and Giant fire fought elsewhere: {end}"]
        for end in ("Giant frost falls", "both still stand", "both fall")
    ]
    assert [(one.unit, one.by) for one in fallen.battle.graves] == [("giant_frost", "giant_fire")]
    assert {(one.unit, one.by) for one in both.battle.graves} == {
        ("giant_frost", "giant_fire"),
        ("giant_fire", "giant_frost"),
    }


def test_any_of_the_results_may_be_entered() -> None:
    """BW-A3-36: chosen at random, as recruits do."""
    asked = play(two_giants(special_combat="entered"), *PHASE)
    first, _ = asked.battle.decisions
    found = {BOOK_OF_WAR.sample(asked.battle, first, Random(seed)) for seed in range(30)}
    assert found == {Chosen((key,)) for key in ("both_stand", "giant_frost", "giant_fire", "both_fall")}


def test_of_two_entries_a_die_decides() -> None:
    """BW-A3-36, BW-O9-02."""
    battle = two_giants(special_combat="entered")
    for dice, fallen in (("5 2", "giant_fire"), ("2 5", "giant_frost")):
        played = play(battle, *PHASE).at_once(Chosen(("giant_fire",)), Chosen(("giant_frost",))).then(dice)
        assert played.unit(fallen).figures == 0
        assert sum(unit.figures for unit in played.battle.units.values()) == 1


# ---------------------------------------------------------------- odds, page, captains


def test_the_odds_are_those_of_the_dice() -> None:
    """BW-A3-36: with every throw played through the door."""
    battle = apart(blue("giant_frost", 1, at=(24, 24)), red("wizard_1", 1, at=(24.2, 24), id="mage"), turn_length="ten")
    frost = replace(battle.units["giant_frost"], own=replace(battle.units["giant_frost"].own, hurt=41))
    mage = replace(battle.units["mage"], own=replace(battle.units["mage"].own, hurt=20))
    battle = battle.with_unit(frost).with_unit(mage)
    begun = play(battle, *PHASE).battle
    falls = {"giant_frost": 0.0, "mage": 0.0}
    for chance, end in futures(BOOK_OF_WAR, begun, until=lambda one: not one.agenda):
        for key in falls:
            falls[key] += chance * (end.units[key].figures == 0)
    told = cycle(battle, frost, mage)
    assert told.one_falls == pytest.approx(falls["giant_frost"])
    assert told.other_falls == pytest.approx(falls["mage"])
    assert 0 < told.one_falls < 1
    assert 0 < told.other_falls < 1


def test_fought_to_the_end_somebody_falls() -> None:
    """BW-A3-37."""
    battle = two_giants()
    end = ending(battle, battle.units["giant_frost"], battle.units["giant_fire"])
    assert end.one_falls + end.other_falls == pytest.approx(1, abs=1e-6)
    assert end.one_falls > end.other_falls, "three dice of damage against two, and more hit points"


def test_the_odds_stand_beside_the_question() -> None:
    """BW-A3-39."""
    view = play(knight_and_guard(), *PHASE).battle
    (asked,) = view.decisions
    assert [(one.key, one.forgoes is True) for one in asked.options] == [("accept", False), ("refuse", True)]
    shown = BOOK_OF_WAR.preview(view, asked, ACCEPT)
    assert shown.odds is not None
    assert (shown.odds.target, shown.odds.dice) == ("lord", 9)
    assert shown.beside[0].dice == 6
    assert "fought to the end" in shown.note
    assert "Guard by the normal rules" in BOOK_OF_WAR.preview(view, asked, REFUSE).note
    duel = BOOK_OF_WAR.duel(view)
    assert duel is not None
    assert {duel.one, duel.other} == {"lord", "knight"}
    assert {stat.label for stat in duel.stats[0]} == {"hit points", "AC", "hits on", "damage"}
    fighting = play(knight_and_guard(), *PHASE, ACCEPT, MISS, "20").battle
    shown_round = BOOK_OF_WAR.duel(fighting)
    assert shown_round is not None
    assert shown_round.round == 1


def test_captains_take_on_whom_they_are_likely_to_beat() -> None:
    """BW-A3-39."""
    view = play(knight_and_guard(), *PHASE).battle
    (asked,) = view.decisions
    knight, lord = view.units["knight"], view.units["lord"]
    strong = view.with_unit(replace(lord, own=replace(lord.own, hurt=40)))
    assert BookOfWarCaptain().answer(strong, asked) == ACCEPT
    weak = view.with_unit(replace(knight, own=replace(knight.own, hurt=33)))
    assert BookOfWarCaptain().answer(weak, asked) == REFUSE


def test_a_card_says_how_a_hero_fights_man_to_man() -> None:
    """BW-A3-36, BW-A3-37."""
    battle = play(two_giants(), *PHASE).battle
    card = BOOK_OF_WAR.card(battle, "giant_frost")
    assert card is not None
    told = {stat.label: stat.value for stat in card.stats}
    assert told["Man to man"] == "level 10, AC 4, 2d6, 46 of 46 hit points"
    assert told["Special combat"] == "with Giant fire"
    assert Combat("giant_fire", 1) in battle.units["giant_frost"].own.combats
