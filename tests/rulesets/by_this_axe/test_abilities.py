"""Special abilities and sizes, each with the number or the step that it changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.effects import Moment, Until
from schiltron.battle.state.event import Formed, Ruled, Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.attacks.abilities import in_cover, reach_of
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.attacks.melee import to_hit
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.saves import save_number
from schiltron.rulesets.by_this_axe.attacks.shooting import aim
from schiltron.rulesets.by_this_axe.attacks.strikes import Blow, Strike
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.field import is_out_of_reach
from schiltron.rulesets.by_this_axe.guide.exchange import exchange
from schiltron.rulesets.by_this_axe.morale.causes import owes_own_check, shaken_by
from schiltron.rulesets.by_this_axe.morale.number import morale_number
from schiltron.rulesets.by_this_axe.morale.outlook import fails
from schiltron.rulesets.by_this_axe.movement.charging import judge_order
from schiltron.rulesets.by_this_axe.movement.shying import evades, meet, ways_out
from schiltron.rulesets.by_this_axe.movement.walk import rate, walk
from schiltron.rulesets.by_this_axe.movement.walker import Walk
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Unit
from schiltron.rulesets.by_this_axe.steps import Checks
from schiltron.rulesets.by_this_axe.weapons import BREATH, MELEE
from schiltron.table.lengths import inches
from tests.rulesets.by_this_axe.positions import (
    EAST,
    NORTH,
    Ordered,
    Played,
    ahead,
    blue,
    choose,
    field,
    hero,
    locked,
    march,
    moving,
    piece,
    place,
    play,
    red,
    rules,
    share,
    shoot,
    strip,
    turn,
)

FANTASY: dict[str, Any] = {"fantasy": "supplement"}


def terms(tally: Tally) -> dict[str, int]:
    """What a number is made of, by the rules."""
    return {term.rule: term.value for term in tally.terms}


def ours(*abilities: str, figures: int = 6, **more: Any) -> Unit:
    return blue("ours", figures, **{"at": (24, 24), "fc": 3, "abilities": abilities, **more})


def theirs(*abilities: str, figures: int = 6, **more: Any) -> Unit:
    return red("theirs", figures, **{"at": (24, 24), "fc": 2, "abilities": abilities, **more})


def met(one: Unit, other: Unit, *others: Any, since: int = 0, **more: Any) -> Battle:
    contacts = more.pop("contacts", (locked("ours", "theirs", since=since),))
    return field(one, other, *others, contacts=contacts, phase="melee", **{**FANTASY, **more})


def fight(*units: Any, **more: Any) -> Played:
    return play(met(*units, **more), Melees())


def need(battle: Battle, fighter: str = "ours", foe: str = "theirs", weapon: str = "sword") -> Tally:
    units = battle.units
    return to_hit(battle, units[fighter], units[fighter], units[foe], MELEE[weapon])


def save(unit: Unit, arc: Any = "front", **more: Any) -> Tally:
    return save_number(field(unit, **FANTASY), unit, arc, **{"shooting": False, **more})


# ---------------------------------------------------------------- saves


@pytest.mark.parametrize(
    ("abilities", "total"),
    [(("tough",), 1), (("regeneration",), 2), (("tough", "regeneration"), 3), (("thick_hide",), 3), ((), 0)],
)
def test_tough_regenerating_and_thick_skinned_creatures_save_better(abilities: tuple[str, ...], total: int) -> None:
    """TA-FANT-A02, TA-FANT-A03, TA-FANT-A04: by day and night, from every side, under fire and hand to hand."""
    for arc in ("front", "flank", "rear"):
        for shooting in (False, True):
            found = save(ours(*abilities), arc, shooting=shooting)
            assert found.total == total
            assert (found.verdict == "impossible") == (not abilities)


def test_abilities_add_to_armour_and_shield() -> None:
    """TA-FANT-A02, TA-FANT-A03: cumulative; and in duels, where the luck of heroes is not."""
    assert save(ours("tough", "regeneration", armour="light", shield=True)).total == 1 + 1 + 2 + 1
    assert save(hero("troll", "blue", at=(24, 24), abilities=("regeneration",)), duel=True).total == 2


@pytest.mark.parametrize(("armour", "total"), [("unarmored", 3), ("light", 3), ("medium", 3), ("heavy", 3)])
def test_a_thick_hide_is_worth_heavy_armour_and_adds_to_none(armour: str, total: int) -> None:
    """TA-FANT-A04"""
    assert save(ours("thick_hide", armour=armour)).total == total
    slow = field(ours("thick_hide"), **FANTASY)
    assert rate(slow, slow.units["ours"]).total == inches(10), "it goes by the armour worn: none"


# ---------------------------------------------------------------- by night and among leaves


def test_who_sees_in_the_dark_strikes_better_at_night() -> None:
    """TA-FANT-A09: +1 against normal eyes, hand to hand; nothing by day, nothing among their like."""
    assert terms(need(met(ours("darkvision"), theirs(), light="night")))["TA-FANT-A09"] == 1
    assert "TA-FANT-A09" not in terms(need(met(ours("darkvision"), theirs())))
    assert "TA-FANT-A09" not in terms(need(met(ours("darkvision"), theirs("darkvision"), light="night")))
    assert "TA-FANT-A09" not in terms(need(met(ours(), theirs("darkvision"), light="night")))


def shot(archers: Unit, *others: Any, **more: Any) -> Tally:
    """What the archers need at the foe 12 inches ahead."""
    battle = field(archers, theirs(at=(24, 12), **more.pop("foe", {})), *others, **{**FANTASY, **more})
    aimed = aim(battle, battle.units["ours"], battle.units["theirs"])
    assert isinstance(aimed, Strike), aimed
    return aimed.blows[0].need


def test_who_sees_in_the_dark_shoots_better_at_night() -> None:
    """TA-FANT-A09: and with bows."""
    archers = ours("darkvision", ranged=("longbow",))
    assert terms(shot(archers, light="night")) == {"TA-RANGED-11": 3, "TA-FANT-A09": 1}
    assert terms(shot(archers)) == {"TA-RANGED-11": 3}


def test_marksmen_shoot_better_and_strike_no_better() -> None:
    """TA-FANT-A15"""
    assert terms(shot(ours("marksman", ranged=("sling",)))) == {"TA-RANGED-11": 3, "TA-FANT-A15": 1}
    assert "TA-FANT-A15" not in terms(need(met(ours("marksman"), theirs())))


@pytest.mark.parametrize("ground", ["woods", "scrub", "light_woods"])
def test_who_hides_is_hit_less_easily_among_leaves(ground: str) -> None:
    """TA-FANT-A12: in woods and brush, from afar (at their edge) and hand to hand; once, though it is night as well."""
    leaves = piece(ground, 18, 10, 30, 13)
    hiding = {"foe": {"abilities": ("camouflage",)}}
    archers = ours(ranged=("longbow",))
    assert terms(shot(archers, features=(leaves,), **hiding))["TA-FANT-A12"] == -1
    assert terms(shot(archers, features=(leaves,), light="night", **hiding))["TA-FANT-A12"] == -1
    assert "TA-FANT-A12" not in terms(shot(archers, features=(leaves,)))
    assert "TA-FANT-A12" not in terms(shot(archers, **hiding))
    brawl = met(ours(), theirs("camouflage"), features=(piece(ground, 18, 20, 30, 25),))
    assert terms(need(brawl))["TA-FANT-A12"] == -1


def test_half_of_a_unit_among_leaves_hides_it() -> None:
    """TA-FANT-A12: askew over the edge of a wood."""

    def hides(right: float) -> bool:
        elves = ours("camouflage", at=(24, 24), facing=NORTH)
        return in_cover(field(elves, features=(piece("woods", right, 20, 60, 30),)), elves)

    assert hides(24)
    assert not hides(25.2)
    assert hides(20)
    turned = ours("camouflage", at=(24, 24), facing=EAST)
    assert in_cover(field(turned, features=(piece("woods", 20, 23.9, 30, 40),)), turned)
    assert not in_cover(field(turned, features=(piece("rough", 20, 20, 30, 40),)), turned)


def test_night_hides_but_from_those_who_see_in_the_dark() -> None:
    """TA-FANT-A12, TA-FANT-A13"""
    assert terms(need(met(ours(), theirs("camouflage"), light="night")))["TA-FANT-A12"] == -1
    seen = terms(need(met(ours("darkvision"), theirs("camouflage"), light="night")))
    assert (seen["TA-FANT-A09"], seen["TA-FANT-A13"]) == (1, 0)
    assert "TA-FANT-A12" not in seen
    among_leaves = met(
        ours("darkvision"), theirs("camouflage"), features=(piece("woods", 18, 20, 30, 25),), light="night"
    )
    assert terms(need(among_leaves))["TA-FANT-A12"] == -1, "leaves hide from everybody"
    assert "TA-FANT-A12" not in terms(need(met(ours(), theirs("camouflage"))))


# ---------------------------------------------------------------- who strikes with what


@pytest.mark.parametrize(("held", "dice"), [(0, 6), (1, 18), (2, 30)])
def test_multiple_attacks_are_two_dice_more_for_each_figure(held: int, dice: int) -> None:
    """TA-FANT-A14: every figure that strikes; twice had, four more."""
    assert fight(ours(*["multiple_attacks"] * held), theirs()).dice == [(dice, 3)]


def test_multiple_attacks_of_a_hero_and_by_ranks() -> None:
    """TA-FANT-A14, TA-FANT-H03, TA-FANT-H05, TA-FANT-H07: besides those of his type; a second rank of spears too."""
    for roles, at_five in ((("hero",), 1), (("superhero",), 2), (("champion",), 4)):
        beast = hero("beast", "blue", at=(24, 24), roles=roles, abilities=("multiple_attacks",))
        battle = field(beast, theirs(), contacts=(locked("beast", "theirs", since=0),), phase="melee", **FANTASY)
        assert play(battle, Melees()).dice == [(at_five + 2, 5)]
    spears = ours("multiple_attacks", figures=12, files=6, melee=("spear",))
    assert fight(spears, theirs()).dice == [(3 * (6 + 3), 3)]


def test_multiple_attacks_shoot_once() -> None:
    """TA-FANT-A14: melee only."""
    battle = field(ours("multiple_attacks", ranged=("longbow",)), theirs(at=(24, 12)), **FANTASY)
    assert play(battle, Fire(("red", "blue")), shoot("ours", at="theirs")).dice == [(6, 3)]


def test_figures_brought_down_take_all_their_dice_with_them() -> None:
    """TA-FANT-A14, TA-MELEE-06: spears strike first; each ghoul they fell strikes three times less."""
    played = fight(ours(melee=("spear",)), theirs("multiple_attacks", melee=("short_sword",)), since=1).then(
        "1 1 6 6 6 6"
    )
    assert played.dice == [(3 * 4, 2)]


@pytest.mark.parametrize(
    ("size", "weapon", "reach"),
    [
        ("", "sword", 5),
        ("small", "sword", 6),
        ("large", "sword", 4),
        ("giant", "sword", 3),
        ("small", "dagger", 8),
        ("large", "pike", 0),
        ("giant", "pike", -1),
    ],
)
def test_size_makes_weapons_longer_and_shorter(size: str, weapon: str, reach: int) -> None:
    """TA-FANT-Z01, TA-FANT-Z02, TA-FANT-Z03: never shorter than 8, and with a pike longer than any pike."""
    assert reach_of(ours(*[size] if size else ()), MELEE[weapon]) == reach


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [("small", "", "Theirs"), ("large", "", "Ours"), ("", "giant", "Theirs"), ("large", "giant", "Theirs")],
)
def test_the_longer_arm_strikes_first(one: str, other: str, first: str) -> None:
    """TA-FANT-Z01, TA-FANT-Z02, TA-FANT-Z03, TA-MELEE-06: swords against swords in a first round."""
    played = fight(ours(*[one] * bool(one)), theirs(*[other] * bool(other)), since=1)
    assert played.roll.purpose.startswith(first)


# ---------------------------------------------------------------- breath and gaze


def wyrm(name: str = "wyrm", side: str = "blue", **more: Any) -> Unit:
    line = {"melee": ("short_sword",), "abilities": ("breath_or_gaze_weapon",), **more}
    return hero(name, side, at=(24, 24), roles=line.pop("roles", ("monster", "champion")), hits=4, **line)


def against_wyrm(*, since: int = 1, beast: Unit | None = None, **more: Any) -> Battle:
    line = {"armour": "medium", "melee": ("pike",), **more.pop("line", {})}
    return field(
        beast or wyrm(),
        theirs(**line),
        contacts=(locked("wyrm", "theirs", since=since),),
        phase="melee",
        **{**FANTASY, **more},
    )


def test_breath_strikes_before_the_longest_weapon() -> None:
    """TA-FANT-A05, TA-FANT-A06, TA-FANT-A07: one of a champion's four attacks; it hits three; saves at −2; then pikes
    strike with those who stand, then the other three attacks."""
    played = play(against_wyrm(), Melees())
    assert played.roll.purpose == "Wyrm strikes Theirs"
    assert played.dice == [(1, 5)]
    played = played.then("5")
    assert played.roll.purpose == "how many figures of Theirs each breath or gaze strikes: 1 to 3"
    played = played.then("6")
    assert played.dice == [(3, 1)], "medium armour, at −2: a natural 1"
    played = played.then("1 2 3")
    assert played.unit("theirs").figures == 4
    assert played.roll.purpose == "Theirs strike Wyrm"
    assert played.dice[0][0] == 4
    played = played.then("6 6 6 6")
    assert played.roll.purpose == "Wyrm strikes Theirs"
    assert played.dice == [(3, 5)]


@pytest.mark.parametrize(("face", "struck"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_one_die_says_how_many_a_breath_strikes(face: int, struck: int) -> None:
    """TA-FANT-A06: 1d3."""
    assert play(against_wyrm(), Melees()).then("1", str(face)).dice == [(struck, 1)]


@pytest.mark.parametrize(("ordinary", "struck"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_breath_strikes_nobody_twice(ordinary: int, struck: int) -> None:
    """TA-FANT-A06: of the last two it strikes two, whatever the die; of one who stands alone, him."""
    last = play(against_wyrm(line={"figures": ordinary}), Melees())
    assert last.then("1", "6").dice == [(struck, 1)]


def test_breath_at_a_lone_creature_is_one_hit_and_at_the_odds_too() -> None:
    """TA-FANT-A06: a great creature has one figure to be struck; two breaths are two hits."""
    ogre = wyrm("ogre", "red", abilities=("tough",))
    battle = field(wyrm(), ogre, contacts=(locked("wyrm", "ogre"),), phase="melee", **FANTASY)
    played = play(battle, Melees()).then("1", "6")
    assert played.dice == [(1, 1)]
    breath = Blow("wyrm", BREATH.id, 1, Tally("to hit", (Term("FC", 5, "TA-FANT-C24"),)))
    for dice, most in ((1, 1), (2, 2)):
        seen = outlook(battle, Strike("wyrm", "ogre", "melee", "front", (replace(breath, dice=dice),)))
        assert len(seen.hits) == most + 1
        assert seen.hits[-1] == pytest.approx((5 / 6) ** dice)


def test_breath_comes_first_in_later_rounds_too() -> None:
    """TA-FANT-A05: whom it fells does not strike back, though older melees else strike at once."""
    played = play(against_wyrm(since=0), Melees()).then("1", "5", "6 6 6")
    thrown = {}
    while played.battle.roll is not None:
        thrown[played.roll.purpose] = [number for number, _ in played.dice]
        played = played.then(" ".join("6" * sum(number for number, _ in played.dice)))
    assert thrown == {"Wyrm strikes Theirs": [3], "Theirs strike Wyrm": [3]}


def test_at_the_greater_scale_breath_strikes_one() -> None:
    """TA-FANT-A06: nothing is printed for 1:20."""
    played = play(against_wyrm(scale="1:20"), Melees()).then("1")
    assert played.dice == [(1, 1)]


def test_two_breaths_are_simultaneous() -> None:
    """TA-FANT-A05: the one that is killed by the other's breath has breathed."""
    battle = field(wyrm(), wyrm("basilisk", "red"), contacts=(locked("wyrm", "basilisk"),), phase="melee", **FANTASY)
    played = play(battle, Melees()).then("1", "6", "6")
    assert played.roll.purpose == "Basilisk strikes Wyrm"
    assert played.dice == [(1, 5)]


