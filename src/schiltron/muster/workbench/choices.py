"""What may be chosen for one row of a list: figures, files, formation, arms; each with its price, or why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from schiltron.muster.army import Army, ListedUnit
from schiltron.muster.books import quartermaster
from schiltron.muster.own_rows import EXTRA, ITEMS, MARK
from schiltron.muster.workbench.remedies import MOST_FIGURES
from schiltron.muster.workbench.trial import Trial, newly
from schiltron.rulesets.outfits import Form, Outfit, Word
from schiltron.rulesets.quartermaster import Switches, Violation

_MOST_SHOWN: Final = 24
"""Numbers of which one is chosen, at the most."""


Value = str | bool | int | tuple[str, ...] | None
"""What a list says; nothing where the troop type or the book decides."""


class RowChoice(Struct, frozen=True):
    """Something that could be chosen: in words, as a list says it, by how many points it changes the list, whether it
    is so already, and what is against it. Of several words each puts itself in or takes itself out."""

    label: str
    value: Value
    points: float
    now: bool = False
    against: Violation | None = None


class RowQuestion(Struct, frozen=True):
    """A question about a row, and what may be answered. Its answer stands in the unit's equipment, or (`of_unit`) in
    the unit itself."""

    key: str
    label: str
    form: Form
    of_unit: bool
    choices: tuple[RowChoice, ...]


class Details(Struct, frozen=True):
    """Everything that may be chosen for a row: how few and how many figures, what one more would cost and one fewer
    spare, and the questions in the book's order."""

    fewest: int
    most: int
    steps: tuple[RowChoice, ...]
    questions: tuple[RowQuestion, ...]


def details(army: Army, row: int, switches: Switches | None = None) -> Details:
    """For the row of this number. The limit keeps nothing out: every choice says what it costs."""
    unit = army.units[row]
    tried = _Tried(Trial(replace(army, limit=None), switches), row)
    sizes = [figures for figures in range(1, MOST_FIGURES + 1) if tried.may_be(figures)]
    questions = [
        RowQuestion("files", "Files", "one", of_unit=True, choices=tried.answers("files", _files(unit))),
        RowQuestion("hedgehog", "Formation", "one", of_unit=True, choices=tried.answers("hedgehog", _FORMATIONS)),
        RowQuestion("joins", "Starts with", "one", of_unit=True, choices=tried.answers("joins", _hosts(army, row))),
        *(
            RowQuestion(one.key, one.label, one.form, of_unit=False, choices=tried.answers(one, _answers(unit, one)))
            for one in quartermaster(army.ruleset).outfits(tried.trial.house.troop(unit.troop))
        ),
        *_of_its_own(army, tried),
    ]
    fewest, most = min(sizes, default=unit.figures), max(sizes, default=unit.figures)
    return Details(fewest, most, tried.answers("figures", _steps(unit)), tuple(filter(_open, questions)))


def _of_its_own(army: Army, tried: _Tried) -> Iterator[RowQuestion]:
    """Items and spells that the list brings."""
    items = {key: one.name for key, one in army.items.items()}
    spells = {key: one.title for key, one in army.spells.items()}
    for named, label, brought in ((ITEMS, "Items of your own", items), (EXTRA, "Spells of your own", spells)):
        if brought:
            asked = Outfit(named, label, "some", tuple(Word(key, f"{name}{MARK}") for key, name in brought.items()))
            choices = tried.answers(asked, _answers(tried.unit, asked))
            yield RowQuestion(named, label, "some", of_unit=False, choices=choices)


def _open(question: RowQuestion) -> bool:
    """Whether there is something to choose, or something was chosen that may not be."""
    free = sum(not choice.against for choice in question.choices)
    return free > 1 or question.form == "text" or any(choice.now and choice.against for choice in question.choices)


class _Answer(NamedTuple):
    label: str
    value: Value
    now: bool = False


class _Tried:
    """A row of a list, and what becomes of it."""

    def __init__(self, trial: Trial, row: int) -> None:
        self.trial = trial
        self.row = row
        self.unit = trial.army.units[row]

    def may_be(self, figures: int) -> bool:
        """Whether nothing is against so many figures."""
        changed = self.trial.with_row(self.row, replace(self.unit, figures=figures, files=None))
        return not any(one.place.endswith(".figures") for one in changed.of_row(self.row))

    def answers(self, asked: str | Outfit, answers: Iterable[_Answer]) -> tuple[RowChoice, ...]:
        return tuple(self._choice(asked, answer) for answer in answers)

    def _choice(self, asked: str | Outfit, answer: _Answer) -> RowChoice:
        unit = self._with(asked, answer.value)
        same = unit == self.unit
        after = self.trial if same else self.trial.with_row(self.row, unit)
        new = self.trial.of_row(self.row) if same else newly(self.trial, after)
        points = after.report.points - self.trial.report.points
        return RowChoice(answer.label, answer.value, points, same or answer.now, new[0] if new else None)

    def _with(self, asked: str | Outfit, value: Value) -> ListedUnit:
        if asked == "figures" and isinstance(value, int):
            files = None if self.unit.files is None else min(self.unit.files, value)
            return replace(self.unit, figures=value, files=files)
        if isinstance(asked, str):
            return replace(self.unit, **{asked: value})
        equipment = {key: one for key, one in self.unit.equipment.items() if key != asked.key}
        return replace(self.unit, equipment=equipment if value is None else {**equipment, asked.key: value})


# ---------------------------------------------------------------- what may be answered

_FORMATIONS: Final = (_Answer("in line", value=False), _Answer("as a hedgehog", value=True))
_AS_THEY_ARE: Final = _Answer("as they are", None)


def _steps(unit: ListedUnit) -> Iterator[_Answer]:
    for word, figures in (("one figure more", unit.figures + 1), ("one figure fewer", unit.figures - 1)):
        if 1 <= figures <= MOST_FIGURES:
            yield _Answer(word, figures)


def _files(unit: ListedUnit) -> Iterator[_Answer]:
    yield _Answer("as usual", None)
    for files in range(1, min(unit.figures, _MOST_SHOWN) + 1):
        yield _Answer(f"{files} × {-(-unit.figures // files)}", files)


def _hosts(army: Army, row: int) -> Iterator[_Answer]:
    yield _Answer("alone", "")
    for place, host in enumerate(army.units):
        if place != row and host.name:
            yield _Answer(f"with {host.name}", host.name)


def _answers(unit: ListedUnit, outfit: Outfit) -> Iterator[_Answer]:
    yield _AS_THEY_ARE
    match outfit.form:
        case "yes_or_no":
            yield from (_Answer("yes", value=True), _Answer("no", value=False))
        case "number":
            numbers = range(outfit.least, outfit.most + 1)
            for number in numbers[:: -(-len(numbers) // _MOST_SHOWN)]:
                yield _Answer(str(number), number)
        case "one":
            for word in outfit.words:
                yield _Answer(word.label, word.value)
        case "some":
            has = _words(unit, outfit)
            for word in outfit.words:
                rest = tuple(one for one in has if one != word.value)
                within = word.value in has
                yield _Answer(word.label, (rest or None) if within else (*has, word.value), within)
        case "text":
            said = unit.equipment.get(outfit.key)
            if isinstance(said, str):
                yield _Answer(said, said)


def _words(unit: ListedUnit, outfit: Outfit) -> tuple[str, ...]:
    """Of an outfit of several words those that the list says."""
    said = unit.equipment.get(outfit.key, ())
    return (said,) if isinstance(said, str) else tuple(said) if isinstance(said, tuple | list) else ()
