"""Offensive spells: TA-FANT-M04 to TA-FANT-M07. All sides say at the same time and unseen how many dice go at whom;
they fall with the shots of the phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import asks
from schiltron.battle.play.form_checks import judge_assignment
from schiltron.battle.state.decision import Assign, Assigned, Item, Option, Share
from schiltron.battle.state.event import Declared, Worked
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
from schiltron.rulesets.by_this_axe.magic.people import cast_own, magicians, marks, may_cast, person_of, spend
from schiltron.rulesets.by_this_axe.state import Battle, OwnSpell, Scene, Unit
from schiltron.rulesets.by_this_axe.troops import HEROIC
from schiltron.rulesets.by_this_axe.weapons import SPELL

CAST: Final = "cast"
KEEP: Final = "keep"
_RULES: Final = ("TA-FANT-M04", "TA-FANT-M05", "TA-FANT-M07")


def casters(battle: Battle) -> dict[str, list[Unit]]:
    """Who can cast at somebody now, by the seat that is asked for him."""
    found: dict[str, list[Unit]] = {}
    for unit in in_line(unit for unit in magicians(battle) if may_cast(battle, unit)):
        if any(_has_to_cast(battle, unit)):
            found.setdefault(unit.controller, []).append(unit)
    return found


def _has_to_cast(battle: Battle, unit: Unit) -> Iterator[Item]:
    """The dice of somebody's pool and each spell of his army's own, with those at whom he can cast it."""
    person = person_of(unit)
    near = tuple(foe.id for foe in marks(battle, unit)) if person.dice_left else ()
    if near:
        yield Item(unit.id, f"spell dice of {unit.name}", person.dice_left, (*near, KEEP))
    for spell, times in Counter(person.spells_left).items():
        whom = tuple(foe.id for foe in marks(battle, unit, spell.reach))
        if whom:
            yield Item(f"{unit.id}{_OWN}{spell.key}", f"{spell.title} of {unit.name}", times, (*whom, KEEP))


_OWN: Final = ":"
"""Stands between a mage and a spell of his army's own."""


def cast_by(battle: Battle, item: str) -> tuple[Unit, OwnSpell | None]:
    """Who casts it, and the spell that it is if it is not dice of his pool."""
    caster, _, key = item.partition(_OWN)
    unit = battle.units[caster]
    return unit, next((spell for spell in person_of(unit).spells_left if spell.key == key), None)


def _ask(battle: Battle, _step: Casting) -> tuple[Assign, ...] | None:
    return tuple(_spells(battle, seat, people) for seat, people in casters(battle).items()) or None


def _spells(battle: Battle, seat: str, people: list[Unit]) -> Assign:
    items = tuple(item for unit in people for item in _has_to_cast(battle, unit))
    foes = in_line(battle.units[key] for key in {foe for item in items for foe in item.bins if foe != KEEP})
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
    whom: dict[str, set[str]] = {}
    for share in answer.shares:
        if share.count and share.bin != KEEP and share.bin in view.units:
            whom.setdefault(share.item.partition(_OWN)[0], set()).add(share.bin)
    for caster, marked in whom.items():
        if len(marked) > 1 and caster in view.units:
            names = listed([view.units[key].name for key in sorted(marked)])
            found.append(Reason(f"{view.units[caster].name} has one target in a phase, not {names}", ("TA-FANT-M04",)))
    return found


# ---------------------------------------------------------------- what is cast


def cast_at(battle: Battle, caster: Unit, target: Unit, dice: int) -> Strike:
    """One attack at Heroic level for each die (TA-FANT-M04); nothing that hides or resists helps against it."""
    need = Tally("to hit", (level(HEROIC, "TA-FANT-M04"),))
    body = standing_with(battle, caster)
    arc = arc_from(body.outline.x, body.outline.y, target)
    return Strike(caster.id, target.id, "shooting", arc, (Blow(caster.id, SPELL, dice, need),))


