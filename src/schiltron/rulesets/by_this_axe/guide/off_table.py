"""Off the table (rules ABS): the card of a unit with its strength, and what a stratagem, a posture or a pursuit comes
to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import Card, Preview, Stat
from schiltron.battle.state.decision import Answer, AnyDecision, Chosen
from schiltron.battle.state.field import opposing
from schiltron.battle.words.grammar import Note, cited, percent
from schiltron.rulesets.by_this_axe.guide.words import LEVELS, character
from schiltron.rulesets.by_this_axe.guide.words import troops as in_words
from schiltron.rulesets.by_this_axe.off_table.outlook import TWO_DICE, chance_to_succeed, forecast
from schiltron.rulesets.by_this_axe.off_table.pursuit import PURSUE, OfferPursuit, pursuit_tally
from schiltron.rulesets.by_this_axe.off_table.result_table import Clash, lost_percent, modifiers
from schiltron.rulesets.by_this_axe.off_table.samples import SAMPLES, said_of_sample, sample_of
from schiltron.rulesets.by_this_axe.off_table.stances import ATTACKING, DEFENDING, ChoosePostures, label
from schiltron.rulesets.by_this_axe.off_table.statements import UNSTATED
from schiltron.rulesets.by_this_axe.off_table.stratagems import (
    EVADE,
    FOIL,
    STRATAGEMS,
    OfferFoil,
    Stratagem,
    TryStratagems,
)
from schiltron.rulesets.by_this_axe.off_table.strength import army, shown, strength, worth
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.troops import FC_NAMES

_ALL: Final = 100
"""Per cent."""
_THROWS: Final = 36
"""Of two dice."""


def off_table_card(view: Battle, unit: Unit) -> Card:
    person, line = unit.own.person, unit.own.profile
    stated = UNSTATED not in unit.marks
    quality = character(person, line) if person is not None and line.fc else in_words(line) if line.fc else _kind(unit)
    notes = tuple(_notes(unit))
    return Card(
        unit=unit.id,
        title=unit.name,
        subtitle=quality,
        points=0,
        stats=tuple(_stats(view, unit)) if stated else (),
        spent=0,
        allowance=0,
        notes=notes if stated else (cited("nothing has been stated of them yet", "TA-ABS-16"),),
        figures=unit.figures,
        original=unit.original,
    )


def _notes(unit: Unit) -> Iterator[Note]:
    line = unit.own.profile
    if not line.fc:
        yield cited("how good they are is not known", "TA-ABS-16")
    sample = sample_of(line, unit.original)
    if sample is not None:
        yield cited(said_of_sample(sample, line), SAMPLES[sample].rule)


def _kind(unit: Unit) -> str:
    """What may be known of troops whose quality is kept back (TA-ABS-16)."""
    return unit.kind.replace("_", " ")


def _stats(view: Battle, unit: Unit) -> Iterator[Stat]:
    line, person = unit.own.profile, unit.own.person
    if line.fc:
        named = f" {FC_NAMES[line.fc].capitalize()}" if line.fc in FC_NAMES else ""
        each = worth(line)
        yield Stat("FC", f"{line.fc}{named}", "TA-UNIT-17", part="fights")
        yield Stat("Strength of one", str(each.total), "TA-ABS-02", tally=each, part="fights")
        yield Stat("Unit strength", shown(strength(view, unit)), "TA-ABS-02", part="stands")
    if person is not None and person.leadership:
        yield Stat("Leadership", f"{person.leadership} {LEVELS[person.leadership]}", "TA-CHAR-09", part="command")


# ---------------------------------------------------------------- what an answer comes to


def off_table_preview(view: Battle, decision: AnyDecision, answer: Answer, plain: Preview) -> Preview:
    """What a posture comes to against each of the enemy's, a stratagem, and a pursuit: by what the asked side may
    know."""
    step, side = view.agenda[0], view.side_at(decision.seat)
    if isinstance(step, TryStratagems | OfferFoil) and isinstance(answer, Chosen) and answer.keys[0] in STRATAGEMS:
        key = answer.keys[0]
        return replace(plain, notes=(_promised(view, side, key),), rules=STRATAGEMS[key].rules)
    if isinstance(step, ChoosePostures) and isinstance(answer, Chosen):
        rules = ("TA-ABS-68", "TA-ABS-80", "TA-ABS-82")
        return replace(plain, notes=tuple(_against_each(view, step, side, answer.keys[0])), rules=rules)
    if isinstance(step, OfferPursuit) and answer == Chosen((PURSUE,)):
        return replace(plain, notes=(_chased(view, side),), rules=("TA-ABS-110", "TA-ABS-111", "TA-ABS-112"))
    return plain


def _promised(view: Battle, side: str, key: str) -> Note:
    """How often a stratagem works, and what it does then."""
    kind = STRATAGEMS[key]
    effects = {FOIL: "the enemy's stratagem comes to nothing", EVADE: "no battle today; you fall back 1 to 6 miles"}
    does = effects.get(key) or f"{kind.shift} in your favour on the die of the battle{_but(kind)}"
    roles = {"attacker": ", if you attack", "defender": ", if you defend"}
    said = f"{percent(float(chance_to_succeed(view, side, key)))}: {does}{roles.get(kind.role, '')}"
    return cited(said, *kind.rules)


def _but(kind: Stratagem) -> str:
    """Against which postures it does less."""
    if kind.reduced is None:
        return ""
    against = " or ".join(f"a {label(posture).lower()}" for posture in kind.against)
    return f", {kind.reduced or 'nothing'} against {against}"


def _against_each(view: Battle, step: ChoosePostures, side: str, posture: str) -> Iterator[Note]:
    """Each posture of the enemy with what it adds to the die; where he has stated his quality, how often who wins."""
    (enemy,) = opposing(view, side)
    attacks = side == step.attacker
    known = all(unit.own.profile.fc for unit in army(view, enemy) if unit.own.person is None)
    for other in DEFENDING if attacks else ATTACKING:
        clash = Clash(side, enemy, posture, other) if attacks else Clash(enemy, side, other, posture)
        said = f"{modifiers(view, clash).total:+d} on the die against {label(other).lower()}"
        if known:
            seen = forecast(view, clash)
            mine, theirs = (percent(float(seen.wins(one))) for one in (side, enemy))
            said += f": you win {mine}, they {theirs}, by what they state"
        yield cited(said, "TA-ABS-68")


def _chased(view: Battle, side: str) -> Note:
    added = pursuit_tally(view, side).total
    whole = sum((chance for value, chance in TWO_DICE.items() if lost_percent(value + added) == _ALL), Fraction(0))
    said = f"2d6{f'{added:+d}' if added else ''} for what is left to them; all of it in {whole * _THROWS} of {_THROWS}"
    return cited(said, "TA-ABS-110")
