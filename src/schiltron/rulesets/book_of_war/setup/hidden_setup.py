"""Setting up in secret: elves and halflings in woods, the invisible anywhere (chapter A2).

The owner writes down where a unit hides, how it looks and in how many files; the rest is set up as ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from msgspec.structs import replace
from shapely import Polygon, box
from shapely.geometry.base import BaseGeometry

from schiltron.battle.play.agenda import Step
from schiltron.battle.setup.battle_line import in_files, most_files, usual_files
from schiltron.battle.setup.deployment import Deployment, Formations, SetsUp, reserve
from schiltron.battle.setup.secret_setup import laid_open
from schiltron.battle.state.decision import Chosen, OfferedFormation, PlaceUnit, SetDown, Zone
from schiltron.battle.state.event import Placed, Ruled
from schiltron.battle.state.field import opposing, troops
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Hidden
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.embedded import heroes_with
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.hiding import hidden_foes, is_hidden, put_down
from schiltron.rulesets.book_of_war.movement.ground import barred
from schiltron.rulesets.book_of_war.setup.deployment import DEPLOYMENT, setup_ground
from schiltron.rulesets.book_of_war.setup.stages import DeployHiding
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Scene, Unit, UnitPart
from schiltron.table.lengths import CONTACT, FULL_TURN, QUARTER_TURN, TOLERANCE, Mil, inches
from schiltron.table.outline import Outline, gap, outline
from schiltron.table.pose import Pose

OPENLY: Final = "open"
IN_SECRET: Final = "hidden"
_SECRETLY: Final = "set up in secret"
"""The mark of a unit that is being set up so; nobody keeps it."""
_STEP: Final[Mil] = inches(1)
_TRIES: Final = 40
_HAIR: Final = CONTACT * CONTACT
"""Ground of a zone, in square mil, that is none."""


class _Ways(Formations[UnitPart]):
    """Openly, or in secret for those who can."""

    def offered(self, unit: Unit) -> tuple[OfferedFormation, ...]:
        if not troop(unit).hides:
            return ()
        return OfferedFormation(unit.id, OPENLY, 0), OfferedFormation(unit.id, IN_SECRET, 0)

    def drawn_up(self, unit: Unit, formation: str) -> Unit:
        return replace(unit, marks=(*unit.marks, _SECRETLY)) if formation == IN_SECRET else unit


class HidingDeployment(Deployment[BattlePart, UnitPart, Step]):
    """As units are set up, but for those who hide."""

    def objections(self, battle: Battle, unit: Unit, pose: Pose, files: int) -> Iterator[Reason]:
        known = laid_open(battle, unit.side)
        if _SECRETLY not in unit.marks:
            yield from super().objections(known, unit, pose, files)
            return
        unheard_of = self.unheard_of(unit, pose, files)
        if unheard_of is not None:
            yield unheard_of
            return
        if heroes_with(battle, unit):
            yield Reason(f"a hero in the ranks of {unit.name} would be seen", ("BW-A2-02", "BW-A3-03"))
        body = in_files(unit.body, files)
        yield from self.further(unit, body)
        standing = outline(pose, body, unit.bodies)
        yield from _out_of_hiding(battle, unit, standing)
        yield from self._crowding(known, unit, standing, battle.own.options.friendly_gap)

    def _take(self, scene: Scene, step: SetsUp, answers: tuple[SetDown | Chosen, ...]) -> None:
        answer = answers[0]
        if isinstance(answer, Chosen):
            super()._take(scene, step, answers)
            return
        secret = answer.formation == IN_SECRET
        unit = replace(scene.unit(answer.unit), body=in_files(scene.unit(answer.unit).body, answer.files))
        standing = outline(answer.pose, unit.body, unit.bodies)
        found = [foe for foe in hidden_foes(scene.battle, unit) if gap(standing, foe.outline) <= CONTACT]
        if found:
            for foe in found:
                put_down(scene, foe.id, "BW-A2-02", "BW-A2-04")
            scene.now(step)
            return
        if secret:
            _hide(scene, unit, answer.pose)
            if reserve(scene.battle, step.side):
                scene.now(step)
            else:
                self.then(scene)
        else:
            super()._take(scene, step, answers)

    def sampled(self, battle: Battle, side: str, decision: PlaceUnit, random: Random) -> SetDown | Chosen:
        hiders = [one for one in decision.units if troop(battle.units[one]).hides]
        if hiders and random.random() < 0.5:
            found = random_hiding_place(battle, battle.units[random.choice(hiders)], random)
            if found is not None and not self.judged(battle, decision, found):
                return found
        return super().sampled(battle, side, decision, random)

    def suggested(self, battle: Battle, side: str, decision: PlaceUnit) -> Iterator[SetDown | Chosen]:
        yield from super().suggested(battle, side, decision)
        for unit in (battle.units[one] for one in decision.units):
            if troop(unit).hides:
                yield from islice(hiding_places(battle, unit), 1)


def _hide(scene: Scene, unit: Unit, pose: Pose) -> None:
    """Only its own side is told where it hides (BW-A2-02)."""
    seats = scene.battle.seats_of(unit.side)
    comrades = tuple(seat for seat in seats if seat != unit.controller)
    rules = ("BW-A2-12",) if "invisibility" in troop(unit).abilities else ("BW-A2-02",)
    scene.change(replace(unit, place=Hidden(pose, comrades)))
    scene.tell(Placed(what=unit.id, name=unit.name, side=unit.side, pose=pose, rules=rules, audience=seats))
    scene.tell(Ruled(what=said(unit, "hide"), rules=rules))


def _out_of_hiding(battle: Battle, unit: Unit, standing: Outline) -> Iterator[Reason]:
    """Why nobody can hide there: not wholly inside a wood (BW-A2-02), or in the enemy's zone (BW-A2-12)."""
    board = battle.table
    if not board.holds(standing):
        yield Reason("it would hang over the table edge", ("BW-A2-02",))
    if barred(board.features, standing) is not None:
        yield Reason("nobody stands in a pond", ("BW-B3-11",))
    if "invisibility" in troop(unit).abilities:
        zones = [battle.own.zone(side) for side in opposing(battle, unit.side)]
        if any(_reaches_into(zone, standing) for zone in zones):
            yield Reason("the invisible hide outside the enemy's set-up zone", ("BW-A2-12",))
    elif not any(_covers(wood, standing) for wood in _woods(battle)):
        yield Reason("it does not fit wholly inside a wood there", ("BW-A2-02",))


