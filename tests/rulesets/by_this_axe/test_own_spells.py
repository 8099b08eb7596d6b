"""Spells that an army brings of its own: an attack for each of their dice, once a battle, besides the pool."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.decision import Assign, Assigned, Share
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Declared, Struck, Worked
from schiltron.battle.words.sentences import tell
from schiltron.captains.play import play_on
from schiltron.captains.roster import seated
from schiltron.herald.answers import typed_answer
from schiltron.muster import MusterFault, check, load_army, prepare
from schiltron.muster.after_battle import army_after
from schiltron.muster.army import Army
from schiltron.muster.house_troops import read_army
from schiltron.muster.list_text import written as written_list
from schiltron.muster.meeting import meeting
from schiltron.muster.preparing import switched
from schiltron.muster.reading import read
from schiltron.parent_game.spell import SpellEntry
from schiltron.report.rosters.mustered import roster_of
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.own_spells import written
from schiltron.rulesets.by_this_axe.state import OwnSpell
from schiltron.table.lengths import inches
from tests.rulesets.by_this_axe.positions import Played, piece, play, red, rules, share
from tests.rulesets.by_this_axe.test_magic import FIRE, battle, mage, orcs, person, spears

ICE = OwnSpell("ice_storm", "Ice storm (house)", inches(14), 4, 15)
ENTRY: dict[str, Any] = {"title": "Ice storm", "effect": "blast", "range": 14, "dice": 4, "price": 15}


def casting(*units: Any, spells: tuple[OwnSpell, ...] = (ICE,), dice: int = 8, **more: Any) -> Played:
    """A mage at 24, 24 facing north who is asked for his spells."""
    return play(battle(mage(at=(24, 24), dice=dice, own_spells=spells, **more), *units), FIRE)


def far(**more: Any) -> Any:
    """To one side: farther than offensive spells carry."""
    return red("far", 6, **{"at": (12, 16), "files": 6, **more})


# ---------------------------------------------------------------- cast


def test_it_is_as_many_attacks_as_it_has_dice_and_no_armour_helps() -> None:
    """TA-FANT-M04, TA-FANT-M06: four dice on 1 to 5, and the pool is left alone."""
    cast = casting(orcs(armour="heavy", shield=True)).then(
        Assigned((Share("merla", "keep", 8), Share("merla:ice_storm", "orcs", 1)))
    )
    assert cast.dice == [(4, 5)]
    assert person(cast, "merla").dice_left == 8
    assert person(cast, "merla").spells_left == ()
    (told,) = cast.events_of(Declared)
    assert (told.unit, told.target) == ("merla", "orcs")
    (worked,) = cast.events_of(Worked)
    assert (worked.unit, worked.power, worked.what) == ("merla", "Ice storm (house)", "cast at Orcs")
    fallen = cast.then("5 5 6 1")
    assert fallen.unit("orcs").figures == 7
    (struck,) = fallen.events_of(Struck)
    assert (struck.action, struck.hits, struck.dice) == ("casting", 3, 4)


def test_it_carries_as_far_as_it_says_and_no_farther() -> None:
    """TA-FANT-M05: of two enemies only the near one is in reach of the pool."""
    asked = casting(orcs(), far())
    assert isinstance(asked.decision, Assign)
    bins = {item.key: item.bins for item in asked.decision.items}
    assert bins["merla"] == ("orcs", "keep")
    assert sorted(bins["merla:ice_storm"]) == ["far", "keep", "orcs"]
    assert asked.refusal(Assigned((Share("merla", "far", 1), Share("merla", "keep", 7)))) != []
    beyond = casting(far(at=(8, 12)), orcs())
    assert isinstance(beyond.decision, Assign)
    assert all("far" not in item.bins for item in beyond.decision.items)


def test_who_has_spent_his_pool_has_it_still() -> None:
    asked = casting(orcs(), dice=0)
    assert isinstance(asked.decision, Assign)
    assert [item.key for item in asked.decision.items] == ["merla:ice_storm"]
    assert asked.then(share("merla:ice_storm", orcs=1)).dice == [(4, 5)]


def test_pool_and_spell_go_at_one_target() -> None:
    """TA-FANT-M04"""
    asked = casting(orcs(), red("others", 6, at=(30, 16), files=6))
    both = Assigned((Share("merla", "others", 2), Share("merla", "keep", 6), Share("merla:ice_storm", "orcs", 1)))
    assert "TA-FANT-M04" in rules(asked.refusal(both))
    one = Assigned((Share("merla", "orcs", 2), Share("merla", "keep", 6), Share("merla:ice_storm", "orcs", 1)))
    cast = asked.then(one)
    assert {event.target for event in cast.events_of(Declared)} == {"orcs"}


def test_once_for_each_time_it_is_listed() -> None:
    asked = casting(orcs(), spells=(ICE, ICE, replace(ICE, key="hail", title="Hail (house)", dice=2)))
    assert isinstance(asked.decision, Assign)
    assert {item.key: item.count for item in asked.decision.items} == {
        "merla": 8,
        "merla:ice_storm": 2,
        "merla:hail": 1,
    }
    cast = asked.then(
        Assigned(
            (
                Share("merla", "keep", 8),
                Share("merla:ice_storm", "orcs", 1),
                Share("merla:ice_storm", "keep", 1),
                Share("merla:hail", "keep", 1),
            )
        )
    )
    assert [spell.key for spell in person(cast, "merla").spells_left] == ["ice_storm", "hail"]
    assert cast.battle == BY_THIS_AXE.decode(encode(cast.battle))


def test_dice_of_it_are_undone_as_of_any_spell() -> None:
    """TA-FANT-M09: another mage within 8 inches spends dice on it."""
    other = mage("nigh", "red", with_="orcs")
    cast = casting(orcs(), other).at_once(
        Assigned((Share("merla", "keep", 8), Share("merla:ice_storm", "orcs", 1))), share("nigh", keep=8)
    )
    answered = cast.then("1 1 1 6")
    assert isinstance(answered.decision, Assign)
    assert answered.decision.items[0].label == "spell dice of Nigh"


def test_walls_of_wood_hide_from_it() -> None:
    """TA-FANT-M05: in clear view."""
    asked = play(battle(mage(at=(24, 24), own_spells=(ICE,)), orcs(), features=(piece("woods", 10, 17, 40, 22),)), FIRE)
    assert asked.battle.decisions == ()


def test_it_is_previewed_suggested_and_told_in_words() -> None:
    """TA-FANT-M04: odds beside the pool's; captains cast it; in words one names it."""
    asked = casting(orcs(), spears(at=(40, 40)))
    shown = BY_THIS_AXE.preview(
        asked.battle, asked.decision, Assigned((Share("merla", "keep", 8), Share("merla:ice_storm", "orcs", 1)))
    )
    assert shown.legal
    assert shown.odds is not None
    assert (shown.odds.dice, shown.odds.target) == (4, "orcs")
    said = typed_answer(BY_THIS_AXE, asked.battle, asked.decision, "ice storm to orcs")
    assert isinstance(said, Assigned)
    assert {(one.item, one.bin): one.count for one in said.shares} == {
        ("merla:ice_storm", "orcs"): 1,
        ("merla", "keep"): 8,
    }
    suggested = list(BY_THIS_AXE.suggest(asked.battle, asked.decision))
    assert any(one.item == "merla:ice_storm" and one.bin == "orcs" for one in suggested[0].shares)  # type: ignore[union-attr]
    for answer in suggested:
        assert BY_THIS_AXE.preview(asked.battle, asked.decision, answer).legal
    cast = asked.then(Assigned((Share("merla", "keep", 8), Share("merla:ice_storm", "orcs", 1))))
    assert any("Ice storm (house), cast at Orcs" in tell(event, cast.battle) for event in cast.events)


