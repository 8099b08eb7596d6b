"""Mages and priests: spells cast, hits stopped, saves raised, wounds healed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, PLAY, Assign, Assigned, Choose, Command, Commanded, Share
from schiltron.battle.state.decision import Played as Card
from schiltron.battle.state.event import Declared, Marked, Struck, Worked
from schiltron.herald.answers import typed_answer
from schiltron.herald.guide_in_words import foreseen
from schiltron.herald.not_understood import Misheard
from schiltron.rulesets.by_this_axe import powers
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.attacks.numbers import skill
from schiltron.rulesets.by_this_axe.attacks.outlook import withstood
from schiltron.rulesets.by_this_axe.attacks.saves import save_number
from schiltron.rulesets.by_this_axe.attacks.strikes import Hits, Saves, Strike, Succour
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.magic.people import intercessors, marks, may_cast, warders
from schiltron.rulesets.by_this_axe.magic.prayers import Heal, Vows
from schiltron.rulesets.by_this_axe.morale.causes import owes_own_check
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Person, Unit
from schiltron.rulesets.by_this_axe.weapons import SPELL
from tests.rulesets.by_this_axe.positions import (
    Played,
    blue,
    choose,
    field,
    hero,
    locked,
    piece,
    play,
    red,
    rules,
    share,
    shoot,
)

FANTASY: dict[str, Any] = {"fantasy": "supplement"}
FIRE = Fire(("red", "blue"))


def mage(name: str = "merla", side: str = "blue", *, dice: int = 8, **more: Any) -> Unit:
    return hero(name, side, **{"roles": ("mage",), "fc": 1, "melee": ("dagger",), "spells": dice, **more})


def priest(name: str = "alban", side: str = "blue", *, uses: int = 8, **more: Any) -> Unit:
    return hero(name, side, **{"roles": ("priest",), "fc": 2, "melee": ("staff",), "prayers": uses, **more})


def spears(**more: Any) -> Unit:
    return blue("spears", 8, **{"at": (24, 24), "files": 8, **more})


def orcs(**more: Any) -> Unit:
    figures = more.pop("figures", 10)
    return red("orcs", figures, **{"at": (24, 16), "files": figures, **more})


def battle(*units: Any, **more: Any) -> Battle:
    return field(*units, **{**FANTASY, "phase": "ranged", **more})


def person(played: Played, unit: str) -> Person:
    found = played.unit(unit).own.person
    assert found is not None
    return found


def spent(item: str, **counts: int) -> Assigned:
    return share(item, **counts)


# ---------------------------------------------------------------- offensive spells


def test_a_mage_casts_dice_at_heroic_level() -> None:
    """TA-FANT-M01, TA-FANT-M04, TA-FANT-M06: three dice on 1 to 5; mail and shield help nobody; three are gone."""
    asked = play(battle(spears(), mage(with_="spears"), orcs(armour="heavy", shield=True)), FIRE)
    assert isinstance(asked.decision, Assign)
    assert asked.decision.sealed
    assert asked.decision.items[0].count == 8
    cast = asked.then(spent("merla", orcs=3, keep=5))
    assert cast.roll.purpose == "Merla casts spells at Orcs"
    assert cast.dice == [(3, 5)]
    assert "TA-FANT-M04" in cast.roll.rules
    assert person(cast, "merla").dice_left == 5
    (told,) = cast.events_of(Declared)
    assert (told.unit, told.action, told.target) == ("merla", "cast", "orcs")
    fallen = cast.then("5 5 6")
    assert not fallen.battle.roll, "no save against spells"
    assert fallen.unit("orcs").figures == 8
    (struck,) = fallen.events_of(Struck)
    assert (struck.unit, struck.action, struck.hits) == ("merla", "casting", 2)


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ({"armour": "heavy", "shield": True}, None),
        ({"mounted": True, "armour": "heavy"}, 1),
        ({"abilities": ("thick_hide",)}, None),
        ({"abilities": ("tough", "regeneration", "thick_hide")}, 3),
    ],
)
def test_what_saves_from_a_spell(line: dict[str, Any], total: int | None) -> None:
    """TA-FANT-M06: no armour, hide or shield; a mount, a tough body; nothing where that is nothing."""
    unit = orcs(**line)
    found = save_number(battle(unit), unit, "front", shooting=True, by="spell")
    assert found.verdict == ("impossible" if total is None else "total")
    assert total is None or found.total == total
    assert save_number(battle(unit), unit, "front", shooting=True, by="spell", prayers=1).verdict == "total"
    kay = hero("kay", "red", at=(24, 16))
    assert save_number(battle(kay), kay, "front", shooting=True, by="spell").total == 1, "the luck of heroes"


def aimed_at(*units: Any, **more: Any) -> list[str]:
    position = battle(*units, **more)
    return [one.id for one in marks(position, position.units["merla"])]


def test_spells_reach_ten_inches() -> None:
    """TA-FANT-M05: from the front of the unit he is with to the nearest point."""
    assert aimed_at(spears(), mage(with_="spears"), orcs(at=(24, 14))) == ["orcs"]
    assert aimed_at(spears(), mage(with_="spears"), orcs(at=(24, 13.9))) == []
    assert aimed_at(mage(at=(24, 24)), orcs(at=(24, 14))) == ["orcs"]


def test_the_target_is_any_in_clear_view() -> None:
    """TA-FANT-M04: farther ones too; not behind others, not in deep woods, not behind one's back."""
    near, far = red("near", 4, at=(20, 20)), red("far", 4, at=(28, 17))
    assert aimed_at(spears(), mage(with_="spears"), near, far) == ["far", "near"]
    hidden = red("far", 4, at=(24, 17))
    assert "far" not in aimed_at(spears(files=2), mage(with_="spears"), red("near", 10, at=(24, 20)), hidden)
    assert aimed_at(spears(), mage(with_="spears"), orcs(), features=(piece("woods", 10, 17, 40, 20),)) == []
    assert aimed_at(spears(), mage(with_="spears"), orcs(at=(24, 32))) == []


