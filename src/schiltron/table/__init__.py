"""The tabletop in inches: bases, figures, formations, terrain, sight, arcs and measuring. Knows no rules.

`gap`, `overlapping` and `advance_gap` here are those between whole bodies; `rectangles` has the same between
single rectangles. The table is drawn in the room above, `drawing`.
"""

from schiltron.table.arcs import arc_polygon, in_arc
from schiltron.table.base import Base
from schiltron.table.body import Bend, Body, Figure, Formed, Scatter, Single, Spot, Wing, figures, straightened
from schiltron.table.contact import Edge, Touch, edge_met, figures_touching, sector, squared, touches
from schiltron.table.edges import Board, TableEdge
from schiltron.table.facing import faced, in_line
from schiltron.table.ground import Climb, Stretch, crosses, march, standing, stood_in
from schiltron.table.lengths import (
    CONTACT,
    FULL_TURN,
    TOLERANCE,
    Mdeg,
    Mil,
    degrees,
    direction,
    heading_of,
    inches,
    normal,
    show_inches,
    signed,
)
from schiltron.table.outline import (
    Outline,
    advance_gap,
    gap,
    nearest_figure,
    nearest_figures,
    outline,
    overlapping,
    pivot_gap,
)
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from schiltron.table.shapes import (
    Caught,
    Cone,
    Corridor,
    Disc,
    Plot,
    Shape,
    caught,
    higher_under,
    may_meet,
    rings_of,
    stretches_under,
)
from schiltron.table.sight import Between, Sight, look, units_between
from schiltron.table.sweep import advanced_shape, pivoted_shape, ring_points
from schiltron.table.terrain import Area, Contour, Feature, Strip, features_overlap, inset_ring, kinds_at, level_at

__all__ = [
    "CONTACT",
    "FULL_TURN",
    "TOLERANCE",
    "Area",
    "Base",
    "Bend",
    "Between",
    "Board",
    "Body",
    "Caught",
    "Climb",
    "Cone",
    "Contour",
    "Corridor",
    "Disc",
    "Edge",
    "Feature",
    "Figure",
    "Formed",
    "Mdeg",
    "Mil",
    "Outline",
    "Plot",
    "Pose",
    "Rect",
    "Scatter",
    "Shape",
    "Sight",
    "Single",
    "Spot",
    "Stretch",
    "Strip",
    "TableEdge",
    "Touch",
    "Wing",
    "advance_gap",
    "advanced_shape",
    "arc_polygon",
    "caught",
    "crosses",
    "degrees",
    "direction",
    "edge_met",
    "faced",
    "features_overlap",
    "figures",
    "figures_touching",
    "gap",
    "heading_of",
    "higher_under",
    "in_arc",
    "in_line",
    "inches",
    "inset_ring",
    "kinds_at",
    "level_at",
    "look",
    "march",
    "may_meet",
    "nearest_figure",
    "nearest_figures",
    "normal",
    "outline",
    "overlapping",
    "pivot_gap",
    "pivoted_shape",
    "ring_points",
    "rings_of",
    "sector",
    "show_inches",
    "signed",
    "squared",
    "standing",
    "stood_in",
    "straightened",
    "stretches_under",
    "touches",
    "units_between",
]
