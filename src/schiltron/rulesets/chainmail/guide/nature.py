"""What a creature is besides a soldier, in the words of players (CM-FANT-GEN-02, CM-FANT-GEN-03, CM-FANT-GEN-07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from schiltron.battle.guide.answers import CardPart, Stat
from schiltron.battle.state.unit import Aloft
from schiltron.battle.words.grammar import counted, listed, plain
from schiltron.rulesets.chainmail.creatures import rule_of
from schiltron.rulesets.chainmail.fantasy.archery import arrows_left
from schiltron.rulesets.chainmail.fantasy.havoc import BREAKS, KINDLES, Means, havoc
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.fantasy.unseen import veils
from schiltron.rulesets.chainmail.morale.post_melee import rating_of
from schiltron.rulesets.chainmail.nature import Nature, Trait, Word, arms_in_words
from schiltron.rulesets.chainmail.state import Battle, Unit, uncanny
from schiltron.rulesets.chainmail.walking.flying import BREATHS
from schiltron.rulesets.chainmail.walking.rates import flight_move
from schiltron.table.lengths import show_inches


class Told(NamedTuple):
    """Where on the card a trait stands, and what it does; `#` is its number, `@` a length, `*` whom it is against."""

    part: CardPart
    text: str


TOLD: Final[dict[Word, Told]] = {
    "bears_magic": Told("fights", "may bear magical arms"),
    "bonus": Told("fights", "+# on two dice against *"),
    "breathes": Told("shoots", "*, 9″, once a turn at the end of the moves"),
    "burns_by_touch": Told("fights", "ordinary figures in contact burn to death"),
    "digs": Told("fights", "as sappers faster than men, and more tunnels"),
    "carries": Told("moves", "a man on its back, @ a turn"),
    "detects": Told("fights", "finds the * within @"),
    "dodges": Told("armour", "half the kills of *"),
    "driven_back": Told("armour", "a move back from *"),
    "endurance": Told("moves", "# turns in the air, then one on the ground"),
    "extra_die": Told("fights", "a die more for each man it counts as"),
    "fearless": Told("nerve", "never checks"),
    "feuds": Told("nerve", "may fall out with other tribes within a charge move"),
    "fights_double_in_woods": Told("fights", "twice as many in a wood or within @ of one"),
    "frees": Told("command", "frees the paralysed of its side by a touch"),
    "gathers": Told("fights", "the * that each brings are among the figures it counts as"),
    "hates": Told("nerve", "goes for * within a charge move"),
    "hates_under_orders": Told("nerve", "attacks nobody before * within a charge move"),
    "heartens": Told("command", "+# to morale of the unit it is with"),
    "hides_in_cover": Told("armour", "not seen beyond 3″ in woods or brush, if it does not hurry or shoot"),
    "hunts": Told("nerve", "attacks other great creatures of itself, on whichever side"),
    "inflammable": Told("armour", "may be set afire in melee"),
    "kills_unless_saved": Told("fights", "ordinary figures it touches in melee die but on # with two dice"),
    "light_shy": Told("fights", "−# on all dice in bright light"),
    "moves_trees": Told("command", "makes # trees each walk and fight, within 6″ of a wood"),
    "no_ground_move": Told("moves", "cannot walk"),
    "paralyses_in_melee": Told("fights", "one ordinary figure each, for a turn"),
    "paralyses_in_passing": Told("fights", "ordinary figures within 1″ of its way on the ground, until freed"),
    "proof_to_blows": Told("armour", "against ordinary blows"),
    "proof_to_missiles": Told("armour", "against ordinary missiles"),
    "quelled": Told("armour", "# by *"),
    "regenerates": Told("armour", "may rise again on a 6, for three turns"),
    "sees_in_dark": Told("fights", "as in light"),
    "shot_down": Told("armour", "by heroes with bows, in the air"),
    "slain_by_its_own_scores": Told("armour", "only heroes, balrogs, elementals, giants and magic kill it"),
    "splits_move": Told("shoots", "may fire in the middle of its move"),
    "special_only": Told("so_far", "not for sale"),
    "stays_by_water": Told("moves", "no farther than @ from water"),
    "stings": Told("fights", "one roll more on two dice"),
    "strikes_nobody": Told("fights", "throws no dice in melee"),
    "strikes_only_seen": Told("fights", "shows itself to attack"),
    "swims": Told("moves", "@ in a pond or river, where it strikes as *"),
    "terrifies": Told("nerve", "enemies * check morale"),
    "throws_stones": Told("shoots", "every second turn, if it has not moved"),
    "turns_to_stone": Told("fights", "who looks at its face within 3″; in melee whom it touches may be saved"),
    "unseen": Told("armour", "may become invisible at the start of a move"),
    "untouched_at_first": Told("armour", "in the first round of its own attack"),
    "woken": Told("moves", "walks no farther than @ from its ents, or takes root"),
}
"""The traits that a card tells of."""
_LABELS: Final[dict[Word, str]] = {"quelled": "Hits to kill", "fearless": "Morale", "sees_in_dark": "In the dark"}
_LENGTHS: Final = ("fights_double_in_woods", "detects", "stays_by_water", "swims", "woken", "carries")
_TOUGH: Final = {
    "plain": "1",
    "simultaneous": "{} at once",
    "cumulative": "{} in all",
    "impervious": "no number",
}


def by_nature(view: Battle, unit: Unit) -> Iterator[Stat]:
    """As what it fights, what it can do, what has befallen it."""
    nature = unit.own.profile.nature
    if nature is None:
        return
    kind = rule_of(nature, "kind", "")
    if kind:
        yield Stat("Counts as", f"one of the {plain(nature.called[0])}", kind, part="fights")
    yield from _fights(nature)
    rating = rating_of(unit.own.profile)
    rated = rule_of(nature, "rated", "CM-FANT-GEN-03")
    yield Stat("Morale Rating", "none" if rating is None else str(rating), rated, part="nerve")
    yield from _havoc(unit)
    if nature.fly:
        far = flight_move(view, unit)
        yield Stat("Flies", show_inches(far.total), far.terms[-1].rule, far, "moves")
    for one in nature.traits:
        if one.word in TOLD:
            yield _trait(one, nature)
    yield from _so_far(view, unit, nature)


def _fights(nature: Nature) -> Iterator[Stat]:
    many = f"{nature.attack} " if nature.attack != 1 else ""
    rule = "CM-FANT-GEN-07" if nature.attack != 1 else "CM-FANT-GEN-06"
    attack, defence = rule_of(nature, "attack", rule), rule_of(nature, "defence", rule)
    yield Stat("Attacks as", f"{many}{plain(nature.attacks_as)}", attack, part="fights")
    yield Stat("Struck as", plain(nature.defends_as), defence, part="armour")
    if nature.combat:
        rows = " or ".join(one.replace("_", " ") for one in (nature.combat, nature.also) if one)
        yield Stat("On two dice", f"as {rows}", "CM-FANT-FCT-01", part="fights")
    if nature.toughness != "plain":
        rule = rule_of(nature, "hits", "CM-FANT-GEN-07")
        yield Stat("Hits to kill", _TOUGH[nature.toughness].format(nature.hits), rule, part="armour")
    arms = list(arms_in_words(nature.arms))
    if arms:
        yield Stat("Magical arms", listed(arms), "CM-FANT-MAGIC-01", part="fights")


_MEANS: Final[dict[Means, str]] = {"hand": "a turn where it stands against them", "missile": "a missile", "breath": ""}


def _havoc(unit: Unit) -> Iterator[Stat]:
    """What it does to castles."""
    how = havoc(unit)
    if how is not None and how.points:
        off = f"{counted(how.points, 'point')} {_MEANS[how.by]}"
        yield Stat("Against works", off, BREAKS, part="fights")
    if how is not None and how.kindles:
        yield Stat("Wooden works", "set on fire", KINDLES, part="fights")


def _trait(one: Trait, nature: Nature) -> Stat:
    told = TOLD[one.word]
    number = show_inches(one.value or nature.charge) if one.word in _LENGTHS else str(one.value)
    whom = listed([name.replace("_", " ") for name in one.against if name not in ("rating", "strip")])
    text = told.text.replace("@", number).replace("#", number).replace("*", whom)
    label = _LABELS.get(one.word, one.word.replace("_", " ").capitalize())
    return Stat(label, text, one.rule, part=told.part)


def _so_far(view: Battle, unit: Unit, nature: Nature) -> Iterator[Stat]:
    done, level = uncanny(unit), unit.level
    for veil in veils(view, unit):
        near = f" beyond {show_inches(veil.near)}" if veil.near is not None else ""
        yield Stat("Not seen", f"but by those who detect the {veil.kind}{near}", veil.rule, part="so_far")
    if isinstance(level, Aloft):
        yield Stat("In the air", f"{show_inches(level.height)} up", "CM-FANT-GEN-12", part="so_far")
    if done.wounds:
        yield Stat("Wounds", f"{done.wounds} of {nature.hits}", "CM-FANT-TROLL-03", part="so_far")
    if nature.has("breathes"):
        yield Stat("Breaths", f"{max(0, BREATHS - done.breaths)} left", "CM-FANT-DRAGON-10", part="so_far")
    if nature.arms.arrows:
        yield Stat("Enchanted arrows", f"{arrows_left(unit)} left", "CM-FANT-MAGIC-06", part="so_far")


def paralysed(view: Battle, unit: Unit) -> Iterator[Stat]:
    """How many of anybody's figures cannot stir (CM-FANT-WRAITH-05, CM-FANT-WIGHT-05)."""
    numb = stunned(view, unit)
    if numb:
        rule = "CM-FANT-WRAITH-05" if uncanny(unit).held else "CM-FANT-WIGHT-05"
        yield Stat("Paralysed", counted(numb, "figure"), rule, part="so_far")
