"""The Command Phase: cards are drawn from the common deck (TA-CMD-02 to TA-CMD-06)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks, rolls
from schiltron.battle.state.chance import FromBag, Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import NOBODY, SPECTATORS, Declared, Drew, Ruled, Spent
from schiltron.battle.state.field import asked_seat
from schiltron.battle.words.grammar import does, is_plural
from schiltron.rulesets.by_this_axe.command.deck import CARDS, in_order, left
from schiltron.rulesets.by_this_axe.command.words import title
from schiltron.rulesets.by_this_axe.field import is_general, leaders
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Hand, Scene, Unit


class DrawOrder(Step, frozen=True, tag="by_this_axe.draw_order"):
    """Who draws first (TA-CMD-04)."""


class DrawCards(Step, frozen=True, tag="by_this_axe.draw_cards"):
    """Sides still to draw a card each, the first one next."""

    sides: tuple[str, ...]


class KeepCards(Step, frozen=True, tag="by_this_axe.keep_cards"):
    """The turn is over: nobody keeps more than three (TA-CMD-06)."""


KEPT = 3

# ---------------------------------------------------------------- how many, and who first


def drawing_leader(battle: Battle, side: str) -> Unit | None:
    """The general if he can (TA-CMD-02), else the leader of the highest level, the first by name among equals
    (TA-CMD-03)."""
    able = list(leaders(battle, side))
    general = next((unit for unit in able if is_general(unit)), None)
    return general or max(able, key=_leadership, default=None)


def _leadership(unit: Unit) -> int:
    return unit.own.person.leadership if unit.own.person is not None else 0


def quota(battle: Battle, side: str) -> int:
    leader = drawing_leader(battle, side)
    return _leadership(leader) if leader is not None else 0


def _ask_order(battle: Battle, _step: DrawOrder) -> Roll | None:
    """Who draws first is thrown for where more than one side draws (TA-CMD-04)."""
    drawing = [side for side in battle.sides if quota(battle, side.id)]
    if len(drawing) < 2:
        return None
    pools = tuple(Pool(1, 6, SumOf(), side.name, whose=side.id) for side in drawing)
    return Roll("who draws order cards first", pools, ("TA-CMD-04",), unequal=True)


def _roll_order(scene: Scene, _step: DrawOrder, pools: tuple[Thrown, ...]) -> None:
    drawing = [side.id for side in scene.battle.sides if quota(scene.battle, side.id)]
    totals = {side: thrown.total for side, thrown in zip(drawing, pools, strict=True)}
    _begin(scene, sorted(drawing, key=lambda side: -totals[side]))


def _no_contest(scene: Scene, _step: DrawOrder) -> None:
    _begin(scene, [side.id for side in scene.battle.sides if quota(scene.battle, side.id)])


def _begin(scene: Scene, drawing: list[str]) -> None:
    """One card at a time in alternation, until everybody has his number (TA-CMD-04)."""
    battle = scene.battle
    for side in battle.sides:
        leader = drawing_leader(battle, side.id)
        if leader is None:
            nobody = does("have nobody to draw order cards", one=not is_plural(side.title))
            scene.tell(Ruled(what=f"{side.title} {nobody}", rules=("TA-CMD-03",)))
            continue
        rule = "TA-CMD-02" if is_general(leader) else "TA-CMD-03"
        what = f"draw {_count(quota(battle, side.id))}"
        scene.tell(Declared(unit=leader.id, action=what, rules=(rule, "TA-CHAR-10", "TA-TURN-02")))
    numbers = {side: quota(battle, side) for side in drawing}
    rounds = range(max(numbers.values(), default=0))
    turns = tuple(side for place in rounds for side in drawing if place < numbers[side])
    if turns:
        scene.now(DrawCards(turns))


def _count(number: int) -> str:
    return "an order card" if number == 1 else f"{number} order cards"


# ---------------------------------------------------------------- drawing


def _ask_card(battle: Battle, step: DrawCards) -> Roll | None:
    """The draw itself is nobody's to see: which of the cards left it was would tell what others hold."""
    deck = left(battle)
    if not deck or not step.sides:
        return None
    pool = Pool(1, len(deck), FromBag(), "order card", whose=step.sides[0])
    return Roll("an order card", (pool,), ("TA-CMD-04",), audience=(NOBODY,))


