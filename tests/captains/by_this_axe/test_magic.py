"""Captains with mages, wizards and priests: small positions with one sensible answer, and whole battles."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.decision import Answer, AnyDecision, Assigned
from schiltron.battle.state.field import commanded_by
from schiltron.captains.by_this_axe.captain import ByThisAxeCaptain
from schiltron.captains.by_this_axe.expectations import danger, prospect
from schiltron.captains.by_this_axe.situation import Situation
from schiltron.captains.play import play as fight
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.by_this_axe.attacks.fire import Casting, Fire
from schiltron.rulesets.by_this_axe.attacks.strikes import Hits, Saves, Strike, Succour
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.magic.prayers import Heal
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.steps import BeginTurn
from schiltron.rulesets.by_this_axe.weapons import SPELL
from tests.captains.by_this_axe.asking import answer
from tests.rulesets.by_this_axe.positions import Played, blue, field, hero, locked, piece, play, red

FANTASY: dict[str, Any] = {"fantasy": "supplement", "phase": "ranged"}
FIRE = Fire(("red", "blue"))


def mage(name: str = "merla", side: str = "blue", *, dice: int = 8, **more: Any) -> Unit:
    return hero(name, side, **{"roles": ("mage",), "fc": 1, "melee": ("dagger",), "spells": dice, **more})


def priest(*, uses: int = 8, **more: Any) -> Unit:
    return hero("alban", "blue", **{"roles": ("priest",), "fc": 2, "melee": ("staff",), "prayers": uses, **more})


def spears(**more: Any) -> Unit:
    return blue("spears", 8, **{"at": (24, 24), "files": 8, **more})


def by_whom(played: Played) -> dict[tuple[str, str], int]:
    """What the captain spends or keeps, by whom and on what."""
    said = answer(played)
    assert isinstance(said, Assigned)
    return {(share.item, share.bin): share.count for share in said.shares}


def casting(*units: Any, **more: Any) -> dict[tuple[str, str], int]:
    return by_whom(play(field(*units, **{**FANTASY, **more}), FIRE))


def hit(hits: int, *units: Any, action: Any = "shooting", weapon: str = "sling", **more: Any) -> Played:
    """So many hits on the spears, by the archers, about to be saved."""
    saves = Saves(Strike("bows", "spears", action, "front", ()), (Hits(hits, weapon),))
    bows = red("bows", 6, **{"at": (24, 10), "ranged": ("sling",), **more.pop("bows", {})})
    return play(field(*units, bows, **{**FANTASY, **more}), Succour(saves), BeginTurn())


# ---------------------------------------------------------------- spells


def test_dice_go_at_those_who_break_by_them() -> None:
    """TA-FANT-M04: eight dice are wasted neither on three men nor on a crowd that can bear them."""
    few, enough = red("few", 3, at=(16, 16)), red("knights", 6, at=(32, 16), files=6, fc=4, armour="heavy")
    assert casting(spears(), mage(with_="spears"), few, enough)["merla", "knights"] >= 6
    alone = casting(spears(), mage(with_="spears"), few)
    assert 3 <= alone["merla", "few"] < 8
    assert alone["merla", "keep"] == 8 - alone["merla", "few"], "no more than kills them all"


def test_two_mages_do_not_kill_the_same_men_twice() -> None:
    """TA-FANT-M04: what the first has aimed at few leaves the second others."""
    left, right = red("left", 4, at=(18, 16)), red("right", 4, at=(30, 16))
    aimed = casting(spears(), mage(with_="spears"), mage("nimue", with_="spears"), left, right)
    whom = {item: bin_ for (item, bin_) in aimed if bin_ != "keep"}
    assert set(whom) == {"merla", "nimue"}
    assert set(whom.values()) == {"left", "right"}


# ---------------------------------------------------------------- dice on hits


def test_dice_are_kept_for_spells_where_armour_saves_and_spent_where_no_spell_is_cast_any_more() -> None:
    """TA-FANT-M07, TA-FANT-M08: who is in melee cannot cast."""
    mailed = spears(armour="heavy", shield=True)
    orcs = red("orcs", 10, at=(40, 8), armour="light")
    assert by_whom(hit(2, mailed, mage(with_="spears"), orcs)) == {("merla", "keep"): 2}
    locked_in = {"contacts": (locked("bows", "spears", since=0),), "bows": {"at": (24, 24)}, "phase": "melee"}
    fought = hit(3, spears(armour="light"), mage(with_="spears"), orcs, action="melee", weapon="sword", **locked_in)
    assert by_whom(fought).get(("merla", "stop"), 0) == 3


def test_the_hit_that_breaks_a_unit_is_stopped() -> None:
    """TA-FANT-M08, TA-MORALE-01: three would shake poor men, and two do not; and a champion is worth many men."""
    poor = blue("spears", 6, at=(24, 24), files=6, fc=1)
    orcs = red("orcs", 10, at=(40, 8), armour="light")
    assert by_whom(hit(3, poor, mage(with_="spears"), orcs))["merla", "stop"] >= 1
    lord = hero("spears", "blue", at=(24, 24), roles=("champion",), hits=3, armour="light")
    line = blue("line", 20, at=(10, 40)), red("more", 20, at=(10, 4))
    assert by_whom(hit(2, lord, mage(at=(24, 28)), *line))["merla", "stop"] == 2


# ---------------------------------------------------------------- prayers


def test_prayers_are_kept_from_arrows_while_an_enemy_may_cast() -> None:
    """TA-FANT-P01, TA-FANT-P04, TA-FANT-P11: as many as he has dice left; none of them once he fights."""
    saintly = spears(armour="light"), priest(with_="spears")
    assert by_whom(hit(3, *saintly))["alban", "raise"] == 8
    foes = red("orcs", 8, at=(40, 16)), mage("nigh", "red", with_="orcs", dice=6)
    assert by_whom(hit(3, *saintly, *foes)) == {("alban", "raise"): 2, ("alban", "keep"): 6}
    busy = blue("others", 8, at=(40, 16), facing=0)
    fights = hit(3, *saintly, *foes, busy, contacts=(locked("others", "orcs", since=0),))
    assert by_whom(fights)["alban", "raise"] == 8


def test_a_spell_is_undone() -> None:
    """TA-FANT-P04: every die of it, which no armour saves from, whatever else there is to fear."""
    foes = red("orcs", 8, at=(40, 16)), mage("nigh", "red", with_="orcs", dice=6)
    undone = by_whom(hit(4, spears(armour="heavy"), priest(with_="spears"), *foes, weapon=SPELL))
    assert undone["alban", "stop"] == 4


def test_a_priest_who_is_a_hero_strikes_rather_than_pray_for_one_man() -> None:
    """TA-FANT-P06"""
    champion = priest(with_="spears", roles=("priest", "hero"), fc=5)
    line = blue("line", 30, at=(10, 40))
    assert by_whom(hit(1, spears(armour="medium"), champion, line)) == {("alban", "keep"): 3}
    assert by_whom(hit(1, spears(armour="medium"), priest(with_="spears"), line)) == {("alban", "raise"): 3}


# ---------------------------------------------------------------- where mages go


def hope(far: float, dice: int, *between: Any) -> float:
    """What poor spears with a mage look forward to, so far from a better foe."""
    guard = red("guard", 8, at=(24, 24 - far), facing=180, files=8, fc=4, armour="heavy")
    levy = blue("spears", 8, at=(24, 24), files=8, fc=2)
    view = field(levy, mage(with_="spears", dice=dice), guard, fantasy="supplement", features=between)
    situation = Situation(view, "blue")
    return prospect(situation, situation.body(view, view.units["spears"]))


def test_a_place_from_which_a_mage_can_cast_is_a_good_one() -> None:
    """TA-FANT-M05: within ten inches; beyond them it is a turn's march worse."""
    assert hope(9.9, 8) > 1.3 * hope(10.5, 8) > 1.3 * hope(10.5, 0)
    assert hope(9.9, 8) > hope(9.9, 2) > hope(9.9, 0)