def cast_share(battle: Battle, share: Share) -> Strike:
    """What somebody casts at somebody: dice of his pool, or a spell of his army's own."""
    caster, spell = cast_by(battle, share.item)
    return cast_at(battle, caster, battle.units[share.bin], share.count * (spell.dice if spell is not None else 1))


def _take(scene: Scene, step: Casting, answers: tuple[Assigned, ...]) -> None:
    """Dice are spent as they are cast, whatever comes of them (TA-FANT-M01)."""
    battle, strikes = scene.battle, []
    for answer in answers:
        for share in answer.shares:
            if share.bin == KEEP or not share.count:
                continue
            caster, spell = cast_by(battle, share.item)
            strikes.append(cast_share(battle, share))
            scene.tell(Declared(unit=caster.id, action=CAST, target=share.bin, rules=_RULES))
            if spell is None:
                spend(scene, caster.id, dice=share.count)
                continue
            for _ in range(share.count):
                cast_own(scene, caster.id, spell.key)
            what = f"cast at {battle.units[share.bin].name}{', twice' if share.count > 1 else ''}"
            scene.tell(Worked(unit=caster.id, power=spell.title, what=what, rules=_RULES))
    for strike in strikes:
        mark_shot(scene, strike)
    scene.now(replace(step.fire, spells=tuple(strikes)))


def _do(scene: Scene, step: Casting) -> None:
    """Nobody can cast at anybody."""
    scene.now(replace(step.fire, spells=()))


# ---------------------------------------------------------------- random and sensible spells


def _sample(_view: Battle, _step: Casting, decision: Assign, random: Random) -> Assigned:
    shares, chosen = [], dict[str, str]()
    for item in decision.items:
        dice = random.randint(0, min(item.count, _A_VOLLEY))
        whom = chosen.setdefault(item.key.partition(_OWN)[0], random.choice(item.bins[:-1]))
        dice = dice if whom in item.bins else 0
        shares += [Share(item.key, whom, dice), Share(item.key, KEEP, item.count - dice)]
    return Assigned(tuple(share for share in shares if share.count))


_A_VOLLEY: Final = 6
"""More dice than that are seldom well spent in one phase."""


def _suggest(view: Battle, _step: Casting, decision: Assign) -> Iterator[Assigned]:
    """All that each has, since it is seldom that a mark is near enough and nobody fights yet: at the one whom it hurts
    most, and no more than would kill them all; then half and a third of it; then nothing."""
    for part in (1, 2, 3):
        shares, chosen = [], dict[str, str]()
        for item in decision.items:
            whom = chosen.setdefault(item.key.partition(_OWN)[0], _best(view, item, -(-item.count // part)))
            each = _dice_of(view, item)
            dice = min(-(-item.count // part), -(-_enough(view, view.units[whom]) // each)) if whom in item.bins else 0
            shares += [Share(item.key, whom, dice), Share(item.key, KEEP, item.count - dice)]
        yield Assigned(tuple(share for share in shares if share.count))
    yield _kept(decision.items)


def _dice_of(view: Battle, item: Item) -> int:
    """How many dice one of it is."""
    _, spell = cast_by(view, item.key)
    return 1 if spell is None else spell.dice


def _enough(battle: Battle, target: Unit) -> int:
    """Dice of which as many hit as it takes to leave nobody, on the average."""
    person = target.own.person
    hits = person.hits - person.wounds if person is not None else head_count(battle, target)
    return -(-hits * DIE // HEROIC)


def _best(view: Battle, item: Item, dice: int) -> str:
    """Whom so many dice cost most: a character counts as so many figures as it takes to reach him."""

    def harm(key: str) -> float:
        seen = outlook(view, cast_share(view, Share(item.key, key, dice)))
        return seen.expected + _LIVES * sum(chance for _, chance in seen.deaths)

    return max(item.bins[:-1], key=harm)


_LIVES: Final = 4
"""Figures that the life of a character is worth."""

CASTING: Final = asks(Casting, do=_do, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
