"""The two kinds of roster sheets (cases 3.1 to 3.3) as plain values, ready to be printed."""

from schiltron.rulesets.battlesystem.sheets.forms import roster_sheets

__all__ = ["roster_sheets"]
