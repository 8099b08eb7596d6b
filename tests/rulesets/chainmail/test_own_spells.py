"""Spells that an army has agreed on besides the eight of the book."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.powers import card_key
from schiltron.battle.state.decision import FINISH, PLAY, Commanded, Played
from schiltron.battle.state.effects import Moment
from schiltron.battle.state.event import Checked, Landed, Worked
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.herald.powers import said_power, typed_power
from schiltron.muster import MusterFault, check
from schiltron.muster.house_troops import read_army
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.fantasy.at_work import WARD
from schiltron.rulesets.chainmail.fantasy.light import light_on
from schiltron.rulesets.chainmail.fantasy.protection import circles
from schiltron.rulesets.chainmail.magic.own_spells import read_back, written
from schiltron.rulesets.chainmail.magic.wizards import spells_of
from schiltron.rulesets.chainmail.nature import OwnSpell
from schiltron.rulesets.chainmail.points import cost
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.lengths import inches
from schiltron.table.shapes import Disc
from tests.rulesets.chainmail.castles import Ground, besieged
from tests.rulesets.chainmail.positions import blue, choose, locked, play, red, rules
from tests.rulesets.chainmail.wizardry import BLUE, cast, magical, wizard
from tests.rulesets.chainmail.wizardry import throw as thrown

ICE: dict[str, Any] = {"title": "Ice storm (house)", "effect": "blast", "range": 12, "area": 6, "kinds": ("lightning",)}
LAMP: dict[str, Any] = {"title": "Lamp (house)", "effect": "light", "area": 12, "duration": 2}
RING: dict[str, Any] = {"title": "Ring (house)", "effect": "ward", "area": 20}
MIST: dict[str, Any] = {"title": "Mist (house)", "effect": "conceal", "range": 8, "duration": 3}


def line(said: dict[str, Any], key: str = "ice_storm", **more: Any) -> str:
    found = written(SpellEntry(**{**said, **more}), key)
    assert isinstance(found, str), found
    return found


def own(said: dict[str, Any], key: str = "ice_storm", **more: Any) -> OwnSpell:
    found = read_back(line(said, key, **more))
    assert found is not None
    return found


def knowing(*spells: OwnSpell, at: tuple[float, float] = (40, 40), **more: Any) -> Unit:
    he = wizard("he", "blue", at, **more)
    nature = he.own.profile.nature
    assert nature is not None
    profile = replace(he.own.profile, nature=replace(nature, own_spells=spells))
    return replace(he, own=replace(he.own, profile=profile))


def at_point(x: float, y: float, key: str = "ice_storm") -> Commanded:
    return Commanded("", PLAY, Played(card_key("he", key), "cast", at=(inches(x), inches(y))))


def kinds(battle: Battle) -> list[str]:
    return [one.kind for one in battle.effects.all]


# ---------------------------------------------------------------- blasts


def test_a_blast_destroys_as_missiles_do_over_its_own_area_as_far_as_it_reaches() -> None:
    """CM-FANT-SPELL-21, CM-FANT-WIZARD-14: of a line askew of the caster those within three inches; called in whole
    inches, and twelve at most."""
    foot = red("foot", 14, at=(43.3, 30.2))
    played = play(magical(knowing(own(ICE)), foot), BLUE, at_point(43, 30.2))
    (landed,) = played.events_of(Landed)
    shape = landed.marks[0].shape
    assert isinstance(shape, Disc)
    assert shape.radius == inches(3)
    inside = sum(
        (max(0, abs(one.x - shape.x) - 375)) ** 2 + max(0, abs(one.y - shape.y) - 375) ** 2 < shape.radius**2
        for one in foot.places
    )
    assert landed.struck == (("foot", inside),)
    assert 7 <= inside < 10
    assert played.unit("foot").figures == 14 - inside
    assert {"CM-FANT-SPELL-21", "CM-FANT-WIZARD-14"} <= set(landed.rules)
    assert landed.what == "ice storm (house)"
    beside = red("beside", 1, at=(42.6, 30.2), troop="hero")
    asked = play(magical(knowing(own(ICE)), beside), BLUE, at_point(40, 30.2))
    assert [pool.label for pool in asked.roll.pools] == ["Beside"], "a fire ball would not have reached him"
    far = play(magical(knowing(own(ICE)), red("foot", 4, at=(40, 20))), BLUE, at_point(40, 20))
    (fell,) = far.events_of(Landed)
    assert isinstance(fell.marks[0].shape, Disc)
    assert fell.marks[0].shape.y == inches(28)


@pytest.mark.parametrize(("kind", "moved"), [("lightning", True), ("fire", False)])
def test_its_kind_says_who_is_saved_from_it(kind: str, moved: bool) -> None:
    """CM-FANT-SPELL-21, CM-FANT-WIZARD-15, CM-FANT-WIZARD-18: heroes on 9; lightning drives a fire elemental back."""
    hero = red("hero", 1, at=(40, 32), troop="hero")
    saved = play(magical(knowing(own(ICE, kinds=(kind,))), hero), BLUE, at_point(40, 32), "5 4")
    assert saved.unit("hero").figures == 1
    (told,) = saved.events_of(Checked)
    assert told.need == 9
    flame = red("flame", 1, at=(40, 32), troop="fire_elemental")
    struck = play(magical(knowing(own(ICE, kinds=(kind,))), flame), BLUE, at_point(40, 31.5))
    assert (struck.unit("flame").pose != flame.pose) is moved


def test_it_is_cast_as_spells_are() -> None:
    """CM-FANT-SPELL-21, CM-FANT-SPELL-01, CM-FANT-SPELL-05: not by one who has moved or is in melee, once a turn, and
    it may be countered."""
    foe = red("foe", 6, at=(40, 30))
    for he, more in (
        (knowing(own(ICE), moved=True), {}),
        (knowing(own(ICE)), {"contacts": [locked("foe", "he")]}),
    ):
        battle = magical(he, foe if not more else red("foe", 6, at=(40, 39.4)), **more)
        asked = play(battle, BLUE)
        assert asked.over or "CM-FANT-SPELL-01" in rules(asked.refusal(at_point(40, 30)))
    hald = wizard("hald", "red", (60, 10))
    asked = play(magical(knowing(own(ICE)), foe, hald), BLUE, at_point(40, 30))
    assert asked.decision.seat == "red"
    assert "ice storm (house), at a place" in asked.decision.prompt
    countered = asked.then(choose("hald"), "6 6")
    assert countered.unit("foe").figures == 6
    assert any("countered" in one.what for one in countered.events_of(Worked))
    through = asked.then(choose("let_be"))
    assert through.unit("foe").figures == 0
    assert through.unit("he").own.turn.cast


def test_it_strikes_walls_as_missiles_do() -> None:
    """CM-FANT-SPELL-21, CM-FANT-SIEGE-03, CM-FANT-SIEGE-04"""
    ground = Ground()
    he = knowing(own(ICE), at=ground.lie.at(1, 0))
    wood = ground.wall(kind="palisade")
    battle = besieged(he, features=(wood,), fantasy="on", scale="mass", phase="artillery", magicians=("he",))
    played = play(battle, BLUE, at_point(*ground.lie.at(1, 10)))
    assert sorted(kinds(played.battle)) == ["burning"]


# ---------------------------------------------------------------- what lasts


def test_a_light_of_its_own_size_for_so_many_turns() -> None:
    """CM-FANT-SPELL-21, CM-FANT-SPELL-10: six inches about him, not twenty-four."""
    near, far = blue("near", 4, at=(40.3, 33.5)), blue("far", 4, at=(40.3, 30))
    battle = magical(knowing(own(LAMP, "lamp")), near, far, red("foe", 1, at=(90, 5)), light="dark")
    lit = play(battle, BLUE, cast("he", "lamp")).battle
    assert [light_on(lit, lit.units[key]) for key in ("near", "far")] == ["bright", "dark"]
    (effect,) = lit.effects.all
    assert Moment(lit.turn + 2) in [getattr(end, "moment", None) for end in effect.ends]
    plain = play(magical(wizard("he", "blue", (40, 40)), near, far, light="dark"), BLUE, cast("he", "wizard_light"))
    assert light_on(plain.battle, far) == "bright"


def test_a_ring_of_its_own_size() -> None:
    """CM-FANT-SPELL-21, CM-FANT-SPELL-20: ten inches to every side."""
    battle = play(magical(knowing(own(RING, "ring")), red("foe", 4, at=(40, 10))), BLUE, cast("he", "ring")).battle
    assert kinds(battle) == [WARD]
    (ring,) = circles(battle)
    left, _, right, _ = ring.bounds
    assert right - left == pytest.approx(inches(20), abs=20)


def test_concealment_within_its_range() -> None:
    """CM-FANT-SPELL-21, CM-FANT-SPELL-13"""
    near, far = blue("near", 4, at=(40, 34)), blue("far", 4, at=(40, 28))
    asked = play(magical(knowing(own(MIST, "mist")), near, far, red("foe", 4, at=(80, 10))), BLUE)
    assert asked.refusal(cast("he", "mist", on="far"))
    hidden = asked.then(cast("he", "mist", on="near"))
    assert hidden.unit("near").has("concealed")


# ---------------------------------------------------------------- shown, told and played


def test_it_is_shown_typed_and_told() -> None:
    """CM-FANT-SPELL-21: marked as the army's own, with whom it would strike."""
    played = play(magical(knowing(own(ICE)), red("foot", 8, at=(40, 30))), BLUE)
    held = next(card for card in played.decision.hand if card.key == "he:ice_storm")
    assert (held.name, held.rule) == ("Ice storm (house)", "CM-FANT-SPELL-21")
    form = at_point(40, 30)
    shown = CHAINMAIL.preview(played.battle, played.decision, form)
    assert shown.odds is not None
    assert shown.odds.expected_losses == 8
    assert "CM-FANT-SPELL-21" in shown.rules
    typed = typed_power(played.battle, played.decision, "he casts ice storm to 40 30")
    assert typed == form
    assert isinstance(form.form, Played)
    assert "ice storm" in said_power(played.battle, held, form.form).lower()
    lamp = play(magical(knowing(own(LAMP, "lamp")), red("foot", 8, at=(40, 30))), BLUE)
    disc = CHAINMAIL.preview(lamp.battle, lamp.decision, cast("he", "lamp")).marks[0].shape
    assert isinstance(disc, Disc)
    assert disc.radius == inches(6)