def test_nothing_is_hoped_for_from_a_spell_at_those_out_of_view() -> None:
    """TA-FANT-M04: he does not stand before a wood, or behind friends, until the battle is over."""
    assert hope(9, 8) > 2 * hope(9, 8, piece("woods", 8, 16.5, 40, 23))


def marshal(played: Played) -> dict[tuple[str, str], int]:
    """The same of a marshal, who tries his ideas in eight imagined battles."""
    seat = played.decision.seat
    said = captain_named("marshal:8", BY_THIS_AXE, 1).answer(BY_THIS_AXE.view(played.battle, seat), played.decision)
    assert isinstance(said, Assigned)
    return {(share.item, share.bin): share.count for share in said.shares}


def test_a_marshal_casts_and_wards() -> None:
    """TA-FANT-M04, TA-FANT-P01: with no code of his own for it."""
    knights = red("knights", 6, at=(32, 16), files=6, fc=4, armour="heavy")
    spent = marshal(play(field(spears(), mage(with_="spears"), knights, **FANTASY), FIRE, BeginTurn()))
    assert spent.get(("merla", "knights"), 0) >= 4
    saved = marshal(hit(3, spears(), priest(with_="spears")))
    assert sum(saved.values()) >= 1


def test_a_unit_fears_the_spells_of_a_mage() -> None:
    """TA-FANT-M04, TA-FANT-M05: within his ten inches, and not beyond."""

    def fear(far: float, dice: int) -> float:
        foe = red("orcs", 4, at=(24, 24 - far), facing=180)
        view = field(spears(), foe, mage("nigh", "red", with_="orcs", dice=dice), fantasy="supplement")
        situation = Situation(view, "blue")
        return danger(situation, situation.body(view, view.units["spears"]), [])

    assert fear(9.5, 8) > fear(9.5, 0) == fear(10.5, 8)


