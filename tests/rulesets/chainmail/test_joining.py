"""Units near a melee are committed to it. Ours and theirs fight in the middle of the table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from schiltron.battle.state.decision import FINISH, Aimed, Commanded
from schiltron.battle.state.event import Moved, Touched
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.melee.joining import barred, choices
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.melee.ways_in import way_to
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.state import GUARDING, REORGANIZING, UNWILLING, Battle, Flight, Forming, Unit
from tests.rulesets.chainmail.crooked import LOOKS, Look, near
from tests.rulesets.chainmail.fights import ours, theirs
from tests.rulesets.chainmail.positions import EAST, WEST, Played, blue, field, locked, piece, place, play, red, rules


def join(actor: str, target: str = "theirs") -> Commanded:
    return Commanded(actor, "join", Aimed(target))


def beside(*more: Unit, **options: Any) -> Battle:
    """Ten against ten, front to front, with others about."""
    contacts = options.pop("contacts", (locked("ours", "theirs", since=0),))
    return field(ours(), theirs(), *more, contacts=contacts, phase="melee", **options)


def begin(*more: Unit, **options: Any) -> Played:
    return play(beside(*more, **options), Melees())


def flankers(at: tuple[float, float] = (42, 29.25), **more: Any) -> Unit:
    return blue("flankers", 4, **{"at": at, "facing": EAST, "files": 2, **more})


def test_a_unit_near_a_melee_may_be_committed_to_it() -> None:
    """CM-MELEE-36: straight ahead onto the flank, and it strikes in the round of this turn (CM-MELEE-25)."""
    played = begin(flankers())
    assert (played.decision.seat, played.decision.actors, played.decision.actions) == ("blue", ("flankers",), ("join",))
    assert played.decision.rules == ("CM-MELEE-36", "CM-MELEE-37")
    played = played.then(join("flankers"))
    assert place(played.unit("flankers")) == (44.25, 29.25, 90)
    (touched,) = played.events_of(Touched)
    assert (touched.unit, touched.other, touched.edge) == ("flankers", "theirs", "right")
    assert locked("flankers", "theirs", "right", since=1) in played.battle.engagements
    assert (4, 5) in played.dice
    assert played.unit("flankers").own.turn.spent == played.events_of(Moved)[0].spent == 2250


def test_nobody_has_to() -> None:
    """CM-MELEE-36: the owner decides; silence leaves it out."""
    played = begin(flankers())
    assert played.decision.default == FINISH
    assert len(played.then(FINISH).roll.pools) == 2


def test_each_side_in_its_turn() -> None:
    """CM-MELEE-36: in the order of moving."""
    mine, yours = flankers(), red("others", 4, at=(54, 30.75), facing=WEST, files=2)
    played = begin(mine, yours, order=("red", "blue"))
    assert (played.decision.seat, played.decision.actors) == ("red", ("others",))
    played = played.then(join("others", "ours"))
    assert (played.decision.seat, played.decision.actors) == ("blue", ("flankers",))


def test_a_unit_farther_than_three_inches_may_not() -> None:
    """CM-MELEE-36: 3 inches from the melee, and no more than 6 to go."""
    assert choices(beside(flankers((41.25, 29.25))), flankers((41.25, 29.25)))
    far = flankers((41.2, 29.25))
    played = begin(far, blue("near", 4, at=(54, 29.25), facing=WEST, files=2))
    assert played.decision.actors == ("near",)
    assert rules(played.refusal(join("flankers"))) == {"CM-MELEE-36"}


def test_it_goes_no_farther_than_six_inches() -> None:
    """CM-MELEE-36: near to its friends in the melee, but the enemy stands beyond."""
    friends = blue("friends", 6, files=1, at=(44, 40), facing=WEST)
    foe = red("foe", 4, at=(44, 40), facing=EAST)
    for x, may in ((50, True), (50.2, False)):
        beyond = blue("beyond", 1, at=(x, 41), facing=WEST)
        position = field(friends, foe, beyond, contacts=(locked("friends", "foe", since=0),))
        assert bool(choices(position, beyond)) is may


def test_it_turns_towards_the_enemy_where_straight_ahead_does_not_lead_to_him() -> None:
    """CM-MELEE-36: committed from behind its friends' flank, looking up the table."""
    aside = blue("aside", 2, at=(54, 29.5))
    played = begin(aside).then(join("aside"))
    pose = played.unit("aside").pose
    assert pose.heading == 270_000
    assert played.events_of(Touched)[0].edge == "left"


