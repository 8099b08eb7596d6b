"""Judging answers whose form alone decides: choices among listed options, things handed out to bins."""

from __future__ import annotations

from schiltron.battle.decision import Answer, AnyDecision, Assign, Assigned, Choose, Chosen
from schiltron.battle.illegal import Reason


def judge_choice(decision: AnyDecision, answer: Answer) -> list[Reason]:
    assert isinstance(decision, Choose)
    known = [option.key for option in decision.options]
    if not isinstance(answer, Chosen):
        return [Reason(f"a choice is asked: {', '.join(known)}", decision.rules)]
    found = [
        Reason(f"{key!r} is not offered: {', '.join(known)}", decision.rules) for key in answer.keys if key not in known
    ]
    if len(set(answer.keys)) != len(answer.keys):
        found.append(Reason("an option is chosen twice", decision.rules))
    if not decision.least <= len(answer.keys) <= decision.most:
        found.append(Reason(f"choose {decision.least} to {decision.most}, not {len(answer.keys)}", decision.rules))
    return found


def judge_assignment(decision: AnyDecision, answer: Answer) -> list[Reason]:
    """Every item is handed out in full, and only to bins it may go to."""
    assert isinstance(decision, Assign)
    if not isinstance(answer, Assigned):
        return [Reason("an assignment is asked", decision.rules)]
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
            found.append(Reason(f"{item.label}: {share.count} is less than nothing", decision.rules))
        else:
            given[share.item] += share.count
    if not found:
        found += [
            Reason(f"{item.label}: {item.count} to hand out, {given[item.key]} given", decision.rules)
            for item in decision.items
            if given[item.key] != item.count
        ]
    return found