def test_a_unit_of_breathers_breathes_with_one_attack_of_each() -> None:
    """TA-FANT-A06, TA-FANT-A14: the other attacks come in their turn."""
    hounds = ours("breath_or_gaze_weapon", "multiple_attacks", melee=("short_sword",))
    played = fight(hounds, theirs(figures=20, files=10), since=1)
    assert played.dice == [(6, 3)]
    played = played.then("6 6 6 6 6 6")
    assert played.roll.purpose == "Theirs strike Ours"
    played = played.then("1 6 6 6 6 6 6 6 6 6")
    assert played.dice == [(2 * 5, 3)], "one has fallen, with two dice"
    only = fight(ours("breath_or_gaze_weapon"), theirs(), since=1).then("6 6 6 6 6 6")
    assert only.roll.purpose == "Theirs strike Ours"


def test_breath_at_several_foes_is_spent_once() -> None:
    """TA-FANT-A06, TA-MELEE-12: of the dice shared out the first are breath."""
    battle = field(
        wyrm(abilities=("breath_or_gaze_weapon",)),
        theirs(),
        red("others", 6, at=(27, 24)),
        contacts=(locked("wyrm", "theirs", since=0), locked("wyrm", "others", since=0)),
        phase="melee",
        **FANTASY,
    )
    played = play(battle, Melees(), share("wyrm", theirs=2, others=2))
    thrown = []
    while played.battle.roll is not None:
        if played.roll.purpose.startswith("Wyrm"):
            thrown += [number for number, _ in played.dice]
        played = played.then(" ".join("6" * sum(number for number, _ in played.dice)))
    assert thrown == [1, 1, 2], "the breath, and what is left of either share"


