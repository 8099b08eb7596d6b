"""Units near a melee are committed to it. Ours and theirs fight in the middle of the table."""

from __future__ import annotations

from random import Random
from typing import Any

from schiltron.battle.decision import FINISH, Aimed, Commanded
from schiltron.battle.event import Moved, Touched
from schiltron.battle.illegal import Illegal
from schiltron.battle.order import Reply
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.melee.joining import barred, choices
from schiltron.rulesets.chainmail.melee.steps import Melees
from schiltron.rulesets.chainmail.state import GUARDING, REORGANIZING, Battle, Flight, Unit
from tests.rulesets.chainmail.fights import ours, theirs
from tests.rulesets.chainmail.positions import (
    EAST,
    WEST,
    Played,
    blue,
    field,
    locked,
    piece,
    place,
    play,
    red,
    rules,
)


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
    assert played.unit("flankers").own.spent == played.events_of(Moved)[0].spent == 2250


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
    """CM-MELEE-36: not through friends, nor across a pond."""
    behind = blue("behind", 4, at=(48, 31.5))
    assert not choices(beside(behind), behind)
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


def test_others_who_may_not() -> None:
    """CM-MELEE-36: those in flight, guards of prisoners, mercenaries who stand, who reorganizes or cannot move."""
    for unit in (
        flankers(flight=Flight("rout", 1, 1500, 0)),
        flankers(marks=(GUARDING,)),
        flankers(temper="stands"),
        flankers(marks=(REORGANIZING,)),
        flankers(troop="scots_pikemen", formation="schiltron"),
        blue("gun", 4, at=(42, 29.25), facing=EAST, troop="light_field_gun"),
    ):
        assert not choices(beside(unit), unit)


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
