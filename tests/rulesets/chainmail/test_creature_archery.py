"""What creatures shoot: stones of hobbits, bows of heroes and elves, enchanted arrows, and dragons overhead."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Aimed, Commanded, PathDrawn
from schiltron.battle.state.event import Struck
from schiltron.battle.state.unit import Aloft, OnTable
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.fantasy.archery import as_more
from schiltron.rulesets.chainmail.fire.aiming import aim
from schiltron.rulesets.chainmail.fire.marksmen import ENCHANTED, MarkedShot, marked_in_words
from schiltron.rulesets.chainmail.fire.outlook import outlook
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.fire.rates import may_fire
from schiltron.rulesets.chainmail.fire.volleys import Volley
from schiltron.rulesets.chainmail.fire.weapons import reach
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.movement.trial_moves import may_split
from schiltron.rulesets.chainmail.nature import ALOFT
from schiltron.rulesets.chainmail.state import Battle, Unit, with_uncanny
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import Played, ahead, blue, field, play, red, rules, shoot

ON: dict[str, Any] = {"fantasy": "on", "light": "dim"}


def armed(unit: Unit, **equipment: Any) -> Unit:
    changed = with_equipment(unit.own.profile, equipment)
    assert not changed.faults, changed.faults
    return replace(unit, own=replace(unit.own, profile=changed.profile))


def archer(troop: str, figures: int = 1, **equipment: Any) -> Unit:
    bow = {"missile": "bow"} if troop in ("hero", "super_hero") else {}
    return armed(blue("ours", figures, at=(48, 40), troop=troop), **bow, **equipment)


def foe(troop: str = "heavy_foot", figures: int = 10, away: float = 10) -> Unit:
    return red("theirs", figures, at=(48, 40 - away), troop=troop)


def overhead(unit: Unit) -> Unit:
    return replace(unit, place=OnTable(unit.pose, Aloft(ALOFT, 1)))


def volley(one: Unit, other: Unit, **options: Any) -> Any:
    battle = field(one, other, phase="missiles", **{**ON, **options})
    return aim(battle, battle.units["ours"], battle.units["theirs"])


def firing(one: Unit, other: Unit) -> int:
    found = volley(one, other)
    assert isinstance(found, Volley)
    return found.firing.total


def enchanted(target: str = "theirs", actor: str = "ours") -> Commanded:
    return Commanded(actor, ENCHANTED, Aimed(target))


def fired(battle: Battle, *answers: Any) -> Played:
    return play(battle, Missiles(("blue", "red")), *answers)


# ---------------------------------------------------------------- how far, and as how many


@pytest.mark.parametrize(
    ("troop", "far"), [("hobbits", 15), ("elves", 18), ("orcs", 15), ("hero", 18), ("super_hero", 21)]
)
def test_how_far_they_shoot(troop: str, far: int) -> None:
    """CM-FANT-GEN-02, CM-FANT-HOBBIT-02."""
    one = archer(troop, 1 if troop.endswith("hero") else 10)
    assert reach(one).total == inches(far)
    assert isinstance(volley(one, foe("light_foot", away=far)), Volley)
    assert isinstance(volley(one, foe("light_foot", away=far + 0.1)), list)


@pytest.mark.parametrize(("hobbits", "men"), [(10, 15), (7, 10), (1, 1), (2, 3)])
def test_two_hobbits_throw_as_three(hobbits: int, men: int) -> None:
    """CM-FANT-HOBBIT-02: fractions dropped."""
    assert firing(archer("hobbits", hobbits), foe("light_foot")) == men


@pytest.mark.parametrize(("troop", "men"), [("hero", 4), ("super_hero", 8), ("elves", 1)])
def test_heroes_shoot_as_so_many_men_but_once_at_fantastic_foes(troop: str, men: int) -> None:
    """CM-FANT-GEN-09."""
    assert firing(archer(troop), foe("light_foot")) == men
    assert firing(archer(troop), foe("goblins")) == men, "small folk are ordinary troops"
    if troop != "elves":
        once = as_more(archer(troop), foe("ogres", 3), 1)
        assert once is not None
        assert (once.value, once.rule) == (0, "CM-FANT-GEN-09")


def test_bright_light_takes_one_off_the_dice_of_orcs() -> None:
    """CM-FANT-ORC-01, CM-FANT-GOBLIN-02: a score below 1 counts as 1."""
    orcs = archer("orcs", 10)
    assert volley(orcs, foe("light_foot")).bonus == 0
    bright = volley(orcs, foe("light_foot"), light="bright")
    assert bright.bonus == -1
    dim = fired(field(orcs, foe("light_foot"), phase="missiles", **ON), shoot("ours", at="theirs"), FINISH, "3")
    lit = field(orcs, foe("light_foot"), phase="missiles", **{**ON, "light": "bright"})
    assert dim.unit("theirs").figures + dim.unit("theirs").fallen == 10
    assert fired(lit, shoot("ours", at="theirs"), FINISH, "3").unit("theirs").figures >= dim.unit("theirs").figures


def test_in_the_dark_men_do_not_shoot() -> None:
    """CM-FANT-GEN-10."""
    dark = {**ON, "light": "dark"}
    men = field(blue("ours", 10, at=(48, 40), troop="archers"), foe("goblins"), phase="missiles", **dark)
    assert "CM-FANT-GEN-10" in rules(may_fire(men, men.units["ours"]))
    orcs = field(archer("orcs", 10), foe("light_foot"), phase="missiles", **dark)
    assert not may_fire(orcs, orcs.units["ours"])


@pytest.mark.parametrize(
    ("troop", "rule"),
    [
        ("wraith", "CM-FANT-WRAITH-08"),
        ("true_troll", "CM-FANT-TROLL-06"),
        ("balrog", "CM-FANT-BALROG-01"),
        ("ent", "CM-FANT-ENT-03"),
        ("red_dragon", "CM-FANT-DRAGON-06"),
        ("efreet", "CM-FANT-ELEM-03"),
        ("wights", "CM-FANT-WIGHT-02"),
    ],
)
def test_whom_common_missiles_do_no_harm(troop: str, rule: str) -> None:
    found = volley(archer("elves", 10), foe(troop, 1))
    assert isinstance(found, list)
    assert rule in rules(found)


def test_a_volley_kills_a_hero_only_with_four_at_once() -> None:
    """CM-FANT-HERO-07: what is promised is figures, not hits."""
    battle = field(blue("ours", 20, at=(48, 40), troop="longbowmen", files=10), foe("hero", 1), phase="missiles", **ON)
    fire = aim(battle, battle.units["ours"], battle.units["theirs"])
    assert isinstance(fire, Volley)
    assert outlook(battle, fire).expected == 0.0


# ---------------------------------------------------------------- elves


def test_elves_split_their_move_and_fire_on_foot() -> None:
    """CM-FANT-ELF-01: half a move, a volley, and on; orcs may not."""
    assert may_split(archer("elves", 6))
    assert not may_split(archer("orcs", 6))
    battle = field(archer("elves", 6), foe("light_foot", 8, away=20), phase="first_move", **ON)
    split = Commanded("ours", "split", PathDrawn((ahead(4),)))
    played = play(battle, Moves("blue"), split)
    assert played.unit("ours").own.turn.moved
    shot = played.then(shoot("ours", at="theirs"))
    assert shot.unit("ours").own.turn.shots == 1


# ---------------------------------------------------------------- enchanted arrows


def test_an_enchanted_arrow_always_hits_an_ordinary_target() -> None:
    """CM-FANT-MAGIC-02, CM-FANT-MAGIC-06: one figure for one arrow, which is spent."""
    battle = field(archer("hero", enchanted_arrows=1), foe("knights", 6), phase="missiles", **ON)
    played = fired(battle, enchanted(), FINISH)
    assert played.unit("theirs").figures == 5
    assert played.unit("ours").own.uncanny is not None
    assert played.unit("ours").own.uncanny.lost_arrows == 1
    assert not any(event.dice for event in played.events_of(Struck))
    again = fired(battle, enchanted()).unit("ours")
    assert again.own.uncanny is not None
    assert again.own.uncanny.lost_arrows == 1, "it is gone as soon as it is loosed"
    spent = aim(played.battle, played.unit("ours"), played.unit("theirs"), enchanted=True)
    assert isinstance(spent, list)
    assert "CM-FANT-MAGIC-06" in rules(spent)


@pytest.mark.parametrize(
    ("dice", "left", "back"), [("5 4", 1, False), ("5 5", 1, True), ("6 5", 0, False)], ids=["none", "back", "dead"]
)
def test_against_a_fantastic_foe_it_is_rolled_as_in_melee(dice: str, left: int, back: bool) -> None:
    """CM-FANT-MAGIC-03, CM-FANT-MAGIC-04: a hero needs 10 at a wraith's kin, the roc; over it kills."""
    battle = field(archer("hero", enchanted_arrows=1, sword=1), foe("roc", 1), phase="missiles", **ON)
    played = fired(battle, enchanted())
    assert [pool.count for pool in played.roll.pools] == [2]
    played = played.then(dice)
    assert played.unit("theirs").figures == left
    assert (played.unit("theirs").pose != battle.units["theirs"].pose) is back
    assert not any(event.unit == "theirs" for event in played.events_of(Struck)), "nobody rolls back"


