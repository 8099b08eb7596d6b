"""Orders nobody would give: of any kind, for anybody, about anything."""

from __future__ import annotations

from random import Random
from typing import Final

from schiltron.battle.state.chance import Thrown
from schiltron.battle.state.decision import (
    PLAY,
    Aimed,
    Assigned,
    Chosen,
    Commanded,
    Laid,
    PathDrawn,
    Planned,
    Played,
    Pointed,
    SetDown,
    Share,
)
from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    FormUp,
    Oblique,
    Reform,
    SquareUp,
    Turn,
    Wheel,
    Wrap,
)
from schiltron.battle.state.order import Agree, Concede, Dice, Propose, Reply, TakeBack, Undo, Withdraw
from schiltron.table.pose import Pose

FORMS: Final = ("close", "open", "skirmish", "square", "shield_wall", "set_ring", "flanks", "", "somersault")
"""Some that some books know, and some that nobody does."""


def wild_order(battle, random: Random):
    """An order that may be of any kind, for anybody, about anything."""
    seats = [seat.id for seat in battle.seats] + ["nobody"]
    ids = [one.id for one in battle.decisions] + ["0.0", "x"] + ([battle.roll.id] if battle.roll else [])
    seat, asked = random.choice(seats), random.choice(ids)
    kind = random.randrange(12)
    if kind == 0:
        return Dice(asked, tuple(Thrown(((1, random.randrange(9)),)) for _ in range(random.randrange(3))))
    if kind == 1:
        return Dice(asked, (Thrown((), tuple(random.randrange(9) for _ in range(random.randrange(4)))),))
    if kind == 2:
        return random.choice([Withdraw(seat, asked), Undo(seat), Agree(seat, "p0", agrees=True)])
    if kind == 3:
        return random.choice([Concede("nobody"), Propose("nobody", TakeBack())])
    if battle.decisions and random.random() < 0.8:
        seat, asked = battle.decisions[0].seat, battle.decisions[0].id
    return Reply(seat, asked, wild_answer(battle, random))


def wild_answer(battle, random: Random):
    units = [*battle.units, "nobody"]
    number = random.choice([0, -1, 1, 7, 250, 3000, 12_000, 10**7])
    angle = random.choice([0, -1, 45_000, 90_000, 400_000])
    legs = [
        Advance(number),
        Wheel(random.choice(("left", "right")), angle),
        Turn(angle),
        Face(random.choice(("front", "left", "right", "rear"))),
        Reform(random.choice([-1, 0, 1, 3, 999])),
        FormHedgehog(),
        FormUp(random.choice(FORMS)),
        Oblique(angle, number),
        Wrap(random.randrange(-1, 5), random.randrange(5)),
        Expand(random.randrange(-1, 5), random.randrange(5)),
        SquareUp(),
    ]
    path = tuple(random.choice(legs) for _ in range(random.choice([0, 1, 1, 2, 3, 20])))
    form = random.choice(
        [
            PathDrawn(path),
            PathDrawn(path),
            Aimed(random.choice(units), random.choice([None, 0, 2, 99])),
            Pointed(angle, number, "white"),
            None,
        ]
    )
    named = [action for one in battle.decisions for action in getattr(one, "actions", ())]
    action = random.choice(["move", "split", "charge", "join", "shoot", "dance", *named])
    command = Commanded(random.choice(units), action, form)
    held = [card for one in battle.decisions for card in getattr(one, "hand", ())]
    card = random.choice([one.key for one in held] + ["TA-CMD-D01", "TA-CMD-J01", "x"])
    use = random.choice([use.key for one in held for use in one.uses] + ["march", "rally+volley", "+", "x"])
    played = Played(card, use, tuple(random.choices(units, k=random.randrange(4))), random.choice(["", *units]))
    return random.choice(
        [
            command,
            command,
            command,
            Commanded(random.choice(["", *units]), PLAY, played),
            Planned((command, command)),
            Planned((command,)),
            Chosen((random.choice(["left", "try", "nothing", "accept", "fight"]),)),
            Assigned((Share(random.choice(["dice", "0", "x"]), random.choice([*units, "attack"]), number),)),
            SetDown(random.choice(units), Pose(number, number, angle % 360_000), random.choice([-1, 0, 4, 999])),
            Laid(None),
            PathDrawn(path),
        ]
    )
