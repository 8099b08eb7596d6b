"""What players are told before they decide agrees with the door, and tells them nothing they may not know."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.futures import Future, chances_of, futures
from schiltron.battle.guide.answers import Duel as FacedOff
from schiltron.battle.guide.answers import Odds
from schiltron.battle.state.chance import AtMost
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn, Planned, SetDown
from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Advance, Face, Reform, SquareUp, Turn, Wheel
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.grammar import Note
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge, Challenges, Press
from schiltron.rulesets.by_this_axe.duels.duel import Duel, Stand
from schiltron.rulesets.by_this_axe.duels.rounds import Allot
from schiltron.rulesets.by_this_axe.morale.checks import RollCheck
from schiltron.rulesets.by_this_axe.movement.charging import Retreat, bound_to_charge
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.setup.deployment import Deploy
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Unit
from schiltron.rulesets.by_this_axe.steps import Checks
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.shapes import rings_of
from tests.rulesets.by_this_axe.positions import (
    EAST,
    Ordered,
    Played,
    ahead,
    blue,
    card,
    choose,
    field,
    hero,
    locked,
    march,
    piece,
    play,
    red,
    rules,
    share,
    shoot,
    strip,
    turn,
    volleys,
    with_orders,
)
from tests.rulesets.guided import (
    card_of,
    ends,
    everything,
    judged_alike,
    legs_of,
    menu,
    menu_is_obeyed,
    nobodys_business,
    notes,
    phases_are_on_the_track,
    preview,
    sampled_preview,
    stats,
    targets,
    walked_as_shown,
)
from tests.whole_battles.recruits import opening, positions

# ---------------------------------------------------------------- asking


def moving(*units: Unit, **more: Any) -> Played:
    """Blue moves; melee and checks come after it."""
    return play(field(*units, **{"phase": "movement", **more}), Moves("blue"), Melees(), Checks("melee"))


def shooting(*units: Unit, **more: Any) -> Played:
    return play(field(*units, **{"phase": "ranged", **more}), Fire(("blue", "red")), Checks("ranged"))


def charge(actor: str, *, at: str) -> Commanded:
    return Commanded(actor, "charge", Aimed(at))


def order(effect: str, name: str = "D01", amount: int = 0, target: str = "") -> Ordered:
    return Ordered(effect, f"TA-CMD-{name}", amount, target)


SPEARS: dict[str, Any] = {"fc": 3, "armour": "light", "shield": True, "melee": ("spear",)}


# ---------------------------------------------------------------- cards


def test_a_card_is_the_line_of_the_roster() -> None:
    """TA-UNIT-31: FC, AS, MV, WP in words and numbers (TA-UNIT-17, TA-UNIT-26, TA-UNIT-28, TA-MELEE-21)."""
    position = field(blue("spears", 10, files=6, original=12, at=(24, 30), **SPEARS), red("bows", 4, at=(24, 8)))
    shown = card_of(position, "spears")
    assert (shown.title, shown.subtitle) == ("Spears", "Veteran foot, light armour, shield, spears")
    assert (shown.figures, shown.original, shown.points) == (10, 12, 10 * (4 + 2 + 2 + 2))
    assert (shown.spent, shown.allowance) == (0, inches(10))
    told = stats(position, "spears")
    assert told["FC"] == "3 Veteran"
    assert told["AS"] == "2(S), 1 from flank or rear"
    assert told["MV"] == "10″"
    assert told["STR"] == "12"
    assert told["Spears"] == "reach 3, 1½ ranks"
    assert (told["Files"], told["Ranks"], told["Lost"]) == ("6", "2", "2 of 12")
    # 5 and 4 by its row, 1 for two ranks (TA-MORALE-08, TA-MORALE-09, TA-MORALE-16), never more than 5.
    assert (told["Morale under fire"], told["Morale"]) == ("5", "5")
    assert BY_THIS_AXE.card(position, "nobody") is None


def test_saves_are_printed_as_the_book_prints_them() -> None:
    """TA-UNIT-26, TA-UNIT-27: knights 5(S), squires 4(S), a knight who is a hero 5(S) too; TA-UNIT-22: none at all."""
    knights = {"mounted": True, "shield": True, "melee": ("lance",)}
    position = field(
        blue("knights", 4, at=(12, 30), fc=4, armour="heavy", **knights),
        blue("squires", 4, at=(24, 30), armour="medium", **knights),
        blue("levy", 4, at=(36, 30), fc=1, melee=()),
        hero("sir_kay", "blue", with_="knights", armour="heavy", **knights),
    )
    assert stats(position, "knights")["AS"] == "5(S), 4 from flank or rear"
    assert stats(position, "squires")["AS"] == "4(S), 3 from flank or rear"
    assert stats(position, "sir_kay")["AS"] == "5(S), 5 from flank or rear"
    assert stats(position, "levy")["AS"] == "0"
    assert stats(position, "levy")["Daggers"] == "reach 7, 1 rank, −1 to hit", "TA-UNIT-29"
    assert stats(position, "knights")["Lances"] == "reach 2, 1½ ranks, +2 to hit charging"


def test_a_character_has_a_card_of_his_own_and_stands_on_that_of_his_unit() -> None:
    """TA-CHAR-09, TA-CHAR-12, TA-DUEL-13."""
    position = field(
        blue("spears", 12, files=6, at=(24, 30), **SPEARS),
        hero(
            "sir_kay",
            "blue",
            with_="spears",
            roles=("leader", "hero"),
            leadership=3,
            hits=2,
            wounds=1,
            shamed=True,
            refused=True,
        ),
    )
    shown = card_of(position, "sir_kay")
    assert shown.subtitle == "Leader and hero on foot, no armour, swords, axes or maces"
    assert shown.points == 20 + 30 + 2
    told = stats(position, "sir_kay")
    assert told["Leadership"] == "3 Talented"
    assert told["Hits"] == "1 of 2 taken"
    assert told["Attacks"] == "1 at FC 5"
    assert told["Duel"] == "4 dice, no save"
    assert [note.text.partition(":")[0] for note in shown.notes] == ["shamed"]
    assert card_of(position, "spears").notes == (), "who is with whom is no note: page and herald show it by themselves"


def test_a_duellist_is_named_as_one_on_his_card_while_he_fights() -> None:
    """TA-DUEL-04."""
    position = field(hero("kay", "blue", at=(24, 24), hits=2), hero("mordred", "red", at=(24, 20), hits=2))
    fought = play(position, AnswerChallenge("kay", "mordred"), choose("accept"))
    assert notes(fought.battle, "kay") == "in a duel"
    assert notes(field(hero("kay", "blue", at=(24, 24), duelled=True)), "kay") == "has fought his duel this turn"


def test_a_duel_is_told_from_the_challenge_to_the_last_blow() -> None:
    """Who the two are, the round, and whether their choices lie open; nothing where nobody duels."""
    position = field(hero("kay", "blue", at=(24, 24), hits=2), hero("mordred", "red", at=(24, 20), hits=2))
    asked = play(position, AnswerChallenge("kay", "mordred"))
    assert BY_THIS_AXE.duel(asked.battle) == FacedOff("kay", "mordred")
    split = asked.then(choose("accept"))
    assert BY_THIS_AXE.duel(split.battle) == FacedOff("kay", "mordred", 1)
    both = split.at_once(*(share("dice", attack=2, parry=2) for _ in range(2)))
    assert BY_THIS_AXE.duel(both.battle) == FacedOff("kay", "mordred", 1, open=True)
    assert BY_THIS_AXE.duel(position) is None


def test_notes_tell_what_became_of_a_unit() -> None:
    cards = (order("charge", "S03", inches(4)), order("ferocious", "S03", 2))
    position = field(
        blue("axes", 8, files=4, at=(24, 30), original=10, lost=2, shot=True, orders=cards, carded="melee"),
        blue("bows", 6, at=(40, 30), marks=(ROUTED,)),
        blue("pikes", 6, at=(60, 30), rallied=True),
        red("clubs", 8, files=4, at=(24, 30)),
        hero("chief", "blue", with_="axes", roles=("general",), leadership=2),
        contacts=[locked("axes", "clubs")],
        phase="melee",
        command="cards",
    )
    axes = notes(position, "axes")
    assert "in melee with Clubs" in axes
    assert "2 lost this turn" in axes
    assert "has shot: does not move this turn" in axes
    assert "three of spades: goes 4″ farther, and must try to charge" in axes
    assert "three of spades: has +2 to hit in the first round of its charge" in axes
    assert "has had its card for this phase" in axes, "TA-CMD-08"
    assert "under the command of Chief" in axes, "TA-CMD-09"
    assert stats(position, "axes")["MV"] == "9″", "TA-CMD-29: 5 inches and 4 of the card"
    assert "in flight: takes no orders until rallied" in notes(position, "bows")
    assert stats(position, "bows")["State"] == "routed"
    assert "has rallied: does not move this turn" in notes(position, "pikes")
    assert "no leader within 12″" in notes(position, "pikes")


def test_a_unit_that_is_not_on_the_table_has_a_card() -> None:
    gone = replace(blue("axes", 8, at=(24, 30)), figures=0, place=OffTable("destroyed"))
    shown = card_of(field(gone), "axes")
    assert (shown.points, shown.notes) == (0, (Note("not on the table"),))


# ---------------------------------------------------------------- menus


def test_the_menu_has_the_keys_of_the_page() -> None:
    start = moving(blue("spears", 12, files=6, at=(24, 40), **SPEARS), red("bows", 6, at=(24, 8)))
    entries = menu(start, "spears")
    assert {name: entry.key for name, entry in entries.items()} == {
        "advance": "W",
        "turn_left": "A",
        "turn_right": "D",
        "wheel_left": "Q",
        "wheel_right": "E",
        "face": "F",
        "about": "R",
        "formation": "G",
        "charge": "C",
    }
    assert entries["advance"].legs == (Advance(inches(10)), Advance(500))
    assert entries["turn_left"].legs == (Turn(-45_000), Turn(-90_000), Turn(-15_000))
    assert entries["about"].legs == (Turn(180_000),)
    assert entries["face"].legs == (Face("left"), Face("right"), Face("rear"))
    assert entries["wheel_right"].legs == (Wheel("right", 15_000), Wheel("right", 1_000))
    assert entries["formation"].legs == (Reform(7), Reform(5)), "TA-UNIT-06, TA-MOVE-13"
    assert entries["charge"].form == "target"
    assert rules(entries["charge"].reasons) == {"TA-MOVE-12"}, "nobody is near enough"
    after = menu(start, "spears", ahead(3))
    assert after["advance"].legs[0] == Advance(inches(7)), "TA-MOVE-04"
    assert after["charge"].form == "path"
    assert BY_THIS_AXE.menu(start.battle, start.decision, "bows") == ()
    assert BY_THIS_AXE.menu(start.battle, None, "spears") == ()


def _menus() -> list[tuple[Played, str]]:
    foe = red("axes", 8, files=4, at=(24, 25))
    horse = {"mounted": True, "melee": ("lance",)}
    chief = hero("chief", "blue", at=(30, 38), roles=("general",), leadership=2)
    told = {"orders": (order("maneuver", "H01"),)}
    return [
        (moving(blue("spears", 12, files=6, at=(24, 40), **SPEARS), foe), "spears"),
        (moving(blue("spears", 12, files=6, at=(24, 27), **SPEARS), foe), "spears"),
        (moving(blue("knights", 6, files=3, at=(24, 40), **horse), foe), "knights"),
        (moving(blue("knights", 6, files=3, at=(24, 40), **horse), foe, chief, command="cards"), "knights"),
        (moving(blue("knights", 6, files=3, at=(24, 40), **horse, **told), foe, chief, command="cards"), "knights"),
        (moving(blue("knights", 6, files=3, at=(24, 40), **horse), foe, chief), "chief"),
        (moving(blue("spears", 12, files=6, at=(24, 40), **SPEARS), foe, hero("kay", "blue", with_="spears")), "kay"),
    ]


def test_every_leg_of_a_menu_is_obeyed_and_every_line_cites_the_law() -> None:
    for played, who in _menus():
        menu_is_obeyed(played, who, ((), (Turn(30_000),), (ahead(1),), (ahead(1.5),)))


def test_with_order_cards_a_unit_turns_once_and_keeps_its_formation() -> None:
    """TA-CMD-13, TA-CMD-12; with a Maneuver card half a circle (TA-CMD-22)."""
    chief = hero("chief", "blue", at=(30, 38), roles=("general",), leadership=2)
    spears, foe = blue("spears", 12, files=6, at=(24, 40), **SPEARS), red("axes", 8, files=4, at=(24, 34))
    entries = menu(moving(spears, foe, chief, command="cards"), "spears")
    assert entries["turn_left"].legs == (Turn(-45_000), Turn(-15_000))
    assert entries["turn_left"].rule == "TA-CMD-13"
    assert rules(entries["about"].reasons) == {"TA-CMD-13"}
    assert rules(entries["formation"].reasons) == {"TA-CMD-13"}
    assert rules(entries["charge"].reasons) == {"TA-CMD-12"}
    spears = with_orders(spears, (order("maneuver", "H01"),))
    entries = menu(moving(spears, foe, chief, command="cards"), "spears")
    assert entries["about"].legs == (Turn(180_000),)
    assert entries["about"].rule == "TA-CMD-22"


def test_who_was_ordered_to_charge_is_offered_nothing_else() -> None:
    """TA-CMD-21."""
    chief = hero("chief", "blue", at=(30, 38), roles=("general",), leadership=2)
    spears = blue("spears", 12, files=6, at=(24, 40), orders=(order("charge", "D04", inches(3)),), **SPEARS)
    start = moving(spears, red("axes", 8, files=4, at=(24, 34)), chief, command="cards")
    entries = menu(start, "spears")
    assert not entries["charge"].reasons
    assert (entries["advance"].action, entries["advance"].legs) == ("charge", (Advance(inches(6)),))
    assert rules(entries["turn_left"].reasons) == {"TA-CMD-21"}


def test_up_to_an_enemy_going_on_is_a_charge() -> None:
    """TA-MOVE-14: an inch is kept from enemies who are not charged; TA-MOVE-12."""
    start = moving(blue("spears", 12, files=6, at=(24, 40), **SPEARS), red("axes", 8, files=4, at=(24, 36)))
    assert menu(start, "spears")["advance"].legs[0] == Advance(inches(3))
    after = menu(start, "spears", ahead(3))["advance"]
    assert (after.action, after.legs) == ("charge", (Advance(inches(1)),))


def test_a_path_that_touches_nobody_is_no_charge_and_the_menu_says_so() -> None:
    """TA-MOVE-12."""
    start = moving(blue("axes", 8, files=4, at=(24, 40)), red("clubs", 8, files=4, at=(24, 34)))
    assert rules(menu(start, "axes", ahead(2))["charge"].reasons) == {"TA-MOVE-12"}
    assert menu(start, "axes", ahead(6))["charge"].reasons == ()
    assert menu(start, "axes")["charge"].reasons == ()


def test_who_must_charge_is_told_so_by_the_menu_as_by_the_door() -> None:
    """TA-CMD-21."""
    orders = (order("charge", "S03", inches(4)),)
    foe = red("clubs", 8, files=4, at=(24, 34))
    start = moving(blue("axes", 8, files=4, at=(24, 40), orders=orders), foe, command="cards")
    assert menu(start, "axes")["turn_left"].reasons == tuple(bound_to_charge(start.battle, start.unit("axes")))
    assert tuple(start.refusal(march("axes", ahead(1)))) == tuple(bound_to_charge(start.battle, start.unit("axes")))


def test_odds_say_how_their_dice_are_read() -> None:
    """TA-UNIT-12, TA-UNIT-14: at most, and never on a 6."""
    start = shooting(blue("bows", 8, at=(24, 30), ranged=("longbow",), fc=5), red("axes", 8, at=(24, 20)))
    odds = targets(start, "bows")["axes"].odds
    assert odds is not None
    (blow,) = odds.blows
    thrown = start.then(shoot("bows", at="axes")).roll.pools[0]
    assert (blow.dice, blow.reading, blow.sides) == (thrown.count, thrown.reading, thrown.sides)
    people = field(hero("kay", "blue", at=(24, 24), hits=2), hero("mordred", "red", at=(24, 20), hits=2))
    duel = targets(play(people, Challenges(("blue", "red"))), "kay")["mordred"].odds
    assert duel is not None
    assert [blow.reading for blow in duel.blows] == [AtMost(3)]


def test_a_character_joins_and_leaves() -> None:
    """TA-CHAR-11."""
    start = moving(
        blue("spears", 12, files=6, at=(24, 40), **SPEARS),
        blue("axes", 8, files=4, at=(34, 40)),
        blue("far", 8, files=4, at=(60, 40)),
        hero("kay", "blue", with_="spears"),
        red("bows", 6, at=(24, 8)),
    )
    entries = menu(start, "kay")
    assert (entries["join"].form, entries["join"].reasons) == ("target", ())
    assert (entries["advance"].label, entries["advance"].rule) == ("Leave", "TA-CHAR-11")
    assert entries["advance"].legs[0] == Advance(inches(10)), "TA-MOVE-10"
    found = targets(start, "kay")
    assert (found["axes"].action, found["axes"].form, found["axes"].reasons) == ("join", Aimed("axes"), ())
    assert found["far"].reasons
    shown = preview(start, Commanded("kay", "join", Aimed("axes")))
    assert (shown.legal, shown.note) == (True, "joins Axes; a move of theirs later in this turn leaves him behind")
    assert shown.legs
    assert start.then(Commanded("kay", "join", Aimed("axes"))).unit("kay").host == "axes"
    out = preview(start, march("kay", ahead(5)))
    assert (out.legal, out.cost, out.allowance) == (True, inches(5), inches(10))
    assert BY_THIS_AXE.overlays(start.battle, "kay") == ()


def test_shooting_is_a_line_of_the_ranged_combat_phase() -> None:
    start = shooting(blue("bows", 8, at=(24, 30), ranged=("short_bow",)), red("axes", 8, at=(24, 20)))
    (entry,) = BY_THIS_AXE.menu(start.battle, start.decision, "bows")
    assert (entry.action, entry.form, entry.key, entry.reasons) == ("shoot", "target", "T", ())


def test_a_path_that_is_long_enough_takes_no_more_legs() -> None:
    start = moving(blue("spears", 12, files=6, at=(24, 40), **SPEARS), red("bows", 6, at=(24, 8)))
    for legs in (12, 500):
        entries = BY_THIS_AXE.menu(start.battle, start.decision, "spears", (Advance(100),) * legs)
        assert all(entry.reasons for entry in entries if entry.name != "charge")
    assert preview(start, march("spears", *(Advance(100),) * 12)).legal
    assert not preview(start, march("spears", *(Advance(100),) * 13)).legal


# ---------------------------------------------------------------- overlays


def _bounds(rings: Any) -> tuple[float, float, float, float]:
    points = [point for ring in rings for point in ring]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def test_the_field_of_fire_and_the_reach_of_a_move_are_shown() -> None:
    """TA-RANGED-08, TA-RANGED-16, TA-MOVE-08: a bow reaches 16 inches, foot without armour goes 10."""
    start = shooting(
        blue("bows", 8, files=4, at=(36, 40), ranged=("short_bow", "thrown")),
        red("axes", 8, at=(36, 28)),
        size=(72, 48),
    )
    found = {overlay.kind: overlay for overlay in BY_THIS_AXE.overlays(start.battle, "bows")}
    assert found["near"].label == "throwing axe or spear 3″"
    assert found["far"].label == "short bow 16″"
    assert _bounds(rings_of(found["far"].shape))[1] == inches(24)
    _, top, _, bottom = _bounds(rings_of(found["near"].shape))
    assert (top, bottom) == (inches(37), inches(40))
    assert (found["reach"].label, found["reach"].rule) == ("reach 10″", "TA-MOVE-08")
    left, top, right, bottom = _bounds(rings_of(found["reach"].shape))
    assert top < inches(30.1)
    assert bottom == pytest.approx(inches(48), abs=50), "it may turn about, and the table ends"
    assert right - left > inches(20)
    moved = BY_THIS_AXE.overlays(start.battle, "bows", (Turn(90_000), ahead(2)))
    assert [overlay.kind for overlay in moved] == ["near", "far"]


def test_with_order_cards_the_reach_is_a_fan() -> None:
    """TA-CMD-13: no more than 45 degrees to either side."""
    axes = blue("axes", 8, files=4, at=(36, 30))
    (reach,) = BY_THIS_AXE.overlays(field(axes, command="cards"), "axes")
    assert _bounds(rings_of(reach.shape))[3] < inches(34)
    still = with_orders(axes, (order("brace", "C08", 2),))
    assert BY_THIS_AXE.overlays(field(still, command="cards"), "axes") == ()


def test_who_fights_or_runs_reaches_nothing() -> None:
    """TA-MOVE-03."""
    axes, foe = blue("axes", 8, files=4, at=(36, 30), ranged=("thrown",)), red("clubs", 8, files=4, at=(36, 30))
    assert BY_THIS_AXE.overlays(field(axes, foe, contacts=[locked("axes", "clubs")]), "axes") == ()
    assert BY_THIS_AXE.overlays(field(replace(axes, marks=(ROUTED,))), "axes") == ()


# ---------------------------------------------------------------- odds, against every throw there is


def fate(battle: Battle, start: Unit) -> tuple[int, bool]:
    """Figures a unit has lost, and whether those left have broken."""
    unit = battle.units[start.id]
    return start.figures - unit.figures, ROUTED in unit.marks


def agrees(odds: Odds | None, found: list[Future], start: Unit) -> bool:
    assert odds is not None
    assert odds.target == start.id
    assert odds.exact
    chances = chances_of(found, lambda battle: fate(battle, start))
    losses = [0.0] * len(odds.losses)
    for (lost, _), chance in chances.items():
        losses[lost] += chance
    assert list(odds.losses) == pytest.approx(losses, abs=1e-9)
    assert odds.breaks == pytest.approx(sum(chance for (_, routed), chance in chances.items() if routed), abs=1e-9)
    assert odds.destroyed == pytest.approx(losses[start.figures], abs=1e-9)
    assert sum(odds.hits) == pytest.approx(1.0)
    return True


@pytest.mark.parametrize(
    "target",
    [
        red("axes", 6, files=3, at=(24, 20), armour="light", shield=True),
        red("axes", 6, files=3, at=(24, 20), armour="light", shield=True, facing=EAST),
        red("axes", 5, original=9, at=(24, 20)),
        red("axes", 2, at=(24, 20), lost=2, original=4),
    ],
    ids=["from the front", "from the flank", "half gone", "to the last man"],
)
def test_a_shot(target: Unit) -> None:
    """TA-RANGED-11, TA-RANGED-12, TA-MORALE-01, TA-MORALE-02."""
    start = shooting(blue("bows", 6, files=3, at=(24, 30), fc=3, ranged=("short_bow",)), target)
    shown = targets(start, "bows")["axes"]
    assert shown.reasons == ()
    command = Commanded("bows", "shoot", shown.form)
    assert agrees(shown.odds, ends(start.then(Planned((command,)))), target)
    assert preview(start, command).odds == preview(start, Planned((command,))).odds == shown.odds


def test_a_volley_order_shoots_twice() -> None:
    """TA-CMD-35."""
    bows = blue("bows", 4, files=2, at=(24, 30), ranged=("short_bow",), orders=(order("volley", "S12"),))
    target = red("axes", 5, at=(24, 20), armour="light")
    start = shooting(bows, target, command="cards")
    shown = targets(start, "bows")["axes"]
    assert shown.odds is not None
    assert (shown.odds.dice, "two volleys" in shown.odds.note) == (6, True)
    assert agrees(shown.odds, ends(start.then(shoot("bows", at="axes"))), target)


def test_targets_that_cannot_be_shot_say_why() -> None:
    """TA-RANGED-03, TA-RANGED-16; odds stand apart from shots declared before."""
    start = shooting(
        blue("bows", 6, files=3, at=(24, 30), ranged=("short_bow",)),
        blue("slings", 6, files=3, at=(30, 30), ranged=("sling",)),
        red("near", 6, at=(24, 20)),
        red("next", 6, at=(34, 18)),
        red("far", 6, at=(30, 4)),
    )
    found = targets(start, "bows")
    assert next(iter(found)) == "near"
    assert rules(found["next"].reasons) == {"TA-RANGED-03"}
    assert "TA-RANGED-16" in rules(found["far"].reasons)
    assert found["far"].odds is None
    after = preview(start, volleys(("bows", "near"), ("slings", "near")))
    assert after.odds is not None
    assert not after.odds.exact
    assert "without the 1 shot declared at them before" in after.odds.note
    assert preview(start, Planned(())).legal
    refused = preview(start, shoot("bows", at="far"))
    assert (refused.legal, refused.odds) == (False, None)


FIGHTS = {
    "longer weapons first": (
        blue("spears", 6, files=3, at=(24, 36), **SPEARS),
        red("axes", 4, files=2, at=(24, 32), fc=3, armour="light"),
    ),
    "shorter weapons last": (
        blue("axes", 4, files=2, at=(24, 36), fc=3, armour="light"),
        red("spears", 6, files=3, at=(24, 32), **SPEARS),
    ),
    "both at once": (
        blue("axes", 4, files=4, at=(24, 36), armour="medium"),
        red("clubs", 5, files=5, at=(24, 32), fc=3),
    ),
    "a hero among them": (
        blue("spears", 8, files=4, at=(24, 36), **SPEARS),
        red("axes", 3, files=3, at=(24, 32), fc=3, armour="light"),
    ),
    "a hero alone": (
        hero("lance", "blue", at=(24, 36), hits=2),
        red("axes", 3, files=3, at=(24, 32), melee=("spear",)),
    ),
    "a mounted charge": (
        blue("knights", 3, at=(24, 40), fc=4, armour="heavy", mounted=True, melee=("lance", "sword")),
        red("pikes", 6, files=3, at=(24, 32), melee=("pike",)),
    ),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_a_charge_and_the_round_that_follows(name: str) -> None:
    """TA-MELEE-06, TA-MELEE-08, TA-MELEE-09, TA-MELEE-27, TA-MORALE-01: of both sides, what all throws give."""
    ours, theirs = FIGHTS[name]
    company = [hero("kay", "blue", with_="spears")] if name == "a hero among them" else []
    start = moving(ours, theirs, *company)
    command = charge(ours.id, at=theirs.id)
    shown = preview(start, command)
    assert (shown.legal, shown.met) == (True, theirs.id)
    (taken,) = (*shown.risks, *shown.beside)
    found = ends(start.then(command))
    assert agrees(shown.odds, found, theirs)
    assert agrees(taken, found, ours)
    first = name in ("shorter weapons last", "a mounted charge", "a hero alone")
    assert bool(shown.risks) is first
    assert ("strike first" in shown.note, "TA-MELEE-06" in shown.rules) == (first, first)
    listed = targets(start, ours.id)[theirs.id]
    assert (listed.odds, listed.beside, listed.action) == (shown.odds, (taken,), "charge")


def test_a_charge_onto_a_flank_is_shown_with_what_it_does_to_nerves() -> None:
    """TA-MELEE-04, TA-MELEE-17, TA-MORALE-03, TA-MORALE-12: only of a unit that fights already."""
    foe = red("clubs", 6, files=3, at=(24, 30), fc=3)
    start = moving(
        blue("axes", 4, files=2, at=(24, 30)),
        blue("spears", 6, files=3, at=(32, 29), facing=270, **SPEARS),
        foe,
        contacts=[locked("axes", "clubs", since=1)],
        turn=2,
    )
    shown = preview(start, charge("spears", at="clubs"))
    assert shown.legal
    assert "contact with the flank of Clubs" in shown.note
    assert shown.odds is not None
    assert ("from the flank" in shown.odds.note, shown.odds.exact) == (True, False)
    assert "TA-MELEE-17" in shown.odds.needs.rules
    assert shown.odds.breaks > 0.4
    assert "TA-MELEE-04" in shown.rules


def test_a_unit_in_rout_is_caught_from_behind() -> None:
    """TA-MORALE-28."""
    start = moving(blue("axes", 4, files=2, at=(24, 40)), red("clubs", 6, files=3, at=(24, 34), marks=(ROUTED,)))
    shown = preview(start, charge("axes", at="clubs"))
    assert (shown.legal, shown.risks, shown.beside) == (True, (), ())
    assert shown.note == "Clubs are in rout: caught from behind, with no blow in return"
    assert shown.odds is not None
    assert shown.odds.breaks == 0


def test_of_a_unit_that_is_not_asked_the_melee_is_shown() -> None:
    """TA-MELEE-07: in later rounds both strike at once."""
    position = field(
        blue("spears", 6, files=3, at=(24, 30), **SPEARS),
        red("axes", 4, files=2, at=(24, 30)),
        contacts=[locked("spears", "axes", since=1)],
        turn=2,
    )
    (shown,) = BY_THIS_AXE.targets(position, None, "axes")
    assert (shown.unit, shown.action, shown.odds.dice, shown.beside[0].dice) == ("spears", "melee", 2, 4)


# ---------------------------------------------------------------- moves


def test_a_preview_shows_the_legs_that_are_then_walked() -> None:
    """TA-MOVE-04, TA-MOVE-13: turning is free, ground gone is not."""
    start = moving(blue("spears", 12, files=6, at=(24, 40), **SPEARS), red("bows", 6, at=(60, 8)))
    command = march("spears", turn(45), ahead(4), Reform(4))
    shown = preview(start, command)
    assert shown.legal
    assert (shown.cost, shown.allowance, shown.left) == (inches(4), inches(10), inches(6))
    (moved,) = start.then(command).events_of(Moved)
    assert legs_of(shown) == [(leg.manoeuvre, leg.pose, leg.cost) for leg in moved.legs]
    assert [len(leg.figures) for leg in shown.legs] == [12, 12, 12]
    assert [bool(leg.swept) for leg in shown.legs] == [True, True, False]


def test_a_preview_says_which_leg_fails_and_shows_the_rest_as_drawn() -> None:
    start = moving(blue("spears", 12, files=6, at=(24, 40), **SPEARS), red("bows", 6, at=(60, 8)))
    shown = preview(start, march("spears", turn(45), ahead(14), turn(-30)))
    assert not shown.legal
    assert [reason.leg for reason in shown.reasons] == [1]
    assert rules(shown.reasons) == {"TA-MOVE-04", "TA-TERR-08"}
    assert [leg.manoeuvre for leg in shown.legs] == [turn(45), ahead(10)]
    assert [leg.manoeuvre for leg in shown.beyond] == [ahead(14), turn(-30)]
    assert (shown.left, shown.odds) == (0, None)


def test_what_is_drawn_beyond_orders_is_shown_barred() -> None:
    """TA-CMD-13: about is too much without a card."""
    chief = hero("chief", "blue", at=(30, 38), roles=("general",), leadership=2)
    start = moving(
        blue("spears", 12, files=6, at=(24, 40), **SPEARS), red("bows", 6, at=(60, 8)), chief, command="cards"
    )
    shown = preview(start, march("spears", turn(180), ahead(2)))
    assert rules(shown.reasons) == {"TA-CMD-13"}
    assert [leg.manoeuvre for leg in shown.beyond] == [turn(180), ahead(2)]


def test_lining_up_is_part_of_a_charge() -> None:
    """TA-MELEE-02: the charger lines up with the front it met; whom it took from behind turns."""
    start = moving(blue("axes", 4, files=4, at=(20, 40)), red("clubs", 4, files=4, at=(24, 35)))
    shown = preview(start, charge("axes", at="clubs"))
    assert isinstance(shown.legs[-1].manoeuvre, SquareUp)
    assert start.then(charge("axes", at="clubs")).unit("axes").pose == shown.legs[-1].pose
    behind = moving(blue("axes", 4, files=4, at=(24, 40)), red("clubs", 4, files=4, at=(24, 34), facing=0))
    assert "they turn to face their charger" in preview(behind, charge("axes", at="clubs")).note


def test_ground_that_is_rolled_for_is_told() -> None:
    """TA-TERR-03: woods take one or two inches, which nobody knows before."""
    start = moving(
        blue("axes", 4, files=4, at=(24, 40)), red("bows", 4, at=(60, 8)), features=[piece("woods", 10, 30, 40, 37)]
    )
    shown = preview(start, march("axes", ahead(6)))
    assert shown.legal
    assert "woods take 1 or 2″" in shown.note
    assert "TA-TERR-03" in shown.rules
    river = moving(
        blue("axes", 4, files=4, at=(24, 40)), red("bows", 4, at=(60, 8)), features=[strip("river", (0, 36), (72, 36))]
    )
    halted = preview(river, march("axes", ahead(3.5)))
    assert (halted.legal, halted.note) == (True, "the river ends the move")
    assert "TA-TERR-06" in halted.rules


def test_fire_held_back_is_a_risk() -> None:
    """TA-CMD-34: it comes into range on its way."""
    start = moving(
        blue("axes", 6, files=6, at=(24, 40)),
        hero("chief", "blue", at=(30, 42), roles=("general",), leadership=2),
        red("bows", 6, files=6, at=(24, 22), ranged=("short_bow",), orders=(order("reserve", "S07"),)),
        command="cards",
    )
    shown = preview(start, march("axes", ahead(4)))
    assert shown.legal
    assert [(risk.target, risk.action, risk.dice) for risk in shown.risks] == [("axes", "shooting", 6)]
    assert "TA-CMD-34" in shown.rules
    assert "held their fire" in shown.note
    assert preview(start, march("axes", ahead(1))).risks == ()


def test_a_charge_under_orders_that_falls_short_is_legal_and_says_so() -> None:
    """TA-CMD-21."""
    chief = hero("chief", "blue", at=(30, 40), roles=("general",), leadership=2)
    axes = blue("axes", 6, files=6, at=(24, 40), orders=(order("charge", "D04", inches(1)),))
    start = moving(axes, red("clubs", 6, files=6, at=(24, 30)), chief, command="cards")
    shown = preview(start, charge("axes", at="clubs"))
    assert (shown.legal, shown.met, shown.odds, shown.cost) == (True, "", None, inches(6))
    assert "falls short" in shown.note
    assert start.then(charge("axes", at="clubs")).unit("axes").pose == shown.legs[-1].pose


def test_skirmishers_may_get_away() -> None:
    """TA-CMD-16: told to who charges them, and to who decides for them."""
    chief = hero("chief", "blue", at=(30, 40), roles=("general",), leadership=2)
    axes = blue("axes", 6, files=6, at=(24, 40), orders=(order("charge", "D04", inches(6)),))
    start = moving(axes, red("slings", 6, files=6, at=(24, 34), ranged=("sling",)), chief, command="cards")
    shown = preview(start, charge("axes", at="slings"))
    assert "they may try to retreat, on 3 or less" in shown.note
    assert "TA-CMD-16" in shown.rules
    asked = start.then(charge("axes", at="slings"))
    assert isinstance(asked.battle.agenda[0], Retreat)
    assert preview(asked, choose("retreat")).note.startswith("50% to get up to 5″ straight away")


def test_a_unit_is_shown_where_it_would_be_set_down() -> None:
    from tests.rulesets.by_this_axe.test_setup import prepared

    start = replace(prepared(), agenda=(Deploy("red"),))
    start = BY_THIS_AXE.begun(start).battle
    (decision,) = start.decisions
    unit = start.units[decision.units[0]]
    for y, legal in ((6, True), (30, False)):
        pose = Pose(inches(24), inches(y), degrees(180))
        shown = BY_THIS_AXE.preview(start, decision, SetDown(unit.id, pose, 4))
        assert (shown.legal, shown.legs[0].pose, len(shown.legs[0].figures)) == (legal, pose, unit.figures)


# ---------------------------------------------------------------- cards before they are played


def _with_cards(*cards: str, **more: Any) -> Played:
    return moving(
        blue("spears", 12, files=6, at=(24, 40), **SPEARS, **more),
        blue("knights", 4, files=4, at=(40, 40), mounted=True, melee=("lance",)),
        hero("chief", "blue", at=(32, 42), roles=("general",), leadership=2),
        red("axes", 8, files=4, at=(24, 30)),
        hands={"blue": cards},
        command="cards",
    )


@pytest.mark.parametrize(
    ("name", "play_", "note", "rule"),
    [
        ("D01", ("march", "spears"), "Spears may go 1 to 6″ farther; Spears 5″, then 6″ to 11″", "TA-CMD-20"),
        ("H09", ("all_cavalry",), "Knights may go 2 to 7″ farther; Knights 7″, then 9″ to 14″", "TA-CMD-25"),
        ("H01", ("maneuver", "spears"), "Spears may turn twice, by up to 180 degrees each time", "TA-CMD-22"),
        (
            "S03",
            ("ferocious", "spears"),
            "Spears go 1 to 6″ farther, must try to charge, with +2 to hit in the first round",
            "TA-CMD-30",
        ),
    ],
)
def test_a_card_says_what_it_would_do(name: str, play_: tuple[str, ...], note: str, rule: str) -> None:
    """TA-CMD-10, TA-CMD-20, TA-CMD-22, TA-CMD-25, TA-CMD-29."""
    start = _with_cards(name)
    shown = preview(start, card(name, *play_))
    assert shown.legal
    assert shown.note.startswith(note)
    assert rule in shown.rules


def test_a_card_that_cannot_be_played_says_why() -> None:
    """TA-CMD-07: it is not held."""
    shown = preview(_with_cards("D01"), card("D02", "march", "spears"))
    assert (shown.legal, shown.note, rules(shown.reasons)) == (False, "", {"TA-CMD-07"})


def test_a_joker_names_what_comes_later() -> None:
    """TA-CMD-48."""
    shown = preview(_with_cards("J01"), card("J01", "march+rally", "spears"))
    assert shown.legal
    assert shown.note.endswith("later this turn: rally")
    assert "TA-CMD-48" in shown.rules


def test_a_rally_card_says_what_the_unit_then_holds_on() -> None:
    """TA-CMD-41."""
    position = field(
        blue("axes", 5, at=(24, 30), original=8, lost=3, lost_now=3),
        hero("chief", "blue", at=(24, 38), roles=("general",), leadership=2),
        red("bows", 4, at=(60, 8)),
        hands={"blue": ("C01",)},
        phase="melee",
        command="cards",
    )
    start = play(position, Window("blue", "check", "axes"), RollCheck("axes", ("losses",), "melee"))
    shown = preview(start, card("C01", "morale", "axes"))
    assert shown.legal
    assert shown.note == "Axes have +2 morale in this phase; it holds on 5 or less instead of 3"


def test_seizing_the_initiative() -> None:
    """TA-CMD-43."""
    position = field(
        blue("axes", 5, at=(24, 30)), red("bows", 4, at=(60, 8)), hands={"blue": ("C06",)}, command="cards"
    )
    start = play(position, Window("blue", "initiative"))
    assert preview(start, card("C06", "seize")).note == "+2 on the die for who moves first"


# ---------------------------------------------------------------- duels


def _two_heroes(**more: Any) -> Battle:
    return field(
        blue("spears", 12, files=6, at=(24, 30), **SPEARS),
        red("axes", 12, files=6, at=(24, 28)),
        hero("kay", "blue", with_="spears", roles=("superhero",), hits=3, armour="heavy"),
        hero("mordred", "red", with_="axes", roles=("hero",), hits=2),
        hero("far", "red", at=(60, 4)),
        phase="duels",
        **more,
    )


def test_challenges_are_listed_with_their_chances() -> None:
    """TA-DUEL-01, TA-DUEL-13, TA-DUEL-24."""
    start = play(_two_heroes(), Challenges(("blue", "red")))
    found = targets(start, "kay")
    assert list(found) == ["mordred", "far"]
    assert rules(found["far"].reasons) == {"TA-DUEL-01"}
    shown = found["mordred"]
    assert shown.action == "challenge"
    assert shown.odds is not None
    assert shown.odds.destroyed > 0.9
    assert (shown.beside[0].target, shown.beside[0].destroyed < 0.1) == ("kay", True)
    seen = preview(start, choose("kay>mordred"))
    assert (seen.legal, seen.met, seen.odds, seen.beside) == (True, "mordred", shown.odds, shown.beside)
    assert "Kay wins" in seen.note
    assert preview(start, choose("pass")).odds is None


def test_the_chances_of_a_duel_are_those_of_all_its_throws() -> None:
    """TA-DUEL-10: fought to the end by two who split as they are taken to."""
    position = field(
        hero("kay", "blue", at=(24, 30), roles=("hero",)), hero("mordred", "red", at=(24, 28), roles=("leader",))
    )
    start = play(position, AnswerChallenge("kay", "mordred"))
    shown = preview(start, choose("accept")).odds
    assert shown is not None
    found = futures(BY_THIS_AXE, start.then(choose("accept")).battle, lambda one: not one.agenda or _round(one) > 4)
    ended = [one for one in found if not one.battle.agenda]
    dead = sum(one.chance for one in ended if not one.battle.units["kay"].figures)
    assert dead / sum(one.chance for one in ended) == pytest.approx(shown.destroyed, abs=1e-9)


def _round(battle: Battle) -> int:
    return getattr(getattr(battle.agenda[0], "duel", None), "round", 0) if battle.agenda else 0


def test_declining_says_what_it_costs() -> None:
    """TA-DUEL-05, TA-DUEL-09, TA-DUEL-03."""
    start = play(_two_heroes(), AnswerChallenge("kay", "mordred"))
    shown = preview(start, choose("decline"))
    assert shown.note.startswith("a first refusal")
    assert "TA-DUEL-05" in shown.rules
    assert preview(start, choose("accept")).odds is not None
    touching = play(_two_heroes(contacts=[locked("spears", "axes")]), AnswerChallenge("kay", "mordred"))
    assert "TA-DUEL-03" in preview(touching, choose("decline")).rules
    pressed = play(_two_heroes(contacts=[locked("spears", "axes")]), Press("kay", "mordred"))
    assert preview(pressed, choose("force")).note.startswith("50% to force it")
    assert preview(pressed, choose("let_go")).note == ""


def test_a_split_is_shown_by_the_round_it_makes() -> None:
    """TA-DUEL-12: against a sensible foe, whatever he really does; TA-DUEL-11: flight."""
    start = play(_two_heroes(), Allot(Duel("kay", "mordred")))
    decision = start.battle.decisions[0]
    seen = [
        BY_THIS_AXE.preview(start.battle, decision, share("dice", attack=attack, parry=8 - attack)) for attack in (1, 7)
    ]
    assert all(one.legal for one in seen)
    assert [one.note.split(" wounds")[0].rsplit(" ", 1)[1] for one in seen] == sorted(
        one.note.split(" wounds")[0].rsplit(" ", 1)[1] for one in seen
    )
    refused = BY_THIS_AXE.preview(start.battle, decision, share("dice", attack=8))
    assert (refused.legal, refused.note) == (False, "")
    stand = play(_two_heroes(), Stand(Duel("kay", "mordred", round=2)))
    fleeing = BY_THIS_AXE.preview(stand.battle, stand.battle.decisions[0], choose("flee"))
    assert fleeing.note.startswith("50% to get away")
    assert fleeing.rules == ("TA-DUEL-11",)


# ---------------------------------------------------------------- choices of the melee


def test_a_choice_of_weapons_shows_the_round_with_each() -> None:
    """TA-UNIT-29, TA-MELEE-06: spears strike before swords but two-handed axes hit better."""
    position = field(
        blue("huscarls", 4, files=4, at=(24, 30), fc=3, melee=("two_handed", "spear")),
        red("axes", 6, files=6, at=(24, 30), melee=("spear",)),
        contacts=[locked("huscarls", "axes")],
        phase="melee",
    )
    start = play(position, Melees(), Checks("melee"))
    found = {key: preview(start, choose(key)) for key in ("two_handed", "spear")}
    for key, shown in found.items():
        assert agrees(shown.odds, ends(start.then(choose(key))), position.units["axes"])
    assert [one.target for one in found["two_handed"].risks] == ["huscarls"]
    assert found["two_handed"].note == "they strike first"
    assert found["spear"].risks == ()
    assert found["spear"].note == "both strike at once"


def test_a_division_of_dice_shows_what_each_foe_gets() -> None:
    """TA-MELEE-12."""
    position = field(
        blue("axes", 8, files=8, at=(24, 30)),
        red("left", 4, files=4, at=(22, 30)),
        red("right", 4, files=4, at=(26, 30), armour="heavy"),
        contacts=[locked("axes", "left"), locked("axes", "right")],
        phase="melee",
    )
    start = play(position, Melees())
    shown = preview(start, share("axes", left=6, right=2))
    assert shown.odds is not None
    assert (shown.odds.target, shown.odds.dice) == ("left", 6)
    assert [(one.target, one.dice) for one in shown.beside] == [("right", 2)]
    assert preview(start, share("axes", left=6)).odds is None


# ---------------------------------------------------------------- a view's guide tells nothing more than the view


TRIED = (lambda who: march(who, ahead(6)), lambda who: charge(who, at="nobody"))


@pytest.mark.parametrize("seat", ["blue", None])
def test_a_hand_of_cards_cannot_be_told_from_any_answer(seat: str | None) -> None:
    """Others' hands are face down: whether they could brace or seize shows nowhere."""
    army = (
        blue("axes", 6, files=6, at=(24, 40), orders=(order("charge", "D04", inches(6)),)),
        red("slings", 6, files=6, at=(24, 34), ranged=("sling",)),
        hero("chief", "blue", at=(30, 40), roles=("general",), leadership=2),
        hero("foe", "red", with_="slings", roles=("general",), leadership=2),
    )
    told = []
    for hand in (("C08", "S07"), ("D01", "J01")):
        battle = moving(*army, hands={"blue": ("D01",), "red": hand}, command="cards").battle
        told.append(everything(BY_THIS_AXE.view(battle, seat), seat, *TRIED))
    assert told[0] == told[1]


