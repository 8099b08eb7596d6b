"""Challenges: who is challenged, who declines, and what that costs him (TA-DUEL-01 to TA-DUEL-09, TA-TURN-03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks, rolls
from schiltron.battle.play.form_checks import judge_choice
from schiltron.battle.state.chance import AtMost, Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import apart, commands, hostile, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.by_this_axe.duels.duel import begin_duel, person_of
from schiltron.rulesets.by_this_axe.duels.outlook import outlook
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_shamed
from schiltron.rulesets.by_this_axe.state import SHAMED, Battle, Scene, Unit, with_turn
from schiltron.table.lengths import Mil, inches, show_inches


class ChallengeOrder(Step, frozen=True, tag="by_this_axe.challenge_order"):
    """Who challenges first (TA-DUEL-01)."""


class Challenges(Step, frozen=True, tag="by_this_axe.challenges"):
    """Sides by turns, the first one next; it ends when all have `passed` in succession.

    `made` are the challenges of this turn, as challenger and challenged.
    """

    sides: tuple[str, ...]
    passed: int = 0
    made: tuple[tuple[str, str], ...] = ()


class AnswerChallenge(Step, frozen=True, tag="by_this_axe.answer_challenge"):
    """Accept or decline (TA-DUEL-02)."""

    challenger: str
    challenged: str


class Press(Step, frozen=True, tag="by_this_axe.press"):
    """Whether the challenger tries to force the duel on one who declined (TA-DUEL-03)."""

    challenger: str
    challenged: str


class Force(Step, frozen=True, tag="by_this_axe.force"):
    """The die for it."""

    challenger: str
    challenged: str


REACH: Final[Mil] = inches(9)  # TA-DUEL-01
FORCED_ON: Final = 3  # TA-DUEL-03

PASS: Final = "pass"
ACCEPT: Final = "accept"
DECLINE: Final = "decline"
FORCE: Final = "force"
LET_GO: Final = "let_go"

SHAME: Final = 0.25
"""What a first refusal is worth to who suggests: so much worse a chance he rather takes."""

Pair = tuple[str, str]


# ---------------------------------------------------------------- who may challenge whom


def fit(battle: Battle, unit: Unit) -> bool:
    """A character who is there and has not fought a duel this turn (TA-DUEL-04)."""
    return is_character(unit) and alive(unit) and standing_with(battle, unit).on_table and not unit.own.turn.duelled


def possible(battle: Battle, made: Iterable[Pair] = ()) -> list[Pair]:
    """Every challenge that can be made: enemy characters within 9 inches, body to body, none twice in a turn.

    Who is shamed challenges nobody (TA-DUEL-06); he may be challenged.
    """
    ready = [unit for unit in battle.units.values() if fit(battle, unit)]
    gone = set(made)
    return [
        (one.id, other.id)
        for one in ready
        for other in ready
        if hostile(battle, one, other)
        and not is_shamed(one)
        and (one.id, other.id) not in gone
        and apart(battle, one, other) <= REACH
    ]


def in_contact(battle: Battle, one: Unit, other: Unit) -> bool:
    """Whether the bodies they stand in touch each other; one who stands alone is a body of his own (TA-DUEL-03)."""
    here, there = standing_with(battle, one), standing_with(battle, other)
    return any(each.touching and each.joins(here.id, there.id) for each in battle.engagements)


# ---------------------------------------------------------------- who is first (TA-DUEL-01)


def _ask_order(battle: Battle, step: ChallengeOrder) -> Roll | None:
    """Not asked where nobody can challenge."""
    if not possible(battle):
        return None
    pools = tuple(Pool(1, 6, SumOf(), side.name, whose=side.id) for side in battle.sides)
    return Roll("who challenges first", pools, ("TA-TURN-03", "TA-DUEL-01"), unequal=True)


def _roll_order(scene: Scene, step: ChallengeOrder, pools: tuple[Thrown, ...]) -> None:
    thrown = zip(pools, scene.battle.sides, strict=True)
    sides = sorted(thrown, key=lambda one: -one[0].total)
    scene.now(Challenges(tuple(side.id for _, side in sides)))


CHALLENGE_ORDER = rolls(ChallengeOrder, ask=_ask_order, roll=_roll_order)


# ---------------------------------------------------------------- one side after the other


def _open(battle: Battle, step: Challenges) -> list[Pair]:
    return [pair for pair in possible(battle, step.made) if commands(battle, step.sides[0], battle.units[pair[0]])]


def _key(pair: Pair) -> str:
    return ">".join(pair)


def _ask_challenge(battle: Battle, step: Challenges) -> tuple[Choose, ...] | None:
    pairs = _open(battle, step)
    if not pairs:
        return None
    units = battle.units
    options = [Option(_key(pair), f"{units[pair[0]].name} challenges {units[pair[1]].name}") for pair in pairs]
    return (
        Choose(
            seat=units[pairs[0][0]].controller,
            prompt="Challenge an enemy character within 9 inches to a duel, or pass.",
            rules=("TA-DUEL-01", "TA-DUEL-04"),
            options=(*options, Option(PASS, "No challenge", forgoes=True)),
            default=Chosen((PASS,)),
        ),
    )


def _pass(scene: Scene, step: Challenges) -> None:
    """It is over when every side has passed in succession; one that can challenge nobody passes unasked."""
    first, *rest = step.sides
    if step.passed + 1 < len(step.sides):
        scene.now(replace(step, sides=(*rest, first), passed=step.passed + 1))


def _take_challenge(scene: Scene, step: Challenges, answers: tuple[Chosen, ...]) -> None:
    key = option_choice.chosen(answers)
    if key == PASS:
        _pass(scene, step)
        return
    challenger, _, challenged = key.partition(">")
    scene.tell(Declared(unit=challenger, action="challenge", target=challenged, rules=("TA-DUEL-01",)))
    first, *rest = step.sides
    onward = Challenges((*rest, first), made=(*step.made, (challenger, challenged)))
    scene.now(AnswerChallenge(challenger, challenged), onward)


def _judge_challenge(view: Battle, step: Challenges, decision: Choose, answer: Chosen) -> list[Reason]:
    found = judge_choice(decision, answer)
    told = [reason for key in answer.keys for reason in _why_not(view, step, key)] if found else []
    return told or found


def _why_not(view: Battle, step: Challenges, key: str) -> list[Reason]:
    """What stands against one character challenging another."""
    one, other = (view.units.get(part) for part in (key.partition(">")[0], key.partition(">")[2]))
    if one is None or other is None or not (is_character(one) and is_character(other)):
        return []
    found = [
        Reason(f"{unit.name} has fought his duel this turn", ("TA-DUEL-04",))
        for unit in (one, other)
        if unit.own.turn.duelled
    ]
    if is_shamed(one):
        found.append(Reason(f"{one.name} has declined a challenge and attacks nobody this turn", ("TA-DUEL-06",)))
    if (one.id, other.id) in step.made:
        found.append(Reason(f"{one.name} has challenged {other.name} this turn", ("TA-DUEL-01",)))
    if not commands(view, step.sides[0], one) or not hostile(view, one, other):
        found.append(Reason("a character of yours challenges one of the enemy's", ("TA-DUEL-01",)))
    if not found and all(alive(unit) for unit in (one, other)):
        distance = apart(view, one, other)
        if distance > REACH:
            text = f"{other.name} is {show_inches(distance)} from {one.name}: challenges carry {show_inches(REACH)}"
            found.append(Reason(text, ("TA-DUEL-01",)))
    return found


def _suggest_challenge(view: Battle, step: Challenges, _decision: Choose) -> Iterator[Chosen]:
    """Duels more likely won than lost, the safest first; then to pass."""
    margins = {pair: outlook(view, view.units[pair[0]], view.units[pair[1]]).margin for pair in _open(view, step)}
    for pair in sorted(margins, key=lambda pair: -margins[pair]):
        if margins[pair] > 0:
            yield Chosen((_key(pair),))
    yield Chosen((PASS,))


# ---------------------------------------------------------------- accept or decline (TA-DUEL-02)


def _ask_answer(battle: Battle, step: AnswerChallenge) -> tuple[Choose, ...]:
    challenger, challenged = battle.units[step.challenger], battle.units[step.challenged]
    first = not person_of(challenged).refused
    cost = "; a first refusal shames him for this turn" if first else ""
    return (
        Choose(
            seat=challenged.controller,
            prompt=f"{challenger.name} challenges {challenged.name}: accept or decline{cost}.",
            waits=f"{challenged.name} to answer the challenge",
            rules=("TA-DUEL-02", "TA-DUEL-05" if first else "TA-DUEL-09"),
            options=(Option(ACCEPT, "Accept the duel"), Option(DECLINE, "Decline", forgoes=True)),
            default=Chosen((DECLINE,)),
        ),
    )


def _take_answer(scene: Scene, step: AnswerChallenge, answers: tuple[Chosen, ...]) -> None:
    action = option_choice.chosen(answers)
    scene.tell(Declared(unit=step.challenged, action=action, target=step.challenger, rules=("TA-DUEL-02",)))
    if action == ACCEPT:
        begin_duel(scene, step.challenger, step.challenged, ("TA-DUEL-02",))
    elif in_contact(scene.battle, scene.unit(step.challenger), scene.unit(step.challenged)):
        scene.now(Press(step.challenger, step.challenged))
    else:
        refuse(scene, step.challenged)


def refuse(scene: Scene, unit_id: str) -> None:
    """A refusal that stands: the first of the game shames him (TA-DUEL-05 to TA-DUEL-08), later ones are free.

    Shame takes his leadership, his attacks, his going over to another unit and his rallying for this turn.
    """
    unit = scene.unit(unit_id)
    person = person_of(unit)
    if person.refused:  # TA-DUEL-09
        return
    scene.change(with_turn(replace(unit, own=replace(unit.own, person=replace(person, refused=True))), shamed=True))
    scene.mark(unit_id, SHAMED, rules=("TA-DUEL-05", "TA-DUEL-06", "TA-DUEL-07", "TA-DUEL-08"))


def _suggest_answer(view: Battle, step: AnswerChallenge, _decision: Choose) -> Iterator[Chosen]:
    challenged = view.units[step.challenged]
    margin = outlook(view, challenged, view.units[step.challenger]).margin
    brave = margin >= (0 if person_of(challenged).refused else -SHAME)
    yield from (Chosen((key,)) for key in ((ACCEPT, DECLINE) if brave else (DECLINE, ACCEPT)))


# ---------------------------------------------------------------- forced upon him (TA-DUEL-03)


def _ask_press(battle: Battle, step: Press) -> tuple[Choose, ...]:
    challenger, challenged = battle.units[step.challenger], battle.units[step.challenged]
    return (
        Choose(
            seat=challenger.controller,
            prompt=f"{challenged.name} declines, but they are in contact: does {challenger.name} force the duel?",
            waits=f"{challenger.name} to force the duel, or let him go",
            rules=("TA-DUEL-03",),
            options=(Option(FORCE, "Force the duel on 1 to 3"), Option(LET_GO, "Let him go", forgoes=True)),
            default=Chosen((LET_GO,)),
        ),
    )


def _take_press(scene: Scene, step: Press, answers: tuple[Chosen, ...]) -> None:
    if option_choice.chosen(answers) == LET_GO:
        refuse(scene, step.challenged)
        return
    scene.tell(Declared(unit=step.challenger, action=FORCE, target=step.challenged, rules=("TA-DUEL-03",)))
    scene.now(Force(step.challenger, step.challenged))


def _ask_force(battle: Battle, step: Force) -> Roll:
    challenger, challenged = battle.units[step.challenger], battle.units[step.challenged]
    dice = Pool(1, 6, AtMost(FORCED_ON), challenger.name, whose=challenger.side)
    return Roll(f"a duel forced on {challenged.name}", (dice,), ("TA-DUEL-03",))


def _roll_force(scene: Scene, step: Force, pools: tuple[Thrown, ...]) -> None:
    """A duel that is forced was not refused: no penalty."""
    if pools[0].hits:
        begin_duel(scene, step.challenger, step.challenged, ("TA-DUEL-03",))
    else:
        refuse(scene, step.challenged)


def _suggest_press(view: Battle, step: Press, _decision: Choose) -> Iterator[Chosen]:
    margin = outlook(view, view.units[step.challenger], view.units[step.challenged]).margin
    yield Chosen((FORCE if margin >= 0 else LET_GO,))


CHALLENGES = asks(
    Challenges,
    do=_pass,
    ask=_ask_challenge,
    judge=_judge_challenge,
    take=_take_challenge,
    sample=option_choice.sample,
    suggest=_suggest_challenge,
)
ANSWER = option_choice.chooses(AnswerChallenge, ask=_ask_answer, take=_take_answer, suggest=_suggest_answer)
PRESS = option_choice.chooses(Press, ask=_ask_press, take=_take_press, suggest=_suggest_press)
FORCING = rolls(Force, ask=_ask_force, roll=_roll_force)
