"""Judging answers whose form alone decides: choices among listed options, things handed out to bins."""

from __future__ import annotations

from schiltron.battle.state.decision import Assign, Assigned, Choose, Chosen
from schiltron.battle.state.illegal import Reason


def judge_choice(decision: Choose, answer: Chosen) -> list[Reason]:
    known = [option.key for option in decision.options]
    found = [
        Reason(f"{key!r} is not offered; there are: {', '.join(known)}", decision.rules)
        for key in answer.keys
        if key not in known
    ]
    if len(set(answer.keys)) != len(answer.keys):
        found.append(Reason("an option is chosen twice", decision.rules))
    if not decision.least <= len(answer.keys) <= decision.most:
        found.append(Reason(f"choose {decision.least} to {decision.most}, not {len(answer.keys)}", decision.rules))
    return found


def judge_assignment(decision: Assign, answer: Assigned) -> list[Reason]:
    """Every item is handed out in full, and only to bins it may go to."""
    items = {item.key: item for item in decision.items}
    found = []
    given = dict.fromkeys(items, 0)
    for share in answer.shares:
        item = items.get(share.item)
        if item is None:
            found.append(Reason(f"there is no {share.item!r} to hand out", decision.rules))
        elif share.bin not in item.bins:
            found.append(Reason(f"{item.label} cannot go to {share.bin!r}: {', '.join(item.bins)}", decision.rules))
        elif share.count < 0:
            found.append(Reason(f"{item.label}: {share.count} is less than none", decision.rules))
        else:
            given[share.item] += share.count
    if not found:
        found += [
            Reason(f"{item.label}: {item.count} to hand out, {given[item.key]} given", decision.rules)
            for item in decision.items
            if given[item.key] != item.count
        ]
    return found