# ---------------------------------------------------------------- in a list

HEAD = 'ruleset = "by_this_axe"\nname = "College"\n'
STORM = '[spells.ice_storm]\ntitle = "Ice storm"\neffect = "blast"\nrange = 14\ndice = 4\nprice = 15\n'


def college() -> tuple[Army, int]:
    """A ready army with a mage who brings the spell twice; where he stands."""
    plain = load_army("by_this_axe/ashmere-wardens")
    mages = [n for n, unit in enumerate(plain.units) if unit.troop in ("mage", "wizard")]
    units = list(plain.units)
    if mages:
        at = mages[0]
        units[at] = replace(units[at], equipment={**units[at].equipment, "extra": ("ice_storm", "ice_storm")})
    else:
        at = len(units)
        units.append(replace(units[0], troop="mage", figures=1, name="Merla", joins="", files=None))
        units[at] = replace(units[at], equipment={"extra": ("ice_storm", "ice_storm")})
    return replace(plain, limit=None, units=tuple(units), spells={"ice_storm": SpellEntry(**ENTRY)}), at


def test_a_list_brings_it_pays_each_time_and_has_it_on_its_sheet() -> None:
    army, at = college()
    assert read(written_list(army), Army, "") == army
    whole = read_army(written_list(army), "")
    report = check(whole, {"fantasy": "supplement"})
    assert report.lawful, report.violations
    terms = [(term.label, term.value) for term in report.costs[at].terms]
    assert terms[-2:] == [("Ice storm (house)", 15), ("Ice storm (house)", 15)]
    sheet = roster_of(whole).sheets[at]
    assert ("Ice storm (house)", 2) in [(box.head, box.count) for box in sheet.boxes]
    assert any(entry.field == "ice_storm" and "4 attacks" in entry.value for entry in sheet.facts)


