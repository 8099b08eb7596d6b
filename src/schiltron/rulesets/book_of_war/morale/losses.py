"""Fallen figures are taken off the table, and formations close up (chapter B4)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.event import Removed
from schiltron.battle.state.field import others
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.morale.rout import destroy
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.movement.turning import holds_hedgehog
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.table.body import Formed, Wing, straightened
from schiltron.table.facing import faced
from schiltron.table.outline import outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.turned_legs import thinned_line


class LeaveHedgehog(Step, frozen=True, tag="book_of_war.leave_hedgehog"):
    """Too few are left to stand in hedgehog: the owner says which way they face (BW-B4-21)."""

    unit: str


class ClearFallen(Step, frozen=True, tag="book_of_war.clear_fallen"):
    """The fallen of a unit are taken off, from the back rank (BW-B4-06, BW-B4-07)."""

    unit: str


_LEFT, _RIGHT, _BOTH = "left", "right", "both"
_MORE_LEFT, _MORE_RIGHT = "more_left", "more_right"
_ONE_END = (Option(_LEFT, "From the left end"), Option(_RIGHT, "From the right end"))
_EVENLY = (Option(_BOTH, "Evenly, closing up to the middle"),)
_NEARLY_EVENLY = (
    Option(_MORE_LEFT, "Evenly, one more from the left end"),
    Option(_MORE_RIGHT, "Evenly, one more from the right end"),
)


# ---------------------------------------------------------------- the fallen


def _ask_clear(battle: Battle, step: ClearFallen) -> tuple[Choose, ...] | None:
    """Only when the front rank itself loses figures is there anything to choose (BW-B4-06)."""
    unit = battle.units[step.unit]
    if not unit.on_table or not unit.figures or not unit.fallen or unit.figures >= formation(unit).files:
        return None
    come = "comes" if unit.fallen == 1 else "come"
    options = _ways_to_clear(formation(unit), formation(unit).files - unit.figures)
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name}: {unit.fallen} fallen {come} off the only rank left. From which end?",
            waits=f"{unit.name} to close up",
            rules=("BW-B4-06",),
            options=options,
            default=Chosen((_BOTH,)) if options[0].key == _BOTH else None,
        ),
    )


def _ways_to_clear(body: Formed, missing: int) -> tuple[Option, ...]:
    """Between wings of one length nothing but the owner's choice settles which of them loses the odd one."""
    left, right = _wing_files(body)
    if not left or left != right or missing % 2 == 0:
        return (*_EVENLY, *_ONE_END)
    return _ONE_END if missing == 1 else (*_NEARLY_EVENLY, *_ONE_END)


def _take_clear(scene: Scene, step: ClearFallen, answers: tuple[Chosen, ...]) -> None:
    _clear(scene, step.unit, option_choice.chosen(answers))


def _do_clear(scene: Scene, step: ClearFallen) -> None:
    _clear(scene, step.unit, _BOTH)


def _clear(scene: Scene, unit_id: str, end: str) -> None:
    unit = scene.unit(unit_id)
    if not unit.on_table:
        return
    if not unit.figures:
        destroy(scene, unit_id, "destroyed", "BW-B4-07")
        return
    scene.tell(Removed(unit=unit_id, figures=unit.fallen, why="fallen", rules=("BW-B4-06", "BW-B4-07")))
    body = formation(unit)
    pose = unit.pose
    missing = body.files - unit.figures
    if missing > 0:
        from_left, from_right = _off_the_ends(body, missing, end)
        body, pose = thinned(body, pose, from_left, from_right, closed=missing - from_left - from_right)
    body = straightened(body, unit.figures)
    scene.change(replace(unit, fallen=0, body=body, place=unit.place_at(pose)))
    if (body, pose) != (unit.body, unit.pose):
        scene.tell(FormedEvent(unit=unit_id, pose=pose, body=body, why="close up", rules=("BW-B4-05",)))
    part(scene)
    if body.hedgehog and not holds_hedgehog(body, unit.figures):
        scene.now(LeaveHedgehog(unit_id))


