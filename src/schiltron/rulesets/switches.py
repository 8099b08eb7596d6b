"""The switches of a book: its options as players say them, each with the words or numbers it takes and its rule.

What they are called and what they mean to a player stands in `switches.toml` of the book: every switch and every word
it takes has an entry there, and nothing else has.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.resources import files
from typing import Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, convert
from msgspec.structs import fields, replace

from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.law import Law
from schiltron.rulesets.quartermaster import Choice, Measure, Switch, Switches, Violation
from schiltron.table.lengths import inches

O = TypeVar("O", bound=Struct)  # noqa: E741 - a book's options


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of a switch in the words of players, with its rule where it has one of its own."""

    label: str
    text: str
    rule: str = ""


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """A switch in the words of players."""

    label: str
    text: str
    choices: dict[str, Said] = {}


def load_wording(package: str) -> dict[str, Wording]:
    """The wording shipped in a book's package as `switches.toml`."""
    return convert(tomllib.loads((files(package) / "switches.toml").read_text(encoding="utf-8")), dict[str, Wording])


class Switchboard(Generic[O]):
    """Reads and lists the switches of a book.

    A field of the options is a `Literal` of words or a whole number. The ledger names the rule of a switch, `rule_of`
    that of one which has no alternatives in the ledger; `wording` says all of them in the words of players;
    `limits` bound the numbers, lengths in thousandths of an inch; `measures` says in what numbers are counted.
    `unplayed` is what the book offers besides, as a switch and its value, but the program does not play. `settled` are
    switches that say nothing any more once a battle has begun, with the rules by which they do not.
    """

    def __init__(
        self,
        options: type[O],
        law: Law,
        *,
        wording: Mapping[str, Wording],
        limits: Mapping[str, tuple[int, int]],
        measures: Mapping[str, Measure],
        rule_of: Mapping[str, str] | None = None,
        unplayed: Mapping[tuple[str, str], Reason] | None = None,
        settled: Mapping[str, str] | None = None,
    ) -> None:
        self.names = tuple(field.name for field in fields(options))
        self.rule_of = {name: rule.id for name, rule in law.switches().items()} | dict(rule_of or {})
        self._options = options
        self._wording = wording
        self._limits = limits
        self._measures = measures
        self._unplayed = unplayed or {}
        self._settled = settled or {}
        hints = get_type_hints(options)
        self._choices = {
            name: tuple(get_args(hints[name])) if get_origin(hints[name]) is Literal else () for name in self.names
        }
        self._check_wording()
        self.listed = tuple(self._listed(name, law) for name in self.names)

    def choices(self, switch: str) -> tuple[str, ...]:
        """The words a switch takes; empty for a number."""
        return self._choices[switch]

    def set(self, options: O, switch: str, value: str) -> O | Reason:
        """The options with one switch set from text, or what would be right."""
        if (switch, value) in self._unplayed:
            return self._unplayed[switch, value]
        if switch not in self.names:
            return Reason(f"there is no switch {switch!r}; the switches are {', '.join(self.names)}")
        rule = (self.rule_of[switch],)
        words = self.choices(switch)
        if words:
            if value not in words:
                return Reason(f"{switch} takes {' or '.join(words)}, not {value!r}", rule)
            return replace(options, **{switch: words[words.index(value)]})
        try:
            number = inches(float(value)) if self._is_length(switch) else int(value)
        except ValueError:
            return Reason(f"{switch} takes a number, not {value!r}", rule)
        low, high = self._limits[switch]
        if not low <= number <= high:
            low_said, high_said = self._as_said(switch, low), self._as_said(switch, high)
            return Reason(f"{switch} takes {low_said:g} to {high_said:g}, not {value}", rule)
        return replace(options, **{switch: number})

    def amended(self, options: O, switch: str, value: str) -> O | Reason:
        """The options of a battle that has begun, with one switch set otherwise, or why that cannot be."""
        if switch in self._settled:
            return Reason("the armies have been chosen, and are what they are", (self._settled[switch],))
        return self.set(options, switch, value)

    def said(self, options: O, switch: str) -> str:
        """How a switch is set, as players read it: "Nobody left: Blue", "Turn limit: 12 turns"."""
        value, wording = getattr(options, switch), self._wording[switch]
        measure = self._measures.get(switch, "")
        number = f"{self._as_said(switch, value):g} {measure}".strip() if not isinstance(value, str) else ""
        return f"{wording.label}: {number or wording.choices[value].label}"

    def read(self, switches: Switches) -> tuple[O, list[Violation]]:
        """The options that a scenario asks for, and every switch that is wrong."""
        options, found = self._options(), []
        for name, value in switches.items():
            result = self.set(options, name, str(value))
            if isinstance(result, Reason):
                found.append(Violation(name, result.text, self._hint(name, str(value)), result.rules))
            else:
                options = result
        return options, found

    def _check_wording(self) -> None:
        """Nothing is left unsaid, and nothing is said of what there is not."""
        said = {(name, *one.choices) for name, one in self._wording.items()}
        wanted = {(name, *self.choices(name)) for name in self.names}
        if said != wanted:
            raise ValueError(f"switches and their words differ from the options: {sorted(said ^ wanted)}")

    def _is_length(self, switch: str) -> bool:
        return self._measures.get(switch) == "inches"

    def _as_said(self, switch: str, number: int) -> float:
        """Lengths are said in inches."""
        return number / 1000 if self._is_length(switch) else number

    def _listed(self, name: str, law: Law) -> Switch:
        default, said = getattr(self._options(), name), self._wording[name]
        limits = self._limits.get(name)
        return Switch(
            name=name,
            label=said.label,
            text=said.text,
            default=default if isinstance(default, str) else f"{self._as_said(name, default):g}",
            rule=law.rule(self.rule_of[name]).id,
            choices=tuple(
                Choice(word, one.label, one.text, law.rule(one.rule).id if one.rule else "")
                for word, one in said.choices.items()
            ),
            range=(self._as_said(name, limits[0]), self._as_said(name, limits[1])) if limits is not None else None,
            measure=self._measures.get(name, ""),
        )

    def _hint(self, name: str, value: str) -> str:
        if (name, value) in self._unplayed:
            return f"leave {name} out"
        wrong, words = (value, self.choices(name)) if name in self.names else (name, self.names)
        close = get_close_matches(wrong, words, n=1)
        if close:
            return f"did you mean {close[0]}?"
        return f"one of {', '.join(words)}" if words else "a number within those bounds"