def test_it_is_fought_with_by_captains_and_kept_for_the_next_battle() -> None:
    army, at = college()
    whole = read_army(written_list(army), "")
    scenario = switched(meeting(whole, whole), fantasy="supplement")
    fought = prepare(scenario)
    caster = fought.units[f"red-{at + 1}"]
    assert caster.own.person is not None
    assert [spell.title for spell in caster.own.person.spells_left] == ["Ice storm (house)"] * 2
    journal: Journal = Journal.start(BY_THIS_AXE, fought, "sealed")
    end = play_on(
        journal, seated(BY_THIS_AXE, fought, {"red": "captain", "blue": "captain"}, 4), SealedDice.from_number(4)
    )
    assert end.outcome is not None
    again = army_after(fought, "red")
    (mage_again,) = [unit for unit in again.units if "extra" in unit.equipment]
    assert mage_again.equipment["extra"] == ("ice_storm", "ice_storm")
    assert again.spells == {"ice_storm": SpellEntry(**ENTRY)}
    assert check(read_army(written_list(again), ""), {"fantasy": "supplement"}).lawful


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ({"dice": 0}, "dice"),
        ({"range": 0}, "range"),
        ({"effect": "slay"}, "effect"),
        ({"area": 3}, "area"),
        ({"duration": 2}, "duration"),
        ({"save": 4}, "save"),
        ({"kinds": ("fire",)}, "kinds"),
        ({"only_in_duels": True}, "only_in_duels"),
    ],
)
def test_what_the_book_has_no_rule_for_is_told_with_its_place(said: dict[str, Any], place: str) -> None:
    found = written(SpellEntry(**{**ENTRY, **said}), "ice_storm")
    assert isinstance(found, list)
    assert [one.place for one in found] == [place]
    assert all(one.wrong and one.right and one.rules for one in found)


@pytest.mark.parametrize("name", ["Ice", "a:b", ""])
def test_names_of_spells(name: str) -> None:
    assert isinstance(written(SpellEntry(**ENTRY), name), list)


def test_nobody_but_a_mage_has_one_and_none_that_nobody_defined() -> None:
    army, at = college()
    hero = replace(army.units[at], troop="hero")
    wrong = replace(army, units=(*army.units[:at], hero, *army.units[at + 1 :]))
    report = check(read_army(written_list(wrong), ""), {"fantasy": "supplement"})
    assert [(one.place, one.rules) for one in report.violations if "extra" in one.place] == [
        (f"units[{at}].equipment.extra", ("TA-FANT-M04",))
    ]
    nobodys = replace(army, spells={})
    found = check(read_army(written_list(nobodys), ""), {"fantasy": "supplement"}).violations
    assert [one.place for one in found if "no spell" in one.wrong] == [f"units[{at}].equipment.extra"]


def test_faults_of_a_file_name_the_place() -> None:
    with pytest.raises(MusterFault, match=r"spells\.ice_storm\.dice"):
        read_army(HEAD + "units = []\n" + STORM.replace("dice = 4\n", ""), "x.toml")


def test_both_sides_are_asked_unseen() -> None:
    """TA-FANT-M04: who has nothing but a spell of his own is asked too."""
    asked = play(
        battle(
            mage(at=(24, 24), dice=0, own_spells=(ICE,)),
            mage("nigh", "red", at=(24, 14), dice=0, own_spells=(ICE,)),
        ),
        Fire(("red", "blue")),
    )
    assert {decision.seat for decision in asked.battle.decisions} == {"red", "blue"}