def test_spells_go_neither_out_of_melee_nor_into_it() -> None:
    """TA-FANT-M07"""
    foe = red("foe", 8, at=(24, 24))
    inside = battle(spears(), mage(with_="spears"), foe, orcs(), contacts=(locked("spears", "foe", since=0),))
    assert not may_cast(inside, inside.units["merla"])
    other = blue("others", 10, at=(24, 16))
    into = (spears(), mage(with_="spears"), other, orcs())
    assert aimed_at(*into, contacts=(locked("others", "orcs", since=0),)) == []
    shamed = battle(spears(), mage(with_="spears", shamed=True), orcs())
    assert not may_cast(shamed, shamed.units["merla"])
    routed = battle(spears(marks=(ROUTED,)), mage(with_="spears"), orcs())
    assert not play(routed, FIRE).battle.awaiting


def test_all_dice_of_a_phase_go_at_one_target() -> None:
    """TA-FANT-M04"""
    two = play(battle(spears(), mage(with_="spears"), red("one", 4, at=(20, 18)), red("two", 4, at=(28, 18))), FIRE)
    assert rules(two.refusal(Assigned((Share("merla", "one", 2), Share("merla", "two", 2), Share("merla", "keep", 4)))))
    cast = two.then(Assigned((Share("merla", "two", 2), Share("merla", "keep", 6))))
    assert cast.roll.purpose == "Merla casts spells at Two"


def test_spells_fall_together_with_arrows() -> None:
    """TA-FANT-M04, TA-TURN-04, TA-RANGED-10: fallen archers have shot; who has cast, and his unit, does not move."""
    archers = red("archers", 6, at=(24, 16), ranged=("longbow",))
    start = play(battle(spears(), mage(with_="spears"), archers), FIRE, spent("merla", archers=8))
    assert isinstance(start.decision, object)
    shot = start.then(shoot("archers", at="spears")).then("1 1 1 1 1 1 1 1")
    assert shot.roll.purpose == "Archers shoot at Spears"
    assert shot.dice == [(6, 2)]
    done = shot.then("1 1 6 6 6 6")
    assert not done.unit("archers").on_table
    assert done.unit("spears").own.turn.shot
    assert done.unit("merla").own.turn.shot


def test_a_unit_shoots_beside_its_mage() -> None:
    """TA-FANT-M04: his spells take no bow out of other hands."""
    start = play(
        battle(spears(ranged=("longbow",)), mage(with_="spears", ranged=("sling",)), orcs()),
        FIRE,
        spent("merla", orcs=1, keep=7),
    )
    done = start.then(shoot("spears", at="orcs")).then("6")
    assert done.dice == [(8, 2)], "he has cast, and slings nothing"


def test_both_sides_cast_unseen() -> None:
    """TA-FANT-M04: two sealed answers; a mage killed by the other's spell has cast."""
    units = spears(), mage(with_="spears"), mage("nigh", "red", at=(24, 16), dice=4)
    asked = play(battle(*units), FIRE)
    assert {one.seat for one in asked.battle.decisions} == {"blue", "red"}
    cast = asked.at_once(spent("merla", nigh=8), spent("nigh", spears=4))
    assert cast.roll.purpose == "Merla casts spells at Nigh"
    killed = cast.then("1 1 1 1 1 1 1 1")
    assert killed.roll.purpose == "Nigh casts spells at Spears"


def test_keeping_all_dice_casts_nothing() -> None:
    """TA-FANT-M01"""
    done = play(battle(spears(), mage(with_="spears"), orcs()), FIRE, spent("merla", keep=8))
    assert not done.battle.awaiting
    assert person(done, "merla").dice_left == 8
    assert not play(battle(spears(), mage(with_="spears", dice=0), orcs()), FIRE).battle.awaiting
    assert not play(field(spears(), mage(with_="spears"), orcs(), phase="ranged"), FIRE).battle.awaiting


def test_one_keeps_his_dice_and_another_casts() -> None:
    """TA-FANT-M01, TA-FANT-M04: each as his side says, in whatever order it is said."""
    asked = play(battle(spears(), mage(with_="spears"), mage("nimue", with_="spears"), orcs()), FIRE)
    cast = asked.then(Assigned((Share("merla", "keep", 8), Share("nimue", "orcs", 3), Share("nimue", "keep", 5))))
    assert cast.dice == [(3, 5)]
    assert [person(cast, one).dice_left for one in ("merla", "nimue")] == [8, 5]


def test_all_the_dice_are_suggested_then_half_then_a_third_then_none() -> None:
    """TA-FANT-M04"""
    asked = play(battle(spears(), mage(with_="spears"), orcs()), FIRE)
    ways = list(BY_THIS_AXE.suggest(asked.battle, asked.decision))
    assert ways == [
        spent("merla", orcs=8),
        *(spent("merla", orcs=n, keep=8 - n) for n in (4, 3)),
        spent("merla", keep=8),
    ]


@pytest.mark.parametrize("hits", [1, 3])
def test_dice_and_prayers_at_random_are_no_more_than_can_do_anything(hits: int) -> None:
    """TA-FANT-M08, TA-FANT-M10, TA-FANT-P01: every way is gone now and then, and each of them can be."""
    asked = volley(mage(with_="spears"), mage("nimue", with_="spears"), priest(with_="spears"), hits=hits)
    gone = set()
    for number in range(80):
        said = BY_THIS_AXE.sample(asked.battle, asked.decision, Random(number))
        assert isinstance(said, Assigned)
        asked.then(said)
        assert all(share.count for share in said.shares)
        gone |= {(share.item, share.bin) for share in said.shares}
    assert gone == {
        *((one, way) for one in ("merla", "nimue") for way in ("stop", "keep")),
        *(("alban", way) for way in ("raise", "keep")),
    }


