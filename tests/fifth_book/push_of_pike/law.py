"""The book's ledger and tables, loaded once."""

from typing import Final

from schiltron.battle.state.law import Law, load_law

LAW: Final[Law] = load_law("push_of_pike")