def test_another_seats_decision_is_nobodys_business() -> None:
    start = moving(blue("axes", 6, files=6, at=(24, 40)), red("slings", 6, files=6, at=(24, 34)))
    nobodys_business(start, "axes")


# ---------------------------------------------------------------- whole battles


@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("scenario", ["lily-field", "wolf-wood", "ashmere-causeway"])
def test_whatever_is_answered_a_preview_agrees_with_the_door(scenario: str, command: str) -> None:
    """Random battles from the set-up on: legal means obeyed, with the same legs; and every question has an answer."""
    random = Random(f"{scenario} {command}")
    for battle in islice(positions(opening(scenario, command=command), seed=5), 300):
        if not battle.decisions:
            continue
        shown, _, moves = sampled_preview(BY_THIS_AXE, battle, random)
        if command == "none" and moves and "woods" not in shown.note:
            assert walked_as_shown(shown, moves[0])
        if random.random() < 0.04:
            for seat in ("red", "blue", None):
                assert everything(BY_THIS_AXE.view(battle, seat), seat, *TRIED)


@pytest.mark.parametrize("command", ["none", "cards"])
def test_any_path_is_judged_alike_by_preview_and_door(command: str) -> None:
    """Paths out of the blue: the reasons are the door's, and what is shown before them can be walked."""
    random = Random(command)
    for battle in islice(positions(opening("walled-orchard", command=command), seed=8), 250):
        moves = [one for one in battle.decisions if one.prompt.startswith("Move or charge")]
        if not moves or random.random() < 0.5:
            continue
        for actor in moves[0].actors:
            legs = [Turn(random.randint(-180_000, 180_000)), Advance(random.randint(1, 16_000)), Wheel("left", 30_000)]
            path = tuple(random.sample(legs, random.randint(1, 3)))
            answer = Commanded(actor, random.choice(("move", "charge")), PathDrawn(path))
            judged_alike(BY_THIS_AXE, battle, moves[0], answer)


def test_the_turn_track_names_the_phases_of_the_battle() -> None:
    """TA-TURN-01 to TA-TURN-06."""
    phases_are_on_the_track(islice(positions(opening("lily-field", command="cards"), seed=3), 200))
    assert BY_THIS_AXE.measures(opening("lily-field", command="none"))