def test_odds_know_breath() -> None:
    """TA-FANT-A06: two figures for a hit on the average."""
    battle = against_wyrm(line={"armour": "unarmored"}, beast=wyrm(roles=("monster", "hero")))
    round_ = exchange(battle, battle.units["wyrm"], battle.units["theirs"])
    assert round_.dealt is not None
    assert round_.order == "after", "the foe strikes after it"
    assert round_.dealt.expected_losses == pytest.approx(5 / 6 * 2)


# ---------------------------------------------------------------- resistance


def test_only_heroes_hurt_what_resists_normal_weapons() -> None:
    """TA-FANT-A19: nobody throws for the others, and all are told why."""
    played = fight(ours(), theirs("resistance_to_normal_weapons"))
    assert played.roll.purpose == "Theirs strike Ours"
    (said,) = played.events_of(Ruled)
    assert said.rules == ("TA-FANT-A19",)
    assert said.what == "Ours strike Theirs in vain: their weapons are neither magic nor in the hands of heroes"


def test_a_hero_among_them_strikes_alone() -> None:
    """TA-FANT-A19: at 1:20 too, where a hero strikes at the level of his unit; fanatics are no heroes."""
    for scale in ("1:5", "1:20"):
        kay = hero("kay", "blue", with_="ours")
        played = fight(ours("fanatic"), theirs("resistance_to_normal_weapons"), kay, scale=scale)
        assert played.dice == [(1, 5 if scale == "1:5" else 3)]
        played = played.then("1")
        (struck,) = played.events_of(Struck)
        assert (struck.dice, struck.hits) == (1, 1)


