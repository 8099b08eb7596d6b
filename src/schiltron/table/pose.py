"""Where a body stands and where it looks."""

from msgspec import Struct

from schiltron.table.lengths import FULL_TURN, Mdeg, Mil, direction, heading_of


class Pose(Struct, frozen=True, cache_hash=True):
    """A point on the table and a heading. What the point means for a body is said in `body`.

    Every manoeuvre gives a pose of whole thousandths again, so that errors cannot creep in between moves.
    """

    x: Mil
    y: Mil
    heading: Mdeg

    @property
    def forward(self) -> tuple[float, float]:
        return direction(self.heading)

    @property
    def right(self) -> tuple[float, float]:
        fx, fy = direction(self.heading)
        return -fy, fx

    def advanced(self, mil: float) -> "Pose":
        """Straight ahead, or straight back when negative."""
        fx, fy = direction(self.heading)
        return Pose(round(self.x + fx * mil), round(self.y + fy * mil), self.heading)

    def shifted(self, lateral: float, forward: float) -> "Pose":
        """To the right and ahead, keeping the heading."""
        x, y = self.world(lateral, forward)
        return Pose(round(x), round(y), self.heading)

    def turned(self, turn: Mdeg) -> "Pose":
        """On the spot, clockwise."""
        return Pose(self.x, self.y, (self.heading + turn) % FULL_TURN)

    def pivoted(self, x: float, y: float, turn: Mdeg) -> "Pose":
        """Swung clockwise about a point of the table."""
        sine, minus_cosine = direction(turn)
        dx = self.x - x
        dy = self.y - y
        return Pose(
            round(x - dx * minus_cosine - dy * sine),
            round(y + dx * sine - dy * minus_cosine),
            (self.heading + turn) % FULL_TURN,
        )

    def local(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table as seen from here: (to the right, ahead)."""
        fx, fy = direction(self.heading)
        dx = x - self.x
        dy = y - self.y
        return dy * fx - dx * fy, dx * fx + dy * fy

    def world(self, lateral: float, forward: float) -> tuple[float, float]:
        """The point of the table so far to the right and ahead."""
        fx, fy = direction(self.heading)
        return self.x - fy * lateral + fx * forward, self.y + fx * lateral + fy * forward

    def heading_to(self, x: float, y: float) -> Mdeg:
        """The heading that looks from here at a point; the own heading for the own point."""
        if x == self.x and y == self.y:
            return self.heading
        return heading_of(x - self.x, y - self.y)
