"""A scenario in the making: what its book lays on a table, what is against the field or may stand, and the ground that
is rolled or drawn by the book's own procedure."""

from schiltron.muster.fieldbench.bench import FieldBench, examined_field
from schiltron.muster.fieldbench.chance_ground import chance_ground
from schiltron.muster.fieldbench.palette import Palette, palette

__all__ = ["FieldBench", "Palette", "chance_ground", "examined_field", "palette"]