def test_plain_leaders_and_lesser_monsters_do_not_hurt_it() -> None:
    """TA-FANT-A19: the level alone is no matter, being a hero is."""
    wraith = theirs("resistance_to_normal_weapons")
    for roles, hurts in ((("leader",), False), (("monster",), False), (("monster", "hero"), True)):
        he = hero("he", "blue", at=(24, 24), roles=roles, fc=5 if hurts else 4, leadership=int(roles == ("leader",)))
        battle = field(he, wraith, contacts=(locked("he", "theirs", since=0),), phase="melee", **FANTASY)
        assert play(battle, Melees()).roll.purpose.startswith("He" if hurts else "Theirs")


def test_arrows_are_loosed_in_vain() -> None:
    """TA-FANT-A19"""
    battle = field(ours(ranged=("longbow",)), theirs("resistance_to_normal_weapons", at=(24, 12)), **FANTASY)
    aimed = aim(battle, battle.units["ours"], battle.units["theirs"])
    assert isinstance(aimed, Strike)
    assert outlook(battle, aimed).expected == 0
    played = play(battle, Fire(("red", "blue")), shoot("ours", at="theirs"))
    assert [said.rules for said in played.events_of(Ruled)] == [("TA-FANT-A19",)]


# ---------------------------------------------------------------- nerve