def bowman(troop: str, away: float = 10, **equipment: Any) -> Unit:
    return armed(red("theirs", 1, at=(48, 40 - away), troop=troop), **{"missile": "bow", **equipment})


def loosed(battle: Battle) -> Played:
    """An enchanted arrow is declared, and nothing else by either side."""
    played = fired(battle, enchanted())
    while played.battle.decisions:
        played = played.then(FINISH)
    return played


@pytest.mark.parametrize(
    ("dice", "ours", "theirs"),
    [("6 6 | 6 6", 0, 0), ("6 6 | 1 1", 1, 0), ("1 1 | 6 5", 0, 1), ("1 1 | 1 1", 1, 1)],
    ids=["both", "theirs", "ours", "neither"],
)
def test_who_has_such_an_arrow_himself_looses_it_back(dice: str, ours: int, theirs: int) -> None:
    """CM-FANT-MAGIC-04, CM-FANT-MAGIC-06: at the same moment, so that both may fall; each has spent an arrow."""
    battle = field(archer("hero", enchanted_arrows=1), bowman("super_hero", enchanted_arrows=2), phase="missiles", **ON)
    played = loosed(battle)
    assert [pool.label for pool in played.roll.pools] == ["Ours at Theirs", "Theirs back at Ours"]
    assert "CM-FANT-MAGIC-04" in played.roll.rules
    lost = [played.unit(key).own.uncanny for key in ("ours", "theirs")]
    assert [one.lost_arrows for one in lost if one is not None] == [1, 1]
    over = played.then(dice)
    assert (over.unit("ours").figures, over.unit("theirs").figures) == (ours, theirs)
    assert {event.unit for event in over.events_of(Struck)} == {"ours", "theirs"}


