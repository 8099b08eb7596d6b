"""The decision or roll that is due, and how to answer it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import AtLeast, AtMost, Reading, Roll, SumOf
from schiltron.battle.state.decision import (
    AnyDecision,
    Assign,
    Choose,
    Command,
    Commanded,
    Move,
    PlaceFeature,
    PlaceUnit,
    Plan,
    Waiting,
)
from schiltron.battle.words.grammar import does, is_plural
from schiltron.battle.words.phrases import tell_matter
from schiltron.herald.cards import told_hand
from schiltron.herald.names import side_of
from schiltron.herald.orders_in_words import said_answer
from schiltron.table.lengths import show_inches

HELP = """\
You may ask:
  help: what can be said now; help rules: what the book says of this phase
  look: everything on the table
  where pikes: where a unit stands
  enemies: every enemy unit and where it stands
  card pikes: a unit's ratings and state; an enemy's as well
  what may pikes do
  targets archers: whom they could attack, how far off, in which direction, with the odds; targets: for every unit
  distance pikes to squires
  rule BW-B1-08
  log 20: the last 20 lines
  due: what is asked now
  hand: what you hold, card by card, and how many cards the others hold
  suggest, suggest pikes: good answers to what is asked; take 1 gives the first
  hint: what the captain would do, and why; take 1 does it
  why: why the captain on the other side did what he did last
You may order:
  pikes advance 6, wheel left 30
  all forward 6; all archers about; pikes, spears and knights advance 6; move 1, 3 and 4 forward 6
  archers shoot squires
  knights charge archers
  stone thrower fires bearing 45 range 24; gun fires at pikes white
  pikes form square; archers open order
  kay joins spears; kay leaves and goes 6 ahead
  swords oblique left 30 for 4; swords form shield wall; swords forced march 12
  in contact: swords wrap 2 left, swords withdraw, swords flee
  kay rallies swords; kay order charge mob; kay becomes a hero
  play seven of spades on archers and slingers
  play joker march and rally on spears
  pass, done: no card now, no more of this phase
  place pikes at 24 40 facing north in 8 files
  lay at 36 24 turned 45
  2, or a word: one of the choices; decline: the one that lets the chance go by
  2 to squires, 1 to knights: something to hand out
  attack 3 parry 4 tricks 1: the dice of a duel
  default: what happens if you say nothing
Where a phase is planned at once, give each unit its order on its own line, then send. Forget pikes takes a line out.
Before you commit: try pikes advance 6
Dice of your own: dice 3 5 6 | 2 2
Always: undo, propose to take back, propose draw, agree, refuse, concede."""


def help_lines() -> list[str]:
    return HELP.splitlines()


def asked(
    view: AnyBattle, seat: str | None, plan: Sequence[Commanded], notes: Mapping[str, str] | None = None
) -> list[str]:
    """What the battle waits for; the seat that is asked also hears how to answer, and the notes on its options."""
    if view.outcome is not None:
        return ["The battle is over."]
    said = [
        f"{_proposes(view, one.seat)} {tell_matter(one.matter)}.{'' if one.seat == seat else ' Agree or refuse.'}"
        for one in view.proposals
    ]
    if view.roll is not None:
        return [*said, *_dice(view.roll)]
    for decision in view.decisions:
        if decision.seat == seat and not isinstance(decision, Waiting):
            said += [f"{decision.prompt} [{', '.join(decision.rules)}]", *_how(decision, view, notes or {})]
            said += [f"  Planned: {said_answer(view, one)}" for one in plan]
        else:
            said.append(f"Waiting for {side_of(view, decision.seat)}: {decision.prompt.removesuffix('.')}.")
    return said


def _how(decision: AnyDecision, view: AnyBattle, notes: Mapping[str, str]) -> Iterator[str]:
    match decision:
        case Choose():
            for place, option in enumerate(decision.options, 1):
                forgoes = " (or: decline)" if option.forgoes else ""
                yield f"  {place} {option.label}{forgoes}{f': {note}' if (note := notes.get(option.key)) else ''}"
            if decision.most > 1:
                many = f"{decision.least} numbers" if decision.least else "none, or numbers"
                yield f"  Say {many}, or their names with commas between."
        case Assign():
            yield from _handed_out(decision)
            if decision.window:
                yield "  Say pass to keep all of it, or pass always to be asked no more."
        case Move():
            name = view.units[decision.unit].name
            yield f"  {name} may go {show_inches(decision.allowance)}. For example: advance 4, or: stand"
        case PlaceUnit():
            zone = decision.zone
            across = f"{show_inches(zone.left)} to {show_inches(zone.right)} across"
            yield f"  The zone: {across}, {show_inches(zone.top)} to {show_inches(zone.bottom)} down."
            yield f"  Units: {', '.join(view.units[one].name for one in decision.units)}."
            first, down = view.units[decision.units[0]].name, round((zone.top + zone.bottom) / 2000)
            inward = "south" if view.board and zone.top + zone.bottom < view.board.depth else "north"
            yield f"  For example: place {first} at 36 {down} facing {inward} in 4 files (the middle of its front)."
            words = dict.fromkeys(one.formation for one in decision.formations)
            if words:
                yield f"  A formation may be named at the end: {', '.join(words)}."
        case PlaceFeature():
            yield "  For example: lay at 36 24, or: lay at 36 24 turned 45, or: drop."
        case Command() | Plan():
            if decision.actors:
                yield f"  Units: {', '.join(_numbered(view, decision.actors))}."
            if isinstance(decision, Command):
                yield from told_hand(view, decision.hand)
            yield _ending(decision)


def _numbered(view: AnyBattle, actors: Sequence[str]) -> Iterator[str]:
    """Those who may act, each with the number it can be called by among others."""
    for place, one in enumerate(actors, 1):
        if one in view.units:
            yield f"{place} {view.units[one].name}" if len(actors) > 1 else view.units[one].name


def _handed_out(decision: Assign) -> Iterator[str]:
    for item in decision.items:
        bins = [one.label for one in decision.bins if one.key in item.bins]
        what = item.label if len(decision.items) > 1 else ""
        example = " ".join((str(item.count), *([what] if what else []), "to", bins[0]))
        if not what and len(bins) > 1:
            example = f"{bins[0].lower()} {item.count - 1} {bins[1].lower()} 1"
        yield f"  {item.count} {item.label}, to any of {', '.join(bins)}. For example: {example}"


def _ending(decision: Command | Plan) -> str:
    if isinstance(decision, Plan):
        return "  Say send when the plan is done."
    return "  Say pass to go on." if decision.window else "  Say done to finish."


def _dice(roll: Roll) -> list[str]:
    lines = [f"Dice are due: {roll.purpose}."]
    for pool in roll.pools:
        lines.append(f"  {pool.count}d{pool.sides} {pool.label}{_read(pool.reading)}")
    return lines


def _read(reading: Reading) -> str:
    match reading:
        case AtLeast(need=need):
            return f", {need} or more"
        case AtMost(need=need):
            return f", {need} or less"
        case SumOf():
            return ", added up"
        case _:
            return ""


def _proposes(view: AnyBattle, seat: str) -> str:
    name = side_of(view, seat)
    return f"{name} {does('propose', one=not is_plural(name))}"
