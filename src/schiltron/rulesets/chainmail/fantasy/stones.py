"""Whom stones and shot do no harm: catapults and thrown boulders strike the types of a list alone, cannon whoever is
not proof against ordinary missiles (CM-FANT-CATAPULT-01)."""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Unit

STONES: Final = "CM-FANT-CATAPULT-01"
SUBJECT: Final = tuple(str(row["type"]) for row in LAW.sheet("CM-T-fant-catapult-subject").records())


def withstands(unit: Unit, *, shot: bool = False) -> str:
    """The rule by which stones, or the shot of a cannon, do a creature no harm; "" where they do."""
    nature = unit.own.profile.nature
    if nature is None:
        return ""
    if shot:
        proof = trait(unit, "proof_to_missiles")
        return proof.rule if proof is not None else ""
    return "" if nature.is_called(SUBJECT) else STONES
