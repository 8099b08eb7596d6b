"""Lines that reach round the ends of a narrower enemy: how far they overhang, and the shape they take."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.table.body import Formed, Wing
from schiltron.table.contact import EDGES, Edge
from schiltron.table.lengths import CONTACT, QUARTER_TURN, Mil
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect


def overhang(pose: Pose, body: Formed, rect: Rect, edge: Edge) -> tuple[float, float]:
    """How far a front reaches beyond the ends of an enemy's edge, left and right."""
    half = body.full_frontage / 2
    lateral = [pose.local(x, y)[0] for x, y in _ends(rect, edge)]
    return half + min(lateral), half - max(lateral)


def wrapped(pose: Pose, body: Formed, rect: Rect, edge: Edge, left: int, right: int) -> tuple[Formed, Pose]:
    """The body with so many files of each end swung flush along the enemy's flanks, whole files beyond its rear hooked
    round it, and where the middle of its front is then. The pose is that of the line as a whole."""
    pitch = body.base.width + body.spacing
    main = pose.shifted((left - right) * pitch / 2, 0)
    half = ((body.files - left - right) * pitch - body.spacing) / 2
    lateral = [main.local(x, y)[0] for x, y in _ends(rect, edge)]
    flank = 2 * (rect.half_depth if edge in ("front", "rear") else rect.half_width)
    wing_left = _wing(left, half + min(lateral), flank, pitch)
    wing_right = _wing(right, half - max(lateral), flank, pitch)
    return replace(body, left=wing_left, right=wing_right), main


def swung(wing: Wing | None) -> int:
    """Files wheeled through 90 degrees; those that go on round the rear wheel twice."""
    return wing.files + wing.hook if wing is not None else 0


def _ends(rect: Rect, edge: Edge) -> tuple[tuple[float, float], tuple[float, float]]:
    number = EDGES.index(edge)
    return rect.corners[number], rect.corners[(number + 1) % 4]


def _wing(files: int, inset: float, flank: float, pitch: Mil) -> Wing | None:
    if not files:
        return None
    along = -int(-(flank - CONTACT) // pitch)
    hook = max(0, files - along)
    return Wing(files=files, turn=QUARTER_TURN, inset=max(0, round(inset)), hook=hook, reach=round(flank))