def test_there_must_be_a_way() -> None:
    """CM-MELEE-36: not through others, nor across a pond."""
    behind = blue("behind", 4, at=(48, 33.2))
    bystanders = blue("bystanders", 10, at=(48, 32))
    assert not choices(beside(behind, bystanders), behind)
    wet = piece("pond", 42.5, 28, 44, 31)
    assert not choices(beside(flankers(), features=(wet,)), flankers())
    ys = [y for rect in flankers().outline.rects for _, y in rect.corners]
    for over, free in ((0.2, False), (-0.1, True)):
        beside_them = piece("pond", 43.2, max(ys) / 1000 - over, 43.6, max(ys) / 1000 + 1)
        assert bool(choices(beside(flankers(), features=(beside_them,)), flankers())) is free, "no base is wet"


def test_joining_is_barred_to_who_used_more_than_half_its_move() -> None:
    """CM-MELEE-37: heavy foot go 9 inches: 4½ are not too many, 5 are."""
    assert choices(beside(flankers(spent=4500)), flankers(spent=4500))
    tired = flankers(spent=5000)
    position = beside(tired, blue("near", 4, at=(54, 29.25), facing=WEST, files=2))
    played = play(position, Melees())
    assert rules(played.refusal(join("flankers"))) == {"CM-MELEE-37"}


def test_a_hedgehog_is_never_drawn_in() -> None:
    """CM-MELEE-52."""
    hedgehog = flankers(troop="swiss_pikemen", formation="hedgehog")
    assert not choices(beside(hedgehog, hedgehog="on"), hedgehog)
    assert {rule for reason in barred(beside(), hedgehog) for rule in reason.rules} == {"CM-MELEE-52"}


def test_a_hedgehog_in_a_melee_is_joined_only_by_pole_arms() -> None:
    """CM-MELEE-53, CM-MELEE-36."""
    hedgehog = theirs("swiss_pikemen", 20, files=10, formation="hedgehog")
    for troop, may in (("heavy_foot", False), ("pikemen", True)):
        unit = flankers(troop=troop)
        position = field(ours("pikemen"), hedgehog, unit, contacts=(locked("ours", "theirs"),), hedgehog="on")
        assert bool(choices(position, unit)) is may


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        (flankers(flight=Flight("rout", 1, 1500, 0)), "CM-MELEE-27"),
        (flankers(marks=(GUARDING,)), "CM-MELEE-42"),
        (flankers(temper="stands"), "CM-HIST-17"),
        (flankers(marks=(REORGANIZING,)), "CM-HIST-02"),
        (flankers(ordered=UNWILLING), "CM-HIST-10"),
        (flankers(forming=Forming("square", 5, 1000, 2000)), "CM-FORM-01"),
        (flankers(troop="scots_pikemen", formation="schiltron"), "CM-HIST-24"),
        (flankers(troop="swiss_pikemen", formation="hedgehog"), "CM-MELEE-52"),
        (blue("flankers", 4, at=(42, 29.25), facing=EAST, troop="light_field_gun"), "CM-MELEE-36"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_others_who_may_not(unit: Unit, rule: str) -> None:
    """CM-MELEE-36: those in flight, guards of prisoners, who would not go, who reorganizes or cannot move."""
    position = beside(unit, blue("near", 4, at=(54, 29.25), facing=WEST, files=2), hedgehog="on")
    assert not choices(position, unit)
    assert rule in rules(play(position, Melees()).refusal(join("flankers")))


def test_a_target_must_be_an_enemy_of_that_melee() -> None:
    """CM-MELEE-36: every reason is told, and nonsense is refused."""
    played = begin(flankers(), red("idle", 4, at=(42, 26)))
    for answer in (
        join("flankers", "idle"),
        join("flankers", "ours"),
        join("flankers", "nobody"),
        join("theirs", "ours"),
    ):
        assert rules(played.refusal(answer)) == {"CM-MELEE-36"}
    assert rules(played.refusal(Commanded("flankers", "charge", Aimed("theirs")))) == {"CM-MELEE-36"}


def test_samples_and_suggestions_are_legal() -> None:
    """CM-MELEE-36."""
    position = begin(flankers(), blue("aside", 2, at=(54, 29.5))).battle
    (decision,) = position.decisions
    seen = set()
    for seed in range(20):
        answer = CHAINMAIL.sample(position, decision, Random(seed))
        assert not isinstance(CHAINMAIL.obey(position, Reply("blue", decision.id, answer)), Illegal)
        seen.add(answer)
    assert seen == {FINISH, join("flankers"), join("aside")} == set(CHAINMAIL.suggest(position, decision))


def test_who_fired_and_so_stays_does_not_join() -> None:
    """CM-MISSILE-07, CM-MISSILE-17, CM-MELEE-36: pass-through fire and a second shot are for those who stay put."""
    for more, rule in (({"ordered": "fired", "shots": 1}, "CM-MISSILE-17"), ({"shots": 2}, "CM-MISSILE-07")):
        unit = blue("bows", 6, at=(30, 30), troop="archers", **more)
        assert {one for reason in barred(field(unit), unit) for one in reason.rules} == {rule}
    once = blue("bows", 6, at=(30, 30), troop="archers", shots=1)
    assert not barred(field(once), once)


# ---------------------------------------------------------------- in line and behind


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(
    ("files", "ranks", "at", "struck"),
    [
        (5, 2, (53.625, 30), 9),
        (5, 2, (42.375, 30), 9),
        (8, 1, (54.75, 30), 5),
        (5, 2, (54.6, 30.4), 6),
    ],
    ids=["to the right", "to the left", "a long line", "apart and a little back"],
)
def test_a_neighbour_in_line_joins_as_it_stands(look: Look, files: int, ranks: int, at: Any, struck: int) -> None:
    """CM-MELEE-36, CM-MELEE-03: there is no room to turn beside its friends; its figures within 3 inches fight to the
    front."""
    neighbour = blue("neighbour", files * ranks, files=files, at=at)
    played = play(look.at(beside(neighbour)), Melees()).then(join("neighbour"))
    assert look.place(played.unit("neighbour")) == near(*at, 0)
    assert not played.events_of(Moved)
    assert not played.unit("neighbour").own.turn.moved
    (met,) = [one for one in played.battle.engagements if one.attacker == "neighbour"]
    assert met == locked("neighbour", "theirs", "front", since=1)
    assert (struck, 6) in played.dice, "no flank is struck"


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-4, 0, 2.6])
@pytest.mark.parametrize(("back", "files", "struck"), [(0, 5, 10), (2, 5, 10), (2.2, 10, 10)])
def test_those_behind_close_up_and_fight_over_their_friends(
    look: Look, offset: float, back: float, files: int, struck: int
) -> None:
    """CM-MELEE-36: up to the rank before them, and their figures within 3 inches of the enemy fight."""
    second = blue("second", 10, files=files, at=(48 + offset, 30.75 + back))
    played = play(look.at(beside(second)), Melees()).then(join("second"))
    assert look.place(played.unit("second")) == near(48 + offset, 30.75, 0)
    assert played.unit("second").own.turn.spent == pytest.approx(1000 * back, abs=2)
    assert (struck, 6) in played.dice
    assert len(played.dice) == 3, "the enemy strikes at those who stand before him"


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_behind_a_deep_body_nobody_is_in_reach(look: Look) -> None:
    """CM-MELEE-36 with CM-MELEE-03: five ranks are 3.75 inches."""
    deep = field(
        ours(figures=50, files=10),
        theirs(),
        blue("second", 10, at=(48, 34)),
        contacts=(locked("ours", "theirs", since=0),),
        phase="melee",
    )
    played = play(look.at(deep), Melees())
    assert played.battle.roll is not None, "nobody is asked to join"