def nerve(unit: Unit, *others: Any, phase: Any = "melee", **more: Any) -> dict[str, int]:
    battle = field(unit, *others, **{**FANTASY, **more})
    return terms(morale_number(battle, battle.units[unit.id], ("losses",), phase))


@pytest.mark.parametrize("phase", ["ranged", "melee"])
def test_fanatics_have_the_nerve_of_heroes(phase: Any) -> None:
    """TA-FANT-A08: and nothing else of them."""
    assert nerve(ours("fanatic", fc=1), phase=phase)["TA-FANT-A08"] == 6
    assert need(met(ours("fanatic"), theirs())).total == 3


def undead(*more_units: Any, contacts: Iterable[Any] = (), **more: Any) -> Battle:
    bones = ours("undead", **{"lost": 4, "lost_now": 4, "original": 10, **more})
    return field(bones, *more_units, contacts=tuple(contacts), phase="melee", **FANTASY)


def owes(battle: Battle) -> bool:
    return bool(owes_own_check(battle, battle.units["ours"], "melee"))


def test_undead_check_against_priests_alone() -> None:
    """TA-FANT-A16: a priest before them, or one with the unit they fight; with the usual causes."""
    contact = (locked("ours", "theirs", since=0),)
    assert not owes(undead(theirs(), contacts=contact))
    assert owes(field(ours(lost=4, lost_now=4, original=10), theirs(), contacts=contact, phase="melee"))
    for role in ("priest", "high_priest"):
        priest = hero("alban", "red", with_="theirs", roles=(role,))
        assert owes(undead(theirs(), priest, contacts=contact))
        assert not owes(undead(theirs(), priest, contacts=contact, lost=0, lost_now=0, original=6))
        assert not owes(undead(theirs(), priest)), "not in contact"
        alone = hero("alban", "red", at=(24, 24), roles=(role,))
        assert owes(undead(alone, contacts=(locked("ours", "alban", since=0),)))
    mage = hero("mage", "red", with_="theirs", roles=("mage",))
    assert not owes(undead(theirs(), mage, contacts=contact))


def test_undead_check_when_shot_at_by_a_priest_or_his_unit() -> None:
    """TA-FANT-A16: in the turn in which it is."""
    archers = theirs(at=(24, 12), ranged=("longbow",))
    priest = hero("alban", "red", with_="theirs", roles=("priest",))
    for people, checks in (((priest,), True), ((), False)):
        battle = field(ours("undead", figures=5, original=6), archers, *people, phase="ranged", **FANTASY)
        played = play(battle, Fire(("red", "blue")), shoot("theirs", at="ours")).then("1 1 1 6 6 6")
        assert played.unit("ours").figures == 2
        assert bool(owes_own_check(played.battle, played.unit("ours"), "ranged")) == checks
        assert bool(play(played.battle, Checks("ranged")).battle.awaiting) == checks