# ---------------------------------------------------------------- whole battles


class NeverCasts:
    """A captain who spends no die and says no prayer, and plans as one who has none."""

    def __init__(self, captain: ByThisAxeCaptain) -> None:
        self._captain = captain

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        if isinstance(view.agenda[0], Casting | Succour | Heal) and decision.default is not None:
            return decision.default
        return self._captain.answer(_bare(view, decision.seat), decision)


def _bare(view: Battle, seat: str) -> Battle:
    """The view of a seat as if its own people had neither dice nor prayers."""
    mine = {
        unit.id: replace(unit, own=replace(unit.own, person=unit.own.person.provided(0, 0)))
        for unit in commanded_by(view, view.side_at(seat))
        if unit.own.person is not None
    }
    return replace(view, units={**view.units, **mine})


def won(scenario: str, seeds: range) -> int:
    """Games that one wins who casts against the same captain who never does, each seed from both sides."""
    ready_field = prepare(load_scenario(f"by_this_axe/{scenario}"))
    found = 0
    for seed in seeds:
        for caster in ("red", "blue"):
            captains: dict[str, Any] = {
                seat.id: ByThisAxeCaptain(seed) if seat.id == caster else NeverCasts(ByThisAxeCaptain(seed))
                for seat in ready_field.seats
            }
            end = fight(BY_THIS_AXE, ready_field, captains, FastDice(Random(seed)))
            assert end.outcome is not None
            found += end.outcome.winner == caster
    return found


@pytest.mark.slow
def test_who_uses_magic_beats_who_never_does() -> None:
    """The Broken Seal from both sides: a shaman of eight dice, or a priest of eight prayers."""
    assert won("broken-seal", range(100, 120)) >= 24
