"""The turn, the phases and the end of a battle; the scale of the game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Began, Ended
from schiltron.battle.state.order import Amend, Concede
from schiltron.rulesets.book_of_war import scale
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.options import SWITCHES, Options
from schiltron.rulesets.book_of_war.sequence import HANDLERS, PLAYER_TURN, SETUP, EndTurn
from schiltron.rulesets.book_of_war.steps import BeginTurn
from schiltron.rulesets.book_of_war.troops import MEN
from schiltron.rulesets.book_of_war.victory import reckoning
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import blue, field, play, red

# ---------------------------------------------------------------- turns and phases


def skirmish(**options):
    return field(
        blue("light_infantry", 6, at=(36, 40)),
        red("archers", 6, at=(36, 5)),
        **{"declare": "measure_first", **options},
    )


def test_a_player_turn_is_movement_attacks_morale() -> None:
    """BW-B1-04: and then it is the other player's."""
    start = play(skirmish(), BeginTurn("blue"))
    played = start.then(FINISH)
    began = [(event.what, event.side) for event in played.events_of(Began)]
    assert began == [
        ("turn", "blue"),
        ("movement", "blue"),
        ("attacks", "blue"),
        ("morale", "blue"),
        ("turn", "red"),
        ("movement", "red"),
    ]
    assert [entry.name for entry in PLAYER_TURN] == ["movement", "attacks", "morale"]


def test_one_game_turn_is_a_player_turn_of_each_side() -> None:
    """BW-B1-04, BW-B1-03: the winner of the initiative takes the first turn of each."""
    played = play(replace(skirmish(), turn=0), BeginTurn("blue"))
    assert played.battle.turn == 1
    played = played.then(FINISH)
    assert (played.battle.turn, played.battle.active) == (1, "red")
    played = played.then(FINISH)
    assert (played.battle.turn, played.battle.active) == (2, "blue")


def test_only_the_active_side_moves_and_attacks() -> None:
    """BW-B1-05, BW-B1-06."""
    start = play(skirmish(), BeginTurn("red"))
    assert start.decision.actors == ("archers",)
    assert start.decision.seat == "red"


def test_records_of_a_turn_are_wiped_when_the_next_begins() -> None:
    """BW-B1-07: losses count for one player-turn only."""
    position = field(
        blue("light_infantry", 6, at=(36, 40), spent=inches(12), moved=True, shot=True, lost=2),
        red("archers", 6, at=(36, 5), lost=3, spent=inches(4)),
        declare="measure_first",
    )
    start = play(position, BeginTurn("blue"))
    own = start.unit("light_infantry").own
    assert (own.turn.spent, own.turn.moved, own.turn.shot, own.lost) == (0, False, False, 0)
    assert start.unit("archers").own.lost == 0


def test_every_step_of_the_book_has_a_handler() -> None:
    """BW-B1-01, BW-B1-04: the sequence of play is a list, and each entry names rules of the ledger."""
    assert all(step.__struct_config__.tag.startswith("book_of_war.") for step in HANDLERS)
    assert [entry.name for entry in SETUP] == ["initiative", "terrain", "deployment"]
    assert all(rule in LAW for entry in (*SETUP, *PLAYER_TURN) for rule in entry.rules)


# ---------------------------------------------------------------- the end (BW-B1-10)


def ending(*units, turn=1, side="blue", **options):
    return play(replace(field(*units, **options), turn=turn), EndTurn(side))


def test_a_side_has_lost_when_all_its_units_are_gone_or_routed() -> None:
    """BW-B1-10: judged at the end of a player-turn."""
    lost = ending(
        blue("pikemen", 6, at=(36, 40)),
        red("archers", 6, at=(36, 5), marks=("routed",)),
        red("light_infantry", 0, fallen=4, at=(50, 5)),
    )
    (ended,) = lost.events_of(Ended)
    assert (ended.outcome.winner, ended.outcome.how) == ("blue", "beaten")
    assert lost.battle.awaiting == ()


def test_one_steady_unit_keeps_a_side_in_the_battle() -> None:
    """BW-B1-10."""
    goes_on = ending(
        blue("pikemen", 6, at=(36, 40)),
        red("archers", 6, at=(36, 5), marks=("routed",)),
        red("light_infantry", 3, at=(50, 5)),
    )
    assert goes_on.battle.outcome is None
    assert goes_on.battle.active == "red"


def test_two_beaten_sides_draw() -> None:
    """BW-B1-10."""
    drawn = ending(blue("pikemen", 6, at=(36, 40), marks=("routed",)), red("archers", 6, at=(36, 5), marks=("routed",)))
    assert drawn.battle.outcome is not None
    assert drawn.battle.outcome.winner == ""


def test_a_turn_limit_ends_it_after_the_second_player_turn() -> None:
    """BW-B1-10: drawn, or by points: full cost for the destroyed, half for the routed."""
    units = (
        blue("pikemen", 6, at=(36, 40)),
        red("archers", 6, at=(36, 5), marks=("routed",)),
        red("light_infantry", 0, id="dead", fallen=5, at=(50, 5)),
        red("heavy_infantry", 3, at=(60, 5)),
    )
    assert ending(*units, turn=5, side="blue", turn_limit=5).battle.outcome is None
    assert ending(*units, turn=5, side="red", turn_limit=5).battle.outcome.how == "turn_limit"
    by_points = ending(*units, turn=5, side="red", turn_limit=5, victory="points").battle.outcome
    assert (by_points.winner, by_points.how) == ("blue", "points")
    tally = dict(by_points.reckoning)["blue"]
    assert [term.value for term in tally.terms] == [21, 20]
    assert reckoning(field(*units), "red").total == 0