def test_spells_at_random_have_one_target_each() -> None:
    """TA-FANT-M04: no more than six dice at once, so that some are left for later."""
    two = red("one", 4, at=(20, 18)), red("two", 4, at=(28, 18))
    asked = play(battle(spears(), mage(with_="spears"), *two), FIRE)
    said = [BY_THIS_AXE.sample(asked.battle, asked.decision, Random(number)) for number in range(80)]
    shares = [share for one in said if isinstance(one, Assigned) for share in one.shares]
    for one in said:
        asked.then(one)
    assert {share.bin for share in shares} == {"one", "two", "keep"}
    assert {share.count for share in shares if share.bin != "keep"} == set(range(1, 7))


def test_hits_still_to_be_saved_are_reckoned_exactly() -> None:
    """TA-UNIT-20, TA-FANT-P01, TA-FANT-P11, TA-CHAR-07: three saved on 2, or one of them on 3; of few men one in six on
    whoever leads them."""
    strike = Strike("orcs", "spears", "shooting", "front", ())
    whole = battle(spears(armour="medium"), orcs())
    for prayers, lost in ((0, 3 * 4 / 6), (1, 3 / 6 + 2 * 4 / 6), (4, 2 / 6 + 2 * 3 / 6)):
        seen = withstood(whole, Saves(strike, (Hits(3, "sling"),), raised=prayers))
        assert seen.hits == (0, 0, 0, 1)
        assert seen.expected == pytest.approx(lost)
    few = battle(blue("spears", 3, at=(24, 24), armour="medium"), hero("kay", with_="spears", side="blue"), orcs())
    seen = withstood(few, Saves(strike, (Hits(1, SPELL),)))
    assert dict(seen.deaths)["kay"] == pytest.approx(1 / 6 * 5 / 6)
    assert seen.fallen[1] == pytest.approx(5 / 6)


def test_who_is_neither_mage_nor_priest_has_neither_dice_nor_prayers() -> None:
    """TA-FANT-M01, TA-FANT-P02: a character without any role too."""
    assert [powers.spell_dice(roles, "1:5") for roles in ((), ("hero",), ("mage",))] == [0, 0, 8]
    assert [powers.prayers(roles, "1:5") for roles in ((), ("hero",), ("priest",))] == [0, 0, 8]


def test_a_save_from_a_spell_names_what_does_not_help() -> None:
    """TA-FANT-M06"""
    unit = orcs(armour="heavy", mounted=True)
    first, *_ = save_number(battle(unit), unit, "front", shooting=True, by="spell").terms
    assert (first.value, first.rule) == (0, "TA-FANT-M06")
    kay = hero("kay", "red", at=(24, 16))
    *_, luck = save_number(battle(kay), kay, "front", shooting=True, by="spell").terms
    assert (luck.value, luck.rule) == (1, "TA-UNIT-25")


def test_resistance_and_leaves_are_no_help_against_spells() -> None:
    """TA-FANT-A19, TA-FANT-A12: magic hits whom no plain weapon does, hidden or not."""
    ghosts = orcs(abilities=("resistance_to_normal_weapons", "camouflage"))
    cast = play(battle(spears(), mage(with_="spears"), ghosts, light="night"), FIRE, spent("merla", orcs=2, keep=6))
    assert cast.dice == [(2, 5)]


# ---------------------------------------------------------------- defensive dice


def volley(*units: Any, hits: int = 3, **more: Any) -> Played:
    """Red archers have hit blue spears so often."""
    archers = red("archers", 6, at=(24, 10), ranged=("sling",), fc=4)
    position = battle(spears(**more.pop("line", {"armour": "medium"})), archers, *units, **more)
    return play(position, FIRE, shoot("archers", at="spears"), " ".join(["1"] * hits + ["6"] * (6 - hits)))


def test_a_die_stops_a_hit_before_its_save() -> None:
    """TA-FANT-M08, TA-FANT-M10: two of three hits need no save any more."""
    asked = volley(mage(with_="spears"))
    assert asked.decision.seat == "blue"
    assert asked.decision.window
    assert asked.decision.prompt == "3 hits on Spears, saved on 2 or less: what is spent on them?"
    assert asked.decision.items[0].count == 3, "no more than there are hits"
    done = asked.then(spent("merla", stop=2, keep=1))
    assert done.dice == [(1, 2)]
    assert person(done, "merla").dice_left == 6
    (told,) = done.events_of(Worked)
    assert (told.unit, told.rules) == ("merla", ("TA-FANT-M08",))
    assert told.what == "2 hits on Spears stopped"
    assert not asked.then(spent("merla", stop=3)).battle.awaiting
    assert asked.then(spent("merla", keep=3)).dice == [(3, 2)]


def test_wards_reach_eight_inches_and_prayers_six() -> None:
    """TA-FANT-M10, TA-FANT-P01: from whoever has them to the struck body; one's own unit always."""
    for far, helped in ((7.9, True), (8.1, False)):
        position = battle(spears(at=(24, 24)), mage(at=(28.5 + far, 24.5)), orcs())
        assert bool(warders(position, position.units["spears"])) == helped
    for far, helped in ((5.9, True), (6.1, False)):
        position = battle(spears(at=(24, 24)), priest(at=(28.5 + far, 24.5)), orcs())
        assert bool(intercessors(position, position.units["spears"])) == helped


def test_only_who_has_something_is_asked() -> None:
    """TA-FANT-M08: neither an empty pool, nor the other side's mage, nor one in rout; nor where nobody was hit."""
    assert volley(mage(with_="spears", dice=0)).battle.roll is not None
    foe = play(
        battle(spears(), red("archers", 6, at=(24, 10), ranged=("sling",)), mage("nigh", "red", with_="archers")),
        FIRE,
        shoot("archers", at="spears"),
        "1 1 1 6 6 6",
    )
    assert not foe.battle.awaiting
    running = blue("runners", 6, at=(34, 24), marks=(ROUTED,))
    assert volley(running, mage(with_="runners")).battle.roll is not None
    assert not volley(mage(with_="spears"), hits=0).battle.awaiting


