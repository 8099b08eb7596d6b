"""What calling upon magic would do, before it is done (CM-FANT-WIZARD-10 to CM-FANT-SPELL-20): the ground it is about,
whom it strikes with which chances, and what would come into being where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Preview, Stat
from schiltron.battle.guide.probability import Chances, expected, successes
from schiltron.battle.movement.shifted_ground import moved_by
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import Power, holder_and_power
from schiltron.battle.state.decision import Played
from schiltron.battle.state.event import Covered
from schiltron.battle.state.field import friendly
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import Note, cited, noted
from schiltron.rulesets.chainmail.fantasy.at_work import LOOSE, is_phantasm
from schiltron.rulesets.chainmail.fantasy.light import SHINES
from schiltron.rulesets.chainmail.fantasy.magicians import is_magic_user
from schiltron.rulesets.chainmail.fantasy.protection import RADIUS
from schiltron.rulesets.chainmail.guide.odds import destroyed, leaves
from schiltron.rulesets.chainmail.magic.casting import cast_of
from schiltron.rulesets.chainmail.magic.missiles import (
    Foreseen,
    called,
    foreseen,
    pattern,
    reach_in_words,
    works_foreseen,
)
from schiltron.rulesets.chainmail.magic.moved_ground import shifted
from schiltron.rulesets.chainmail.magic.rows import OWN, POWERS, power_of
from schiltron.rulesets.chainmail.magic.spellbook import COUNTER, UNSEEN
from schiltron.rulesets.chainmail.magic.summoning import likeness, place_for
from schiltron.rulesets.chainmail.magic.wizards import grade_of, missile_of, spells_of, stands
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.shapes import Disc, Plot
from schiltron.table.terrain import Area, name_of

THROWN: Final = "magic"


def called_upon(view: Battle, form: Played, plain: Preview) -> Preview:
    """What a play would come to."""
    holder, key = holder_and_power(form.card)
    if not plain.legal or key in (COUNTER, UNSEEN) or holder not in view.units:
        return plain
    wizard = view.units[holder]
    power = power_of(wizard, key)
    if power.does in ("missile", "blast") and form.at is not UNSET:
        return _missile(view, wizard, power, form.at, plain)
    cast = cast_of(view, form)
    if cast is None:
        return plain
    marks: tuple[Covered, ...] = ()
    if cast.at is not None and power.does in ("conjure", "phantasm"):
        marks = tuple(_made(view, wizard, form, power))
    elif cast.at is not None:
        marks = tuple(_moved(view, cast.feature, cast.at))
    elif power.does in ("light", "ward"):
        usual = SHINES if power.does == "light" else RADIUS
        far = inches(power.area) // 2 if power.store == OWN else usual
        marks = (_round(view, wizard, far, power.title),)
    notes = (cited(power.text.rstrip("."), *power.rules), cited("he must stand still for it", "CM-FANT-SPELL-01"))
    return replace(plain, marks=marks, notes=noted(*notes), rules=power.rules)


def _round(view: Battle, wizard: Unit, radius: Mil, title: str) -> Covered:
    here = stands(view, wizard)
    return Covered(Disc(round(here.x), round(here.y), radius), title, struck=False)


def _made(view: Battle, wizard: Unit, form: Played, power: Power) -> Iterator[Covered]:
    """The ground on which it would stand."""
    cast = cast_of(view, form)
    assert cast is not None, "it is a spell"
    made = likeness(view, wizard, cast.way)
    pose = place_for(view, cast, made)
    if pose is not None:
        body = replace(made, place=made.place_at(pose)).outline
        yield Covered(Disc(round(body.x), round(body.y), round(body.radius)), power.title, struck=False)


def _moved(view: Battle, feature_id: str, at: tuple[Mil, Mil]) -> Iterator[Covered]:
    feature = piece(view, feature_id)
    if feature is not None:
        there = moved_by(feature, *shifted(view, feature, at))
        if isinstance(there, Area):
            yield Covered(Plot((there.ring,)), name_of(feature), struck=False)


# ---------------------------------------------------------------- missiles


def _missile(view: Battle, wizard: Unit, power: Power, at: tuple[Mil, Mil], plain: Preview) -> Preview:
    shape = pattern(view, wizard, called(view, wizard, at, power), power)
    hit = list(foreseen(view, wizard, power, at))
    found = sorted(
        (_odds(view, wizard, one) for one in hit),
        key=lambda odds: (friendly(view, wizard, view.units[odds.target]), -odds.expected_losses, odds.target),
    )
    notes = [_told(view, wizard, one) for one in hit]
    notes += [cited(text, *rules) for text, rules in works_foreseen(view, wizard, power, at)]
    notes = notes or [Note("nobody stands there")]
    return replace(
        plain,
        marks=(Covered(shape, power.title),),
        odds=found[0] if found else None,
        beside=tuple(found[1:]),
        notes=noted(*notes),
        rules=power.rules,
    )


def _told(view: Battle, wizard: Unit, one: Foreseen) -> Note:
    unit = view.units[one.unit]
    own = "your own " if friendly(view, wizard, unit) else ""
    number = f", {one.figures} of them" if one.figures > 1 else ""
    return cited(f"{own}{unit.name}{number}: {one.told}", *one.rules)


def _odds(view: Battle, wizard: Unit, one: Foreseen) -> Odds:
    """How many of a unit are lost; a phantasm, where it is known for one, loses nobody."""
    unit = view.units[one.unit]
    chance = 0.0 if is_phantasm(view, unit.id) else one.chance
    fallen: Chances = successes(min(one.figures, unit.figures), chance)
    return Odds(
        exact=True,
        dice=0,
        needs=Tally("struck", (Term("figures struck", one.figures, one.rules[0]),), measure="figures"),
        hits=fallen,
        losses=fallen,
        expected_losses=expected(fallen),
        breaks=leaves(view, unit, fallen),
        notes=noted("friends!" if friendly(view, wizard, unit) else "", one.told),
        target=unit.id,
        action=THROWN,
        destroyed=destroyed(unit, fallen),
    )


# ---------------------------------------------------------------- on the card


def magic_stats(view: Battle, unit: Unit) -> Iterator[Stat]:
    """The grade of a magic user: what it does to his dice, how many spells he manages and how far he keeps them up."""
    if not is_magic_user(unit):
        return
    grade = grade_of(unit)
    dice = f", {grade.dice} on all dice".replace("-", "−") if grade.dice else ""
    yield Stat("Magic user", f"{grade.name}{dice}", "CM-FANT-WIZARD-02" if dice else "CM-FANT-WIZARD-01", part="fights")
    reach = "any distance" if grade.reach is None else show_inches(grade.reach)
    spells = f"{len(spells_of(view, unit))}, kept up at {reach}"
    yield Stat("Spells", spells, "CM-FANT-SPELL-03", part="shoots")
    title = POWERS[missile_of(unit)].title
    yield Stat(title, reach_in_words(unit), "CM-FANT-WIZARD-13", part="shoots")


def magic_notes(view: Battle, unit: Unit) -> Iterator[Note]:
    """What a player should know of a unit that magic has made."""
    if is_phantasm(view, unit.id):
        yield cited("is not real: it harms nobody, and is gone when it is struck", "CM-FANT-SPELL-07")
    elif view.effects.all and view.effects.of_kind(unit.id, LOOSE) is not None:
        yield cited("has no master: only a counter-spell or death rids the field of it", "CM-FANT-SPELL-18")
    if is_magic_user(unit) and unit.own.turn.cast:
        yield cited("has used his powers this turn", "CM-FANT-SPELL-06", "CM-FANT-WIZARD-13")
