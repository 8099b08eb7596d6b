"""The command `schiltron after`: what comes after a saved battle, by its book, and the armies for the next one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.text import Text

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile import SaveFault, read
from schiltron.battle.record.savefile_writer import write
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Choose, Chosen
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.order import Amend, Reply
from schiltron.cli.battle_setup import file_for, split_switch
from schiltron.cli.fault import CommandFault, nearest
from schiltron.cli.guard import DONE
from schiltron.cli.output import print_json, write_text
from schiltron.cli.terminal import Teller, console
from schiltron.muster import check, quartermaster
from schiltron.muster.after_battle import army_after, survivors
from schiltron.muster.list_text import written
from schiltron.rulesets import BOOKS, ruleset

AnyJournal = Journal[Any, Any, Any]


def after(
    file: Path,
    *,
    choices: Sequence[str],
    options: Sequence[str],
    seed: int | None,
    save: Path | None,
    armies: Path | None,
    months: int | None,
    as_json: bool,
) -> int:
    """Play what comes after a battle: choices are answered as named, else as silence would be."""
    save = save and file_for(save)
    battle = _start(file, options)
    dice = SealedDice.fresh() if seed is None else SealedDice.from_number(seed)
    journal: AnyJournal = Journal.start(ruleset(battle.ruleset), battle, dice.kind, dice.commitment)
    teller = None if as_json else Teller(journal.battle, console())
    left = list(choices)
    _told(journal, teller)
    while journal.battle.outcome is None:
        now = journal.battle
        if now.roll is not None:
            journal.obey(dice.throw(now.roll, journal.next_number))
        else:
            decision = now.decisions[0]
            journal.obey(Reply(decision.seat, decision.id, _answer(decision, left)))
        _told(journal, teller)
    if left:
        raise CommandFault(f"--choose {left[0]}: nobody is asked for that.")
    if save is not None:
        write(journal, save, dice.seed)
    kept = _armies(journal.battle, armies)
    if as_json:
        print_json(_result(journal.battle, months))
    else:
        for path in kept:
            console().print(Text(f"An army for the next battle is in {path}"))
    return DONE


def _start(file: Path, options: Sequence[str]) -> AnyBattle:
    try:
        battle: AnyBattle = read(file, BOOKS).journal.battle
    except SaveFault as fault:
        raise CommandFault(str(fault)) from fault
    book = ruleset(battle.ruleset)
    for option in options:
        name, value = split_switch(option)
        changed = book.amended(battle, Amend(name, value))
        if isinstance(changed, Reason):
            raise CommandFault(f"--option {name}: {changed.text}.")
        battle = changed
    if battle.outcome is None:
        raise CommandFault(f"{file}: the battle is not over yet.")
    found = book.aftermath(battle)
    if found is None:
        raise CommandFault(f"{file}: {book.title} says nothing of what comes after a battle.")
    return found


def _answer(decision: Any, left: list[str]) -> Any:
    """The first choice that was named and fits, else what silence does."""
    assert isinstance(decision, Choose)
    keys = [option.key for option in decision.options]
    if left:
        wanted = left.pop(0)
        if wanted not in keys:
            raise CommandFault(f"--choose {wanted}: {decision.prompt} {nearest(wanted, keys)}")
        return Chosen((wanted,))
    return decision.default or Chosen((keys[0],))


def _told(journal: AnyJournal, teller: Teller | None) -> None:
    if teller is not None:
        teller.tell(journal.events[-1], journal.battle)


def _armies(battle: AnyBattle, folder: Path | None) -> list[Path]:
    """An army list for every side that has anybody left, in a folder."""
    if folder is None:
        return []
    if not folder.is_dir():
        raise CommandFault(f"{folder}: there is no such folder.")
    kept = []
    for side in battle.sides:
        army = army_after(battle, side.id)
        if army.units:
            kept.append(folder / f"{side.id}.toml")
            write_text(kept[-1], written(army))
    return kept


def _result(battle: AnyBattle, months: int | None) -> dict[str, Any]:
    """The armies as they are now, with what they would cost."""
    told: dict[str, Any] = {}
    for side in battle.sides:
        army = army_after(battle, side.id)
        report = check(replace(army, units=survivors(battle, side.id), troops={}, items={}))
        wages = quartermaster(battle.ruleset).wages(int(report.points), months, dearer=False)
        told[side.id] = {
            "army": army,
            "points": report.points,
            "gold": wages.gold.total if wages is not None else None,
            "horses": dict(getattr(battle.own, "horses", ())).get(side.id, 0),
            "faults": [f"{one.place}: {one.wrong}" for one in report.violations],
        }
    return told