def test_dice_are_spent_in_melee_too() -> None:
    """TA-FANT-M08, TA-FANT-M10: while the caster is in it."""
    position = battle(
        spears(),
        mage(with_="spears", shamed=True),
        orcs(at=(24, 24)),
        contacts=(locked("orcs", "spears", since=0),),
        phase="melee",
    )
    asked = play(position, Melees()).then("1 6 6 6 6 6 6 6")
    struck = asked.then("1 1 6 6 6 6 6 6 6 6")
    assert isinstance(struck.decision, Assign)
    assert struck.decision.seat == "blue"


def test_more_hits_cannot_be_stopped_than_there_are() -> None:
    """TA-FANT-M08: two mages together too."""
    two = volley(mage(with_="spears"), mage("nimue", with_="spears"), hits=1)
    both = Assigned((Share("merla", "stop", 1), Share("nimue", "stop", 1)))
    assert two.refusal(both)


def spell_on(*units: Any, hits: int = 2, **more: Any) -> Played:
    """Nigh's spell has hit the spears so often."""
    position = battle(spears(), mage("nigh", "red", at=(24, 16), dice=4), *units, **more)
    asked = play(position, FIRE)
    answers = [
        spent("nigh", spears=4) if one.seat == "red" else spent(one.items[0].key, keep=one.items[0].count)
        for one in asked.battle.decisions
    ]
    return asked.at_once(*answers).then(" ".join(["1"] * hits + ["6"] * (4 - hits)))


def test_dice_of_a_spell_are_undone() -> None:
    """TA-FANT-M09, TA-FANT-P04: by a mage's die or a priest's prayer, one each."""
    asked = spell_on(mage(with_="spears"), priest(with_="spears"))
    assert {"TA-FANT-M09", "TA-FANT-P04"} <= set(asked.decision.rules)
    done = asked.then(
        Assigned(
            (
                Share("merla", "stop", 1),
                Share("merla", "keep", 1),
                Share("alban", "stop", 1),
                Share("alban", "keep", asked.decision.items[1].count - 1),
            )
        )
    )
    assert not done.battle.roll
    assert done.unit("spears").figures == 8
    assert (person(done, "merla").dice_left, person(done, "alban").prayers_left) == (7, 7)
    assert {told.rules for told in done.events_of(Worked)} == {("TA-FANT-M09",), ("TA-FANT-P04",)}


def test_a_spell_is_undone_where_no_save_can_be_raised() -> None:
    """TA-FANT-P04: the best of saves is no reason not to ask the priest."""
    more: dict[str, Any] = {"mounted": True, "abilities": ("tough", "regeneration"), "hits": 4}
    lord = hero("lord", "blue", at=(24, 24), roles=("champion",), **more)
    asked = play(battle(lord, priest(at=(26, 27)), mage("nigh", "red", at=(24, 16), dice=4)), FIRE)
    struck = asked.at_once(spent("nigh", lord=2, keep=2)).then("1 1")
    assert struck.decision.seat == "blue"
    assert struck.decision.items[0].bins == ("stop", "keep")


def test_a_prayer_undoes_no_arrow() -> None:
    """TA-FANT-P04: magical dice only."""
    asked = volley(priest(with_="spears"))
    assert "stop" not in asked.decision.items[0].bins
    assert asked.refusal(spent("alban", stop=1, keep=asked.decision.items[0].count - 1))


# ---------------------------------------------------------------- saves raised


def test_a_prayer_raises_a_save() -> None:
    """TA-FANT-P01, TA-FANT-P02: one of three; and the prayer is gone."""
    asked = volley(priest(with_="spears"))
    done = asked.then(spent("alban", **{"raise": 1, "keep": asked.decision.items[0].count - 1}))
    assert done.dice == [(1, 3), (2, 2)]
    assert person(done, "alban").prayers_left == 7
    assert done.unit("alban").own.turn.prayed
    (told,) = done.events_of(Worked)
    assert (told.what, told.rules) == ("1 for the saves of Spears", ("TA-FANT-P01",))


@pytest.mark.parametrize(("uses", "dice"), [(3, [(3, 3)]), (4, [(1, 4), (2, 3)]), (6, [(3, 4)]), (8, [(2, 5), (1, 4)])])
def test_prayers_add_up(uses: int, dice: list[tuple[int, int]]) -> None:
    """TA-FANT-P11: every save has one before any has two."""
    asked = volley(priest(with_="spears"))
    left = asked.decision.items[0].count - uses
    assert asked.then(spent("alban", **{"raise": uses, "keep": left})).dice == dice


def test_prayers_of_several_priests_add_up() -> None:
    """TA-FANT-P11: on one save; with prayers even those who wear nothing have one."""
    asked = volley(priest(with_="spears"), priest("bran", with_="spears"), hits=1, line={})
    answer = Assigned(
        (Share("alban", "raise", 2), Share("alban", "keep", 3), Share("bran", "raise", 2), Share("bran", "keep", 3))
    )
    done = asked.then(answer)
    assert done.dice == [(1, 4)]
    assert volley(hits=1, line={}).battle.roll is None


@pytest.mark.parametrize(("uses", "rule"), [(1, "TA-FANT-P01"), (2, "TA-FANT-P11"), (3, "TA-FANT-P11")])
def test_a_save_names_the_prayers_for_it(uses: int, rule: str) -> None:
    """TA-FANT-P01, TA-FANT-P11: several add up."""
    position = battle(spears(armour="light"))
    tally = save_number(position, position.units["spears"], "front", shooting=True, prayers=uses)
    assert (tally.terms[-1].value, tally.terms[-1].rule, tally.total) == (uses, rule, 1 + uses)


def test_no_prayer_helps_a_save_that_is_as_good_as_can_be() -> None:
    """TA-FANT-P11, TA-UNIT-14: a natural 6 still fails, so nobody is asked."""
    best = {"armour": "heavy", "shield": True, "mounted": True}
    assert volley(priest(with_="spears"), line=best).battle.roll is not None
    one_short = volley(priest(with_="spears"), line={"armour": "heavy", "shield": True})
    assert one_short.decision.items[0].count == 3
    two = volley(priest(with_="spears"), priest("bran", with_="spears"), line={"armour": "heavy", "shield": True})
    too_much = Assigned((Share("alban", "raise", 3), Share("bran", "raise", 3)))
    assert two.refusal(too_much)


