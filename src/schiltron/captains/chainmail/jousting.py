"""How the captain jousts: he draws aim and seat from the mixture that nobody gains by foreseeing.

`tools/joust_plans.py` works the mixtures out.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files
from random import Random
from typing import Final, Literal

from msgspec import Struct, json

from schiltron.battle.state.decision import Choose, Chosen
from schiltron.rulesets.chainmail.joust.course import joust_now, place_of
from schiltron.rulesets.chainmail.joust.scoring import by_record
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.tilting.lists import RIDES

Stake = Literal["points", "record"]


class Moment(Struct, frozen=True):
    """What there is to know before a ride: what counts, how many rides are left, and who must keep a steady seat."""

    stake: Stake
    left: int
    forced: bool
    foe_forced: bool


class Plan(Struct, frozen=True):
    """What a moment is worth, and how often each pair is to be chosen in it; pairs never chosen are left out."""

    moment: Moment
    worth: str
    shares: dict[str, str]


PLANS: Final[Mapping[Moment, Plan]] = {
    plan.moment: plan for plan in json.decode((files(__package__) / "jousting.json").read_bytes(), type=list[Plan])
}


def answer(view: Battle, decision: Choose, random: Random) -> Chosen:
    joust = joust_now(view)
    place = place_of(view, decision)
    stake: Stake = "record" if by_record(view) else "points"
    moment = Moment(stake, RIDES - len(joust.rides), joust.forced(place), joust.forced(1 - place))
    shares = PLANS[moment].shares
    return Chosen((random.choices(list(shares), [float(Fraction(share)) for share in shares.values()])[0],))
