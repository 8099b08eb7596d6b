"""The quartermaster: troops, prices, and the battle made ready."""

from collections.abc import Sequence
from typing import ClassVar, Final

from push_of_pike.options import SWITCHES, Options
from push_of_pike.paper import OnPaper
from push_of_pike.sequence import BeginTurn, SetUp
from push_of_pike.state import Battle, BattlePart, UnitPart
from push_of_pike.troops import BASE, TROOPS
from schiltron.battle.setup.enrolment import enrolled, unbegun, usual_files
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.mustering import Muster, nearest
from schiltron.rulesets.quartermaster import Enlisted, Field, Listing, Report, Switches, Violation, only_as_listed
from schiltron.table.body import Formed
from schiltron.table.lengths import inches, show_inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Contour, Points


def _cost(unit: Enlisted) -> Tally:
    troop = TROOPS.get(unit.troop)
    each = troop.cost if troop is not None else 0
    term = Term(f"{unit.figures} at {each}", unit.figures * each, "PP-MOVE-01")
    return Tally(unit.name or unit.troop, (term,), measure="points")


class PushOfPikeMuster(Muster[Options]):
    ruleset: Final = "push_of_pike"
    listings: Final = {
        troop.id: Listing(troop.id, troop.name, troop.cost, f"move {show_inches(troop.move)}")
        for troop in TROOPS.values()
    }
    areas: Final = ()
    strips: Final = ()
    rolls_ground: Final = False
    many_sides: Final = False
    tableless: ClassVar[bool] = True
    switchboard = SWITCHES
    table: Final = (inches(24), inches(18))

    def check(self, units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
        del switches
        costs = tuple(map(_cost, units))
        points = sum(one.total for one in costs)
        found = [
            Violation(f"units[{place}].troop", f"there is no troop type {unit.troop!r}", nearest(unit.troop, TROOPS))
            for place, unit in enumerate(units)
            if unit.troop not in TROOPS
        ]
        if limit is not None and points > limit:
            found.append(Violation("units", f"the army costs {points} points, the limit is {limit}", "fewer figures"))
        return Report(points, costs, (*found, *only_as_listed(units)))

    def contours(self, kind: str, ring: Points, switches: Switches) -> tuple[Contour, ...]:
        del kind, ring, switches
        return ()

    def outlined(self, pose: Pose) -> Points:
        return ((pose.x, pose.y),)

    def prepare(self, field: Field) -> Battle:
        units = [
            enrolled(
                f"{side}-{number}",
                side,
                unit.figures,
                name=unit.name or TROOPS[unit.troop].name,
                kind=unit.troop,
                body=Formed(base=BASE, files=unit.files or usual_files(unit.figures)),
                own=UnitPart(),
                place=OnTable(unit.pose) if unit.pose is not None else None,
            )
            for side, army in field.armies
            for number, unit in enumerate(army, 1)
        ]
        return unbegun(
            self.ruleset,
            title=field.title,
            board=field.board,
            sides=field.sides,
            units=units,
            own=BattlePart(options=self.options(field.switches), zones=field.zones),
            agenda=(SetUp(), BeginTurn(field.sides[0].id)) if field.board is not None else (OnPaper(),),
            phase="deployment" if field.board is not None else "encounter",
        )


QUARTERMASTER: Final = PushOfPikeMuster()