def test_captains_cast_what_they_have_never_heard_of() -> None:
    """CM-FANT-SPELL-21: it reaches a whole line where a fire ball reaches half of it."""
    battle = magical(knowing(own(ICE, area=9)), red("foot", 12, at=(40, 30), troop="knights"))
    asked = play(battle, BLUE)
    chosen = ChainmailCaptain(1).answer(CHAINMAIL.view(asked.battle, "blue"), asked.decision)
    assert chosen != FINISH
    assert isinstance(chosen, Commanded)
    assert isinstance(chosen.form, Played)
    assert chosen.form.card == "he:ice_storm"
    plain = asked.then(thrown("he", 40, 30)).unit("foot").figures
    assert asked.then(chosen).unit("foot").figures < plain


# ---------------------------------------------------------------- in an army list


HEAD = 'ruleset = "chainmail"\nname = "College"\n'
STORM = '[spells.ice_storm]\ntitle = "Ice storm"\neffect = "blast"\nrange = 12\narea = 6\nprice = 15\n'
WIZARD = '[[units]]\ntroop = "magician"\nfigures = 1\nequipment = { extra = ["ice_storm"], spells = ["darkness"] }\n'


def test_a_list_defines_a_spell_and_pays_for_it() -> None:
    """CM-FANT-SPELL-21"""
    army = read_army(HEAD + STORM + WIZARD, "")
    report = check(army)
    assert report.lawful
    assert ("Ice storm (house)", 15 * 8, "CM-FANT-SPELL-21") in [
        (term.label, term.value, term.rule) for term in report.costs[0].terms
    ]
    with pytest.raises(MusterFault, match=r"spells.ice_storm\.area"):
        read_army(HEAD + STORM.replace("area = 6\n", "") + WIZARD, "x.toml")
    unknown = check(read_army(HEAD + WIZARD, ""))
    assert {(one.place, one.rules[0]) for one in unknown.violations} == {
        ("units[0].equipment.extra", "CM-FANT-SPELL-21")
    }