def test_conceding_gives_the_battle_to_the_other_side() -> None:
    """BW-B1-10: the page's and the terminal's last resort."""
    start = play(skirmish(), BeginTurn("blue"))
    given = BOOK_OF_WAR.obey(start.battle, Concede("blue"))
    assert isinstance(given, Obeyed)
    assert given.battle.outcome is not None
    assert (given.battle.outcome.winner, given.battle.outcome.how) == ("red", "conceded")


# ---------------------------------------------------------------- switches


def test_every_switch_of_the_ledger_is_an_option_and_its_first_choice_the_default() -> None:
    """BW-B1-08, BW-B2-14, BW-B2-36, BW-B3-07, BW-B3-10, BW-B4-10, BW-B4-38, BW-C3-12: rulings players may change."""
    for name, rule in LAW.switches().items():
        assert SWITCHES.rule_of[name] == rule.id
        words = SWITCHES.choices(name)
        if words:
            assert words == rule.choices
            assert getattr(Options(), name) == words[0]
        else:
            assert SWITCHES.set(Options(), name, rule.choices[0]) == Options()


def test_a_wrong_switch_or_value_says_what_would_be_right() -> None:
    """BW-B1-08: bad input is explained."""
    assert "there is no switch 'speed'" in SWITCHES.set(Options(), "speed", "1").text
    assert SWITCHES.set(Options(), "declare", "never").text == "declare takes by_phase or measure_first, not 'never'"
    assert "takes 3 to 36" in SWITCHES.set(Options(), "setup_depth", "99").text
    assert "takes a number" in SWITCHES.set(Options(), "turn_limit", "soon").text


def test_players_may_change_a_switch_by_agreement() -> None:
    """BW-B1-08: from now on, in mid-battle."""
    start = play(skirmish(declare="by_phase"), BeginTurn("blue"))
    changed = BOOK_OF_WAR.amended(start.battle, Amend("declare", "measure_first"))
    assert changed.own.options.declare == "measure_first"


# ---------------------------------------------------------------- scale and notes


def test_the_scale_of_figure_inch_and_turn() -> None:
    """BW-C1-01, BW-C1-02, BW-C1-03, BW-D-03: 10 men, 20 feet, 30 seconds which are three rounds of ten."""
    assert (scale.men(24), scale.feet(inches(10.5)), scale.seconds(4)) == (240, 210, 120)
    notes = LAW.sheet("BW-T-design-scale")
    rounds = notes.row("dnd_rounds_per_turn")["value"]
    assert int(rounds) * int(notes.row("seconds_per_dnd_round")["value"]) == scale.SECONDS_PER_TURN


def test_bases_are_three_quarters_square_for_foot_and_one_by_two_for_horse() -> None:
    """BW-C1-04, BW-C1-05, BW-C1-06: units of the basic game stand on nothing else."""
    for troop in MEN.values():
        size = (troop.base.width, troop.base.depth)
        assert size == ((1000, 2000) if troop.mounted else (750, 750))
    assert LAW.sheet("BW-T-bases").row("man_sized_creature_on_foot")["width_in"] == 0.75


def test_the_ground_scale_follows_from_three_feet_a_man() -> None:
    """BW-D-01, BW-D-04: the worked example: 3 feet x 5 men / 0.75 inch = 20 feet an inch."""
    across = int(LAW.sheet("BW-T-design-scale").row("frontage_per_man")["value"]) * scale.MEN_ACROSS
    assert across == scale.feet(MEN["light_infantry"].base.width) == 15
    assert scale.men(1) == scale.RANKS_OF_MEN * scale.MEN_ACROSS


def test_moves_need_no_conversion() -> None:
    """BW-D-02, BW-D-05: time times 3 and distance times 4 lie close enough together."""
    notes = LAW.sheet("BW-T-design-scale")
    assert notes.row("time_multiplier_to_dnd")["value"] == 3
    assert notes.row("distance_multiplier_to_dnd_at_5_feet_per_inch")["value"] == 4
    gear = LAW.sheet("BW-T-gear-move").records()
    moves = {troop.move // 1000 for troop in MEN.values() if not troop.mounted}
    assert moves == {row["move_in"] for row in gear}
    armour = {row["armor"]: row["ah"] for row in LAW.sheet("BW-T-armor-hit").records()}
    assert [armour[name] for name in ("leather", "chain", "plate")] == [4, 5, 6]


@pytest.mark.parametrize("figures", [5, 10, 30])
def test_officers_have_no_figures_and_change_nothing(figures: int) -> None:
    """BW-D-06, BW-D-07: sergeants, lieutenants and captains are in the ranks already, however large the unit."""
    officers = [row["leader"] for row in LAW.sheet("BW-T-demographics").records()]
    assert "captain" in officers
    start = play(
        field(
            blue("light_infantry", figures, files=5, at=(36, 40)),
            red("archers", 5, at=(36, 5)),
            declare="measure_first",
        ),
        BeginTurn("blue"),
    )
    assert list(start.battle.units) == ["light_infantry", "archers"]
    assert len(start.unit("light_infantry").places) == figures