def test_who_shoots_may_be_driven_back_himself() -> None:
    """CM-FANT-MAGIC-04, CM-FANT-FCT-03"""
    battle = field(archer("hero", enchanted_arrows=1), bowman("super_hero", enchanted_arrows=1), phase="missiles", **ON)
    shot = aim(battle, battle.units["ours"], battle.units["theirs"], enchanted=True)
    assert isinstance(shot, MarkedShot)
    assert shot.back is not None
    high = min(6, shot.back.to_drive_back - 1)
    played = loosed(battle).then(f"1 1 | {high} {shot.back.to_drive_back - high}")
    assert played.unit("ours").figures == 1
    assert played.unit("ours").pose != battle.units["ours"].pose
    assert f"kills on {shot.back.to_kill} or more" in marked_in_words(shot)


@pytest.mark.parametrize(
    "other",
    [
        bowman("super_hero"),
        bowman("super_hero", missile="none", enchanted_arrows=2),
        with_uncanny(bowman("super_hero", enchanted_arrows=1), lost_arrows=1),
        foe("roc", 1),
    ],
    ids=["no arrow", "no bow", "spent", "beast"],
)
def test_nobody_else_does(other: Unit) -> None:
    """CM-FANT-MAGIC-04"""
    battle = field(archer("hero", enchanted_arrows=1), other, phase="missiles", **ON)
    assert len(loosed(battle).roll.pools) == 1


