"""Troops that the book prints with their strength, so that who reads it beside the program finds them again: the worked
example of hobbits (TA-ABS-08) and the sample roster (TA-ABS-09 to TA-ABS-11), with what is printed otherwise there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from schiltron.rulesets.by_this_axe.creatures import KINDS
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.off_table.strength import saving, shown, worth
from schiltron.rulesets.by_this_axe.state import Profile


class Line(NamedTuple):
    """How many they are, how they fight and save, what they ride, shoot and can do besides."""

    number: int
    fc: int
    saves: int
    mounted: bool
    shoots: bool
    abilities: frozenset[str]


class Sample(NamedTuple):
    line: Line
    printed: str
    rule: str


_RULES: Final = {
    "knights": "TA-ABS-09",
    "squires": "TA-ABS-09",
    "longbowmen": "TA-ABS-10",
    "elven_archers": "TA-ABS-11",
}
_HOBBITS: Final = Sample(
    Line(400, fc=3, saves=2, mounted=False, shoots=True, abilities=frozenset(KINDS["hobbits"].abilities)),
    "32",
    "TA-ABS-08",
)


def _read(row: Mapping[str, object]) -> Sample:
    """A line of the sample roster, which has the mount among the abilities."""
    ability = str(row["sa"])
    line = Line(
        number=int(str(row["str"])),
        fc=int(str(row["fc"])),
        saves=int(str(row["as"]).partition("(")[0]),
        mounted=ability == "mounted",
        shoots="bow" in str(row["wp"]),
        abilities=frozenset({ability}) - {"-", "mounted"},
    )
    return Sample(line, str(row["us_printed"]), _RULES[str(row["unit"])])


SAMPLES: Final = {
    "hobbits": _HOBBITS,
    **{str(row["unit"]): _read(row) for row in LAW.sheet("TA-T-us-roster").records()},
}


def sample_of(line: Profile, number: int) -> str | None:
    """Which of the printed samples these troops are, man for man."""
    saves = sum(term.value for term in saving(line))
    same = Line(number, line.fc, saves, line.mounted, bool(line.ranged), frozenset(line.advantages))
    return next((name for name, sample in SAMPLES.items() if sample.line == same), None)


def said_of_sample(name: str, line: Profile) -> str:
    """What a reader of the book may wonder about: what it prints, and whether that is a slip."""
    sample, each = SAMPLES[name], worth(line).total
    number = sample.line.number
    said = f"the book's own {name.replace('_', ' ')}, of strength {shown(each * number)}"
    if sample.printed != shown(each * number):
        said += f"; the {sample.printed} in print is a slip"
    kind = KINDS.get(name)
    if kind is not None and kind.fc != line.fc:
        usual = shown((each - line.fc + kind.fc) * number)
        said += f": veterans, since its creatures of that name have FC {kind.fc}, and would be worth {usual}"
    return said