def _reaches_into(zone: Zone, standing: Outline) -> bool:
    ground = box(zone.left, zone.top, zone.right, zone.bottom)
    return any(ground.intersection(Polygon(rect.corners)).area > _HAIR for rect in standing.rects)


def _woods(battle: Battle) -> list[BaseGeometry]:
    return [one.polygon for one in battle.table.features if one.kind == "woods"]


def _covers(wood: BaseGeometry, standing: Outline) -> bool:
    whole = wood.buffer(TOLERANCE)
    return all(whole.covers(Polygon(rect.corners)) for rect in standing.rects)


# ---------------------------------------------------------------- where one could hide


def hiding_places(battle: Battle, unit: Unit) -> Iterator[SetDown]:
    """Places in woods that look at the enemy, the nearest to the middle of each; in fewer files where it must be. None
    for who has a hero in the ranks."""
    if heroes_with(battle, unit):
        return
    ahead = setup_ground(battle, unit.side).ahead
    usual = usual_files(unit)
    for wood in _woods(battle):
        middle = wood.representative_point()
        left, top, right, bottom = (round(edge) for edge in wood.bounds)
        spots = [(x, y) for x in range(left, right, _STEP) for y in range(top, bottom, _STEP)]
        spots.sort(key=lambda spot: (spot[0] - middle.x) ** 2 + (spot[1] - middle.y) ** 2)
        for files in sorted({usual, (usual + 1) // 2, (unit.figures + 2) // 3}, key=lambda files: abs(files - usual)):
            for heading in (ahead, (ahead + QUARTER_TURN) % FULL_TURN):
                for x, y in spots:
                    place = SetDown(unit.id, Pose(x, y, heading), files, IN_SECRET)
                    if fits(battle, unit, place):
                        yield place
                        break


def random_hiding_place(battle: Battle, unit: Unit, random: Random) -> SetDown | None:
    """Anywhere a unit could hide by what is known of the field; None if no place is hit upon."""
    woods, board = _woods(battle), battle.table
    for _ in range(_TRIES):
        if "invisibility" in troop(unit).abilities or not woods:
            left, top, right, bottom = 0, 0, board.width, board.depth
        else:
            left, top, right, bottom = (round(edge) for edge in random.choice(woods).bounds)
        pose = Pose(random.randint(left, right), random.randint(top, bottom), random.randrange(0, FULL_TURN, 15_000))
        place = SetDown(unit.id, pose, random.randint(1, most_files(unit)), IN_SECRET)
        if fits(battle, unit, place):
            return place
    return next(iter(hiding_places(battle, unit)), None)


def fits(battle: Battle, unit: Unit, place: SetDown) -> bool:
    drawn = HIDING_DEPLOYMENT.formations.drawn_up(unit, IN_SECRET)
    return next(HIDING_DEPLOYMENT.objections(battle, drawn, place.pose, place.files), None) is None


def imagined(view: Battle, random: Random) -> Battle:
    """The battle with enemies that hide put anywhere they might."""
    battle = view
    for side in view.sides:
        for unit in troops(view, side.id):
            if is_hidden(unit) and type(unit.place) is not Hidden:
                place = random_hiding_place(battle, unit, random)
                if place is not None:
                    comrades = tuple(one for one in view.seats_of(unit.side) if one != unit.controller)
                    body = in_files(unit.body, place.files)
                    battle = battle.with_unit(replace(unit, place=Hidden(place.pose, comrades), body=body))
    return battle


HIDING_DEPLOYMENT: Final = HidingDeployment(
    ground=DEPLOYMENT.ground,
    rules=DEPLOYMENT.rules,
    rank_in_line=DEPLOYMENT.rank_in_line,
    on_the_wings=DEPLOYMENT.on_the_wings,
    then=DEPLOYMENT.then,
    further=DEPLOYMENT.further,
    formations=_Ways(),
)
DEPLOY_HIDING: Final = HIDING_DEPLOYMENT.handler(DeployHiding)
