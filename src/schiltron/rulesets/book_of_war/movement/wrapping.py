"""Wrapping round a narrower enemy, and becoming square again (chapter B4)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from schiltron.battle.state.manoeuvre import Expand, SquareUp, Wrap
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.book_of_war.movement.swinging import climbed, rate_under
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.body import Figure, Formed, Wing, figures
from schiltron.table.contact import Touch, touches
from schiltron.table.facing import in_line
from schiltron.table.lengths import CONTACT, HALF_TURN, QUARTER_TURN, Mdeg, Mil, inches, show_inches
from schiltron.table.outline import advance_gap
from schiltron.table.pose import Pose
from schiltron.table.wrapping import overhang, swung, wrapped

WRAP_PER_FILE = inches(1)
HALF_MOVE_FILES = 1
FULL_MOVE_FILES = 3


def wrap(walker: Walker, leg: Wrap) -> None:
    """Files that overlap the enemy wheel inward; the larger wing is paid for, times the ground it wheels over, like any
    wheel (BW-B4-33, BW-B4-34, BW-B4-26)."""
    if leg.left < 0 or leg.right < 0 or leg.left + leg.right < 1:
        walker.refuse("wrapping needs at least one file on one side", "BW-B4-33")
        return
    front = _fronted(walker)
    if front is None:
        return
    enemy, touch = front
    left_over, right_over = _overlap(walker, enemy, touch)
    pitch = walker.body.base.width
    spare = (int((left_over + CONTACT) // pitch), int((right_over + CONTACT) // pitch))
    for side, wanted, there in (("left", leg.left, spare[0]), ("right", leg.right, spare[1])):
        if wanted > max(there, 0):
            walker.refuse(
                f"there are {counted(max(there, 0), 'file')} beyond {enemy.name} on the {side}, not {wanted}",
                "BW-B4-33",
                measured=True,
            )
    if walker.reasons:
        return
    body, pose = wrapped(walker.pose, walker.body, enemy.outline.rects[touch.rect_b], touch.edge_b, leg.left, leg.right)
    cost, on_bad_ground = _wrapping_cost(walker, pose, body)
    if cost > walker.left:
        walker.refuse(
            f"wrapping {max(leg.left, leg.right)} files costs {show_inches(cost)}, {show_inches(walker.left)} are left",
            "BW-B4-34",
            *(("BW-B4-26", "BW-B3-08") if on_bad_ground else ()),
            measured=True,
        )
        return
    walker.stands(leg, pose, body, cost)


def _wrapping_cost(walker: Walker, pose: Pose, body: Formed) -> tuple[Mil, bool]:
    """What swinging the wings costs, and whether the ground has made it dearer.

    The ground is looked at under the files that wheel: before, half way, flush with the flanks and round the rear.
    """
    plain = max(swung(body.left), swung(body.right)) * WRAP_PER_FILE
    before = _swinging(walker, walker.pose, walker.body, body)
    half_way, flush = (
        _swinging(walker, pose, replace(body, left=_at(body.left, turn), right=_at(body.right, turn)), body)
        for turn in (QUARTER_TURN // 2, QUARTER_TURN)
    )
    after = _swinging(walker, pose, body, body)
    rate = max(rate_under(walker, stage) for stage in (before, half_way, flush, after))
    cost = plain * rate + climbed(
        walker, figures(walker.pose, walker.body, walker.count), figures(pose, body, walker.count)
    )
    return cost, cost > plain


def _at(wing: Wing | None, turn: Mdeg) -> Wing | None:
    """A wing on its way round, not yet hooked."""
    return replace(wing, turn=turn, hook=0) if wing is not None else None


def _swinging(walker: Walker, pose: Pose, body: Formed, wrapped_body: Formed) -> list[Figure]:
    """Those figures of a stage of wrapping that are in the wings in the end."""
    first = wrapped_body.left.files if wrapped_body.left is not None else 0
    last = wrapped_body.files - (wrapped_body.right.files if wrapped_body.right is not None else 0)
    return [figure for figure in figures(pose, body, walker.count) if not first <= figure.file < last]


def expand(walker: Walker, leg: Expand) -> None:
    """Rear ranks widen the front by one file a side for half a move, or three for a full one (BW-B4-35 to BW-B4-37).

    Of a unit that has wrapped already the new files prolong its wings.
    """
    widest = max(leg.left, leg.right)
    if leg.left < 0 or leg.right < 0 or not 1 <= widest <= FULL_MOVE_FILES:
        walker.refuse("a unit widens by 1 file a side, or by up to 3 for its full move", "BW-B4-35", "BW-B4-36")
        return
    if walker.legs:
        walker.refuse("only a unit already in contact widens, before anything else", "BW-B4-35")
        return
    cost = walker.troop.half_move if widest <= HALF_MOVE_FILES else walker.troop.move
    if cost > walker.left:
        walker.refuse(f"widening costs {show_inches(cost)}, {show_inches(walker.left)} are left", "BW-B4-36")
        return
    front = _fronted(walker, wrapped_already=True)
    if front is None:
        return
    enemy, touch = front
    body = walker.body
    files = body.files + leg.left + leg.right
    if body.ranks(walker.count) < 2 or files > walker.count:
        walker.refuse("its rear ranks have no figures for new files", "BW-B4-35", "BW-B4-37")
        return
    line, pose = in_line(body, walker.pose)
    line = replace(line, files=files)
    pitch = body.base.width
    pose = pose.shifted((leg.right - leg.left) * pitch / 2, 0)
    rect = enemy.outline.rects[touch.rect_b]
    left, right = (
        max(0, min((wing.files if wing is not None else 0) + wider, int((over + CONTACT) // pitch)))
        for wing, wider, over in zip(
            (body.left, body.right), (leg.left, leg.right), overhang(pose, line, rect, touch.edge_b), strict=True
        )
    )
    wide, pose = wrapped(pose, line, rect, touch.edge_b, left, right)
    walker.stands(leg, pose, wide, cost)


def square_again(walker: Walker, leg: SquareUp) -> None:
    """After combat a wrapped unit becomes square (BW-B4-39); a unit whose foe fell away closes up (BW-B4-08)."""
    body = walker.body
    touched = walker.enemies_touched()
    if body.aslant:
        if touched:
            walker.refuse("the combat is not over: it is still in contact", "BW-B4-39")
            return
        straighten_wings(walker)
        return
    if touched:
        walker.refuse("it is in contact already", "BW-B4-39")
        return
    _close_up(walker, leg)


def straighten_wings(walker: Walker) -> None:
    """All files in line again: free, or half a move if a figure looks straight back (BW-B4-39, BW-B4-40)."""
    body, pose = in_line(walker.body, walker.pose)
    cost = walker.troop.half_move if _looks_back(walker.body) else 0
    if cost > walker.left:
        walker.refuse("re-forming costs half a move", "BW-B4-40", measured=True)
        return
    walker.stands(SquareUp(), pose, body, cost)


def _looks_back(body: Formed) -> bool:
    if any(wing is not None and wing.hook for wing in (body.left, body.right)):
        return True
    return body.aslant and any(abs(limb.turn) == HALF_TURN for limb in body.limbs)


def _fronted(walker: Walker, *, wrapped_already: bool = False) -> tuple[Unit, Touch] | None:
    """The enemy squarely in front, with the longest stretch of contact; a reason if there is none."""
    winged = walker.body.left is not None or walker.body.right is not None
    if walker.body.hedgehog or walker.body.bends or (winged and not wrapped_already):
        walker.refuse("only a unit in line can wrap", "BW-B4-33")
        return None
    here = walker.outline
    found = [
        (enemy, touch)
        for enemy in walker.enemies_touched()
        for touch in touches(here, enemy.outline)
        if touch.flush and touch.edge_a == "front" and touch.rect_a == 0
    ]
    if not found:
        walker.refuse(
            "it is not squarely in contact with an enemy in front",
            "BW-B4-33",
            "BW-B4-35",
            measured=bool(walker.legs),
        )
        return None
    return max(found, key=lambda pair: pair[1].length)


def _overlap(walker: Walker, enemy: Unit, touch: Touch) -> tuple[float, float]:
    """How far the front reaches beyond the ends of the enemy's edge, left and right."""
    return overhang(walker.pose, walker.body, enemy.outline.rects[touch.rect_b], touch.edge_b)


def _close_up(walker: Walker, leg: SquareUp) -> None:
    """Straight ahead, free, to an enemy lately fought, if no more than an inch away (BW-B4-08)."""
    ux, uy = walker.pose.forward
    here = walker.outline
    lately = {
        other
        for one in walker.battle.engagements
        for other in (one.attacker, one.defender)
        if walker.unit.id in (one.attacker, one.defender)
    }
    ahead = [
        (free, other)
        for other in walker.others
        if (free := advance_gap(here, ux, uy, other.outline, inches(1))) is not None
    ]
    if not ahead or min(ahead, key=lambda pair: pair[0])[1].id not in lately:
        walker.refuse("no enemy it lately fought stands within an inch ahead", "BW-B4-08")
        return
    free, enemy = min(ahead, key=lambda pair: pair[0])
    walker.goes(leg, walker.pose.advanced(free), walker.body, 0)
    walker.met = enemy
    walker.edge = _met_edge(walker, enemy)


def _met_edge(walker: Walker, enemy: Unit) -> Literal["front", "rear", "left", "right"]:
    found = max(touches(walker.outline, enemy.outline), key=lambda touch: touch.length, default=None)
    return found.edge_b if found is not None else "front"