def test_they_count_among_those_he_manages() -> None:
    """CM-FANT-SPELL-02, CM-FANT-SPELL-21: a magician three in all, whichever is named first; the rest are the usual
    ones."""
    lines = [line(ICE, f"ice_{word}") for word in ("one", "two", "three", "four")]
    three = with_equipment(TROOPS["magician"].profile, {"extra": lines[:3]})
    assert not three.faults
    assert with_equipment(TROOPS["magician"].profile, {"extra": lines}).faults
    for order in (("extra", "spells"), ("spells", "extra")):
        said = {"extra": lines[:2], "spells": ["darkness", "detection"]}
        assert with_equipment(TROOPS["magician"].profile, {key: said[key] for key in order}).faults
    assert with_equipment(TROOPS["magician"].profile, {"extra": [lines[0], lines[0]]}).faults
    he = knowing(own(ICE), grade="magician")
    assert spells_of(magical(he), he) == ("ice_storm", "phantasmal_forces", "darkness")
    assert cost(three.profile, 1, "").total == cost(TROOPS["magician"].profile, 1, "").total


@pytest.mark.parametrize("troop", ["hero", "elves"])
def test_they_are_for_magic_users(troop: str) -> None:
    """CM-FANT-SPELL-21"""
    found = with_equipment(TROOPS[troop].profile, {"extra": [line(ICE)]})
    assert found.faults[0].rules[0] == "CM-FANT-SPELL-21"


