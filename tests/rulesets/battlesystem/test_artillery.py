"""Artillery (cases 10.9 to 10.11, BS-10.6-02, BS-1.5-01)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.event import Ruled, Struck
from schiltron.parent_game.damage import damage
from schiltron.rulesets.battlesystem.losses import DESTROYED, remove
from schiltron.rulesets.battlesystem.missiles.aims import aim
from schiltron.rulesets.battlesystem.missiles.crews import Crews
from schiltron.rulesets.battlesystem.missiles.limits import movement_left, shots_left
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough, could_fire
from schiltron.rulesets.battlesystem.missiles.phase import Artillery, Shooting
from schiltron.rulesets.battlesystem.missiles.volleys import Volley, done_by
from schiltron.rulesets.battlesystem.movement.rates import move_allowance
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.sequence import HANDLERS, RoundOrder
from schiltron.rulesets.battlesystem.state import Machine, with_turn
from schiltron.rulesets.battlesystem.steps import CheckMorale
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.rulesets.battlesystem.positions import (
    LONGBOW,
    MAN,
    ORC,
    SOUTH,
    blue,
    choose,
    creature,
    field,
    person,
    piece,
    play,
    red,
    rules,
    shoot,
    skirmishers,
    strip,
)

FIRE = Artillery("blue")


def engine(kind: str = "light_catapult", *, at=(24, 40), **more):
    return blue("engine", 1, at=at, kind="skirmish", engine=kind, **more)


def orcs(figures: int = 12, *, files: int = 6, at=(24, 22), formation: str = "closed", **more):
    return red("orcs", figures, files=files, at=at, formation=formation, **{"of": ORC, "never_checks": True, **more})


def shot(position, target: str = "orcs") -> Volley:
    made = aim(position, position.units["engine"], position.units[target])
    assert isinstance(made, Volley), made
    return made


def refused(position, target: str = "orcs") -> set[str]:
    made = aim(position, position.units["engine"], position.units[target])
    assert isinstance(made, list)
    return rules(made)


def terms(volley: Volley) -> dict[str, int]:
    return {term.rule: term.value for term in volley.rating.terms[1:]}


# ---------------------------------------------------------------- the shot


def test_a_light_catapult_at_short_range() -> None:
    """BS-10.9-06, BS-10.9-04: THAC0 20 less AC 5 and 7 make 22; D10 gives 4, twice are 8 HD."""
    position = field(engine(), orcs())
    volley = shot(position)
    assert (volley.rating.total, volley.armour.total) == (20, 5)
    assert volley.figures.total == 1
    assert done_by(volley, 7) == 80
    played = play(position, FIRE, shoot("engine", at="orcs"), "3 4")
    (struck,) = played.events_of(Struck)
    assert struck.tallies[-1].total == 80
    assert "BS-10.9-06" in struck.rules


@pytest.mark.parametrize(
    ("kind", "ac", "dice", "least", "longest"),
    [("light_catapult", 5, "2d10", 15, 30), ("heavy_catapult", 5, "2d12", 18, 36), ("ballista", 10, "2d6", 0, 32)],
)
def test_each_piece(kind: str, ac: int, dice: str, least: int, longest: int) -> None:
    """BS-10.9-01, BS-10.9-03, BS-10.9-04, BS-10.9-05: whatever the target wears; ranges to the inch."""
    plate = orcs(of=creature("orc", ac=2), at=(24, 40 - 1 - least - 1))
    volley = shot(field(engine(kind), plate))
    assert volley.armour.total == ac
    assert volley.damage == (damage(dice),)
    assert shot(field(engine(kind, at=(24, 50)), orcs(at=(24, 50 - 1 - longest))))
    assert refused(field(engine(kind, at=(24, 50)), orcs(at=(24, 50 - 1.5 - longest)))) == {"BS-10.9-01", "BS-10.8-04"}
    if least:
        assert refused(field(engine(kind), orcs(at=(24, 40 - 0.5 - least)))) == {"BS-10.9-03"}


def test_a_catapult_fires_over_friends_and_a_ballista_does_not() -> None:
    """BS-10.9-03, BS-10.9-05, BS-10.8-03."""
    friends = blue("spears", 20, files=20, at=(24, 32), formation="closed")
    assert terms(shot(field(engine(), friends, orcs())))["BS-10.8-03"] == 3
    assert "BS-10.9-05" in refused(field(engine("ballista"), friends, orcs()))


def test_table_13_applies_but_for_the_shield_wall() -> None:
    """BS-10.9-04, BS-11.6-02: range, formation and cover count."""
    wall = strip("wall", (15, 22.5), (33, 22.5), width=0.25)
    volley = shot(field(engine(at=(24, 45)), orcs(formation="open"), features=[wall]))
    assert terms(volley) == {"BS-10.8-01": 1, "BS-10.8-02": 4, "BS-10.8-04": 2}
    assert terms(shot(field(engine(), orcs(stance="shield_wall")))) == {}


def test_45_degrees_of_a_piece() -> None:
    """BS-10.1-02: it looks where its crew has turned it."""
    assert refused(field(engine(facing=SOUTH), orcs())) == {"BS-10.1-02"}


# ---------------------------------------------------------------- how often


@pytest.mark.parametrize(
    ("kind", "wounded", "rounds"),
    [("ballista", False, 1), ("light_catapult", False, 2), ("ballista", True, 2), ("heavy_catapult", True, 4)],
)
def test_rate_of_fire(kind: str, wounded: bool, rounds: int) -> None:
    """BS-10.9-03, BS-10.9-05, BS-10.10-03: a wounded crew fires half as often: every 2nd and every 4th round."""
    for since in range(1, 6):
        position = field(engine(kind, wounded=wounded, last_shot=5), orcs(), turn=5 + since)
        assert (shots_left(position, position.units["engine"]).total == 1) is (since >= rounds)
    fresh = field(engine(kind, wounded=wounded), orcs(), turn=1)
    assert shots_left(fresh, fresh.units["engine"]).total == 1


def test_a_piece_that_has_fired_waits() -> None:
    """BS-10.9-03: through the door."""
    position = field(engine(), orcs(40, files=10), turn=3)
    played = play(position, FIRE, shoot("engine", at="orcs"), "6 6")
    assert played.over
    assert played.unit("engine").own.arms.last_shot == 3
    waiting = field(engine(last_shot=3), orcs(), turn=4)
    assert play(waiting, FIRE).over


def test_move_or_fire() -> None:
    """BS-10.9-06: one or the other."""
    moved = field(engine("ballista", moved=True, spent=inches(1)), orcs())
    assert play(moved, FIRE).over
    fired = field(engine("ballista", shots=1), orcs())
    assert movement_left(fired, fired.units["engine"]) == 0
    assert move_allowance(fired, fired.units["engine"]).total == 0


def test_a_wounded_crew_cannot_move_the_piece() -> None:
    """BS-10.10-03."""
    position = field(engine(wounded=True), orcs())
    assert move_allowance(position, position.units["engine"]).total == 0
    assert move_allowance(field(engine(), orcs()), engine()).total == PIECES["light_catapult"].move


# ---------------------------------------------------------------- when


def test_artillery_fires_after_missiles() -> None:
    """BS-1.5-01: magic, missiles, artillery; Side A before Side B in each."""
    bows = blue("bows", 6, files=6, at=(30, 36), missile=LONGBOW, ar=20)
    position = field(engine(), bows, orcs())
    assert play(position, Shooting("blue", "phase")).decision.actors == ("bows",)
    assert "BS-1.5-01" in rules(play(position, Shooting("blue", "phase")).refusal(shoot("engine", at="orcs")))
    assert play(position, FIRE).decision.actors == ("engine",)
    agenda = _agenda(position)
    steps = [step for step in agenda if isinstance(step, Shooting | Artillery)]
    assert [(type(step), step.side) for step in steps[2:]] == [
        (Shooting, "blue"),
        (Shooting, "red"),
        (Artillery, "blue"),
        (Artillery, "red"),
    ]


def _agenda(position):
    """What a round is made of, once initiative is known."""
    scene = Scene(position)
    handler = HANDLERS[RoundOrder]
    assert handler.do is not None
    handler.do(scene, RoundOrder())
    return scene.battle.agenda


def test_artillery_may_use_pass_through_fire() -> None:
    """BS-10.6-02."""
    position = field(engine("ballista"), orcs())
    assert could_fire(position, position.units["orcs"])
    played = play(position, PassThrough("orcs", "half"), shoot("engine", at="orcs"), "6 6")
    assert played.unit("engine").own.turn.shot_in_passing
    assert play(played.battle, FIRE).over


# ---------------------------------------------------------------- crews


def test_rating_of_a_replacement_crew() -> None:
    """BS-10.10-02: AR +2 for the rest of the battle."""
    assert terms(shot(field(engine(second_crew=True), orcs())))["BS-10.10-02"] == 2
    assert "BS-10.10-02" not in terms(shot(field(engine(), orcs())))


def test_a_piece_whose_crew_dies_stays_on_the_table() -> None:
    """BS-10.10-02: and waits for another."""
    scene = Scene(field(engine(last_shot=2), orcs(), turn=3))
    remove(scene, "engine", DESTROYED, ())
    (machine,) = scene.battle.own.machines
    assert (machine.engine, machine.crew, machine.side, machine.last_shot) == ("light_catapult", "engine", "blue", 2)
    assert machine.at == Pose(inches(24), inches(40), 0)
    assert not scene.unit("engine").on_table
    assert [event for event in scene.events if isinstance(event, Ruled)]


def test_a_crew_that_runs_leaves_its_piece() -> None:
    """BS-10.10-02, BS-10.10-04: it runs as a skirmish figure, and is one from then on."""
    position = field(engine(ml=2, never_checks=False), orcs(at=(24, 35)))
    played = play(position, CheckMorale("engine", ("losses",), ("orcs",)))
    if played.battle.roll is not None:
        played = played.then("10 10")
    crew = played.unit("engine")
    (machine,) = played.battle.own.machines
    assert machine.at == Pose(inches(24), inches(40), 0)
    assert crew.own.profile.engine == ""
    assert crew.own.formation == "skirmish"
    assert crew.own.morale.rout is not None
    assert crew.pose.y > inches(40)


def standing(crew: str = "engine", **more) -> Machine:
    return Machine("light_catapult", "Catapult", "blue", Pose(inches(24), inches(40), 0), crew, **more)


def test_a_figure_at_the_piece_may_take_it_over() -> None:
    """BS-10.10-01, BS-10.10-02: a skirmish figure of 10 hit dice that touches it; it fires from the next round on."""
    men = skirmishers("scouts", "blue", [(24, 41.3), (30, 40)], of=MAN)
    position = field(*men, orcs(), machines=(standing(last_shot=1),), turn=4)
    asked = play(position, Crews("blue"), FIRE)
    assert asked.decision.prompt.startswith("Scouts-1")
    taken = asked.then(choose("take"))
    crew = taken.unit("scouts-1")
    assert taken.over
    assert crew.own.profile.engine == "light_catapult"
    assert crew.pose == Pose(inches(24), inches(40), 0)
    assert crew.own.arms.second_crew
    assert crew.of == ""
    assert taken.battle.own.machines == ()
    assert taken.battle.own.company("scouts").figures == 1
    fresh = with_turn(crew, moved=False)
    later = replace(taken.battle.with_unit(fresh), turn=5, agenda=())
    again = play(later, FIRE)
    assert again.decision.actors == ("scouts-1",)
    volley = aim(later, fresh, later.units["orcs"])
    assert isinstance(volley, Volley)
    assert terms(volley)["BS-10.10-02"] == 2
    left = asked.then(choose("leave"))
    assert left.battle.own.machines


def test_who_is_too_weak_or_too_far_is_not_asked() -> None:
    """BS-10.10-01: less than 10 hit dice, no man or humanoid, not at the piece, or of a regular unit."""
    weak = creature("kobold", 0, ac=7, size="S")
    weak = replace(weak, hit_dice=replace(weak.hit_dice, tenths=5))
    wolf = creature("wolf", 2, humanoid=False)
    machines = (standing(),)
    for one in (
        skirmishers("scouts", "blue", [(24, 41.3)], of=weak),
        skirmishers("scouts", "blue", [(24, 41.3)], of=wolf),
        skirmishers("scouts", "blue", [(24, 44)], of=MAN),
        skirmishers("scouts", "red", [(24, 41.3)], of=MAN),
        [blue("regulars", 4, files=4, at=(24, 41.1))],
    ):
        assert play(field(*one, orcs(), machines=machines), Crews("blue")).over


def test_a_crew_that_comes_back_is_no_replacement() -> None:
    """BS-10.10-02: but one that was a replacement stays one."""
    for replaced in (False, True):
        crew = blue("engine", 1, at=(24, 41.3), kind="skirmish")
        position = field(crew, orcs(), machines=(standing(replaced=replaced),))
        assert play(position, Crews("blue"), choose("take")).unit("engine").own.arms.second_crew is replaced


def test_shots_wound_and_kill_a_crew() -> None:
    """BS-10.10-03, BS-10.10-04: as those of any skirmish figure."""
    bows = red("bows", 12, files=6, at=(24, 34), missile=LONGBOW, formation="closed", ar=20)
    position = field(engine(never_checks=True), bows)
    killed = play(position, Shooting("red", "phase"), shoot("bows", at="engine"), "1 1")
    assert not killed.unit("engine").on_table
    assert killed.battle.own.machines


def test_crews_need_no_command() -> None:
    """BS-10.10-04: a catapult fires over friends without anybody's command."""
    friends = blue("spears", 20, files=20, at=(24, 32), formation="closed")
    assert shot(field(engine(), friends, orcs())).way == "indirect"


def test_a_stone_at_a_hero() -> None:
    """BS-9.4-05: four hit points a hit die."""
    hero = person("hero", "red", at=(24, 22), hit_points=80)
    position = field(engine(), hero)
    played = play(position, FIRE, shoot("engine", at="hero"), "3 4")
    lost = done_by(shot(position, "hero"), 7) * 4 // 10
    assert played.unit("hero").own.hit_points == 80 - lost


def test_no_special_ammunition() -> None:
    """BS-10.11-01: none unless agreed before the game; whatever a crew carries, it throws the stones of the table."""
    with_fire = engine(missile=LONGBOW, magic_equipment=True)
    assert shot(field(with_fire, orcs())).damage == (PIECES["light_catapult"].damage,)


def test_woods_hide_from_artillery_too() -> None:
    """BS-10.1-03."""
    assert "BS-10.1-03" in refused(field(engine(), orcs(), features=[piece("woods", 10, 28, 40, 32)]))