def test_undead_are_shaken_by_no_rout_but_before_a_priest() -> None:
    """TA-FANT-A16, TA-MORALE-04"""
    runner = blue("runner", 6, at=(27, 30), marks=(ROUTED,))
    battle = undead(theirs(), runner, contacts=(locked("ours", "theirs", since=0),))
    assert not shaken_by(battle, battle.units["runner"])
    priest = hero("alban", "red", with_="theirs", roles=("priest",))
    with_priest = undead(theirs(), runner, priest, contacts=(locked("ours", "theirs", since=0),))
    assert [unit.id for unit in shaken_by(with_priest, runner)] == ["ours"]
    assert fails(battle, battle.units["ours"], ("losses",), "melee") == 0
    assert fails(with_priest, with_priest.units["ours"], ("losses",), "melee") > 0


@pytest.mark.parametrize(
    ("roles", "rule"),
    [
        (("mage",), "TA-FANT-M11"),
        (("wizard",), "TA-FANT-M11"),
        (("priest",), "TA-FANT-P12"),
        (("high_priest",), "TA-FANT-P12"),
    ],
)
@pytest.mark.parametrize("scale", ["1:5", "1:20"])
def test_magic_in_the_ranks_steadies_a_unit(roles: Any, rule: str, scale: str) -> None:
    """TA-FANT-M11, TA-FANT-P12: each kind once, at either scale, and only with the unit."""
    one = hero("one", "blue", with_="ours", roles=roles)
    two = hero("two", "blue", with_="ours", roles=roles)
    assert nerve(ours(), one, scale=scale)[rule] == 1
    assert nerve(ours(), one, two, scale=scale)[rule] == 1
    assert rule not in nerve(ours(), hero("one", "blue", at=(24, 30), roles=roles), scale=scale)


def test_four_kinds_of_presence_are_four_bonuses() -> None:
    """TA-FANT-H09, TA-FANT-M11, TA-FANT-P12, TA-MORALE-14: a hero, a mage, a priest and a leader."""
    people = [
        hero(role, "blue", with_="ours", roles=(role,), leadership=2 * (role == "leader"))
        for role in ("hero", "mage", "priest", "leader")
    ]
    found = nerve(ours(), *people)
    assert {rule: found[rule] for rule in ("TA-FANT-H09", "TA-FANT-M11", "TA-FANT-P12", "TA-MORALE-14")} == {
        "TA-FANT-H09": 1,
        "TA-FANT-M11": 1,
        "TA-FANT-P12": 1,
        "TA-MORALE-14": 1,
    }


def test_men_of_magic_have_the_nerve_of_heroes_when_alone() -> None:
    """TA-FANT-M12"""
    for role in ("mage", "wizard", "priest", "high_priest"):
        assert nerve(hero("he", "blue", at=(24, 24), roles=(role,), fc=1))["TA-FANT-M12"] == 6


# ---------------------------------------------------------------- pace and flight


@pytest.mark.parametrize(
    ("abilities", "command", "inches_"),
    [
        ((), "cards", 5),
        (("slow",), "cards", 2.5),
        (("quick",), "cards", 10),
        (("slow",), "none", 5),
        (("quick",), "none", 20),
        (("slow", "quick"), "none", 10),
    ],
)
def test_the_slow_and_the_quick(abilities: tuple[str, ...], command: str, inches_: float) -> None:
    """TA-FANT-A17, TA-FANT-A18: half or twice the rate in force, fractions kept."""
    battle = field(ours(*abilities), command=command, **FANTASY)
    assert rate(battle, battle.units["ours"]).total == inches(inches_)


def test_what_is_rolled_and_a_musician_are_not_halved() -> None:
    """TA-FANT-A17, TA-MOVE-11: a card's roll and the musician's inch come on top; double rate is of the slow rate."""
    battle = field(
        ours("slow", musician=True, orders=(Ordered("march", "TA-CMD-D01", inches(4)),)), command="cards", **FANTASY
    )
    assert rate(battle, battle.units["ours"]).total == inches(2.5 + 1 + 4)
    double = field(ours("slow", orders=(Ordered("double", "TA-CMD-H05"),)), command="cards", **FANTASY)
    assert rate(double, double.units["ours"]).total == inches(5)


def test_a_lone_creature_is_slow_or_quick_too() -> None:
    """TA-FANT-A17, TA-FANT-A18, TA-MOVE-10"""
    for ability, far in (("slow", 5), ("quick", 20)):
        battle = field(wyrm(abilities=(ability,)), **FANTASY)
        assert rate(battle, battle.units["wyrm"]).total == inches(far)


GROUND = (
    piece("woods", 18, 18, 30, 22),
    piece("scrub", 18, 16, 30, 17.5),
    strip("river", (0, 14), (72, 14), width=2),
    strip("wall", (0, 15.5), (72, 15.5)),
    piece("hill", 0, 0, 72, 23, levels=2),
)


def test_terrain_takes_nothing_off_a_flight() -> None:
    """TA-FANT-A10: hill, woods, brush, wall and river; a walker is stopped by the first of them that is too much."""
    flown = moving(ours("flying"), *GROUND, **FANTASY).then(march("ours", ahead(10)))
    assert place(flown.unit("ours"))[:2] == (24, 14), "in the middle of the river"
    assert flown.unit("ours").own.turn.spent == inches(10)
    walked = moving(ours(), *GROUND, **FANTASY)
    assert walked.refusal(march("ours", ahead(10)))


