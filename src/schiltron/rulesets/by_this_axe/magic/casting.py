"""Offensive spells: TA-FANT-M04 to TA-FANT-M07. All sides say at the same time and unseen how many dice go at whom;
they fall with the shots of the phase."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import asks
from schiltron.battle.play.form_checks import judge_assignment
from schiltron.battle.state.decision import Assign, Assigned, Item, Option, Share
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.by_this_axe.attacks.fire import Casting, mark_shot
from schiltron.rulesets.by_this_axe.attacks.numbers import DIE, level
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.strikes import Blow, Strike
from schiltron.rulesets.by_this_axe.field import arc_from, head_count
from schiltron.rulesets.by_this_axe.magic.people import magicians, marks, may_cast, person_of, spend
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit
from schiltron.rulesets.by_this_axe.troops import HEROIC
from schiltron.rulesets.by_this_axe.weapons import SPELL

CAST: Final = "cast"
KEEP: Final = "keep"
_RULES: Final = ("TA-FANT-M04", "TA-FANT-M05", "TA-FANT-M07")


def casters(battle: Battle) -> dict[str, list[Unit]]:
    """Who can cast at somebody now, by the seat that is asked for him."""
    found: dict[str, list[Unit]] = {}
    for unit in in_line(unit for unit in magicians(battle) if may_cast(battle, unit)):
        if marks(battle, unit):
            found.setdefault(unit.controller, []).append(unit)
    return found


def _ask(battle: Battle, _step: Casting) -> tuple[Assign, ...] | None:
    return tuple(_spells(battle, seat, people) for seat, people in casters(battle).items()) or None


def _spells(battle: Battle, seat: str, people: list[Unit]) -> Assign:
    whom = {unit.id: tuple(foe.id for foe in marks(battle, unit)) for unit in people}
    foes = in_line(battle.units[key] for key in {foe for some in whom.values() for foe in some})
    items = tuple(
        Item(unit.id, f"spell dice of {unit.name}", person_of(unit).dice_left, (*whom[unit.id], KEEP))
        for unit in people
    )
    return Assign(
        seat=seat,
        prompt=f"Spells of {listed([unit.name for unit in people])}: how many dice, and at whom? Each has one target.",
        waits="to say what is cast",
        rules=_RULES,
        items=items,
        bins=(*(Option(foe.id, foe.name) for foe in foes), Option(KEEP, "Keep for later", forgoes=True)),
        sealed=True,
        default=_kept(items),
    )


def _kept(items: tuple[Item, ...]) -> Assigned:
    return Assigned(tuple(Share(item.key, KEEP, item.count) for item in items))


def _judge(view: Battle, _step: Casting, decision: Assign, answer: Assigned) -> list[Reason]:
    found = judge_assignment(decision, answer)
    for item in decision.items:
        whom = {share.bin for share in answer.shares if share.item == item.key and share.count and share.bin != KEEP}
        if len(whom) > 1:
            names = listed([view.units[key].name for key in sorted(whom)])
            found.append(
                Reason(f"{view.units[item.key].name} has one target in a phase, not {names}", ("TA-FANT-M04",))
            )
    return found


# ---------------------------------------------------------------- what is cast


def cast_at(battle: Battle, caster: Unit, target: Unit, dice: int) -> Strike:
    """One attack at Heroic level for each die (TA-FANT-M04); nothing that hides or resists helps against it."""
    need = Tally("to hit", (level(HEROIC, "TA-FANT-M04"),))
    body = standing_with(battle, caster)
    arc = arc_from(body.outline.x, body.outline.y, target)
    return Strike(caster.id, target.id, "shooting", arc, (Blow(caster.id, SPELL, dice, need),))


def _take(scene: Scene, step: Casting, answers: tuple[Assigned, ...]) -> None:
    """Dice are spent as they are cast, whatever comes of them (TA-FANT-M01)."""
    battle, strikes = scene.battle, []
    for answer in answers:
        for share in answer.shares:
            if share.bin == KEEP or not share.count:
                continue
            strikes.append(cast_at(battle, battle.units[share.item], battle.units[share.bin], share.count))
            scene.tell(Declared(unit=share.item, action=CAST, target=share.bin, rules=_RULES))
            spend(scene, share.item, dice=share.count)
    for strike in strikes:
        mark_shot(scene, strike)
    scene.now(replace(step.fire, spells=tuple(strikes)))


def _do(scene: Scene, step: Casting) -> None:
    """Nobody can cast at anybody."""
    scene.now(replace(step.fire, spells=()))


# ---------------------------------------------------------------- random and sensible spells


def _sample(_view: Battle, _step: Casting, decision: Assign, random: Random) -> Assigned:
    shares = []
    for item in decision.items:
        dice = random.randint(0, min(item.count, _A_VOLLEY))
        shares += [Share(item.key, random.choice(item.bins[:-1]), dice), Share(item.key, KEEP, item.count - dice)]
    return Assigned(tuple(share for share in shares if share.count))


_A_VOLLEY: Final = 6
"""More dice than that are seldom well spent in one phase."""


def _suggest(view: Battle, _step: Casting, decision: Assign) -> Iterator[Assigned]:
    """All that each has, since it is seldom that a mark is near enough and nobody fights yet: at the one whom it hurts
    most, and no more than would kill them all; then half and a third of it; then nothing."""
    for part in (1, 2, 3):
        shares = []
        for item in decision.items:
            whom = _best(view, item, -(-item.count // part))
            dice = min(-(-item.count // part), _enough(view, view.units[whom]))
            shares += [Share(item.key, whom, dice), Share(item.key, KEEP, item.count - dice)]
        yield Assigned(tuple(share for share in shares if share.count))
    yield _kept(decision.items)


def _enough(battle: Battle, target: Unit) -> int:
    """Dice of which as many hit as it takes to leave nobody, on the average."""
    person = target.own.person
    hits = person.hits - person.wounds if person is not None else head_count(battle, target)
    return -(-hits * DIE // HEROIC)


def _best(view: Battle, item: Item, dice: int) -> str:
    """Whom so many dice cost most: a character counts as so many figures as it takes to reach him."""
    caster = view.units[item.key]

    def harm(key: str) -> float:
        seen = outlook(view, cast_at(view, caster, view.units[key], dice))
        return seen.expected + _LIVES * sum(chance for _, chance in seen.deaths)

    return max(item.bins[:-1], key=harm)


_LIVES: Final = 4
"""Figures that the life of a character is worth."""

CASTING: Final = asks(Casting, do=_do, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
