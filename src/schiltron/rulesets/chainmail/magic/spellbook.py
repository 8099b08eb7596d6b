"""What magic users hold now, as cards: their missile, their spells, and what they could counter
(rules FANT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play.powers import Power, card_key, held_by
from schiltron.battle.state.decision import Aim, HeldCard, Use
from schiltron.battle.state.effects import Effect
from schiltron.battle.state.field import apart, friendly, hostile, in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.fantasy.at_work import DARKNESS, LIGHT_OF, LOOSE, SUMMONED, WARD
from schiltron.rulesets.chainmail.fantasy.magicians import is_magic_user
from schiltron.rulesets.chainmail.field import CONCEALED, INVISIBLE, alive, has_trait, is_fleeing
from schiltron.rulesets.chainmail.magic.rows import POWERS, TERRAIN, power_of
from schiltron.rulesets.chainmail.magic.strength import counters_on
from schiltron.rulesets.chainmail.magic.wizards import (
    against_powers,
    against_spells,
    grade_of,
    missile_of,
    spells_of,
    wizards,
)
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.lengths import TOLERANCE, Mil, inches

CAST: Final = "cast"
COUNTER: Final = "counter_spell"
UNSEEN: Final = "invisibility"
_COUNTER_RULES: Final = ("CM-FANT-SPELL-05", "CM-FANT-SPELL-06")
_KEPT_UP: Final = {"darkness": DARKNESS, "light": LIGHT_OF, "ward": WARD}
"""The kind of effect of spells that nobody keeps up twice at a time."""
_SEVERAL: Final = ("djinn", "efreet")
"""Of whom there may be more than one (CM-FANT-SPELL-15)."""


def spellbook(battle: Battle, side: str) -> tuple[HeldCard, ...]:
    """The cards of all magic users of a side."""
    return tuple(card for wizard in wizards(battle, side) for card in cards_of(battle, wizard))


def cards_of(battle: Battle, wizard: Unit) -> Iterator[HeldCard]:
    """What one magic user may call upon, and why not."""
    barred = against_powers(battle, wizard)
    missile = POWERS[missile_of(wizard)]
    yield held_by(wizard.id, missile, (_use(battle, wizard, missile, CAST, barred),), 1)
    if has_trait(wizard, "unseen"):
        yield _unseen(battle, wizard)
    barred_from_spells = [*barred, *against_spells(battle, wizard)]
    for key in spells_of(battle, wizard):
        spell = power_of(wizard, key)
        uses = tuple(_use(battle, wizard, spell, way, barred_from_spells) for way in spell.ways or (CAST,))
        yield held_by(wizard.id, spell, uses, 1)
    lasting = list(spells_against(battle, wizard))
    if lasting:
        yield _counter(battle, wizard, lasting, barred_from_spells)


def _unseen(battle: Battle, wizard: Unit) -> HeldCard:
    """He may become invisible but in a fight or when he has used his powers, and it takes none (CM-FANT-WIZARD-05)."""
    rules = ("CM-FANT-WIZARD-05",)
    why = ""
    if wizard.has(INVISIBLE):
        why = f"{wizard.name} is invisible"
    elif wizard.own.turn.cast:
        why = f"{wizard.name} has used his powers this turn"
    elif in_melee(battle, wizard) or wizard.own.turn.attacked or wizard.host:
        why = f"{wizard.name} is among others, or under attack"
    text = "Nobody who does not detect the invisible can attack him or shoot at him, until he attacks himself."
    use = Use(CAST, "Become invisible", rules, barred=why)
    return HeldCard(card_key(wizard.id, UNSEEN), "Invisibility", text, rules[0], (use,), 1, wizard.id)


def _use(battle: Battle, wizard: Unit, power: Power, way: str, barred: list[Reason]) -> Use:
    label = power.title if way == CAST else f"{power.title}: {in_words(way)}"
    found = [*barred, *_against(battle, wizard, power, way)]
    if found:
        rules = tuple(dict.fromkeys(rule for reason in found for rule in reason.rules))
        return Use(way, label, rules, barred="; ".join(dict.fromkeys(reason.text for reason in found)))
    against = Aim("point", reach=inches(power.amount)) if power.does == "shift" else None
    return Use(way, label, power.rules, aim_of(battle, wizard, power), against)


def in_words(way: str) -> str:
    """What a spell is of, or for, as players read it."""
    return TROOPS[way].name.lower() if way in TROOPS else way.replace("_", " ")


def _against(battle: Battle, wizard: Unit, power: Power, way: str) -> Iterator[Reason]:
    """What is against one spell besides."""
    if power.key == TERRAIN and grade_of(wizard).dice:
        yield Reason("only a full wizard moves terrain", ("CM-FANT-SPELL-19",))
    kind = _KEPT_UP.get(power.does)
    if kind is not None and any(one.kind == kind and one.by == wizard.id for one in battle.effects.all):
        yield Reason(f"{wizard.name} keeps it up already", power.rules)
    if power.does == "conjure" and way not in _SEVERAL and _in_being(battle, way):
        yield Reason(f"an {in_words(way)} is in being already", ("CM-FANT-SPELL-15",))
    aim = aim_of(battle, wizard, power)
    if aim.at in ("unit", "feature") and not aim.eligible:
        yield Reason("there is nothing it could be for", power.rules)


def _in_being(battle: Battle, key: str) -> bool:
    """Whether an elemental of that type is on the field, as far as one can see."""
    natures = (one.own.profile.nature for one in battle.units.values() if alive(one))
    return any(nature is not None and nature.key == key for nature in natures)


def aim_of(battle: Battle, wizard: Unit, power: Power) -> Aim:
    """What a power may be aimed at."""
    reach = inches(power.range) if power.range else grade_of(wizard).reach
    match power.aim:
        case "unit":
            near = [one for one in _friends(battle, wizard) if reach is None or apart(battle, wizard, one) <= reach]
            return Aim("unit", "friend", 1, 1, tuple(one.id for one in near))
        case "feature":
            pieces = battle.table.features if battle.board is not None else ()
            return Aim("feature", eligible=tuple(one.id for one in pieces if one.kind in power.tags))
        case "point":
            return Aim("point", reach=reach) if reach is not None else Aim("point")
    return Aim()


def _friends(battle: Battle, wizard: Unit) -> list[Unit]:
    """Units and creatures on the table that could be concealed."""
    return [
        one
        for one in in_line(battle.units.values())
        if friendly(battle, wizard, one)
        and alive(one)
        and one.on_table
        and not is_fleeing(one)
        and not one.has(CONCEALED)
    ]


# ---------------------------------------------------------------- what could be countered


def spells_against(battle: Battle, wizard: Unit) -> Iterator[Effect]:
    """What lasts of the magic of enemies, as far as is known, and elementals without a master, whoever called them
    (CM-FANT-SPELL-05, CM-FANT-SPELL-18). What is called into being is one thing, whether it is real or not."""
    for effect in battle.effects.all:
        caster = battle.units.get(effect.by)
        if caster is None or not is_magic_user(caster):
            continue
        if effect.kind == LOOSE or (hostile(battle, wizard, caster) and effect.kind in _COUNTERED):
            yield effect


_COUNTERED: Final = (DARKNESS, LIGHT_OF, WARD, SUMMONED)


def _counter(battle: Battle, wizard: Unit, lasting: list[Effect], barred: list[Reason]) -> HeldCard:
    uses = []
    for effect in lasting:
        caster = battle.units[effect.by]
        label = f"Counter: {name_of_effect(battle, effect)}, on {counters_on(battle, wizard, caster)} or more"
        why = "; ".join(dict.fromkeys(reason.text for reason in barred))
        rules = _COUNTER_RULES if effect.kind != LOOSE else (*_COUNTER_RULES, "CM-FANT-SPELL-18")
        uses.append(Use(effect.id, label, rules, barred=why))
    text = "Ends what another magic user keeps up; it takes all powers of whoever tries it."
    return HeldCard(card_key(wizard.id, COUNTER), "Counter-spell", text, "CM-FANT-SPELL-05", tuple(uses), 1, wizard.id)


def name_of_effect(battle: Battle, effect: Effect) -> str:
    """As in "the darkness of Mareth"."""
    caster = battle.units[effect.by].name
    if effect.target in battle.units:
        return battle.units[effect.target].name
    return f"{effect.kind.replace('_', ' ')} of {caster}"


def within(far: Mil, reach: Mil | None) -> bool:
    """Whether something is no farther than a spell reaches."""
    return reach is None or far <= reach + TOLERANCE
