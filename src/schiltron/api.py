"""Everything for programmers in one place. `import schiltron` offers every name of `__all__`; `docs/api.md` explains
them.

A few have other names here than in their own modules, where they stand beside others of their kind.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from schiltron.battle.door.dice import DiceSource, FastDice, ScriptedDice, SealedDice
from schiltron.battle.door.dice import typed as typed_dice
from schiltron.battle.door.futures import Future, TooWide, chances_of, futures, throws
from schiltron.battle.door.ruleset import Obeyed, Ruleset
from schiltron.battle.record.journal import Entry, Journal
from schiltron.battle.record.luck import Luck, luck
from schiltron.battle.record.proof import Verification, verify
from schiltron.battle.record.savefile import Loaded, SaveFault, read
from schiltron.battle.record.savefile_writer import write as save_battle
from schiltron.battle.state.battle import AnyBattle, Battle, Outcome, Seat, Side
from schiltron.battle.state.chance import Roll
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.battle.state.drawn import picture
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.law import Law, Rule
from schiltron.battle.state.order import Agree, Concede, Dice, Order, Propose, Reply, Undo, Withdraw
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import Unit
from schiltron.battle.words.sentences import tell
from schiltron.captains.captain import Captain
from schiltron.captains.play import CaptainFault, play, play_on
from schiltron.captains.roster import captain_named, captains_for, seated
from schiltron.muster import (
    Army,
    ListedUnit,
    MusterFault,
    Scenario,
    load_army,
    load_scenario,
    prepare,
    ready_armies,
    ready_scenarios,
    switched,
)
from schiltron.muster import check as check_army
from schiltron.report.replay_page import replay_page
from schiltron.rulesets import BOOKS, ruleset

__all__ = [
    "BOOKS",
    "Agree",
    "Answer",
    "AnyBattle",
    "AnyDecision",
    "Army",
    "Battle",
    "Captain",
    "CaptainFault",
    "Concede",
    "Dice",
    "DiceSource",
    "Entry",
    "FastDice",
    "Future",
    "Illegal",
    "Journal",
    "Law",
    "ListedUnit",
    "Loaded",
    "Luck",
    "MusterFault",
    "Obeyed",
    "Order",
    "Outcome",
    "Propose",
    "Reason",
    "Reply",
    "Roll",
    "Rule",
    "Ruleset",
    "SaveFault",
    "Scenario",
    "ScriptedDice",
    "SealedDice",
    "Seat",
    "Side",
    "Tally",
    "Term",
    "TooWide",
    "Undo",
    "Unit",
    "Verification",
    "Withdraw",
    "captain_named",
    "captains_for",
    "chances_of",
    "check_army",
    "fight",
    "futures",
    "load_army",
    "load_battle",
    "load_scenario",
    "luck",
    "picture",
    "play",
    "play_on",
    "prepare",
    "ready_armies",
    "ready_scenarios",
    "replay_page",
    "ruleset",
    "save_battle",
    "seated",
    "switched",
    "tell",
    "throws",
    "typed_dice",
    "verify",
]


def fight(
    scenario: Scenario | str | Path, *, red: str = "captain", blue: str = "captain", seed: int = 0
) -> Journal[Any, Any, Any]:
    """A whole battle between two captains, written down: the very one of `schiltron battle` with the same seed.

    A ready scenario goes by its name, another by the path of its file.
    """
    if not isinstance(scenario, Scenario):
        scenario = load_scenario(scenario)
    book, setup, dice = ruleset(scenario.ruleset), prepare(scenario), SealedDice.from_number(seed)
    journal = Journal.start(book, setup, dice.kind, dice.commitment)
    play_on(journal, seated(book, setup, {"red": red, "blue": blue}, seed), dice)
    return journal


def load_battle(path: Path | str) -> Loaded:
    """A battle from its file, of any book, played through again; SaveFault where that cannot be."""
    return read(path, BOOKS)
