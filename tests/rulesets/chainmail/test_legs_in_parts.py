"""A leg cut in two ends like the leg in one, and a path is judged the same whole and step by step.

Seeded random positions: bodies of all widths at all headings among others, on all kinds of ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.decision import FINISH, Planned
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.rulesets.chainmail.movement.carrying import put
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.movement.trial_moves import legal_beginning, random_path
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import Action, Walk
from schiltron.rulesets.chainmail.walking.pausing import up_to
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import gap, outline, overlapping
from tests.rulesets.chainmail.positions import blue, field, march, piece, play, red, strip
from tests.rulesets.positions import but_for_rounding

SEEDS = range(60)
HAIR = 2
"""Thousandths of an inch that rounding may take within one walk."""
HALTED = 3
"""The same where a walk was halted, and the body put down on whole thousandths."""
FOOT = ("heavy_foot", "swiss_pikemen", "archers", "peasants", "armored_foot", "light_foot")
HORSE = ("light_horse", "medium_horse", "heavy_horse", "horse_archers")


def somewhere(random: Random) -> Battle:
    """A few bodies and pieces of ground at random; the first unit is the one that is going to move."""
    features: list[Any] = []
    for kind in random.sample(("hill", "woods", "rough", "marsh", "pond", "ditch"), random.choice((0, 1, 2))):
        left, top = random.uniform(20, 60), random.uniform(10, 40)
        features.append(piece(kind, left, top, left + random.uniform(4, 14), top + random.uniform(4, 10)))
    if random.random() < 0.3:
        y = random.uniform(15, 45)
        features.append(strip(random.choice(("stream", "road")), (0, y), (50, y + 3), (96, y - 4), width=2))
    units: list[Unit] = []
    for number in range(random.randint(2, 7)):
        ours = number == 0 or random.random() < 0.4
        figures = random.randint(2, 20)
        unit = (blue if ours else red)(
            f"unit_{number}",
            figures,
            files=random.randint(1, figures),
            at=(random.uniform(24, 72), random.uniform(16, 44)),
            facing=round(random.uniform(0, 360), 3),
            troop=random.choice(FOOT + HORSE),
            formation=random.choice(("line", "line", "line", "open")),
        )
        if not any(overlapping(unit.outline, other.outline) for other in units):
            units.append(unit)
    return field(*units, features=features)


def walked(battle: Battle, path: Path, action: Action = "move") -> Walker:
    return walk(battle, Walk("unit_0", path, action))


def ends(walker: Walker) -> tuple[Any, ...]:
    """How a walk ends, less the words in which it is refused."""
    return (
        walker.met.id if walker.met is not None else "",
        sorted({reason.rules[0] for reason in walker.reasons}),
        walker.standing.own.formation,
        walker.halted is not None,
    )


def near(one: Walker, other: Walker) -> bool:
    """The same place, shape and cost."""
    return (
        abs(one.pose.x - other.pose.x) <= HAIR
        and abs(one.pose.y - other.pose.y) <= HAIR
        and one.pose.heading == other.pose.heading
        and one.body == other.body
        and abs(one.spent - other.spent) <= 2 * HAIR
    )


def cut_in_two(seed: int, action: Action) -> None:
    random = Random(seed)
    battle = somewhere(random)
    for _ in range(6):
        distance = random.randint(400, 20_000)
        whole = walked(battle, (Advance(distance),), action)
        reached = sum(leg.manoeuvre.distance for leg in whole.legs if isinstance(leg.manoeuvre, Advance))
        if reached < 300:
            continue
        cut = random.randint(100, reached - 100)
        but_for_rounding(partial(_cut_there, action=action, distance=distance, cut=cut), battle, "unit_0")


def _cut_there(battle: Battle, *, action: Action, distance: int, cut: int) -> None:
    whole = walked(battle, (Advance(distance),), action)
    parts = walked(battle, (Advance(cut), Advance(distance - cut)), action)
    assert ends(parts) == ends(whole)
    assert near(parts, whole)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("action", ["move", "charge"])
def test_a_straight_leg_cut_in_two_ends_like_the_leg_in_one(seed: int, action: Action) -> None:
    """CM-MOVE-01, CM-TERR-01 to CM-TERR-11: at the same place, for the same price, before the same enemy."""
    cut_in_two(seed, action)


def whole_and_step_by_step(seed: int) -> None:
    random = Random(seed)
    battle = somewhere(random)
    unit = battle.units["unit_0"]
    for _ in range(6):
        drawn = (*random_path(battle, unit, random), *random_path(battle, unit, random))
        whole = walked(battle, drawn)
        for length in range(1, len(drawn) + 1):
            begun = walked(battle, drawn[:length])
            if begun.reasons and begun.reasons[0].rules == ("CM-MELEE-35",) and whole.met is not None:
                continue
            refused = min((reason.leg or 0 for reason in whole.reasons), default=len(drawn))
            assert bool(begun.reasons) is (refused < length)
            assert begun.legs[:length] == whole.legs[:length] or length > refused
        legal = legal_beginning(battle, unit, drawn, "move")
        assert not legal or not walked(battle, legal).reasons


@pytest.mark.parametrize("seed", SEEDS)
def test_a_path_that_is_legal_whole_is_legal_step_by_step_and_the_reverse(seed: int) -> None:
    """CM-MOVE-01: each leg ends where it ends in the whole path; what a longer path is refused for, its last leg is.

    Two rules say otherwise: a charge must end in contact, so its beginnings are none (CM-MELEE-11), and so near to an
    enemy who controls the space nobody halts who has not come up to another (CM-MELEE-35).
    """
    whole_and_step_by_step(seed)


def halt_at_half(seed: int, action: Action) -> None:
    for battle, path in legal_paths(seed):
        but_for_rounding(partial(_halted, path=path, action=action), battle, "unit_0")


def legal_paths(seed: int) -> Iterator[tuple[Battle, Path]]:
    random = Random(seed)
    battle = somewhere(random)
    unit = battle.units["unit_0"]
    for _ in range(6):
        path = legal_beginning(battle, unit, random_path(battle, unit, random), "move")
        if path:
            yield battle, path


def _halted(battle: Battle, *, path: Path, action: Action, hair: Mil = HALTED) -> None:
    whole = walk(battle, Walk("unit_0", path, action), trial=False)
    if not whole.spent or whole.reasons:
        return
    half = up_to(whole, whole.spent // 2)
    scene = Scene(replace(battle, agenda=()))
    put(scene, whole, Walk("unit_0", path, action), half.legs)
    rest = walk(scene.battle, Walk("unit_0", half.rest, action, total=whole.spent, paused=True), trial=False)
    assert not rest.reasons
    assert abs(rest.pose.x - whole.pose.x) <= hair
    assert abs(rest.pose.y - whole.pose.y) <= hair
    assert (rest.pose.heading, rest.body) == (whole.pose.heading, whole.body)
    assert (rest.met and rest.met.id) == (whole.met and whole.met.id)
    assert abs(rest.unit.own.turn.spent + rest.spent - whole.spent) <= hair


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("action", ["move", "charge"])
def test_a_move_with_a_halt_at_its_half_ends_like_the_move_in_one(seed: int, action: Action) -> None:
    """CM-TURN-08: fire that hits nobody changes nothing."""
    halt_at_half(seed, action)


@pytest.mark.parametrize(
    ("seed", "action"),
    [(50816, "move"), (56403, "move"), (56266, "move"), (50410, "charge"), (50509, "charge"), (54663, "move")],
    ids=["friend", "pond", "stream", "charge to a stream", "charge beside a stream", "halt at a stream"],
)
def test_a_halt_a_hair_before_what_ends_the_way_changes_nothing(seed: int, action: Action) -> None:
    """CM-TURN-08, CM-TERR-11: the rest comes down a few thousandths elsewhere, beyond the very edge, which may lie
    aslant: a fiftieth of an inch is contact, and no difference."""
    for battle, path in legal_paths(seed):
        _halted(battle, path=path, action=action, hair=CONTACT)


def test_it_is_the_same_in_fresh_positions(fresh_seed: int) -> None:
    random = Random(fresh_seed)
    for _ in range(5):
        cut_in_two(random.randrange(2**32), "move")
        cut_in_two(random.randrange(2**32), "charge")
        whole_and_step_by_step(random.randrange(2**32))
        halt_at_half(random.randrange(2**32), "move")
        halt_at_half(random.randrange(2**32), "charge")


def _alone(battle: Battle, unit: Unit, walker: Walker) -> bool:
    """Whether nobody is near enough to be swung into on the way."""
    bodies = [unit.outline, *(outline(leg.pose, leg.body, unit.bodies) for leg in walker.legs)]
    others = [other.outline for key, other in battle.units.items() if key != unit.id]
    return all(gap(body, other) > 2 * unit.outline.radius for body in bodies for other in others)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_written_move_that_meets_nobody_ends_like_the_same_move_in_turn(seed: int) -> None:
    """CM-TURN-11: two halves by the clock come to the whole."""
    random = Random(seed)
    battle = somewhere(random)
    unit = battle.units["unit_0"]
    for _ in range(3):
        path = legal_beginning(battle, unit, random_path(battle, unit, random), "move")
        walker = walked(battle, path) if path else None
        if walker is None or walker.met is not None or not _alone(battle, unit, walker):
            continue
        options = replace(battle.own.options, turn_system="simultaneous")
        asked = play(replace(battle, own=replace(battle.own, options=options)), WriteOrders())
        plans = [
            Planned((march("unit_0", *path),)) if one.seat == "blue" else Planned(()) for one in asked.battle.decisions
        ]
        written = asked.at_once(*plans)
        while written.battle.decisions:
            written = written.then(FINISH)
        in_turn = play(battle, Moves("blue"), march("unit_0", *path))
        while in_turn.battle.decisions and in_turn.decision.seat == "red":
            in_turn = in_turn.then(FINISH)
        there, here = written.unit("unit_0"), in_turn.unit("unit_0")
        assert abs(there.pose.x - here.pose.x) <= 3
        assert abs(there.pose.y - here.pose.y) <= 3
        assert there.pose.heading == here.pose.heading
        assert (there.body, there.own.formation, there.own.forming) == (here.body, here.own.formation, here.own.forming)
