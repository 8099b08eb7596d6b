"""Players who do not agree on a ruling leave it to a die (chapter O9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import Liberty
from schiltron.battle.play.agenda import Handler, Step, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Altered, Ruled
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.order import Amend
from schiltron.rulesets.book_of_war.options import SWITCHES
from schiltron.rulesets.book_of_war.setup.amending import settled
from schiltron.rulesets.book_of_war.state import Battle, Scene

_DIE: Final = "die:"
_RULE: Final = "BW-O9-02"


class Dispute(Step, frozen=True, tag="book_of_war.dispute"):
    """Two seats throw for a ruling that one proposes and the other does not want."""

    matter: Amend
    one: str
    other: str


def disputes(view: Battle) -> Iterator[Liberty]:
    """Rulings are overridden by agreement (BW-O9-01). Who is asked to agree to one, and will not, may leave it to a die
    instead, by which both are bound (BW-O9-02)."""
    for proposal in view.proposals:
        if isinstance(proposal.matter, Amend):
            said = SWITCHES.said(_amended(view, proposal.matter).own.options, proposal.matter.switch)
            for seat in view.seats:
                if seat.id != proposal.seat and seat.id not in proposal.agreed:
                    key = f"{_DIE}{seat.id}:{proposal.id}"
                    yield Liberty(key, f"Leave it to a die: {said}", seat.id, "", (_RULE, "BW-O9-01"))


def _amended(battle: Battle, matter: Amend) -> Battle:
    """The battle as it would be, with what follows from the switch; where that has become impossible since, as it
    is."""
    changed = SWITCHES.amended(battle.own.options, matter.switch, matter.value)
    if isinstance(changed, Reason):
        return battle
    found = settled(battle, replace(battle, own=replace(battle.own, options=changed)))
    return battle if isinstance(found, Reason) else found


def leave_to_die(scene: Scene, what: str) -> bool:
    """A dispute begins: the die is thrown before anything else. False for another liberty."""
    if not what.startswith(_DIE):
        return False
    seat, _, wanted = what.removeprefix(_DIE).partition(":")
    proposal = next(one for one in scene.battle.proposals if one.id == wanted)
    assert isinstance(proposal.matter, Amend)
    scene.set(proposals=tuple(one for one in scene.battle.proposals if one is not proposal))
    scene.tell(Ruled(what="they do not agree, and a die decides", rules=("BW-O9-01", _RULE)))
    scene.now(Dispute(proposal.matter, proposal.seat, seat))
    return True


def _ask(battle: Battle, step: Dispute) -> Roll:
    """A die each; ties are thrown again."""
    wanted = SWITCHES.said(_amended(battle, step.matter).own.options, step.matter.switch)
    pools = tuple(Pool(1, 6, SumOf(), _named(battle, seat), battle.side_at(seat)) for seat in (step.one, step.other))
    return Roll(f"dispute (if {_named(battle, step.one)} throws higher: {wanted})", pools, (_RULE,), unequal=True)


def _named(battle: Battle, seat: str) -> str:
    side = battle.side_at(seat)
    return battle.side_named(side).title if side else seat


def _roll(scene: Scene, step: Dispute, pools: tuple[Thrown, ...]) -> None:
    """The higher die has it, and nobody is asked any more."""
    one, other = pools
    won = one.total > other.total
    if won:
        scene.set(own=_amended(scene.battle, step.matter).own)
    scene.tell(Altered(matter=step.matter, agreed=won, rules=(_RULE,)))


DISPUTE: Final[Handler] = rolls(Dispute, ask=_ask, roll=_roll)