@pytest.mark.parametrize(
    ("said", "more", "place"),
    [
        (ICE, {"effect": "slay"}, "effect"),
        (ICE, {"dice": 3}, "dice"),
        (ICE, {"save": 3}, "save"),
        (ICE, {"only_in_duels": True}, "only_in_duels"),
        (ICE, {"area": 0}, "area"),
        (ICE, {"range": 0}, "range"),
        (ICE, {"duration": 2}, "duration"),
        (ICE, {"kinds": ("cold",)}, "kinds"),
        (ICE, {"kinds": ("fire", "lightning")}, "kinds"),
        (LAMP, {"area": 0}, "area"),
        (LAMP, {"range": 4}, "range"),
        (RING, {"kinds": ("fire",)}, "kinds"),
        (MIST, {"area": 4}, "area"),
    ],
)
def test_what_is_wrong_with_a_spell_is_told_with_its_place(said: Any, more: Any, place: str) -> None:
    """CM-FANT-SPELL-21"""
    found = written(SpellEntry(**{**said, **more}), "ice_storm")
    assert isinstance(found, list)
    assert [(one.place, one.rules) for one in found] == [(place, ("CM-FANT-SPELL-21",))]


@pytest.mark.parametrize("name", ["darkness", "fire_ball", "Ice", "a:b"])
def test_names_of_spells(name: str) -> None:
    """CM-FANT-SPELL-21"""
    found = written(SpellEntry(**ICE), name)
    assert isinstance(found, list)
    assert [one.place for one in found] == [""]