def test_no_arrow_comes_back_from_out_of_range_or_to_elves() -> None:
    """CM-FANT-MAGIC-04: a hero shoots 18 inches, a super hero 21; elves have no line in the table."""
    far = bowman("hero", 20, enchanted_arrows=1)
    battle = field(archer("super_hero", enchanted_arrows=1), far, phase="missiles", **ON)
    assert len(loosed(battle).roll.pools) == 1
    near = field(archer("super_hero", enchanted_arrows=1), bowman("hero", enchanted_arrows=1), phase="missiles", **ON)
    assert len(loosed(near).roll.pools) == 2
    elves = field(archer("elves", 4, enchanted_arrows=1), bowman("hero", enchanted_arrows=1), phase="missiles", **ON)
    assert len(loosed(elves).roll.pools) == 1


def test_elves_count_as_heroes_with_enchanted_arrows() -> None:
    """CM-FANT-MAGIC-05: 12 against a dragon on the ground; 9 or more at one overhead."""
    battle = field(archer("elves", 6, enchanted_arrows=2), foe("red_dragon", 1), phase="missiles", **ON)
    ours, theirs = battle.units["ours"], battle.units["theirs"]
    shot = aim(battle, ours, theirs, enchanted=True)
    assert isinstance(shot, MarkedShot)
    assert shot.score is not None
    assert (shot.score.to_drive_back, shot.score.to_kill) == (12, 13)
    battle = field(ours, overhead(foe("red_dragon", 1)), phase="missiles", **ON)
    shot = aim(battle, battle.units["ours"], battle.units["theirs"], enchanted=True)
    assert isinstance(shot, MarkedShot)
    assert shot.score is not None
    assert shot.score.to_kill == 9


# ---------------------------------------------------------------- dragons overhead


@pytest.mark.parametrize(("troop", "need"), [("hero", (10, 9)), ("super_hero", (8, 7))])
def test_shooting_down_a_dragon(troop: str, need: tuple[int, int]) -> None:
    """CM-FANT-HERO-08, CM-FANT-SUPER-03, CM-FANT-DRAGON-06: overhead and in range; on the ground it is proof."""
    one = archer(troop, enchanted_arrows=1)
    battle = field(one, overhead(foe("red_dragon", 1)), phase="missiles", **ON)
    ours, theirs = battle.units["ours"], battle.units["theirs"]
    scores = []
    for arrow in (False, True):
        shot = aim(battle, ours, theirs, enchanted=arrow)
        assert isinstance(shot, MarkedShot)
        assert shot.score is not None
        scores.append(shot.score.to_kill)
    assert tuple(scores) == need
    low, high = ("4 5", "5 5") if troop == "hero" else ("4 3", "4 4")
    assert fired(battle, shoot("ours", at="theirs"), FINISH, low).unit("theirs").figures == 1
    assert fired(battle, shoot("ours", at="theirs"), FINISH, high).unit("theirs").figures == 0
    assert isinstance(volley(one, foe("red_dragon", 1)), list)
    assert isinstance(volley(one, overhead(foe("red_dragon", 1, away=30))), list)


def test_others_shoot_no_dragon_down() -> None:
    """CM-FANT-DRAGON-06."""
    assert isinstance(volley(archer("elves", 10), overhead(foe("red_dragon", 1))), list)