def test_prayers_are_dealt_out_over_hits_that_come_one_by_one() -> None:
    """TA-FANT-P11, TA-CHAR-07: few are left, and each hit may be the hero's."""
    position = battle(
        blue("spears", 3, at=(24, 24), armour="medium"),
        hero("kay", "blue", with_="spears", armour="medium", hits=2),
        priest(at=(24, 28)),
        red("archers", 6, at=(24, 10), ranged=("sling",), fc=4),
    )
    asked = play(position, FIRE, shoot("archers", at="spears"), "1 1 1 6 6 6")
    assert isinstance(asked.decision, Assign)
    answer = spent("alban", **{"raise": 4, "keep": asked.decision.items[0].count - 4})
    first = asked.then(answer)
    first = first.then("6") if "reach a character" in first.roll.purpose else first
    assert first.dice == [(1, 4)]
    second = first.then("1").then("6")
    assert second.dice == [(1, 3)]


def test_who_may_pray_for_himself() -> None:
    """TA-FANT-P01: a figure within six inches is he too."""
    position = battle(priest(at=(24, 24), armour="light"), red("archers", 4, at=(24, 18), ranged=("sling",), fc=4))
    asked = play(position, FIRE, shoot("archers", at="alban"), "1 1 6 6")
    assert asked.decision.seat == "blue"


# ---------------------------------------------------------------- healing


def hurt(name: str = "kay", **more: Any) -> Unit:
    return hero(name, "blue", **{"at": (28, 26), "hits": 2, "wounds": 1, **more})


def healing(*units: Any, **more: Any) -> Played:
    return play(battle(*units, orcs(), **more), Heal())


def pray(priest_: str, patient: str) -> Commanded:
    return Commanded("", PLAY, Card(priest_, "heal", (patient,)))


def test_a_prayer_heals_a_hit() -> None:
    """TA-FANT-P03: of another character, or a great creature; and the question comes again while there is need."""
    beast = hurt("beast", roles=("monster", "champion"), at=(26, 28), hits=4, wounds=2)
    asked = healing(priest(at=(24, 26)), hurt(), beast)
    assert isinstance(asked.decision, Command)
    (card,) = asked.decision.hand
    assert (card.count, card.uses[0].aim.eligible) == (8, ("beast", "kay"))
    healed = asked.then(pray("alban", "kay"))
    assert person(healed, "kay").wounds == 0
    (unmarked,) = healed.events_of(Marked)
    assert (unmarked.unit, unmarked.mark, unmarked.on) == ("kay", "wounded", False)
    assert healed.decision.hand[0].uses[0].aim.eligible == ("beast",)
    better = healed.then(pray("alban", "beast"))
    assert person(better, "beast").wounds == 1
    assert len(better.events_of(Marked)) == 1, "it is hurt still"
    assert person(better, "alban").prayers_left == 6


def test_whom_a_prayer_does_not_heal() -> None:
    """TA-FANT-P03: not himself, nor the dead, the unhurt, the enemy, or one too far away."""
    alban = priest(at=(24, 26), wounds=1, hits=2)
    assert not healing(alban).battle.awaiting
    assert not healing(alban, hurt(wounds=0)).battle.awaiting
    assert not healing(alban, hurt(at=(32.1, 26))).battle.awaiting
    assert not healing(alban, hero("foe", "red", at=(26, 26), hits=2, wounds=1)).battle.awaiting
    assert not healing(priest(at=(24, 26), uses=0), hurt()).battle.awaiting
    assert healing(alban, hurt()).refusal(pray("alban", "alban"))


def test_two_priests_heal_each_other() -> None:
    """TA-FANT-P03: any other character, so a priest too."""
    asked = healing(priest(at=(24, 26), wounds=1, hits=2), priest("bran", at=(26, 26), wounds=1, hits=2))
    assert {card.holder for card in asked.decision.hand} == {"alban", "bran"}


def test_each_side_is_asked_for_its_own_priests() -> None:
    """TA-FANT-P03: one after the other."""
    theirs = priest("morn", "red", at=(40, 8)), hero("vic", "red", at=(40, 10), hits=2, wounds=1)
    asked = healing(priest(at=(24, 26)), hurt(), *theirs)
    first = asked.decision
    second = asked.then(FINISH).decision
    assert {(one.seat, *(card.holder for card in one.hand)) for one in (first, second)} == {
        ("blue", "alban"),
        ("red", "morn"),
    }
    assert not asked.then(FINISH, FINISH).battle.awaiting


def test_who_is_nearest_to_death_is_healed_first() -> None:
    """TA-FANT-P03: a champion with one hit left before a hero with two, whatever each can bear in all."""
    dying = hurt("lance", at=(28, 26), hits=4, wounds=3)
    asked = healing(priest(at=(24, 26)), hurt("kay", at=(26, 28), hits=3, wounds=1), dying)
    ways = list(BY_THIS_AXE.suggest(asked.battle, asked.decision))
    assert ways == [pray("alban", "lance"), pray("alban", "kay"), FINISH]


def test_prayers_at_random_heal_or_are_kept() -> None:
    """TA-FANT-P03: whoever may be healed is, now and then, and nobody else."""
    asked = healing(priest(at=(24, 26)), hurt(), hurt("lance", at=(26, 28)), hurt("far", at=(40, 30)))
    said = [BY_THIS_AXE.sample(asked.battle, asked.decision, Random(number)) for number in range(60)]
    assert {repr(one) for one in said} == {repr(one) for one in (pray("alban", "kay"), pray("alban", "lance"), FINISH)}
    assert 10 < sum(one == FINISH for one in said) < 40


def test_one_may_go_on_without_healing() -> None:
    """TA-FANT-P03"""

    asked = healing(priest(at=(24, 26)), hurt())
    assert asked.decision.default == FINISH, "who is silent goes on"
    assert not asked.then(FINISH).battle.awaiting


