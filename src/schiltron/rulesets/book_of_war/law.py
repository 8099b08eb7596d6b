"""The book's ledger and tables, loaded once."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.law import Law, load_law

LAW: Final[Law] = load_law("schiltron.rulesets.book_of_war")