def _off_the_ends(body: Formed, missing: int, end: str) -> tuple[int, int]:
    """How many files come off the left end and off the right one.

    Evenly is as many off either end; of an odd number one more off the longer wing. A line without wings closes up
    instead.
    """
    half = missing // 2
    left, right = _wing_files(body)
    if end == _LEFT:
        return missing, 0
    if end == _RIGHT:
        return 0, missing
    if end == _MORE_LEFT or left > right:
        return missing - half, half
    if end == _MORE_RIGHT or left < right:
        return half, missing - half
    return half, half


def _wing_files(body: Formed) -> tuple[int, int]:
    return body.left.files if body.left else 0, body.right.files if body.right else 0


def thinned(body: Formed, pose: Pose, from_left: int, from_right: int, closed: int) -> tuple[Formed, Pose]:
    """A body with files taken off its ends, wings first; the figures that stay keep their places. Those `closed` come
    off neither end: the others close up to the middle."""
    if body.bends:
        return thinned_line(pose, body, from_left, from_right, closed)
    left, off_left = _shorter(body.left, from_left)
    right, off_right = _shorter(body.right, from_right)
    wing_files = sum(wing.files for wing in (left, right) if wing is not None)
    files = body.files - from_left - from_right - closed
    if files <= wing_files:
        # Not even the main block is left between the wings: whoever remains stands in line.
        return replace(body, files=max(1, files), left=None, right=None), pose
    pitch = body.base.width + body.spacing
    shift = (off_left - off_right) * pitch / 2
    return replace(body, files=files, left=left, right=right), pose.shifted(shift, 0)


def _shorter(wing: Wing | None, files: int) -> tuple[Wing | None, int]:
    """A wing less some of its outer files, and how many files more must come off the main block."""
    if wing is None:
        return None, files
    if files >= wing.files:
        return None, files - wing.files
    return replace(wing, files=wing.files - files, hook=max(0, wing.hook - files)), 0


# ---------------------------------------------------------------- too few for a hedgehog (BW-B4-21)


def _facings(battle: Battle, unit: Unit) -> tuple[Option, ...]:
    """Facings for which there is room; the one it was drawn up in always is one."""
    body = formation(unit)
    found = []
    for to in ("front", "left", "right", "rear"):
        pose, shape = faced(unit.pose, body, unit.bodies, to)
        there = outline(pose, shape, unit.bodies)
        if to == "front" or not any(overlapping(there, other.outline) for other in others(battle, unit)):
            found.append(Option(to, f"Face {to}"))
    return tuple(found)


def _ask_leave(battle: Battle, step: LeaveHedgehog) -> tuple[Choose, ...] | None:
    unit = battle.units[step.unit]
    if not unit.on_table or not formation(unit).hedgehog:
        return None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} are too few for a hedgehog. Which way do they face?",
            waits=f"{unit.name} to face one way",
            rules=("BW-B4-21",),
            options=_facings(battle, unit),
            default=Chosen(("front",)),
        ),
    )


def _take_leave(scene: Scene, step: LeaveHedgehog, answers: tuple[Chosen, ...]) -> None:
    unit = scene.unit(step.unit)
    pose, body = faced(unit.pose, formation(unit), unit.bodies, option_choice.chosen(answers))
    scene.change(replace(unit, place=unit.place_at(pose), body=body))
    scene.tell(FormedEvent(unit=unit.id, pose=pose, body=body, why="leave hedgehog", rules=("BW-B4-21",)))
    part(scene)


CLEAR_FALLEN = option_choice.chooses(ClearFallen, ask=_ask_clear, take=_take_clear, do=_do_clear)
LEAVE_HEDGEHOG = option_choice.chooses(LeaveHedgehog, ask=_ask_leave, take=_take_leave)