# ---------------------------------------------------------------- priests who are heroes


def brawl(roles: tuple[Any, ...] = ("priest", "hero"), **more: Any) -> Battle:
    return battle(
        spears(),
        priest(with_="spears", roles=roles, fc=5, **more),
        orcs(at=(24, 24)),
        contacts=(locked("spears", "orcs", since=0),),
        phase="melee",
    )


def test_a_priest_who_is_a_hero_strikes_as_one_or_prays() -> None:
    """TA-FANT-P05, TA-FANT-P06: the choice comes before dice; who strikes prays no more this turn."""
    asked = play(brawl(), Vows())
    assert isinstance(asked.decision, Choose)
    assert asked.decision.default == choose("hero"), "who is silent strikes"
    struck = asked.then(choose("hero"))
    assert skill(struck.battle, struck.unit("alban")) == (1, 5)
    assert not intercessors(struck.battle, struck.unit("spears"))
    prays = asked.then(choose("priest"))
    assert skill(prays.battle, prays.unit("alban")) == (1, 2)
    assert intercessors(prays.battle, prays.unit("spears"))


def test_a_high_priest_strikes_as_a_superhero() -> None:
    """TA-FANT-P09"""
    asked = play(brawl(("high_priest", "superhero")), Vows())
    struck = asked.then(choose("hero"))
    assert skill(struck.battle, struck.unit("alban")) == (2, 5)
    assert skill(asked.then(choose("priest")).battle, asked.then(choose("priest")).unit("alban")) == (1, 2)


def test_who_has_prayed_this_turn_is_no_hero_and_not_asked() -> None:
    """TA-FANT-P06: in whichever phase; one without prayers is always a hero."""
    prayed = brawl(prayed=True)
    assert not play(prayed, Vows()).battle.awaiting
    assert skill(prayed, prayed.units["alban"]) == (1, 2)
    empty = brawl(uses=0)
    assert not play(empty, Vows()).battle.awaiting
    assert skill(empty, empty.units["alban"]) == (1, 5)
    assert not play(brawl(("priest",)), Vows()).battle.awaiting


def test_priests_strike_as_those_about_them() -> None:
    """TA-FANT-P13: at the level of the unit, alone as soldiers, or as the list says."""
    veterans = battle(spears(fc=3), priest(with_="spears"), orcs())
    assert skill(veterans, veterans.units["alban"]) == (1, 3)
    alone = battle(priest(at=(24, 24)), orcs())
    assert skill(alone, alone.units["alban"]) == (1, 2)
    hardy = battle(priest(at=(24, 24), fc=4), orcs())
    assert skill(hardy, hardy.units["alban"]) == (1, 4)
    fallen_back = battle(priest(at=(24, 24), fc=5, roles=("priest", "hero"), prayed=True), orcs())
    assert skill(fallen_back, fallen_back.units["alban"]) == (1, 2)


def test_healing_bars_the_hero() -> None:
    """TA-FANT-P03, TA-FANT-P06"""
    healed = healing(priest(at=(24, 26), roles=("priest", "hero"), fc=5), hurt()).then(pray("alban", "kay"))
    assert skill(healed.battle, healed.unit("alban")).fc == 2


def test_a_mage_strikes_poorly() -> None:
    """TA-FANT-M12: one attack of a poor fighter, whoever is about him."""
    position = battle(spears(fc=4), mage(with_="spears"), orcs())
    assert skill(position, position.units["merla"]) == (1, 1)


def test_who_has_rallied_or_shot_casts_nothing() -> None:
    """TA-FANT-M07, TA-RALLY-05: spells are shots in this; a unit that has rallied has none, nor who has shot."""
    for more in ({"line": {"rallied": True}}, {"he": {"shot": True}}):
        position = battle(spears(**more.get("line", {})), mage(with_="spears", **more.get("he", {})), orcs())
        assert not may_cast(position, position.units["merla"])


def test_spells_are_sealed_and_may_be_kept() -> None:
    """TA-FANT-M04: silence keeps all."""
    asked = play(battle(spears(), mage(with_="spears"), orcs()), FIRE)
    assert asked.decision.default == spent("merla", keep=8)
    assert asked.decision.waits == "to say what is cast"


def first_of(asked: Played) -> Assigned:
    """What is suggested before all else."""
    found = next(iter(BY_THIS_AXE.suggest(asked.battle, asked.decision)))
    assert isinstance(found, Assigned)
    return found


def test_suggestions_are_answers_that_are_allowed() -> None:
    """TA-FANT-M04, TA-FANT-M08, TA-FANT-P01"""
    asked = [
        play(battle(spears(), mage(with_="spears"), orcs()), FIRE),
        volley(mage(with_="spears"), priest(with_="spears")),
        spell_on(mage(with_="spears"), priest(with_="spears")),
        healing(priest(at=(24, 26)), hurt()),
        play(brawl(), Vows()),
    ]
    for one in asked:
        ways = list(BY_THIS_AXE.suggest(one.battle, one.decision))
        assert len(ways) >= 2
        for way in ways:
            one.then(way)
    assert first_of(asked[0]) == spent("merla", orcs=8), "a mark is seldom so near"
    few = play(battle(spears(), mage(with_="spears"), orcs(figures=2)), FIRE)
    assert first_of(few) == spent("merla", orcs=3, keep=5), "no more than would kill them all"


