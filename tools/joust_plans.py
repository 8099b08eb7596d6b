"""Works out how the captain of Chainmail jousts, exactly, and writes it beside him: `python -m tools.joust_plans`.

From the last ride back to the first, every moment is a game of two who choose in secret: what a ride counts, and what
may be expected of those after it, which hangs on who must keep a steady seat in the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Final

from msgspec import json

from schiltron.captains.chainmail.jousting import Moment, Plan, Stake
from schiltron.captains.zero_sum import Worth, solved
from schiltron.rulesets.chainmail.joust.scores import scored
from schiltron.rulesets.chainmail.tilting.lists import RIDES, Ride
from schiltron.rulesets.chainmail.tilting.matrix import UNHORSED, pairs

PLANS: Final = Path(__file__).parents[1] / "src/schiltron/captains/chainmail/jousting.json"
STAKES: Final[tuple[Stake, ...]] = ("points", "record")


def worked_out() -> list[Plan]:
    """The plans for all moments."""
    plans: dict[Moment, Plan] = {}
    for stake, left in product(STAKES, range(1, RIDES + 1)):
        for forced, foe_forced in product((False, True), repeat=2) if left < RIDES else ((False, False),):
            moment = Moment(stake, left, forced, foe_forced)
            value, shares = solved(worths(moment, plans))
            mine = zip(pairs(forced=forced), shares, strict=True)
            plans[moment] = Plan(moment, str(value), {pair.key: str(share) for pair, share in mine if share})
    return list(plans.values())


def worths(moment: Moment, later: Mapping[Moment, Plan]) -> Worth:
    """What each pair comes to against each of the foe's: this ride, and what may be expected of those after it."""
    mine, theirs = pairs(forced=moment.forced), pairs(forced=moment.foe_forced)
    return [[_worth(moment, Ride(one, other), later) for other in theirs] for one in mine]


def _worth(moment: Moment, ride: Ride, later: Mapping[Moment, Plan]) -> Fraction:
    now = Fraction(_now(moment.stake, ride))
    if moment.left == 1 or ride.unhorses:
        return now
    after = Moment(moment.stake, moment.left - 1, ride.steadied(0), ride.steadied(1))
    return now + Fraction(later[after].worth)


def _now(stake: Stake, ride: Ride) -> int:
    dealt, taken = ride.done_by(0), ride.done_by(1)
    if stake == "record":
        return (UNHORSED in dealt) - (UNHORSED in taken)
    return scored(dealt, taken) - scored(taken, dealt)


def main() -> None:
    PLANS.write_bytes(json.format(json.encode(worked_out()), indent=1) + b"\n")


if __name__ == "__main__":
    main()
