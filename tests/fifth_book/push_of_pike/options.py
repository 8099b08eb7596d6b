"""The switches of a battle."""

from typing import Final, Literal

from msgspec import Struct

from push_of_pike.law import LAW
from schiltron.rulesets.switches import Switchboard, load_wording
from schiltron.table.lengths import Mil, inches


class Options(Struct, frozen=True):
    deadly: Literal["five", "six"] = "five"
    turn_limit: int = 8
    setup_depth: Mil = inches(6)


SWITCHES: Final = Switchboard(
    Options,
    LAW,
    rule_of={"turn_limit": "PP-END-01", "setup_depth": "PP-TURN-01"},
    wording=load_wording("push_of_pike"),
    limits={"turn_limit": (1, 99), "setup_depth": (inches(3), inches(12))},
    measures={"turn_limit": "turns", "setup_depth": "inches"},
)