@pytest.mark.parametrize("facing", [90, 180, 250])
def test_who_looks_elsewhere_does_not_fight_in_line(facing: float) -> None:
    """CM-MELEE-36: the enemy must be before it."""
    away = blue("away", 4, files=4, at=(53.3, 30.8), facing=facing)
    assert not [one for one in [way_to(beside(away), away, theirs())] if one is not None and not one.legs]


def test_neighbours_are_joined_and_beaten_with_those_they_helped() -> None:
    """CM-MELEE-20, CM-MELEE-21: its figures count, and it falls back straight from the enemy with its friends."""
    neighbour = blue("neighbour", 10, files=5, at=(53.625, 30))
    joined = begin(neighbour).then(join("neighbour"))
    back = play(joined.battle, React(("theirs",), ("neighbour", "ours"), "back_good_order", 500))
    assert place(back.unit("neighbour")) == (53.625, 34.5, 0)
    assert place(back.unit("ours")) == (48, 34.5, 0)
    assert not back.battle.engagements


def test_a_unit_in_line_is_offered_and_shown_its_round() -> None:
    """CM-MELEE-36: in the list of targets and in the preview, with its odds."""
    played = begin(blue("second", 10, files=5, at=(48, 32)))
    (target,) = [one for one in CHAINMAIL.targets(played.battle, played.decision, "second") if one.action == "join"]
    assert target.unit == "theirs"
    assert not target.reasons
    assert target.odds is not None
    assert target.odds.dice
    shown = CHAINMAIL.preview(played.battle, played.decision, join("second"))
    assert shown.legal
    assert [leg.pose.y for leg in shown.legs] == [30_750]


def test_the_ground_bars_the_way_up_to_friends() -> None:
    """CM-MELEE-36: a pond between them; woods for who is formed."""
    second = blue("second", 10, files=5, at=(48, 33.4))
    assert choices(beside(second), second)
    for kind in ("pond", "woods"):
        assert not choices(beside(second, features=(piece(kind, 46, 31.6, 50, 32.4),)), second)