def test_what_is_spent_on_hits_is_what_pays() -> None:
    """TA-FANT-M08, TA-FANT-M09, TA-FANT-P01, TA-FANT-P06: lives before all; of troops what armour hardly saves, and
    prayers that no spell of the enemy's may yet make needed."""
    bare, mailed = {"line": {"armour": "unarmored"}}, {"line": {"armour": "medium"}}
    assert first_of(volley(mage(with_="spears"), **bare)) == spent("merla", stop=3)
    assert first_of(volley(mage(with_="spears"), **mailed)) == spent("merla", keep=3)
    assert first_of(spell_on(mage(with_="spears"))).shares[0].bin == "stop"
    foe = mage("nigh", "red", dice=6, at=(40, 8))
    saintly = priest(with_="spears", uses=8)
    for others, prayers in (((), 8), ((foe,), 2)):
        kept = {"keep": 8 - prayers} if prayers < 8 else {}
        assert first_of(volley(saintly, *others)) == spent("alban", **{"raise": prayers, **kept})
    fighter = priest(with_="spears", roles=("priest", "hero"), fc=5)
    assert first_of(volley(fighter)) == spent("alban", keep=8), "who prays strikes as no hero"
    kay = battle(
        hero("kay", "blue", at=(24, 24), hits=2), mage(at=(24, 28)), red("bows", 4, at=(24, 14), ranged=("sling",))
    )
    hit = play(kay, FIRE, shoot("bows", at="kay"), "1 1 6 6")
    assert first_of(hit) == spent("merla", stop=2)
    giant = hero("giant", "blue", at=(24, 24), hits=4, armour="heavy", mounted=True, abilities=("tough",))
    great = play(battle(giant, mage(at=(24, 28)), red("bows", 4, at=(24, 14), ranged=("sling",))), FIRE)
    assert first_of(great.then(shoot("bows", at="giant"), "1 1 6 6")) == spent("merla", keep=2), "he saves himself"
    weary = replace_person(great.battle, "giant", wounds=2)
    shot = play(weary, FIRE, shoot("bows", at="giant"), "1 1 6 6")
    assert first_of(shot) == spent("merla", keep=2), "though he has but half his life"
    dying = play(replace_person(great.battle, "giant", wounds=3), FIRE, shoot("bows", at="giant"), "1 1 6 6")
    assert first_of(dying) == spent("merla", stop=2)


def replace_person(position: Battle, unit: str, **fields: Any) -> Battle:
    """The same position, with something else known of a character; nothing asked yet."""
    one = position.units[unit]
    assert one.own.person is not None
    other = replace(one, own=replace(one.own, person=replace(one.own.person, **fields)))
    return replace(position, units={**position.units, unit: other}, decisions=(), agenda=())


@pytest.mark.parametrize(
    ("people", "rules", "ways"),
    [
        ((mage(with_="spears"),), ("TA-FANT-M08", "TA-FANT-M10"), ["Stop a hit", "Keep"]),
        ((priest(with_="spears"),), ("TA-FANT-P01", "TA-FANT-P11"), ["Raise a save by 1", "Keep"]),
        (
            (mage(with_="spears"), priest(with_="spears")),
            ("TA-FANT-M08", "TA-FANT-M10", "TA-FANT-P01", "TA-FANT-P11"),
            ["Stop a hit", "Raise a save by 1", "Keep"],
        ),
    ],
)
def test_what_may_be_spent_is_asked_with_its_rules(
    people: tuple[Unit, ...], rules: tuple[str, ...], ways: list[str]
) -> None:
    """TA-FANT-M08, TA-FANT-P01: what nobody there has is not offered."""
    asked = volley(*people)
    assert isinstance(asked.decision, Assign)
    assert (asked.decision.rules, [one.label for one in asked.decision.bins]) == (rules, ways)


def test_a_spell_is_asked_about_as_a_spell() -> None:
    """TA-FANT-M09, TA-FANT-P04"""
    asked = spell_on(mage(with_="spears"), priest(with_="spears"))
    assert isinstance(asked.decision, Assign)
    assert asked.decision.bins[0].label == "Undo a die of the spell"
    assert {"TA-FANT-M09", "TA-FANT-P04"} <= set(asked.decision.rules)


def test_a_mage_who_fights_spends_dice_on_any_hit() -> None:
    """TA-FANT-M07, TA-FANT-M10: he can cast no spell any more."""
    position = battle(
        spears(armour="medium"),
        mage(with_="spears"),
        orcs(at=(24, 24)),
        contacts=(locked("orcs", "spears"),),
        phase="melee",
    )
    asked = play(position, Succour(Saves(Strike("orcs", "spears", "melee", "front", ()), (Hits(2, "sword"),))))
    assert first_of(asked) == spent("merla", stop=2)


def test_dice_come_off_the_hits_that_are_hardest_to_save() -> None:
    """TA-FANT-M08: of a longbow's and a sling's the longbow's, and the sling's is left to armour."""
    archers = red("archers", 6, at=(24, 10), ranged=("sling",), fc=4)
    robin = hero("robin", "red", with_="archers", ranged=("longbow",))
    position = battle(spears(armour="heavy"), archers, robin, mage(with_="spears"))
    asked = play(position, FIRE, shoot("archers", at="spears"))
    assert asked.dice == [(1, 5), (6, 4)]
    assert asked.then("1 1 6 6 6 6 6").then(spent("merla", stop=1, keep=1)).dice == [(1, 3)]


def test_only_a_priest_in_melee_who_has_not_shied_is_asked_what_he_is() -> None:
    """TA-FANT-P06, TA-DUEL-06"""
    assert not play(brawl(shamed=True), Vows()).battle.awaiting
    apart_ = battle(spears(), priest(with_="spears", roles=("priest", "hero"), fc=5), orcs(), phase="melee")
    assert not play(apart_, Vows()).battle.awaiting


def test_a_spell_from_a_priests_unit_shakes_undead() -> None:
    """TA-FANT-A16: shot at by the unit that a priest is with, if only by the mage in it."""
    bones = orcs(abilities=("undead",), figures=5, original=6)
    for people, shaken in (((priest(with_="spears"),), True), ((), False)):
        position = battle(spears(), mage(with_="spears"), bones, *people)
        done = play(position, FIRE, spent("merla", orcs=3, keep=5), "1 1 1")
        assert bool(owes_own_check(done.battle, done.unit("orcs"), "ranged")) == shaken


