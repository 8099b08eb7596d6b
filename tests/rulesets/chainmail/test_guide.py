"""What players are told before they decide agrees with the door, and tells them nothing they may not know."""

from __future__ import annotations

from itertools import islice
from math import cos, radians, sin
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from shapely import Point, Polygon

from schiltron.battle.door.futures import Future, chances_of, futures
from schiltron.battle.guide.answers import Odds, Overlay
from schiltron.battle.state.chance import AtLeast
from schiltron.battle.state.decision import FINISH, Aimed, Commanded, PathDrawn, Plan, Planned, Pointed, SetDown
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Advance, Face, FormHedgehog, FormUp, Reform, SquareUp, Turn, Wheel
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.grammar import Note
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fire.phase import Missiles, TakeOff
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.melee.joining import JoinMelees
from schiltron.rulesets.chainmail.melee.refusing import RefuseCombat
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.morale.instability import Instability
from schiltron.rulesets.chainmail.morale.rally import StayOrRun
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.setup.deployment import Deploy
from schiltron.rulesets.chainmail.state import (
    FATIGUED,
    RETREATING,
    STAKED,
    Baggage,
    Battle,
    Captives,
    Effort,
    Flight,
    Forming,
    Unit,
    with_morale,
    with_past,
)
from schiltron.rulesets.chainmail.steps import PostMelee
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.shapes import Corridor, Disc, rings_of
from tests.rulesets.chainmail.positions import (
    EAST,
    Played,
    Weather,
    ahead,
    aim,
    blue,
    charge,
    choose,
    commander,
    field,
    locked,
    march,
    piece,
    play,
    red,
    rules,
    shoot,
    strip,
    turn,
)
from tests.rulesets.guided import (
    card_of,
    ends,
    everything,
    judged_alike,
    legs_of,
    menu,
    nobodys_business,
    notes,
    overlays,
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
    """Blue moves; the melees and the checks for losses come after it."""
    steps = (Moves("blue"), Melees(), Instability("melee"))
    return play(field(*units, **{"phase": "first_move", **more}), *steps)


def shooting(*units: Unit, **more: Any) -> Played:
    return play(
        field(*units, **{"phase": "missiles", **more}), Missiles(("blue", "red")), TakeOff(), Instability("fire")
    )


def gunnery(*units: Unit, **more: Any) -> Played:
    return play(field(*units, **{"phase": "artillery", **more}), Artillery(("blue", "red")), TakeOff())


# ---------------------------------------------------------------- cards


def test_a_card_has_the_lines_of_all_tables() -> None:
    """CM-MELEE-02, CM-MISSILE-02, CM-MOVE-01, CM-MELEE-19, CM-MORALE-06, CM-MORALE-11, CM-POINTS-01."""
    position = field(
        blue("foot", 18, files=9, original=20, at=(24, 30)),
        blue("bows", 12, files=6, at=(50, 30), troop="longbowmen"),
        red("horse", 10, files=5, at=(24, 10), troop="heavy_horse"),
    )
    shown = card_of(position, "foot")
    assert (shown.title, shown.subtitle) == ("Foot", "Heavy foot")
    assert (shown.figures, shown.original, shown.points) == (18, 20, 18 * 2)
    told = stats(position, "foot")
    assert (told["Class"], told["Arms"], told["Armour"]) == ("heavy foot", "hand weapons", "half armour or shield")
    assert (told["Move"], told["Charge"]) == ("9″", "12″")
    assert (told["Formation"], told["Files"], told["Ranks"]) == ("line", "9", "2")
    assert (told["Morale Rating"], told["Lost"]) == ("5", "2 of 20")
    assert told["Loss line"] == "33%, stays on 7; checks at 5 more lost"
    assert told["Stands horse"] == "7 light, 8 medium, 9 heavy"
    bows = stats(position, "bows")
    assert bows["Longbows"] == "21″, 14″ over heads", "CM-MISSILE-25"
    assert bows["Shots"] == "2", "CM-MISSILE-07"
    assert CHAINMAIL.card(position, "nobody") is None


def test_moves_are_shown_as_tallies() -> None:
    """CM-WEATHER-05: in mud all go at half speed, and the card says why."""
    position = field(blue("foot", 10, at=(24, 30)), weather=Weather("rainy", "hard_rain", 3, mud=True))
    found = {stat.label: stat for stat in card_of(position, "foot").stats}
    assert (found["Move"].value, found["Move"].rule) == ("4½″", "CM-WEATHER-05")
    tally = found["Move"].tally
    assert tally is not None
    assert [(term.value, term.rule) for term in tally.terms] == [(9_000, "CM-MOVE-01"), (-4_500, "CM-WEATHER-05")]
    assert "mud: −4½″ of the move [CM-WEATHER-05]" in notes(position, "foot")


def test_an_engine_shows_its_ranges_its_crew_and_whether_it_is_loaded() -> None:
    """CM-CATAPULT-01, CM-CATAPULT-04, CM-CATAPULT-06, CM-CATAPULT-03."""
    position = field(
        blue("stones", 3, original=4, at=(24, 50), troop="light_catapult", last_shot=4, turns_still=5),
        blue("gun", 4, at=(50, 50), troop="light_field_gun", turns_still=5),
        turn=5,
    )
    told = stats(position, "stones")
    assert (told["Least range"], told["Greatest range"], told["Crew"]) == ("15″", "30″", "3")
    assert told["Rate of fire"] == "every 3 turns"
    assert told["Defense points"] == "3"
    assert "is loaded again on turn 7 [CM-CATAPULT-04, CM-CATAPULT-06]" in notes(position, "stones")
    assert "Charge" not in told, "CM-MOVE-03"
    assert "loaded and in place" in notes(position, "gun")


def test_notes_tell_what_became_of_a_unit() -> None:
    position = field(
        blue("tired", 10, at=(10, 50), fatigued=True, effort=Effort(moves=5), marks=(FATIGUED,)),
        blue("marching", 10, at=(25, 50), effort=Effort(moves=4), moved=True),
        blue("fled", 10, at=(40, 50), flight=Flight("rout", 2, 1500, 2, pikes="swiss"), marks=(RETREATING,)),
        blue("forming", 10, at=(55, 50), forming=Forming("square", 4, 500, 1000)),
        blue("heavy", 8, at=(70, 50), troop="heavy_crossbowmen", unloaded=True),
        blue("hired", 8, at=(85, 50), temper="bribed", mercenary=True),
        blue("jailers", 8, at=(10, 40), captives=(Captives("swiss", 3),), times_judged=1, charged=True, moved=True),
        red("swiss", 20, files=10, at=(40, 10), troop="swiss_pikemen"),
        turn=3,
    )
    assert "fatigued: fights as the next lower class" in notes(position, "tired")
    assert "fatigued: −1 on morale checks [CM-FATIGUE-07]" in notes(position, "tired")
    assert stats(position, "tired")["Morale Rating"] == "4", "CM-FATIGUE-07"
    assert stats(position, "tired")["Without rest"] == "5 moves"
    assert "will be fatigued after this turn [CM-FATIGUE-01]" in notes(position, "marching")
    assert "in rout, for the second turn: takes no orders, 67% to rally" in notes(position, "fled")
    assert "eliminated if Swiss reach it [CM-MORALE-09]" in notes(position, "fled")
    assert "changing to square, 50% done" in notes(position, "forming")
    assert "has to reload for a turn before it fires again [CM-MISSILE-11]" in notes(position, "heavy")
    assert "are bribed and march to join the enemy [CM-HIST-19]" in notes(position, "hired")
    assert "has 3 prisoners of Swiss [CM-MELEE-42]" in notes(position, "jailers")
    assert "has stayed in spite of its losses" in notes(position, "jailers")
    assert "has charged this turn, and may not in the next [CM-MELEE-12]" in notes(position, "jailers")
    assert card_of(position, "swiss").notes == ()


def test_a_unit_that_is_not_on_the_table_has_a_card() -> None:
    gone = replace(blue("foot", 8, at=(24, 30)), figures=0, place=OffTable("destroyed"))
    shown = card_of(field(gone), "foot")
    assert (shown.points, shown.notes) == (0, (Note("not on the table"),))


def test_the_field_is_told_in_words() -> None:
    """CM-WEATHER-04, CM-MELEE-42, CM-HIST-17, CM-HIST-32: for those who play without a picture."""
    position = field(
        blue("foot", 8, at=(24, 30), captives=(Captives("horse", 1),)),
        blue("hired", 8, at=(50, 30), temper="stands"),
        red("horse", 8, at=(24, 10), troop="knights"),
        commander("prince", "blue", with_="foot"),
        weather=Weather("clear", "excess_heat"),
    )
    assert CHAINMAIL.conditions(position) == (
        Note("The sky is clear, and the heat tires everybody twice as fast", ("CM-WEATHER-04",)),
    )
    assert CHAINMAIL.held(position) == (
        "Foot hold 1 prisoner of Horse [CM-MELEE-42].",
        "Hired stand and only defend themselves [CM-HIST-17].",
    )
    assert CHAINMAIL.epithet(position, "prince") == "army commander"
    assert CHAINMAIL.epithet(position, "foot") == ""
    assert card_of(position, "prince").subtitle == "Army commander"


# ---------------------------------------------------------------- menus


def test_the_menu_has_the_keys_of_the_page_and_the_price_of_every_line() -> None:
    """CM-FORM-01, CM-FORM-04: an oblique a quarter, a face half of 9 inches; line to square a whole move."""
    start = moving(blue("foot", 12, files=6, at=(48, 40)), red("bows", 6, at=(48, 8)))
    entries = menu(start, "foot")
    assert {name: entry.key for name, entry in entries.items()} == {
        "advance": "W",
        "turn_left": "A",
        "turn_right": "D",
        "wheel_left": "Q",
        "wheel_right": "E",
        "face": "F",
        "about": "R",
        "formation": "G",
        "open_order": "O",
        "close_order": "K",
        "square": "U",
        "hedgehog": "H",
        "schiltron": "I",
        "charge": "C",
    }
    assert (entries["advance"].legs, entries["advance"].cost) == ((Advance(9_000), Advance(500)), 9_000)
    assert (entries["turn_left"].legs[0], entries["turn_left"].cost) == (Turn(-45_000), 2_250)
    assert (entries["face"].legs, entries["face"].cost) == ((Face("left"), Face("right"), Face("rear")), 4_500)
    assert (entries["about"].legs, entries["about"].cost) == ((Turn(180_000),), 9_000)
    assert entries["formation"].legs == (Reform(7), Reform(5))
    assert entries["square"].legs == (FormUp("square"),)
    assert rules(entries["close_order"].reasons) == {"CM-FORM-01"}
    assert rules(entries["hedgehog"].reasons) == {"CM-MELEE-49"}
    assert rules(entries["schiltron"].reasons) == {"CM-HIST-23"}
    assert (entries["charge"].form, rules(entries["charge"].reasons)) == ("target", {"CM-MOVE-01"})
    after = menu(start, "foot", ahead(3))
    assert after["advance"].legs[0] == Advance(inches(6))
    assert rules(after["about"].reasons) == {"CM-FORM-04"}
    assert "costs 9″, 6″ are left" in after["about"].reasons[0].text
    assert CHAINMAIL.menu(start.battle, start.decision, "bows") == ()
    assert CHAINMAIL.menu(start.battle, None, "foot") == ()


def test_what_takes_more_than_is_left_is_begun() -> None:
    """CM-FORM-01."""
    start = moving(blue("foot", 12, files=6, at=(48, 40)), red("bows", 6, at=(48, 8)))
    entry = menu(start, "foot", ahead(6))["square"]
    assert (entry.label, entry.cost, entry.legs) == ("Begin: square", inches(3), (FormUp("square"),))
    shown = preview(start, march("foot", ahead(6), FormUp("square")))
    assert shown.legal
    assert "changing to square is begun and goes on next turn [CM-FORM-01]" in shown.note


def test_peoples_have_formations_of_their_own() -> None:
    """CM-MELEE-49, CM-HIST-23."""
    start = moving(
        blue("swiss", 20, files=10, at=(24, 40), troop="swiss_pikemen"),
        blue("scots", 20, files=10, at=(60, 40), troop="scots_pikemen"),
        red("bows", 6, at=(48, 8)),
        hedgehog="on",
        schiltrons="on",
    )
    assert menu(start, "swiss")["hedgehog"].legs == (FormHedgehog(),)
    assert menu(start, "scots")["schiltron"].legs == (FormUp("schiltron"),)
    assert menu(start, "swiss")["schiltron"].reasons
    assert menu(start, "scots")["hedgehog"].reasons


def _menus() -> list[tuple[Played, str]]:
    foe = red("axes", 8, files=4, at=(48, 25))
    horse = {"troop": "knights"}
    return [
        (moving(blue("foot", 12, files=6, at=(48, 40)), foe), "foot"),
        (moving(blue("foot", 12, files=6, at=(48, 27)), foe), "foot"),
        (moving(blue("knights", 6, files=3, at=(48, 40), **horse), foe), "knights"),
        (moving(blue("knights", 6, files=3, at=(48, 40), last_charge=1, **horse), foe, turn=2), "knights"),
        (moving(blue("turks", 6, files=3, at=(48, 40), troop="turkish_horse"), foe), "turks"),
        (moving(blue("cart", 2, at=(48, 40), troop="wagon"), foe), "cart"),
        (moving(blue("foot", 12, files=6, at=(48, 40)), foe, commander("prince", "blue", with_="foot")), "prince"),
        (moving(blue("open", 12, files=6, at=(48, 40), formation="open"), foe), "open"),
    ]


def test_every_leg_of_a_menu_is_obeyed_and_every_line_cites_the_law() -> None:
    for played, who in _menus():
        for path in ((), (Turn(30_000),), (ahead(1),), (ahead(9),)):
            for entry in CHAINMAIL.menu(played.battle, played.decision, who, path):
                assert entry.rule in LAW
                assert not (entry.legs and entry.reasons)
                assert all(rule in LAW for reason in entry.reasons for rule in reason.rules)
                for leg in entry.legs:
                    answer = Commanded(who, entry.action, PathDrawn((*path, leg)))
                    shown = preview(played, answer)
                    assert shown.legal, (who, path, leg, shown.reasons)
                    assert shown.legs[-1].cost == entry.cost or leg != entry.legs[0] or shown.met


def test_beyond_the_normal_move_going_on_onto_an_enemy_is_a_charge() -> None:
    """CM-MELEE-11, CM-MELEE-12: 9 inches of a move, 12 of a charge."""
    foot, foe = blue("foot", 12, files=6, at=(48, 40)), red("axes", 8, files=4, at=(48, 29))
    start = moving(foot, foe)
    assert menu(start, "foot")["charge"].reasons == ()
    after = menu(start, "foot", ahead(9))["advance"]
    assert (after.action, after.legs, after.rule) == ("charge", (Advance(inches(2)),), "CM-MELEE-11")
    assert menu(start, "foot", ahead(9))["charge"].form == "path"
    tired = moving(with_past(foot, last_charge=1), foe, turn=2)
    assert menu(tired, "foot", ahead(9))["advance"].legs == ()
    assert rules(menu(tired, "foot")["charge"].reasons) == {"CM-MELEE-12"}
    assert rules(targets(tired, "foot")["axes"].reasons) == {"CM-MELEE-12"}


def test_horse_archers_split_their_move() -> None:
    """CM-MISSILE-15."""
    start = moving(
        blue("turks", 6, files=3, at=(48, 40), troop="turkish_horse"),
        blue("foot", 6, files=3, at=(20, 40)),
        red("axes", 8, files=4, at=(48, 20)),
    )
    entries = menu(start, "turks")
    assert (entries["split"].form, entries["split"].legs, entries["split"].key) == ("path", (), "S")
    assert "split" not in menu(start, "foot")
    shown = preview(start, Commanded("turks", "split", PathDrawn((ahead(10),))))
    assert (shown.legal, shown.note) == (True, "fires there, and may move on half a move [CM-MISSILE-15]")
    assert (shown.allowance, shown.left) == (inches(12), inches(2))
    assert "CM-MISSILE-15" in rules(preview(start, Commanded("turks", "split", PathDrawn((ahead(13),)))).reasons)
    assert "CM-MISSILE-15" in rules(menu(start, "turks", ahead(13))["split"].reasons)
    onward = start.then(Commanded("turks", "split", PathDrawn((ahead(2),))), FINISH)
    assert menu(onward, "turks")["advance"].legs[0] == ahead(12)
    assert menu(onward, "turks", ahead(9))["advance"].legs[0] == ahead(3)
    assert {"charge", "split", "fire_first"}.isdisjoint(menu(onward, "turks"))
    assert menu(onward, "foot") == {}
    second = preview(onward, PathDrawn((ahead(12),)))
    assert (second.legal, second.cost, second.allowance, second.risks) == (True, inches(12), inches(12), ())
    assert not preview(onward, PathDrawn((ahead(13),))).legal
    assert preview(onward, PathDrawn(())).legal
    written = play(field(*start.battle.units.values(), turn_system="simultaneous"), WriteOrders())
    plan = next(one for one in written.battle.decisions if one.seat == "blue")
    shown = CHAINMAIL.preview(written.battle, plan, Commanded("turks", "split", PathDrawn((ahead(18),))))
    assert (shown.legal, shown.note) == (True, "halts half way to fire [CM-MISSILE-15]")


def test_horse_archers_fire_first() -> None:
    """CM-MISSILE-15: the menu offers it, whoever is in range is named with the odds of it."""
    start = moving(
        blue("turks", 6, files=6, at=(48, 40), troop="turkish_horse"),
        red("axes", 8, files=4, at=(48, 30), troop="light_foot"),
        red("bows", 8, files=4, at=(48, 2), troop="archers"),
    )
    entry = menu(start, "turks")["fire_first"]
    assert (entry.form, entry.key, entry.rule, entry.reasons) == ("target", "V", "CM-MISSILE-15", ())
    found = {
        one.unit: one for one in CHAINMAIL.targets(start.battle, start.decision, "turks") if one.action == "fire_first"
    }
    assert found["axes"].reasons == ()
    assert found["axes"].odds is not None
    assert found["bows"].reasons
    shown = preview(start, Commanded("turks", "fire_first", Aimed("axes")))
    assert shown.legal
    assert shown.note.endswith("may move on afterwards, half a move at most [CM-MISSILE-15]")
    assert not preview(start, Commanded("turks", "fire_first", Aimed("bows"))).legal


def test_the_poorly_trained_begin_to_face_about() -> None:
    """CM-FORM-04, CM-FORM-05: the menu says so, the preview too, and the card shows how far they are."""
    start = moving(blue("levy", 12, files=6, at=(48, 40), troop="levies"), red("axes", 8, files=4, at=(48, 20)))
    entry = menu(start, "levy")["about"]
    assert (entry.label, entry.cost) == ("Begin: about", inches(9))
    shown = preview(start, march("levy", turn(180)))
    assert shown.note == "changing its facing is begun and goes on next turn [CM-FORM-04, CM-FORM-05]"
    begun = start.then(march("levy", turn(180)))
    found = CHAINMAIL.card(begun.battle, "levy")
    assert found is not None
    assert any("changing its facing, 50% done" in note.text for note in found.notes)


def test_the_commander_joins_and_leaves() -> None:
    """CM-HIST-35, CM-HIST-36."""
    start = moving(
        blue("foot", 12, files=6, at=(24, 40)),
        blue("axes", 8, files=4, at=(34, 40)),
        blue("far", 8, files=4, at=(80, 40)),
        commander("prince", "blue", with_="foot"),
        red("bows", 6, at=(24, 8)),
        commander="required_rolls",
    )
    entries = menu(start, "prince")
    assert (entries["join"].form, entries["join"].reasons) == ("target", ())
    assert (entries["advance"].label, entries["advance"].rule) == ("Leave", "CM-HIST-36")
    found = targets(start, "prince")
    assert (found["axes"].action, found["axes"].form, found["axes"].reasons) == ("join", Aimed("axes"), ())
    assert found["far"].reasons
    shown = preview(start, Commanded("prince", "join", Aimed("axes")))
    assert (shown.legal, shown.note) == (True, "joins Axes [CM-HIST-35]")
    assert start.then(Commanded("prince", "join", Aimed("axes"))).unit("prince").host == "axes"


# ---------------------------------------------------------------- overlays


def _bounds(overlay: Overlay) -> tuple[float, float, float, float]:
    points = [point for ring in rings_of(overlay.shape) for point in ring]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def test_the_field_of_fire_and_the_reach_of_a_move_and_a_charge_are_shown() -> None:
    """CM-MISSILE-18, CM-MISSILE-25, CM-MOVE-01: 21 inches, 14 over heads; a move of 12, a charge of 15."""
    position = field(blue("bows", 10, files=5, at=(48, 40), troop="longbowmen"), red("axes", 8, at=(10, 8)))
    found = overlays(position, "bows")
    assert set(found) == {"over heads 14″", "longbows 21″", "charge 15″", "reach 12″"}
    assert (found["over heads 14″"].kind, found["longbows 21″"].kind) == ("near", "far")
    assert _bounds(found["longbows 21″"])[1] == inches(19)
    assert _bounds(found["over heads 14″"])[1] == inches(26)
    assert found["longbows 21″"].rule == "CM-MISSILE-18"
    assert (found["reach 12″"].kind, found["charge 15″"].kind) == ("reach", "charge")
    assert _bounds(found["reach 12″"])[1] == inches(28)
    assert _bounds(found["charge 15″"])[1] == inches(25)
    moved = overlays(position, "bows", Turn(90_000), ahead(2))
    assert set(moved) == {"over heads 14″", "longbows 21″"}


def test_turning_is_dear_and_the_reach_shows_it() -> None:
    """CM-FORM-04: about takes the whole move of foot; CM-FORM-06: of horse only half. CM-MELEE-13: a charge curves
    by 45 degrees."""
    foot = overlays(field(blue("foot", 5, files=5, at=(48, 30))), "foot")["reach 9″"]
    assert _bounds(foot)[3] < inches(35)
    horse = overlays(field(blue("horse", 5, files=5, at=(48, 30), troop="light_horse")), "horse")
    assert _bounds(horse["reach 24″"])[3] > inches(40)
    assert _bounds(horse["charge 30″"])[3] < inches(36)


def test_a_lone_figure_reaches_all_the_ground_between_its_ways() -> None:
    """CM-FORM-04, CM-MOVE-01: it is far narrower than the ways that are tried lie apart."""
    position = field(blue("captain", 1, files=1, at=(48, 30), troop="medium_horse"), red("axes", 8, at=(10, 8)))
    reach = overlays(position, "captain")["reach 18″"]
    rings = [Polygon(ring) for ring in rings_of(reach.shape)]
    for bearing in range(0, 360, 7):
        angle = radians(bearing)
        for far in (3, 6, 9):
            there = Point(inches(48 + far * sin(angle)), inches(30 - far * cos(angle)))
            assert sum(ring.contains(there) for ring in rings) % 2, (bearing, far)


def test_who_stands_alone_is_offered_no_drill() -> None:
    """CM-FORM-01: neither files nor order nor a square; who has lost his comrades still has his place in the ranks."""
    last = blue("last", 1, files=1, at=(20, 30), original=8)
    start = moving(blue("captain", 1, files=1, at=(48, 30)), last, red("axes", 8, at=(48, 8)))
    alone, among_comrades = set(menu(start, "captain")), set(menu(start, "last"))
    drill = {"formation", "open_order", "close_order", "square", "hedgehog", "schiltron"}
    assert not alone & drill
    assert among_comrades >= drill
    assert "advance" in alone & among_comrades


def test_horse_archers_fire_to_the_left_and_behind() -> None:
    """CM-MISSILE-19."""
    found = overlays(field(blue("turks", 4, files=4, at=(48, 30), troop="turkish_horse")), "turks")
    left, _, right, bottom = _bounds(next(one for one in found.values() if one.rule == "CM-MISSILE-19"))
    assert 48_000 - left > right - 48_000
    assert bottom > inches(40)


def test_arquebuses_show_their_bands_and_axes_their_throw() -> None:
    """CM-GUN-02, CM-MOVE-04."""
    position = field(
        blue("guns", 6, files=6, at=(30, 40), troop="arquebusiers"),
        blue("saxons", 6, files=6, at=(60, 40), troop="saxons"),
    )
    guns = [one.label for one in CHAINMAIL.overlays(position, "guns")]
    assert guns[:3] == ["6″ on 1 or more", "12″ on 3 or more", "18″ on 5 or more"]
    assert _bounds(overlays(position, "saxons")["throwing axes or spears 3″"])[1] == inches(37)


def test_an_engine_shows_its_field_of_fire_and_only_the_arc_where_it_is_guessed() -> None:
    """CM-CATAPULT-01, CM-CATAPULT-08, CM-CATAPULT-11; a cannon aims at what it sees (CM-GUN-08)."""
    units = (
        blue("stones", 4, at=(48, 50), troop="light_catapult"),
        blue("gun", 4, at=(20, 50), troop="light_field_gun"),
    )
    assert "light catapult 15″ to 30″" in overlays(field(*units), "stones")
    guessed = field(*units, scatter="called")
    assert [one.label for one in CHAINMAIL.overlays(guessed, "stones") if one.kind != "reach"] == ["arc of fire"]
    assert not CHAINMAIL.measures(guessed)
    assert CHAINMAIL.measures(field(*units))
    assert any(one.kind == "arc" and "gun" in one.label for one in CHAINMAIL.overlays(guessed, "gun"))


def test_who_fights_or_runs_reaches_nothing() -> None:
    """CM-TURN-07, CM-MELEE-27."""
    foot = blue("foot", 8, files=4, at=(48, 30), troop="saxons")
    foe = red("axes", 8, files=4, at=(48, 30))
    assert CHAINMAIL.overlays(field(foot, foe, contacts=[locked("foot", "axes")]), "foot") == ()
    fled = with_morale(foot, flight=Flight("retreat", 1, 1000, 1))
    assert CHAINMAIL.overlays(field(fled), "foot") == ()


# ---------------------------------------------------------------- odds, against every throw there is


def fate(battle: Battle, start: Unit) -> tuple[int, bool]:
    """Figures a unit has lost in blows, and whether those left have fled, given up or gone."""
    unit = battle.units[start.id]
    broken = unit.own.morale.flight is not None or (not unit.on_table and unit.place.why != "destroyed")
    return start.figures - unit.figures, broken


def agrees(odds: Odds | None, found: list[Future], start: Unit) -> bool:
    """Of the losses only as long as figures stay that did not fall."""
    assert odds is not None
    assert odds.target == start.id
    assert odds.exact
    chances = chances_of(found, lambda battle: fate(battle, start))
    assert odds.breaks == pytest.approx(sum(chance for (_, broken), chance in chances.items() if broken), abs=1e-9)
    for number, chance in enumerate(odds.losses[: start.figures]):
        stayed = sum(likely for (lost, broken), likely in chances.items() if lost == number and not broken)
        assert stayed <= chance + 1e-9
    assert sum(odds.losses) == pytest.approx(1.0)
    assert sum(odds.hits) == pytest.approx(1.0)
    return True


def same_losses(odds: Odds | None, found: list[Future], start: Unit) -> bool:
    """Where nobody leaves the table but by falling."""
    assert odds is not None
    chances = chances_of(found, lambda battle: start.figures - battle.units[start.id].figures)
    assert [chances.get(number, 0.0) for number in range(len(odds.losses))] == pytest.approx(list(odds.losses))
    return True


@pytest.mark.parametrize(
    ("firer", "target"),
    [
        (("archers", {}), red("axes", 10, files=5, at=(48, 20))),
        (("longbowmen", {"moved": True, "spent": 10_000}), red("axes", 10, files=5, at=(48, 20))),
        (("longbowmen", {}), red("peasants", 4, files=4, at=(48, 20), troop="peasants")),
        (("arquebusiers", {}), red("knights", 5, original=8, files=5, at=(48, 20), troop="knights")),
        (("heavy_crossbowmen", {}), red("axes", 6, original=9, files=6, at=(48, 20))),
    ],
    ids=["archers", "moved too far", "to the last man", "arquebuses", "over the loss line"],
)
def test_a_shot(firer: tuple[str, dict[str, Any]], target: Unit) -> None:
    """CM-MISSILE-01, CM-MISSILE-09, CM-GUN-01, CM-MORALE-01."""
    troop, more = firer
    start = shooting(blue("bows", 8, files=4, at=(48, 32), troop=troop, **more), target)
    shown = targets(start, "bows")[target.id]
    assert shown.reasons == ()
    command = Commanded("bows", "shoot", shown.form)
    fired = start.then(command)
    found = futures(CHAINMAIL, fired.battle, lambda battle: not battle.agenda)
    assert agrees(shown.odds, found, target)
    assert preview(start, command).odds == shown.odds


def test_a_shot_says_what_the_table_says() -> None:
    """CM-MISSILE-01, CM-MISSILE-09."""
    start = shooting(
        blue("bows", 8, files=4, at=(48, 32), troop="archers", moved=True, spent=8_000), red("axes", 9, at=(48, 22))
    )
    odds = targets(start, "bows")["axes"].odds
    assert odds is not None
    assert (odds.dice, odds.blows, odds.needs.total) == (1, (), 8)
    assert odds.note.startswith(
        "only if they win a die roll, 42% [CM-MISSILE-09]; 8 firing at half armour or shield: 1-"
    )
    guns = shooting(blue("guns", 6, files=6, at=(48, 32), troop="arquebusiers"), red("axes", 9, at=(48, 22)))
    shot = targets(guns, "guns")["axes"].odds
    assert shot is not None
    (blow,) = shot.blows
    thrown = guns.then(shoot("guns", at="axes")).roll.pools[0]
    assert (blow.dice, blow.reading) == (thrown.count, thrown.reading) == (6, AtLeast(3))


def test_targets_that_cannot_be_shot_say_why() -> None:
    """CM-MISSILE-22, CM-MELEE-34; odds stand apart from shots declared before."""
    start = shooting(
        blue("bows", 6, files=3, at=(24, 30), troop="longbowmen"),
        blue("cross", 6, files=3, at=(30, 30), troop="crossbowmen"),
        red("near", 12, at=(27, 20)),
        red("far", 6, at=(90, 4)),
    )
    found = targets(start, "bows")
    assert next(iter(found)) == "near"
    assert "CM-MISSILE-22" in rules(found["far"].reasons)
    assert found["far"].odds is None
    after = targets(start.then(shoot("bows", at="near")), "cross")["near"]
    assert after.odds is not None
    assert not after.odds.exact
    assert "without the 1 shot declared at them before" in after.odds.note
    refused = preview(start, shoot("bows", at="far"))
    assert (refused.legal, refused.odds) == (False, None)


CHARGES = {
    "horse at foot": (
        blue("horse", 5, files=5, at=(48, 52), troop="medium_horse"),
        red("axes", 6, files=6, at=(48, 31), facing=180),
    ),
    "foot at foot": (blue("foot", 6, files=3, at=(48, 36)), red("axes", 6, files=6, at=(48, 26))),
    "onto the flank": (blue("foot", 4, files=4, at=(56, 26.5), facing=270), red("axes", 5, files=5, at=(48, 26))),
    "light against armored": (
        blue("light", 6, files=6, at=(48, 36), troop="light_foot"),
        red("axes", 4, files=4, at=(48, 26), troop="armored_foot"),
    ),
}


@pytest.mark.parametrize("name", CHARGES)
def test_a_charge_and_the_round_that_follows(name: str) -> None:
    """CM-MORALE-11, CM-MELEE-01, CM-MELEE-17, CM-MELEE-21, CM-MELEE-25: of both sides, what all throws give."""
    ours, theirs = CHARGES[name]
    start = moving(ours, theirs)
    listed = targets(start, ours.id)[theirs.id]
    assert listed.reasons == ()
    command = Commanded(ours.id, "charge", listed.form)
    shown = preview(start, command)
    assert (shown.legal, shown.met) == (True, theirs.id)
    (taken,) = (*shown.risks, *shown.beside)
    found = ends(start.then(command))
    assert agrees(shown.odds, found, theirs)
    assert agrees(taken, found, ours)
    assert (listed.odds, listed.beside, listed.action) == (shown.odds, (taken,), "charge")
    assert ("stand on" in shown.note) is (name == "horse at foot")
    assert "the melee goes on" in shown.note or "[CM-MELEE-21]" in shown.note


def _fought(battle: Battle) -> bool:
    """After the blows, before anybody reacts."""
    return not battle.agenda or isinstance(battle.agenda[0], PostMelee)


def test_losses_of_a_round_are_those_of_all_throws() -> None:
    """CM-MELEE-01."""
    position = field(
        blue("foot", 6, files=6, at=(48, 30)),
        red("axes", 5, files=5, at=(48, 30)),
        contacts=[locked("foot", "axes", since=1)],
        phase="melee",
        turn=2,
    )
    (shown,) = CHAINMAIL.targets(position, None, "foot")
    assert (shown.action, shown.unit) == ("melee", "axes")
    found = futures(CHAINMAIL, play(position, Melees()).battle, _fought)
    assert same_losses(shown.odds, found, position.units["axes"])
    assert same_losses(shown.beside[0], found, position.units["foot"])
    assert [blow.reading for blow in shown.odds.blows] == [AtLeast(shown.odds.needs.total)]
    assert "they " in shown.odds.note


def test_pikes_need_not_check_and_the_preview_says_so() -> None:
    """CM-MORALE-15, CM-MELEE-10: lances do not reach pikes."""
    start = moving(
        blue("knights", 6, files=6, at=(48, 45), troop="knights"),
        red("swiss", 12, files=6, at=(48, 30), troop="swiss_pikemen"),
    )
    shown = preview(start, Commanded("knights", "charge", targets(start, "knights")["swiss"].form))
    assert "Swiss stand without a die, 100% [CM-MORALE-15]" in shown.note
    assert shown.odds is not None
    assert (shown.odds.dice, shown.odds.expected_losses) == (0, 0.0)
    assert "a lance does not reach pikes [CM-MELEE-10]" in shown.odds.note


def test_a_unit_caught_in_flight_does_not_strike_back() -> None:
    """CM-MELEE-28, CM-MELEE-29; CM-MORALE-09: whom its pikes reach they end."""
    fled = red("axes", 6, files=6, at=(48, 30), facing=0, flight=Flight("retreat", 1, 1000, 1), marks=(RETREATING,))
    start = moving(blue("foot", 6, files=6, at=(48, 38)), fled, turn=2)
    shown = preview(start, Commanded("foot", "charge", targets(start, "foot")["axes"].form))
    assert "33% to rally at once" in shown.note
    assert shown.odds is not None
    assert not shown.odds.exact
    assert shown.beside[0].dice == 0
    pikes = with_morale(fled, flight=Flight("retreat", 1, 1000, 1, pikes="swiss"))
    swiss = moving(blue("swiss", 12, files=6, at=(48, 38), troop="swiss_pikemen"), pikes, turn=2)
    ended = preview(swiss, Commanded("swiss", "charge", targets(swiss, "swiss")["axes"].form))
    assert ended.odds is not None
    assert (ended.odds.destroyed, ended.beside) == (1.0, ())
    assert "CM-MORALE-09" in ended.note


# ---------------------------------------------------------------- what the enemy does first


def test_pass_through_fire_is_a_risk_of_a_move() -> None:
    """CM-MISSILE-17, CM-TURN-08: it stands within range at the half."""
    start = moving(blue("foot", 10, files=10, at=(48, 52)), red("bows", 10, files=5, at=(48, 28), troop="longbowmen"))
    shown = preview(start, march("foot", ahead(9)))
    assert shown.legal
    assert [(risk.target, risk.action, risk.exact) for risk in shown.risks] == [("foot", "shooting", False)]
    assert "may be fired at when it is half way [CM-MISSILE-17]" in shown.note
    asked = start.then(march("foot", ahead(9)))
    assert asked.decision.actors == ("bows",)
    odds = targets(asked, "bows")["foot"].odds
    assert odds is not None
    assert odds.losses == shown.risks[0].losses
    assert preview(start, march("foot", ahead(2))).risks == ()


def test_axes_are_thrown_at_who_charges_and_stakes_wait_for_horse() -> None:
    """CM-MISSILE-32, CM-HIST-22."""
    start = moving(
        blue("knights", 6, files=3, at=(40, 45), troop="knights"),
        red("saxons", 12, files=6, at=(40, 30), troop="saxons", moved=True),
    )
    shown = preview(start, Commanded("knights", "charge", targets(start, "knights")["saxons"].form))
    assert [risk.target for risk in shown.risks] == ["knights"]
    assert shown.odds is not None
    assert not shown.odds.exact
    assert "as if nothing had befallen the attacker before" in shown.odds.note
    staked = moving(
        blue("knights", 6, files=3, at=(40, 45), troop="knights"),
        red("bows", 12, files=6, at=(40, 30), troop="english_longbowmen", marks=(STAKED,), shots=2),
        stakes="on",
    )
    risk = preview(staked, Commanded("knights", "charge", targets(staked, "knights")["bows"].form)).risks[-1]
    assert (risk.action, risk.dice, risk.expected_losses) == ("stakes", 3, 1.5)


def test_peasants_dare_and_peasants_defend() -> None:
    """CM-HIST-08, CM-HIST-09, CM-HIST-11."""
    start = moving(
        blue("churls", 10, files=5, at=(48, 40), troop="peasants"), red("axes", 8, files=4, at=(48, 32)), peasants="on"
    )
    assert "peasants: only on 7 or more, 58% [CM-HIST-08" in preview(start, march("churls", ahead(2))).note
    at_them = preview(start, Commanded("churls", "charge", targets(start, "churls")["axes"].form))
    assert "[CM-HIST-09" in at_them.note
    attacked = moving(
        blue("axes", 8, files=4, at=(48, 40)), red("churls", 10, files=5, at=(48, 32), troop="peasants"), peasants="on"
    )
    shown = preview(attacked, Commanded("axes", "charge", targets(attacked, "axes")["churls"].form))
    assert "to defend themselves" in shown.note
    assert shown.odds is not None
    assert shown.odds.breaks > 0.2


def test_missile_troops_see_what_fighting_means_before_they_refuse() -> None:
    """CM-MELEE-15."""
    start = moving(
        blue("horse", 6, files=6, at=(48, 50), troop="light_horse"),
        red("bows", 8, files=8, at=(48, 30), troop="archers", shots=2),
        red("spears", 8, files=8, at=(57, 30)),
    )
    shown = preview(start, Commanded("horse", "charge", targets(start, "horse")["bows"].form))
    assert "they may go back 3″ instead [CM-MELEE-15]" in shown.note
    asked = start.then(Commanded("horse", "charge", targets(start, "horse")["bows"].form))
    assert isinstance(asked.battle.agenda[0], RefuseCombat)
    fight, refuse = preview(asked, choose("fight")), preview(asked, choose("refuse"))
    assert fight.odds is not None
    assert (fight.odds.target, [one.target for one in fight.beside]) == ("horse", ["bows"])
    assert (refuse.odds, refuse.note) == (None, "they go back 3″, out of the melee")


def test_staying_to_rally_or_running_on() -> None:
    """CM-MELEE-27, CM-MELEE-30."""
    fled = blue("foot", 6, files=6, at=(48, 50), flight=Flight("retreat", 1, 1000, 1), marks=(RETREATING,))
    start = play(field(fled, red("axes", 6, at=(48, 10)), turn=2), StayOrRun("foot"))
    assert preview(start, choose("stay")).note.endswith("if attacked before that, 33% to rally")
    assert "CM-MELEE-30" in preview(start, choose("run")).rules


def test_a_unit_near_a_melee_sees_the_round_it_would_join() -> None:
    """CM-MELEE-36: an odd unit out may be committed, and all fight together."""
    position = field(
        blue("foot", 10, at=(48, 30)),
        blue("reserve", 4, files=2, at=(42, 29.25), facing=EAST),
        red("axes", 10, at=(48, 30)),
        contacts=[locked("foot", "axes", since=0)],
        phase="melee",
    )
    start = play(position, Melees())
    assert isinstance(start.battle.agenda[0], JoinMelees)
    (entry,) = CHAINMAIL.menu(start.battle, start.decision, "reserve")
    assert (entry.action, entry.form, entry.rule, entry.reasons) == ("join", "target", "CM-MELEE-36", ())
    shown = targets(start, "reserve")["axes"]
    assert shown.odds is not None
    assert not shown.odds.exact
    assert "all who are in this melee together" in shown.odds.note
    seen = preview(start, Commanded("reserve", "join", Aimed("axes")))
    assert (seen.legal, seen.met, seen.odds) == (True, "axes", shown.odds)
    assert seen.legs


# ---------------------------------------------------------------- engines


def test_a_call_shows_where_it_would_fall_and_whom_it_may_strike() -> None:
    """CM-CATAPULT-02, CM-CATAPULT-12: friends among them."""
    start = gunnery(
        blue("stones", 4, at=(48, 50), troop="light_catapult", turns_still=5),
        blue("foot", 10, files=10, at=(48, 31)),
        red("axes", 20, files=10, at=(48, 28)),
        turn=5,
    )
    (entry,) = CHAINMAIL.menu(start.battle, start.decision, "stones")
    assert (entry.action, entry.form, entry.reasons) == ("fire", "point", ())
    shown = preview(start, aim("stones", 0, 21))
    assert shown.legal
    (circle,) = shown.marks
    assert isinstance(circle.shape, Disc)
    assert (circle.shape.x, circle.shape.radius) == (48_000, 1_000)
    assert shown.odds is not None
    assert shown.odds.target == "axes"
    assert [(one.target, one.note) for one in shown.beside] == [("foot", "friends!")]
    chances = chances_of(
        futures(CHAINMAIL, start.then(aim("stones", 0, 21)).battle, lambda battle: not battle.agenda),
        lambda battle: 20 - battle.units["axes"].figures,
    )
    lost = [chances.get(number, 0.0) for number in range(len(shown.odds.losses))]
    assert lost == pytest.approx(list(shown.odds.losses))
    best = targets(start, "stones")["axes"]
    assert isinstance(best.form, Pointed)
    assert best.odds is not None
    assert preview(start, Commanded("stones", "fire", best.form)).legal


def test_where_a_call_is_a_guess_nothing_is_told_beyond_it() -> None:
    """CM-CATAPULT-11, CM-CATAPULT-12: whatever stands there."""
    told = []
    for y in (28, 20):
        start = gunnery(
            blue("stones", 4, at=(48, 50), troop="light_catapult", turns_still=5),
            red("axes", 20, files=10, at=(48, y)),
            turn=5,
            scatter="called",
        )
        shown = preview(start, aim("stones", 0, 21))
        assert (shown.legal, shown.marks, shown.odds, shown.met) == (True, (), None, "")
        told.append(encode((shown, CHAINMAIL.targets(start.battle, start.decision, "stones"))))
        assert not preview(start, aim("stones", 90, 21)).legal
    assert told[0] == told[1]


def test_a_cannon_shows_its_dowel() -> None:
    """CM-GUN-12 to CM-GUN-15."""
    start = gunnery(
        blue("gun", 4, at=(48, 50), troop="light_field_gun", turns_still=5),
        red("axes", 20, files=5, at=(48, 38)),
        turn=5,
    )
    found = targets(start, "gun")["axes"]
    assert isinstance(found.form, Pointed)
    shown = preview(start, Commanded("gun", "fire", found.form))
    assert (shown.legal, shown.met) == (True, "axes")
    assert all(isinstance(mark.shape, Corridor) for mark in shown.marks)
    assert {mark.name for mark in shown.marks if mark.struck} == {found.form.section}
    assert found.odds is not None
    assert found.odds.expected_losses > 0
    beside = preview(start, aim("gun", 30, 12, "white"))
    assert (beside.legal, beside.marks) == (False, ())


# ---------------------------------------------------------------- moves


def test_a_preview_shows_the_legs_that_are_then_walked() -> None:
    """CM-MOVE-01, CM-FORM-04."""
    start = moving(blue("foot", 12, files=6, at=(48, 40)), red("bows", 6, at=(80, 8)))
    command = march("foot", turn(45), ahead(4))
    shown = preview(start, command)
    assert shown.legal
    assert (shown.cost, shown.allowance, shown.left) == (6_250, 9_000, 2_750)
    (moved,) = start.then(command).events_of(Moved)
    assert legs_of(shown) == [(leg.manoeuvre, leg.pose, leg.cost) for leg in moved.legs]
    assert [len(leg.figures) for leg in shown.legs] == [12, 12]
    assert [bool(leg.swept) for leg in shown.legs] == [True, True]


def test_a_preview_says_which_leg_fails_and_shows_the_rest_as_drawn() -> None:
    start = moving(blue("foot", 12, files=6, at=(48, 40)), red("bows", 6, at=(80, 8)))
    shown = preview(start, march("foot", turn(45), ahead(14), turn(-30)))
    assert not shown.legal
    assert [reason.leg for reason in shown.reasons] == [1]
    assert rules(shown.reasons) == {"CM-MOVE-01"}
    assert [leg.manoeuvre for leg in shown.legs] == [turn(45), ahead(6.75)]
    assert [leg.manoeuvre for leg in shown.beyond] == [ahead(14), turn(-30)]
    assert (shown.left, shown.odds) == (0, None)


def test_ground_is_told() -> None:
    """CM-TERR-01, CM-TERR-12, CM-MOVE-02."""
    hill = moving(
        blue("foot", 6, files=6, at=(48, 40)), red("bows", 4, at=(80, 8)), features=[piece("hill", 40, 30, 56, 38)]
    )
    up = preview(hill, march("foot", ahead(4)))
    assert (up.legal, up.cost > inches(5)) == (True, True)
    assert "CM-TERR-01" in up.rules
    river = moving(
        blue("foot", 6, files=6, at=(48, 40)), red("bows", 4, at=(80, 8)), features=[strip("river", (0, 36), (96, 36))]
    )
    halted = preview(river, march("foot", ahead(3.5)))
    assert "it halts at the river [CM-TERR-10, CM-TERR-12]" in halted.note
    road = moving(
        blue("horse", 4, files=1, at=(48, 50), troop="light_horse"),
        red("bows", 4, at=(80, 8)),
        features=[strip("road", (48, 60), (48, 0), width=3)],
    )
    along = preview(road, march("horse", ahead(26)))
    assert (along.legal, "along the road [CM-MOVE-02]" in along.note) == (True, True)


def test_lining_up_is_part_of_a_charge() -> None:
    start = moving(blue("foot", 4, files=4, at=(44, 40)), red("axes", 4, files=4, at=(48, 33)))
    form = targets(start, "foot")["axes"].form
    shown = preview(start, Commanded("foot", "charge", form))
    assert isinstance(shown.legs[-1].manoeuvre, SquareUp)
    assert start.then(Commanded("foot", "charge", form)).unit("foot").pose == shown.legs[-1].pose


def test_a_unit_is_shown_where_it_would_be_set_down() -> None:
    battle = next(one for one in positions(opening("beacon-ridge"), seed=1) if isinstance(one.agenda[0], Deploy))
    (decision,) = battle.decisions
    unit = battle.units[decision.units[0]]
    north = decision.zone.top == 0
    for y, legal in ((6 if north else 42, True), (24, False)):
        pose = Pose(inches(20), inches(y), degrees(180 if north else 0))
        shown = CHAINMAIL.preview(battle, decision, SetDown(unit.id, pose, 4))
        assert (shown.legal, shown.legs[0].pose, len(shown.legs[0].figures)) == (legal, pose, unit.figures)


# ---------------------------------------------------------------- written orders


def writing(*units: Unit, **more: Any) -> Battle:
    return play(field(*units, turn_system="simultaneous", phase="orders", **more), WriteOrders()).battle


def test_a_command_of_a_plan_is_judged_as_a_plan_of_its_own() -> None:
    """CM-TURN-10, CM-TURN-14."""
    battle = writing(
        blue("knights", 6, files=6, at=(48, 40), troop="knights"),
        blue("foot", 8, files=4, at=(60, 40)),
        red("axes", 8, files=4, at=(48, 22)),
    )
    plan = next(one for one in battle.decisions if one.seat == "blue")
    assert isinstance(plan, Plan)
    view = CHAINMAIL.view(battle, "blue")
    plan = next(one for one in view.decisions if one.seat == "blue")
    command = march("foot", ahead(5))
    shown = CHAINMAIL.preview(view, plan, command)
    assert (shown.legal, shown.cost) == (True, inches(5))
    assert CHAINMAIL.preview(view, plan, Planned((command,))) == shown
    assert not CHAINMAIL.preview(view, plan, march("foot", ahead(50))).legal
    names = {entry.name: entry for entry in CHAINMAIL.menu(view, plan, "knights")}
    assert names["charge_if_charged"].form == "target"
    assert "charge_if_charged" not in {entry.name for entry in CHAINMAIL.menu(view, plan, "foot")}
    waiting = [one for one in CHAINMAIL.targets(view, plan, "knights") if one.action == "charge_if_charged"]
    assert waiting[0].unit == "knights"
    answered = CHAINMAIL.preview(view, plan, Commanded("knights", "charge_if_charged", Aimed("foot")))
    assert answered.legal
    assert answered.rules == ("CM-TURN-14", "CM-TURN-15")
    both = CHAINMAIL.preview(view, plan, Planned((command, march("knights", ahead(50)))))
    assert not both.legal


# ---------------------------------------------------------------- a view's guide tells nothing more than the view


TRIED = (
    lambda who: march(who, ahead(6)),
    lambda who: aim(who, 0, 20),
    lambda who: shoot(who, at="nobody"),
)


@pytest.mark.parametrize("seat", ["blue", None])
def test_the_way_to_a_camp_cannot_be_told_from_any_answer(seat: str | None) -> None:
    """CM-HIST-40: only its owner knows it."""
    told = []
    for at in (inches(12), inches(60)):
        battle = moving(
            blue("foot", 6, files=6, at=(24, 40)),
            red("axes", 6, files=6, at=(24, 28)),
            baggage=(Baggage("blue", inches(6)), Baggage("red", at)),
        ).battle
        told.append(everything(CHAINMAIL.view(battle, seat), seat, *TRIED))
    assert told[0] == told[1]


def test_another_seats_decision_is_nobodys_business() -> None:
    start = moving(blue("foot", 6, files=6, at=(24, 40)), red("axes", 6, files=6, at=(24, 28)))
    nobodys_business(start, "foot")


# ---------------------------------------------------------------- whole battles

BATTLES = [
    ("beacon-ridge", {}),
    ("lances-and-pikes", {}),
    ("powder-and-stones", {}),
    ("powder-and-stones", {"scatter": "called", "turn_system": "simultaneous"}),
    ("tollgate", {"turn_system": "simultaneous"}),
    ("field-of-lamps", {}),
]


@pytest.mark.parametrize(("asked", "told"), [(0.15, 0.004), pytest.param(1, 0.03, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("scenario", "switches"), BATTLES)
def test_whatever_is_answered_a_preview_agrees_with_the_door(
    scenario: str, switches: dict[str, str], asked: float, told: float
) -> None:
    """Random battles from the set-up on: legal means obeyed, with the same legs; every question has one answer.

    `asked` and `told` are the shares of positions in which an answer is tried and everything is asked.
    """
    random = Random(scenario)
    for battle in islice(positions(opening(scenario, **switches), seed=5), 200):
        if not battle.decisions or random.random() > asked:
            continue
        shown, _, moves = sampled_preview(CHAINMAIL, battle, random)
        if moves and not shown.risks:
            assert walked_as_shown(shown, moves[0])
        if random.random() < told / asked:
            for seat in ("red", "blue", None):
                seen = CHAINMAIL.view(battle, seat)
                assert everything(seen, seat, *TRIED) == everything(seen, seat, *TRIED)


@pytest.mark.parametrize("switches", [{}, {"turn_system": "simultaneous"}])
def test_any_order_is_judged_alike_by_guide_and_door(switches: dict[str, str]) -> None:
    """Paths and targets out of the blue: the reasons are the door's, and what a list offers is obeyed."""
    random = Random(str(switches))
    for battle in islice(positions(opening("lances-and-pikes", **switches), seed=8), 120):
        orders = [one for one in battle.decisions if "move" in getattr(one, "actions", ())]
        if not orders or random.random() < 0.5:
            continue
        decision = orders[0]
        for actor in random.sample(decision.actors, min(3, len(decision.actors))):
            legs = [Turn(random.randint(-180_000, 180_000)), Advance(random.randint(1, 30_000)), Wheel("left", 30_000)]
            path = tuple(random.sample(legs, random.randint(1, 3)))
            answers = [Commanded(actor, random.choice(("move", "charge")), PathDrawn(path))]
            offered = CHAINMAIL.targets(battle, decision, actor)
            answers += [Commanded(actor, one.action, one.form) for one in offered if one.form is not None]
            refused = [bool(one.reasons) for one in offered if one.form is not None]
            for place, answer in enumerate(answers):
                shown = judged_alike(CHAINMAIL, battle, decision, answer)
                assert place == 0 or shown.legal is not refused[place - 1]


def test_the_turn_track_names_the_phases_of_the_battle() -> None:
    """CM-TURN-02 to CM-TURN-07."""
    phases_are_on_the_track(islice(positions(opening("beacon-ridge"), seed=3), 200))


def test_charges_say_whom_they_meet_onto_which_side() -> None:
    """CM-MELEE-26."""
    start = moving(blue("foot", 4, files=4, at=(48, 40)), red("axes", 4, files=4, at=(48, 30), facing=0))
    shown = preview(start, Commanded("foot", "charge", targets(start, "foot")["axes"].form))
    assert "contact with the rear" in shown.note
    assert "CM-MELEE-26" in shown.rules
    assert shown.beside[0].dice == 0, "who is taken in the rear does not strike back in the first round"
    side = moving(blue("foot", 4, files=4, at=(48, 40)), red("axes", 4, files=4, at=(48, 30), facing=EAST))
    assert "CM-MELEE-25" in preview(side, charge("foot", ahead(9))).rules