def test_a_flyer_turns_and_goes_on_over_water() -> None:
    """TA-FANT-A10"""
    bats = ours("flying", at=(24, 15.5), facing=EAST)
    river = strip("river", (0, 12), (72, 12), width=4)
    turned = moving(bats, river, **FANTASY).then(march("ours", turn(-90), ahead(3)))
    assert place(turned.unit("ours"))[1] < 14
    walked = moving(ours(at=(24, 15.5), facing=EAST), river, **FANTASY)
    assert walked.refusal(march("ours", turn(-90), ahead(3)))


# ---------------------------------------------------------------- not to be caught


def charged(*units: Any, **more: Any) -> Played:
    """Blue's axes charge the foe six inches ahead."""
    axes = more.pop("axes", blue("axes", 6, at=(36, 39)))
    start = moving(axes, *units, **{**FANTASY, **more})
    return start.then(Commanded("axes", "charge", Aimed("foe")))


def test_the_evasive_back_off_from_a_charge() -> None:
    """TA-FANT-A01: on 4, 5 or 6, two inches, still facing it; who comes upon them stays where he came upon them."""
    for face in (4, 5, 6):
        met = charged(red("foe", 6, at=(36, 33), abilities=("evasive",)))
        assert met.roll.purpose == "Foe try to avoid combat with Axes, on 4 to 6"
        away = met.then(str(face))
        assert place(away.unit("foe")) == (36, 31, 180)
        assert place(away.unit("axes"))[:2] == (36, 33)
        assert not away.battle.engagements
        (formed,) = away.events_of(Formed)
        assert (formed.why, formed.rules) == ("evade", ("TA-FANT-A01",))


@pytest.mark.parametrize("face", [1, 2, 3])
def test_the_evasive_are_caught_on_low_numbers(face: int) -> None:
    """TA-FANT-A01: the one roll where high numbers are good."""
    caught = charged(red("foe", 6, at=(36, 33), abilities=("evasive",))).then(str(face))
    assert [one.touching for one in caught.battle.engagements] == [True]


def test_the_evasive_need_room_behind_them_and_nobody_before_them() -> None:
    """TA-FANT-A01: no roll for who cannot back off, who fights already, or who charges himself."""
    hemmed = charged(red("foe", 6, at=(36, 33), abilities=("evasive",)), red("wall", 6, at=(36, 32)))
    assert hemmed.battle.roll is None
    assert hemmed.battle.engagements
    busy = charged(
        red("foe", 6, at=(36, 33), abilities=("evasive",)),
        blue("first", 3, at=(40, 32), facing=-90),
        contacts=(locked("first", "foe", "left", 0),),
    )
    assert busy.battle.roll is None
    ours_evade = charged(red("foe", 6, at=(36, 33)), axes=blue("axes", 6, at=(36, 39), abilities=("evasive",)))
    assert ours_evade.battle.roll is None
    assert ours_evade.battle.engagements


def test_the_evasive_in_rout_are_caught_without_a_roll() -> None:
    """TA-FANT-A01: the same foe in order rolls."""
    assert not evades(red("foe", 6, at=(36, 33), abilities=("evasive",), marks=(ROUTED,)))
    assert evades(red("foe", 6, at=(36, 33), abilities=("evasive",)))


def test_from_the_side_the_evasive_back_away_from_the_charger() -> None:
    """TA-FANT-A01: away from it, whichever way they face."""
    met = charged(red("foe", 4, at=(34, 33), facing=90, abilities=("evasive",))).then("4")
    _, y, facing = place(met.unit("foe"))
    assert facing == 90
    assert y < 33
    assert not met.battle.engagements


def test_evasive_next_to_a_charged_unit_may_back_off_too() -> None:
    """TA-FANT-A01: two fronts are met; one of them is shy."""
    wide = blue("axes", 12, files=12, at=(36, 39))
    two = red("foe", 5, at=(33, 33)), red("shy", 5, at=(39, 33), abilities=("evasive",))
    met = moving(wide, *two, **FANTASY).then(Commanded("axes", "charge", PathDrawn((ahead(6),))))
    assert met.roll.purpose.startswith("Shy try to avoid")
    assert {one.defender for one in met.then("6").battle.engagements} == {"foe"}
    assert {one.defender for one in met.then("1").battle.engagements} == {"foe", "shy"}


BATS = ("flying",)