def test_a_spell_is_previewed_with_its_odds() -> None:
    """TA-FANT-M04, TA-FANT-M06: three dice on 1 to 5 at men whom no armour helps; kept dice promise nothing."""
    asked = play(battle(spears(), mage(with_="spears"), orcs(armour="heavy")), FIRE)

    def seen(answer: Assigned) -> Any:
        return BY_THIS_AXE.preview(asked.battle, asked.decision, answer)

    shown = seen(spent("merla", orcs=3, keep=5))
    assert shown.odds is not None
    assert (shown.odds.dice, shown.odds.target) == (3, "orcs")
    assert shown.odds.expected_losses == pytest.approx(3 * 5 / 6)
    assert seen(spent("merla", keep=8)).odds is None


def test_hits_of_several_weapons_are_told_by_what_saves_from_them() -> None:
    """TA-FANT-M08, TA-UNIT-20: those without a save, and those with one, each with how many they are."""
    strike = Strike("archers", "spears", "shooting", "front", ())
    position = battle(
        spears(armour="medium", shield=True),
        mage(with_="spears"),
        red("archers", 6, at=(24, 10), ranged=("longbow",)),
    )
    lots = (Hits(2, "longbow"), Hits(1, "sling"), Hits(3, SPELL), Hits(1, "short_bow"))
    asked = play(position, Succour(Saves(strike, lots)))
    assert asked.decision.prompt == (
        "7 hits on Spears, 2 saved on 1 or less, 2 saved on 3 or less and 3 without a save: what is spent on them?"
    )
    two = play(position, Succour(Saves(strike, (Hits(2, "longbow"), Hits(1, "sling")))))
    assert two.decision.prompt.startswith("3 hits on Spears, 2 saved on 1 or less and 1 saved on 3 or less:")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"keep": 3}, "2.0 of 3 hits not saved on the average"),
        ({"stop": 1, "keep": 2}, "1.3 of 2 hits not saved on the average"),
        ({"stop": 3}, "no hit is left"),
    ],
)
def test_what_is_spent_on_hits_is_previewed(given: dict[str, int], said: str) -> None:
    """TA-FANT-M08: saved on 1 or 2, of those that are left."""
    asked = volley(mage(with_="spears"))
    assert BY_THIS_AXE.preview(asked.battle, asked.decision, spent("merla", **given)).note == said


def test_prayers_are_previewed_as_they_are_dealt_out() -> None:
    """TA-FANT-P01, TA-FANT-P11: one of three saves at 3, two at 2; then all at 3 and one at 4."""
    asked = volley(priest(with_="spears"))
    for prayers, left in ((1, "1.8"), (4, "1.3")):
        shown = BY_THIS_AXE.preview(
            asked.battle, asked.decision, spent("alban", **{"raise": prayers, "keep": 8 - prayers})
        )
        assert shown.note == f"{left} of 3 hits not saved on the average"


def test_what_magic_may_come_to_is_told_in_words() -> None:
    """TA-FANT-M04, TA-RANGED-11: neither a spell nor a shot comes into contact with anybody."""
    cast = play(battle(spears(), mage(with_="spears"), orcs(armour="heavy")), FIRE)
    shot = play(battle(spears(ranged=("sling",)), orcs()), FIRE)
    for asked, answer, dice in ((cast, spent("merla", orcs=3, keep=5), 3), (shot, shoot("spears", at="orcs"), 8)):
        told = " ".join(foreseen(BY_THIS_AXE, asked.battle, asked.decision, answer))
        assert f"{dice} dice for" in told
        assert "contact" not in told


@pytest.mark.parametrize(
    ("line", "shares"),
    [
        ("2 to stop", {("merla", "stop"): 2, ("merla", "keep"): 1, ("alban", "keep"): 8}),
        ("raise", {("alban", "raise"): 8, ("merla", "keep"): 3}),
        ("stop, 2 prayers to raise", {("merla", "stop"): 3, ("alban", "raise"): 2, ("alban", "keep"): 6}),
        ("keep", {("merla", "keep"): 3, ("alban", "keep"): 8}),
    ],
)
def test_what_is_not_spoken_of_is_kept(line: str, shares: dict[tuple[str, str], int]) -> None:
    """TA-FANT-M08, TA-FANT-P01: in words one says what is spent, and no more."""
    asked = volley(mage(with_="spears"), priest(with_="spears"))
    said = typed_answer(BY_THIS_AXE, asked.battle, asked.decision, line)
    assert isinstance(said, Assigned)
    assert {(share.item, share.bin): share.count for share in said.shares} == shares


def test_spells_prayers_and_vows_in_words() -> None:
    """TA-FANT-M04, TA-FANT-P03, TA-FANT-P06"""

    def typed(asked: Played, line: str) -> Any:
        return typed_answer(BY_THIS_AXE, asked.battle, asked.decision, line)

    cast = play(battle(spears(), mage(with_="spears"), orcs()), FIRE)
    assert typed(cast, "3 to orcs") == spent("merla", orcs=3, keep=5)
    heal = healing(priest(at=(24, 26)), hurt())
    assert typed(heal, "heal kay") == typed(heal, "alban casts heal at kay") == pray("alban", "kay")
    with pytest.raises(Misheard, match="For example: Alban casts heal by prayer"):
        typed(heal, "bless kay")
    torn = play(brawl(), Vows())
    assert [typed(torn, line) for line in ("hero", "pray")] == [choose("hero"), choose("priest")]


def test_a_prayer_is_previewed() -> None:
    """TA-FANT-P03: legal, or why not."""
    asked = healing(priest(at=(24, 26)), hurt())
    assert BY_THIS_AXE.preview(asked.battle, asked.decision, pray("alban", "kay")).legal
    wrong = BY_THIS_AXE.preview(asked.battle, asked.decision, pray("alban", "alban"))
    assert rules(wrong.reasons) == {"TA-FANT-P03"}


def test_a_foe_in_plain_sight_who_fights_another_is_no_mark() -> None:
    """TA-FANT-M07: into no melee, though nothing stands between."""
    beside = blue("others", 3, at=(29, 15), facing=-90)
    units = spears(), mage(with_="spears"), orcs(), beside
    assert aimed_at(*units) == ["orcs"]
    assert aimed_at(*units, contacts=(locked("others", "orcs", "left", 0),)) == []
