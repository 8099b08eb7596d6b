"""Changes of formation (cases 7.1 to 7.6, and 2.11 for special units)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.manoeuvre import FormUp
from schiltron.rulesets.battlesystem.bases import spacing
from schiltron.rulesets.battlesystem.field import is_regular
from schiltron.rulesets.battlesystem.ground.effects import RULES
from schiltron.rulesets.battlesystem.ground.footing import no_ranks
from schiltron.rulesets.battlesystem.in_command import in_command
from schiltron.rulesets.battlesystem.movement.rates import part_of, share
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Formation
from schiltron.table.body import Formed, figures
from schiltron.table.facing import in_line
from schiltron.table.lengths import TOLERANCE, Mil, show_inches
from schiltron.table.outline import Outline
from schiltron.table.pose import Pose
from schiltron.table.terrain import name_of

NAMES: Final[dict[str, Formation]] = {"close": "closed", "open": "open", "skirmish": "skirmish"}


def spaced(walker: Walker, body: Formed, formation: Formation) -> Formed:
    """The body with the room between its bases that a formation has; its front keeps its middle."""
    stands = walker.unit.own.profile.stands
    return replace(body, spacing=spacing(formation, stands=stands), hedgehog=False)


def opened(walker: Walker, pose: Pose, here: Outline | None = None) -> Formed | None:
    """Closed ranks opened where they stand, in as many files as there is room for; None where there is none."""
    body = walker.body
    assert isinstance(body, Formed)
    for files in range(body.files, 0, -1):
        shape = replace(spaced(walker, body, "open"), files=files, left=None, right=None)
        if not walker.in_the_way(pose, shape, here):
            return shape
    return None


def change_formation(walker: Walker, leg: FormUp) -> None:
    """A third of MV, anywhere in the move, for a unit all of whose figures are in command (BS-7.6-01)."""
    to = NAMES.get(leg.to)
    body = walker.body
    if to is None or not isinstance(body, Formed) or not is_regular(walker.unit):
        walker.refuse("regular units are in closed or in open formation; nobody else has a choice", "BS-7.1-01")
        return
    if _allowed(walker, to):
        cost = part_of(walker.rate, share("change_formation_voluntary"))
        if affords(walker, cost, "changing formation", "BS-7.6-01"):
            straight, pose = in_line(body, walker.pose)
            was = walker.formation, walker.stance
            walker.formation, walker.stance = to, ""
            if not stand(walker, leg, pose, spaced(walker, straight, to), cost):
                walker.formation, walker.stance = was


def _allowed(walker: Walker, to: Formation) -> bool:
    profile = walker.unit.own.profile
    if walker.formation == to:
        walker.refuse(f"it is in {to} formation already", "BS-7.1-01")
    elif walker.unit.own.turn.come_upon:
        walker.refuse("the enemy came upon it before it moved: it keeps its formation", "BS-7.8-03")
    elif to == "skirmish" and profile.special != "elite":
        walker.refuse("only elite regulars take up skirmish formation", "BS-7.1-01", "BS-2.11-02")
    elif to == "closed" and profile.special == "berserkers":
        walker.refuse("berserkers never close their ranks", "BS-2.11-03")
    elif not commanded(walker):
        closing = ("BS-7.2-01", "BS-4.7-03") if to == "closed" else ()
        walker.refuse("only a unit that is in command changes its formation", "BS-7.6-01", *closing)
    elif to == "closed" and walker.manner.costs and not _firm(walker):
        return False
    return not walker.reasons


def commanded(walker: Walker) -> bool:
    """Whether it is in command where it stands by now."""
    unit = walker.standing
    return in_command(walker.battle.with_unit(unit), unit)


def _firm(walker: Walker) -> bool:
    """Whether the ground underfoot lets ranks close."""
    placed = figures(walker.pose, walker.body, walker.count)
    under = no_ranks(placed, walker.board.features)
    if under is not None:
        walker.refuse(f"nobody closes his ranks in {name_of(under)}", RULES[under.kind], measured=True)
    return under is None


# ---------------------------------------------------------------- on the spot


def affords(walker: Walker, cost: Mil, what: str, *rules: str) -> bool:
    if cost <= walker.left + TOLERANCE:
        return True
    walker.fall_short(f"{what} costs {show_inches(cost)}", *rules)
    return False


def stand(walker: Walker, leg: FormUp, pose: Pose, body: Formed, cost: Mil) -> bool:
    """The body in its new shape, if there is room."""
    found = walker.in_the_way(pose, body)
    if found:
        walker.reasons += found
        return False
    walker.goes(leg, pose, body, min(cost, max(0, walker.left)))
    return True
