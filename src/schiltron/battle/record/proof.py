"""Proving a battle: everything is played again, every hash compared, every sealed die thrown once more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from schiltron.battle.door.dice import SealedDice, fingerprint, verify_commitment
from schiltron.battle.record.journal import DiceNote, Journal
from schiltron.battle.record.savefile import Loaded
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Dice

AnyJournal = Journal[Any, Any, Any]


class Verification(Struct, frozen=True):
    """What was gone through again: entries replayed, rolls proven from the seed, and every problem found."""

    entries: int
    rolls: int
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    shares: int = 0
    """Players who added to the dice."""
    seal: str = ""
    """Of the last line: who has another copy of the file with the same one has the same battle."""


def verify(loaded: Loaded, noted: Sequence[str] = (), secrets: Sequence[str] = ()) -> Verification:
    """Replay everything, compare every hash, and throw the sealed dice again from the seed.

    `noted` are fingerprints a player wrote down before the first die fell, `secrets` what they themselves added.
    """
    journal = loaded.journal
    again = Journal(journal.ruleset, journal.header)
    problems: list[str] = []
    notes = list(loaded.notes)
    if journal.header.hash and again.header.hash != journal.header.hash:
        problems.append("the battle does not begin as recorded")
    strays = []
    for entry in journal.entries:
        obeyed = again.obey(entry.order)
        if isinstance(obeyed, Illegal):
            problems.append(f"entry {entry.number} is not legal: {obeyed}")
            break
        if entry.hash and again.entries[-1].hash != entry.hash:
            strays.append(entry.number)
    if strays:
        problems.append(f"{len(strays)} hashes differ, first at entry {strays[0]}")
    if not journal.header.hash:
        notes.append("the journal keeps no hashes")
    rolls, wrong, remark = _proven(again, loaded.seed)
    wrong += _unlike_the_notes(journal.header.dice, noted, secrets)
    return Verification(
        len(again.entries), rolls, (*problems, *wrong), (*notes, *remark), len(journal.header.dice.shares), loaded.seal
    )


def _unlike_the_notes(dice: DiceNote, noted: Sequence[str], secrets: Sequence[str]) -> list[str]:
    """What a player noted and the journal does not bear out."""
    shown = {dice.commitment.lower(), *(fingerprint(one.secret.encode()) for one in dice.shares)} - {""}
    added = {one.secret for one in dice.shares}
    return [
        *(
            f"{one} is no fingerprint of these dice: they are not those shown before play"
            for one in noted
            if one.lower() not in shown
        ),
        *(f"no player added {one!r} to these dice" for one in secrets if one not in added),
    ]


def _proven(journal: AnyJournal, seed: bytes | None) -> tuple[int, list[str], list[str]]:
    """How many rolls follow from the seed, which do not, and what cannot be proven."""
    origin, inherited = journal.header.origin, journal.header.inherited
    new = journal.entries[inherited:]
    thrown = [(entry.number, entry.order) for entry in new if isinstance(entry.order, Dice)]
    dice = journal.header.dice
    notes = []
    if origin is not None:
        notes.append(
            f"played on from {origin.battle} after entry {origin.entry}: the dice up to there are proven there"
        )
    if dice.kind != SealedDice.kind:
        drawn = [one for one in thrown if _drawn(journal, one[0])] if dice.commitment else []
        notes += [f"the dice are {dice.kind}: nothing proves them"] if len(drawn) < len(thrown) else []
        if not drawn:
            return 0, [], notes
        thrown = drawn
    if seed is None:
        return 0, [], [*notes, "the seed has not been shown yet: the dice cannot be proven"]
    if not verify_commitment(dice.commitment, seed):
        return 0, ["the seed is not the one committed to before play"], []
    source = SealedDice(seed, dice.shares)
    wrong = []
    for number, order in thrown:
        roll = journal.battle_at(number - 1).roll
        assert roll is not None
        due = source.throw(roll, number)
        if due.pools != order.pools:
            wrong.append(f"entry {number}, {roll.purpose}: recorded {_faces(order)}, the seed gives {_faces(due)}")
    return len(thrown) - len(wrong), wrong, notes


def _drawn(journal: AnyJournal, number: int) -> bool:
    """Whether an entry answers a draw from a bag."""
    roll = journal.battle_at(number - 1).roll
    return roll is not None and roll.drawn


def _faces(dice: Dice) -> str:
    return " | ".join(" ".join(map(str, pool.faces)) or "no faces" for pool in dice.pools)
