"""Who of a figure leads, and what is open to the others in it (rules CONV, TA-CONV-03, TA-CONV-19 to TA-CONV-23)."""

from __future__ import annotations

from typing import NamedTuple

from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import Note, cited, listed
from schiltron.parent_game.creature import Record
from schiltron.parent_game.party import Leads, Member
from schiltron.rulesets.by_this_axe.conversions.grouping import Group
from schiltron.rulesets.by_this_axe.conversions.leadership import eligible, leadership, level, unknown


class Leading(NamedTuple):
    """As what a figure leads and how well; what is said of it, and what nobody can tell."""

    leads: Leads = ""
    tally: Tally | None = None
    notes: tuple[Note, ...] = ()
    missing: tuple[Note, ...] = ()


def leading(group: Group, start: str) -> Leading:
    """Whether the figure holds a general or a leader (TA-CONV-03): of the general, else of the best of its leaders."""
    found = [_of(one, start) for one in group.members]
    best = max(found, key=lambda one: (one.leads == "general", one.tally.total if one.leads and one.tally else 0))
    notes = tuple(note for one in found for note in one.notes)
    missing = tuple(note for one in found for note in one.missing)
    return Leading(best.leads, best.tally if best.leads else None, notes, missing)


def _of(one: Member, start: str) -> Leading:
    record, who = one.record, one.record.name
    may, rule = eligible(record)
    tally = leadership(record.scores, start)
    if not one.leads:
        how = f", with leadership {tally.total}" if tally is not None else ""
        return Leading(notes=(cited(f"{who} may be a leader{how}", rule),)) if may else Leading()
    if not record.classes:
        return Leading(missing=(cited(f"How {who} could lead: only characters with a class do", "TA-CONV-22"),))
    if tally is None:
        wrong = f"The leadership of {who}: no {listed(unknown(record.scores))} is written down"
        return Leading(missing=(cited(wrong, "TA-CONV-23"),))
    if one.leads == "general":
        return Leading("general", tally, (cited(f"{who} is the general", "TA-CONV-22", "TA-CONV-03"),))
    if may:
        return Leading("leader", tally, (cited(f"{who} is a leader", rule, "TA-CONV-03"),))
    return Leading(missing=(cited(f"What would make {who} a leader: {_why_not(record)}", rule),))


def _why_not(record: Record) -> str:
    return f"level {level(record)} with charisma {record.scores.charisma} is not enough"
