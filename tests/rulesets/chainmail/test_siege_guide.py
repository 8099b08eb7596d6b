"""What a card and the table tell of a siege, and what is offered (SIEGE)."""

from __future__ import annotations

from schiltron.battle.state.decision import FINISH
from schiltron.battle.words.sentences import tell
from schiltron.muster.castles import set_down
from schiltron.muster.library import load_castle, load_scenario, ready_castles
from schiltron.muster.preparing import prepare
from schiltron.muster.scenario import CastleEntry, Rampart
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fortress import Cauldrons, Hit, Siege
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.siege.mines import PlanMines
from schiltron.rulesets.chainmail.state import WITH_LADDER
from schiltron.table.works import build_of
from tests.rulesets.chainmail.castles import Ground, acts, besieged, does
from tests.rulesets.chainmail.positions import ahead, choose, march, play, rules

WALL = "castle_wall-1"
GROUND = Ground()


def test_a_card_says_who_is_on_a_ladder_and_who_is_on_the_wall() -> None:
    """CM-SIEGE-17, CM-SIEGE-31"""
    party = GROUND.stormers("party", 6, 1, 9, files=3, marks=(WITH_LADDER,))
    guard = GROUND.holders("guard", 2, 1, 9.6, on=WALL)
    battle = besieged(party, guard, features=(GROUND.wall(),))
    played = play(battle, acts(), does("party", "raise", ground=WALL), does("party", "climb", ground="ladder-1"))
    told = {key: str(CHAINMAIL.card(played.battle, key)) for key in ("party", "guard")}
    assert "CM-SIEGE-17" in told["party"]
    assert "CM-SIEGE-31" in told["guard"]
    assert any("ladder leans" in str(note) for note in CHAINMAIL.conditions(played.battle))
    assert all(tell(event, played.battle) for event in played.events)


def test_a_card_says_what_a_ram_is_at() -> None:
    """CM-SIEGE-09, CM-SIEGE-10"""
    ram = GROUND.stormers("ram", 8, 1, 7.99, troop="covered_ram")
    assert "CM-SIEGE-10" in str(CHAINMAIL.card(besieged(ram, features=(GROUND.wall(),)), "ram"))


def test_only_its_own_side_reads_of_a_tunnel_on_the_card() -> None:
    """CM-SIEGE-33"""
    sappers = GROUND.stormers("sappers", 8, 1, 0, troop="sappers", files=4)
    played = play(besieged(sappers, features=(GROUND.wall(),)), PlanMines(), choose(f"mine:{WALL}"))
    cards = [str(CHAINMAIL.card(CHAINMAIL.view(played.battle, seat), "sappers")) for seat in ("blue", "red")]
    assert ["CM-SIEGE-32" in card for card in cards] == [True, False]


def test_the_table_says_what_is_left_of_a_wall_and_how_much_oil_is_hot() -> None:
    """CM-SIEGE-03, CM-SIEGE-28"""
    x, y = GROUND.points((1, 10))[0]
    siege = Siege(hits=(Hit(WALL, x, y, 6),), oil=(Cauldrons(WALL, hot_in=5), Cauldrons(WALL)))
    notes = [str(note) for note in CHAINMAIL.conditions(besieged(features=(GROUND.wall(),), siege=siege))]
    assert any("27 of 33 points" in note for note in notes)
    assert any("1 cauldron" in note for note in notes)


def test_everything_offered_is_judged_as_it_is_offered() -> None:
    """CM-SIEGE-17, CM-SIEGE-22, CM-SIEGE-29: a preview that is legal is obeyed."""
    party = GROUND.stormers("party", 6, 1, 9, files=3, marks=(WITH_LADDER,))
    guard = GROUND.holders("guard", 2, 1, 9.6, on=WALL)
    battle = besieged(party, guard, features=(GROUND.wall(),), oil=(Cauldrons(WALL),))
    played = play(battle, acts())
    suggested = list(CHAINMAIL.suggest(played.battle, played.decision))
    assert suggested[0] == does("party", "raise", ground=WALL)
    assert FINISH in suggested
    shown = CHAINMAIL.preview(played.battle, played.decision, suggested[0])
    assert shown.legal
    assert played.refusal(does("party", "climb", ground=WALL))
    assert played.refusal(does("guard", "raise", ground=WALL))


def test_who_stands_on_a_wall_or_in_a_tower_has_a_menu_and_overlays() -> None:
    """CM-SIEGE-07, CM-SIEGE-19: ways are shown over open ground, and those on a wall stay on it."""
    guard = GROUND.holders("guard", 2, 1, 9.6, on=WALL, troop="archers")
    tower = GROUND.stormers("tower", 8, -5, 6, troop="siege_tower")
    men = GROUND.inside(GROUND.stormers("men", 2, -5, 6.4), "tower", 1)
    battle = besieged(guard, tower, men, features=(GROUND.wall(),), phase="last_move")
    for side, key in (("red", "guard"), ("blue", "tower")):
        played = play(battle, Moves(side))
        view = CHAINMAIL.view(played.battle, side)
        assert CHAINMAIL.menu(view, played.decision, key)
        CHAINMAIL.overlays(view, key)
        CHAINMAIL.targets(view, played.decision, key)
    off = march("guard", ahead(3))
    assert rules(play(battle, Moves("red")).refusal(off)) == {"CM-SIEGE-19"}
    assert not CHAINMAIL.preview(battle, play(battle, Moves("red")).decision, off).legal


# ---------------------------------------------------------------- castles as files


def test_a_castle_is_a_file_that_a_scenario_sets_down() -> None:
    """CM-SIEGE-01, CM-SIEGE-02: both ready ones; their scenarios are man to man."""
    assert {castle.id for castle in ready_castles()} >= {"dun-corrath", "harl-tower"}
    for name, castle in (("dun-corrath", "dun-corrath"), ("under-harl-tower", "harl-tower")):
        scenario = load_scenario(name)
        battle = prepare(scenario)
        assert battle.own.options.scale == "man_to_man"
        assert len(battle.table.features) == len(load_castle(castle).terrain)
        assert isinstance(battle.own.siege, Siege)
        assert battle.own.defender == "blue"


def test_garrisons_stand_on_their_walls_from_the_start() -> None:
    """CM-SIEGE-31: in one rank where there is room, looking out."""
    battle = prepare(load_scenario("dun-corrath"))
    bows = next(unit for unit in battle.units.values() if unit.name == "Wall Bows")
    work = next(one for one in battle.table.features if one.name == "West Curtain")
    assert bows.level is not None
    assert all(work.contains(one.x, one.y) for one in bows.places)
    assert 90_000 < bows.pose.heading < 270_000
    assert build_of(work).storeys == 1


def test_a_castle_may_be_turned() -> None:
    """CM-SIEGE-02: its pieces keep their distances."""
    castle = load_castle("dun-corrath")
    straight = [one for one in castle.terrain if isinstance(one, Rampart)]
    turned = [one for one in set_down(castle, CastleEntry("dun-corrath", (40, 30), 90)) if isinstance(one, Rampart)]
    (ax, ay), (bx, by) = straight[0].course[0], turned[0].course[0]
    assert (round(bx - 40, 3), round(by - 30, 3)) == (round(-ay, 3), round(ax, 3))
