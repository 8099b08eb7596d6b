"""Split-moves of horse archers where the sides move in turn: a part, fire, a part."""

from __future__ import annotations

from typing import Any

from schiltron.battle.state.decision import FINISH, Aimed, Commanded, Move, PathDrawn
from schiltron.battle.state.event import Moved, Touched
from schiltron.battle.state.manoeuvre import Face, Manoeuvre
from schiltron.rulesets.chainmail.fire.rates import shots
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.walking.rates import split_part
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import (
    EAST,
    Played,
    ahead,
    blue,
    field,
    march,
    place,
    play,
    red,
    rules,
    shoot,
    strip,
    turn,
)


def split(*legs: Manoeuvre) -> Commanded:
    return Commanded("riders", "split", PathDrawn(legs))


def fire_first(at: str) -> Commanded:
    return Commanded("riders", "fire_first", Aimed(at))


def on(*legs: Manoeuvre) -> PathDrawn:
    return PathDrawn(legs)


def start(*others: Unit, features: Any = (), **more: Any) -> Played:
    """Horse archers go 24 inches; the foe is far off unless others are named."""
    riders = blue("riders", 6, at=(30, 50), troop="horse_archers")
    foes = others or (red("foe", 6, at=(80, 10)),)
    return play(field(riders, *foes, features=features, **more), Moves("blue"))


def test_either_part_is_half_a_move_at_most() -> None:
    """CM-MISSILE-15: of 24 inches 12 and 12, whatever they were spent on; what is saved is lost."""
    begun = start()
    assert split_part(begun.battle, begun.unit("riders")).total == inches(12)
    for legs in ((ahead(12.1),), (ahead(7), turn(90)), (turn(90), ahead(6.1))):
        assert "CM-MISSILE-15" in rules(begun.refusal(split(*legs)))
    for legs in ((ahead(12),), (ahead(6), turn(90)), (ahead(1),)):
        going = begun.then(split(*legs))
        assert isinstance(going.decision, Move)
        assert going.decision.allowance == inches(12)
        assert "CM-MISSILE-15" in rules(going.refusal(on(ahead(12.1))))
        assert "CM-MISSILE-15" in rules(going.refusal(on(turn(90), ahead(6.1))))
        assert [event.spent for event in going.then(on(ahead(12))).events_of(Moved)][-1] == inches(12)


def test_the_second_part_may_be_declined_and_ends_the_move() -> None:
    """CM-MISSILE-15, CM-TURN-03."""
    stood = start().then(split(ahead(3)), on())
    assert place(stood.unit("riders"))[:2] == (30, 47)
    assert stood.over, "they have had their move"
    gone = start(blue("others", 6, at=(60, 50)), red("foe", 6, at=(80, 10))).then(split(ahead(3)), on(ahead(4)))
    assert gone.decision.actors == ("others",)


def test_horse_archers_fire_at_once_and_ride_off() -> None:
    """CM-MISSILE-15: the first part is left out; the target is named instead of a path."""
    near = start(red("foe", 12, files=6, at=(30, 38), troop="light_foot"), red("far", 6, at=(80, 8)))
    assert "fire_first" in near.decision.actions
    assert "CM-MISSILE-15" in rules(near.refusal(Commanded("riders", "fire_first", PathDrawn(()))))
    assert rules(near.refusal(fire_first("far"))) & {"CM-MISSILE-01", "CM-MISSILE-02", "CM-MISSILE-19"}
    fired = near.then(fire_first("foe"))
    after = fired.then("6")
    assert after.unit("foe").figures < 12
    assert isinstance(after.decision, Move)
    off = after.then(on(Face("rear")))
    assert place(off.unit("riders"))[2] == 180
    assert shots(off.battle, off.unit("riders")).total == 0, "who has moved had one shot"


def test_who_fires_first_and_stays_has_had_the_move_and_one_shot_of_two() -> None:
    """CM-MISSILE-15, CM-MISSILE-07."""
    after = start(red("foe", 12, files=6, at=(30, 38), troop="light_foot")).then(fire_first("foe"), "1", on())
    assert after.over
    assert not after.unit("riders").own.turn.moved
    assert shots(after.battle, after.unit("riders")).total == 1