def test_who_flies_may_keep_out_of_reach() -> None:
    """TA-FANT-A11: asked when come upon; then nobody who cannot fly gets at him this turn, nor he at anybody."""
    met = charged(red("foe", 6, at=(36, 33), abilities=BATS), blue("others", 4, at=(46, 33), facing=-90))
    assert met.decision.seat == "red"
    assert "TA-FANT-A11" in met.decision.rules
    away = met.then(choose("rise"))
    assert not away.battle.engagements
    assert place(away.unit("foe")) == (36, 33, 180)
    assert rules(away.refusal(Commanded("others", "charge", Aimed("foe")))) == {"TA-FANT-A11"}
    view = replace(away.battle, agenda=())
    assert rules(judge_order(view, view.units["foe"])) == {"TA-FANT-A11"}
    archers = ours(at=(20, 32.5), facing=EAST, ranged=("longbow",))
    assert isinstance(aim(view.with_unit(archers), archers, view.units["foe"]), Strike), "he may still be shot at"


def test_who_flies_may_stand() -> None:
    """TA-FANT-A11"""
    stood = charged(red("foe", 6, at=(36, 33), abilities=BATS)).then(choose("stand"))
    assert stood.battle.engagements


def test_flyers_reach_flyers_and_those_who_carry_no_wings_hold_a_unit_down() -> None:
    """TA-FANT-A11: by non-flyers only; with a man in it who does not fly it stays."""
    axes = blue("axes", 6, at=(36, 39), abilities=BATS)
    assert charged(red("foe", 6, at=(36, 33), abilities=BATS), axes=axes).battle.engagements
    grounded = charged(red("foe", 6, at=(36, 33), abilities=BATS), hero("he", "red", with_="foe"))
    assert grounded.battle.engagements
    winged = charged(red("foe", 6, at=(36, 33), abilities=BATS), hero("he", "red", with_="foe", abilities=BATS))
    assert not winged.battle.engagements


def test_who_has_charged_this_turn_fights() -> None:
    """TA-FANT-A11: he has attacked; and who is away is no second time asked."""
    busy = charged(red("foe", 6, at=(36, 33), abilities=BATS, charged=True))
    assert busy.battle.engagements
    away = charged(red("foe", 6, at=(36, 33), abilities=BATS), axes=blue("axes", 6, at=(36, 39))).then(choose("rise"))
    second = away.battle.with_unit(blue("late", 4, at=(42, 33.5), facing=-90))
    path = (ahead(3),)
    walker = walk(second, Walk("late", path, "charge"), trial=True)
    assert walker.met is not None
    scene = Scene(replace(second, agenda=()))
    meet(scene, "late", "foe")
    done = play(scene.battle)
    assert not done.battle.engagements
    assert not done.battle.decisions


def test_flyers_are_within_reach_again_when_the_turn_is_over() -> None:
    """TA-FANT-A11"""
    away = charged(red("foe", 6, at=(36, 33), abilities=BATS)).then(choose("rise"))
    assert is_out_of_reach(away.battle, away.unit("foe"))
    assert away.battle.effects.all[0].ends == (Until(Moment(away.battle.turn + 1)),)


def test_a_preview_says_how_the_foe_may_get_away() -> None:
    """TA-FANT-A01, TA-FANT-A11"""
    foe = red("foe", 6, at=(36, 33), abilities=("flying", "evasive"))
    battle = field(blue("axes", 6, at=(36, 39)), foe, phase="movement", **FANTASY)
    notes = [note.text for note in ways_out(battle, battle.units["axes"], battle.units["foe"])]
    assert notes == ["they may keep out of reach", "they may back off, on 4 to 6"]


def test_who_flies_and_fights_already_is_held() -> None:
    """TA-FANT-A11: locked in melee he cannot keep away from the next who comes."""
    busy = charged(
        red("foe", 6, at=(36, 33), abilities=BATS),
        blue("first", 3, at=(40, 32), facing=-90),
        contacts=(locked("first", "foe", "left", 0),),
    )
    assert not any(one.seat == "red" for one in busy.battle.decisions)
    assert {one.attacker for one in busy.battle.engagements} == {"first", "axes"}


@pytest.mark.parametrize("abilities", [("evasive",), BATS])
def test_when_the_one_gets_away_the_other_is_fought(abilities: tuple[str, ...]) -> None:
    """TA-FANT-A01, TA-FANT-A11: a front that has met two goes on to fight the one that stays."""
    wide = blue("axes", 12, files=12, at=(36, 39))
    shy, foe = red("a shy", 5, at=(33, 33), abilities=abilities), red("foe", 5, at=(39, 33))
    met = moving(wide, shy, foe, **FANTASY).then(Commanded("axes", "charge", PathDrawn((ahead(6),))))
    done = met.then("6") if abilities == ("evasive",) else met.then(choose("rise"))
    assert {one.defender for one in done.battle.engagements} == {"foe"}


def test_night_is_seen_on_the_table() -> None:
    """TA-FANT-A09."""
    shown = [BY_THIS_AXE.sky(field(ours(), **FANTASY, **light)) for light in ({}, {"light": "night"})]
    assert [(one.light, one.falls) for one in shown] == [("day", ""), ("night", "")]