def _draw(scene: Scene, step: DrawCards, pools: tuple[Thrown, ...]) -> None:
    battle, side = scene.battle, step.sides[0]
    card = left(battle)[pools[0].total - 1]
    held = battle.own.hand(side)
    taken = replace(held, cards=in_order((*held.cards, card)), count=held.count + 1)
    scene.set(own=replace(battle.own, hands=_with(battle.own, taken)))
    own, rules = battle.seats_of(side), ("TA-CMD-04", "TA-CMD-02")
    others = tuple(seat.id for seat in battle.seats if seat.id not in own)
    scene.tell(Drew(side=side, what=title(card), rules=(card, *rules), audience=own or (NOBODY,)))
    scene.tell(Drew(side=side, rules=rules, audience=(*others, SPECTATORS)))
    if step.sides[1:]:
        scene.now(DrawCards(step.sides[1:]))


def _with(own: BattlePart, changed: Hand) -> tuple[Hand, ...]:
    kept = {hand.side: hand for hand in own.hands}
    return tuple({**kept, changed.side: changed}.values())


def _shuffle(scene: Scene, step: DrawCards) -> None:
    """The deck has run out: what was used forms it anew, in the middle of a draw if need be (TA-CMD-05)."""
    own = scene.battle.own
    if own.used and step.sides:
        scene.set(own=replace(own, used=()))
        scene.tell(Ruled(what="the used cards are shuffled and form a new deck", rules=("TA-CMD-05",)))
        scene.now(step)


# ---------------------------------------------------------------- the end of the turn


def _ask_kept(battle: Battle, _step: KeepCards) -> tuple[Choose, ...]:
    return tuple(_which(battle, hand) for hand in battle.own.hands if _too_many(hand))


def _too_many(hand: Hand) -> bool:
    return hand.count > KEPT


def _which(battle: Battle, hand: Hand) -> Choose:
    number = min(KEPT, len(hand.cards))
    return Choose(
        seat=asked_seat(battle, hand.side) or UNSEATED,
        prompt="The turn is over: keep three of your order cards, the others go back.",
        waits="to keep three of their order cards",
        rules=("TA-CMD-06",),
        sealed=True,
        options=tuple(Option(card, title(card)) for card in hand.cards),
        least=number,
        most=number,
        default=Chosen(hand.cards[:number]),
    )


def _keep(scene: Scene, _step: KeepCards, answers: tuple[Chosen, ...]) -> None:
    """Whatever is not kept goes back into the deck, face down: others see how many."""
    own = scene.battle.own
    chosen = iter(answers)
    hands = []
    for hand in own.hands:
        kept = next(chosen) if _too_many(hand) else None
        if kept is None:
            hands.append(hand)
            continue
        back = tuple(card for card in hand.cards if card not in kept.keys)
        hands.append(replace(hand, cards=in_order(kept.keys), count=KEPT))
        for card in back:
            _give_back(scene, hand.side, f"the {CARDS[card].name}", ("TA-CMD-06", card), ours=True)
        _give_back(scene, hand.side, _count(len(back)), ("TA-CMD-06",), ours=False)
    scene.set(own=replace(own, hands=tuple(hands)))
    _turn_over(scene, _step)


def _give_back(scene: Scene, side: str, what: str, rules: tuple[str, ...], *, ours: bool) -> None:
    own = scene.battle.seats_of(side)
    others = tuple(seat.id for seat in scene.battle.seats if seat.id not in own)
    audience = (own or (NOBODY,)) if ours else (*others, SPECTATORS)
    scene.tell(Spent(side=side, what=what, effect="", rules=rules, audience=audience))


def _turn_over(scene: Scene, _step: KeepCards) -> None:
    """What a joker was to do, and what was added to the die for moving first, ends with the turn."""
    own = scene.battle.own
    if own.tokens or own.seized:
        scene.set(own=replace(own, tokens=(), seized=()))


def _sample_kept(_view: Battle, _step: KeepCards, decision: Choose, random: Random) -> Chosen:
    return Chosen(tuple(random.sample([option.key for option in decision.options], decision.least)))


ORDER = rolls(DrawOrder, do=_no_contest, ask=_ask_order, roll=_roll_order)
DRAW = rolls(DrawCards, do=_shuffle, ask=_ask_card, roll=_draw)
KEEP = asks(
    KeepCards,
    do=_turn_over,
    ask=_ask_kept,
    judge=option_choice.judge,
    take=_keep,
    sample=_sample_kept,
)