def test_others_neither_split_nor_fire_first() -> None:
    """CM-MISSILE-15: horse without bows, bows without horses."""
    begun = start(blue("bows", 6, at=(50, 50), troop="archers"), red("foe", 12, files=6, at=(50, 38)))
    refused = begun.refusal(Commanded("bows", "fire_first", Aimed("foe")))
    assert "CM-MISSILE-15" in rules(refused)


def passed_by(down: float) -> Battle:
    return field(
        blue("riders", 6, at=(30, 50), troop="horse_archers"),
        red("bows", 8, at=(30, down), troop="archers"),
    )


def test_the_enemy_fires_at_the_pause_and_nowhere_else() -> None:
    """CM-MISSILE-16, CM-MISSILE-17: in range at the end of the first part, not where half of all is gone."""
    halt = play(passed_by(30), Moves("blue"), split(ahead(6)))
    assert (halt.decision.seat, halt.decision.window) == ("red", True)
    assert place(halt.unit("riders"))[1] == 44
    once = halt.then(shoot("bows", at="riders"))
    hit = once.then(FINISH, "6") if once.battle.decisions else once.then("6")
    assert hit.unit("riders").figures < 6, "the fallen are gone before the rest of the move (CM-TURN-08)"
    ridden = hit.then(on(ahead(2)))
    assert place(ridden.unit("riders"))[1] == 42
    assert ridden.over, "the second part has no halt of its own"
    away = play(passed_by(20), Moves("blue"), split(ahead(1)))
    assert isinstance(away.decision, Move), "out of range nobody is asked"
    nearer = away.then(on(ahead(12)))
    assert nearer.over


def test_who_fires_first_is_fired_at_where_he_stands() -> None:
    """CM-MISSILE-16: both are simultaneous."""
    halt = play(passed_by(36), Moves("blue"), fire_first("bows"))
    assert halt.decision.seat == "red"
    both = halt.then(shoot("bows", at="riders"))
    after = both.then("6", "6")
    assert after.unit("bows").bodies < 8
    assert after.unit("riders").bodies < 6


def test_the_first_part_ends_short_of_the_enemy_and_the_second_may_meet_him() -> None:
    """CM-MISSILE-15: nobody fires in melee."""
    begun = start(red("foe", 6, at=(30, 42)))
    assert "CM-MISSILE-15" in rules(begun.refusal(split(ahead(9))))
    met = begun.then(split(ahead(4)), FINISH, on(ahead(9)))
    assert met.events_of(Touched)[0].unit == "riders"


def test_no_part_of_a_move_crosses_a_river() -> None:
    """CM-TERR-12, CM-MISSILE-15: it takes a whole one; a stream takes what it takes of the part."""
    river = (strip("river", (0, 49.5), (96, 49.5)),)
    riders = blue("riders", 6, at=(30, 50), troop="horse_archers", bank=("river", 1, False))
    position = field(riders, red("foe", 6, at=(80, 10)), features=river, turn=3)
    waiting = play(position, Moves("blue"))
    assert rules(waiting.refusal(split(ahead(3)))) == {"CM-TERR-10", "CM-TERR-12"}
    assert place(waiting.then(march("riders", ahead(3))).unit("riders"))[1] < 49
    ford = start(features=(strip("stream", (0, 47), (96, 47)),))
    assert ford.refusal(split(ahead(9)))
    assert ford.then(split(ahead(5)))


def test_the_order_is_not_given_in_written_orders() -> None:
    """CM-MISSILE-15, CM-TURN-11: there the pause is at the half."""
    begun = start(red("foe", 12, files=6, at=(30, 38), troop="light_foot"), turn_system="simultaneous")
    assert begun.refusal(fire_first("foe"))


def test_a_march_is_what_it_was() -> None:
    """CM-MOVE-01: who does not split has the whole move."""
    moved = start().then(march("riders", turn(90), ahead(18)))
    assert place(moved.unit("riders"))[2] == EAST
