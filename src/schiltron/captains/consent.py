"""How captains answer what people propose."""

from __future__ import annotations

from schiltron.battle.state.battle import Proposal
from schiltron.battle.state.order import Agree, CallItDrawn


def consent(seat: str, proposal: Proposal) -> Agree:
    """Captains let an answer be taken back and a switch be changed, but fight on rather than call it a draw."""
    return Agree(seat, proposal.id, agrees=not isinstance(proposal.matter, CallItDrawn))
