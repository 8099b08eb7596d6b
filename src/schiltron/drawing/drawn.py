"""A unit as it shall be drawn: where it stands, how many it is, and how its side is told from the other."""

from dataclasses import dataclass
from typing import Literal

from shapely import Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.drawing.paths import inches_of, number, xml
from schiltron.drawing.style import side_class
from schiltron.drawing.symbols import MARKS
from schiltron.table.body import Body, Formed
from schiltron.table.outline import outline
from schiltron.table.pose import Pose

Pattern = Literal["", "striped", "dotted"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the picture needs to know of a unit; the caller says it, this room attaches no rule to it."""

    pose: Pose
    body: Body
    count: int
    """Figures that have a place, the fallen among them."""
    fallen: int = 0
    """So many of the last figures lie where they stood, tipped over and faint."""
    colour: str = "red"
    open: bool = False
    """Open bases have a round chip, filled ones a square chip: sides never differ by colour alone."""
    pattern: Pattern = ""
    """What is on open bases of a third side and a fourth; their chips are a diamond and a hexagon."""
    label: str = ""
    strength: int | None = None
    marks: tuple[str, ...] = ()
    symbol: str = ""
    company: tuple[tuple[str, str], ...] = ()
    """Who goes with the unit: symbol and name of each. They have no place of their own and are shown by a flag."""
    ghost: bool = False
    """A plan: hollow bases in the colour of the overprint, without a label."""
    hull: bool = False
    """A ship from above, beneath those who stand on it."""
    id: str = ""
    """Written to `data-unit`, for a page that has to find the unit again."""

    @property
    def style(self) -> str:
        """The classes that paint the unit."""
        return "ghost" if self.ghost else f"{side_class(self.colour)} {self.manner}"

    @property
    def manner(self) -> str:
        """How its bases are drawn."""
        return "ghost" if self.ghost else "open" if self.open else "solid"

    @property
    def attributes(self) -> str:
        """What the group of the unit carries, from near and from afar."""
        key = f' data-unit="{xml(self.id)}"' if self.id else ""
        return f'class="unit {self.style}"{key} role="img" aria-label="{xml(self.spoken)}"'

    @property
    def spoken(self) -> str:
        """The unit in words, for those who do not see the picture."""
        name = self.label or self.symbol.replace("_", " ") or "unit"
        figures = f"{self.chip} figure" + ("" if self.chip == 1 else "s")
        company = (f"with {' and '.join(name for _, name in self.company)}",) if self.company else ()
        marks = (mark.replace("_", " ") for mark in self._other_marks)
        return ", ".join((name, self.colour, figures, *company, *marks))

    @property
    def chip(self) -> int:
        """The number that stands for the unit."""
        return self.count - self.fallen if self.strength is None else self.strength

    @property
    def chevron(self) -> str:
        """The class of the sign before its front."""
        return "chevron-ghost" if self.ghost else "chevron-hollow side-line" if self.routed else "chevron"

    @property
    def routed(self) -> bool:
        return "routed" in self.marks

    @property
    def fighting(self) -> bool:
        return "contact" in self.marks

    @property
    def hedgehog(self) -> bool:
        """Whether some of its figures look to other sides."""
        return isinstance(self.body, Formed) and bool(self.body.hedgehog)

    @property
    def rear_guarded(self) -> bool:
        return isinstance(self.body, Formed) and self.body.hedgehog is True

    @property
    def pictured_marks(self) -> tuple[str, ...]:
        """The marks that have a picture."""
        return tuple(mark for mark in self._other_marks if mark in MARKS)

    @property
    def _other_marks(self) -> tuple[str, ...]:
        """All but that of a unit with company, where flags say it."""
        return tuple(mark for mark in self.marks if mark != "company") if self.company else self.marks

    @property
    def turn(self) -> str:
        """Its heading as SVG turns things: degrees, clockwise."""
        return number(self.pose.heading / 1000)

    @property
    def shape(self) -> BaseGeometry:
        """The ground its bases cover, in inches of the table."""
        return self.shape_at(self.pose)

    def shape_at(self, pose: Pose) -> BaseGeometry:
        """The ground its bases would cover elsewhere."""
        rects = outline(pose, self.body, self.count).rects
        return union_all([Polygon(inches_of(rect.corners)) for rect in rects])
