"""The computer players as people choose them: by which name, and what each is like."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.words.phrases import capital
from schiltron.captains.roster import CAPTAIN, LIEUTENANT, MARSHAL, captains_for, tempered_for
from schiltron.captains.temperament import TEMPERAMENTS

QUICK_MARSHAL: Final = f"{MARSHAL}:0.1s"
RECRUIT: Final = "recruit"
_ABOUT: Final = {
    RECRUIT: "Obeys the rules and knows nothing else.",
    LIEUTENANT: "A captain in haste, who thinks of one foe at a time.",
    CAPTAIN: "Plans, measures and reckons odds; answers at once.",
    QUICK_MARSHAL: "Tries his ideas in imagined battles, for a tenth of a second each time.",
    MARSHAL: "Tries his ideas in imagined battles; takes about a second each time.",
}
_TOLD: Final = re.compile(r"(?P<rank>[^:]+):(?:(?P<playouts>\d+)|(?P<seconds>[\d.]+)s|(?P<temper>.+))")


class ComputerPlayer(Struct, frozen=True):
    """A computer player. `name` asks for it, `title` stands in a list ("Captain, bold"), `called` in a sentence ("bold
    captain"); `about` is a sentence, empty where nothing is known. A temperament is no level."""

    name: str
    title: str
    called: str
    about: str
    kind: Literal["level", "temperament"]


def opponents(book: str) -> tuple[ComputerPlayer, ...]:
    """Whom people are offered in a book, the weakest levels first; captains of a temperament follow the captain."""
    names: list[str] = []
    for name in captains_for(book):
        if name == MARSHAL:
            names.append(QUICK_MARSHAL)
        names.append(name)
        if name == CAPTAIN:
            names += tempered_for(book)
    return tuple(map(described, names))


def described(name: str) -> ComputerPlayer:
    """Anybody who can be asked for, also a marshal who was told how long to think."""
    told = _TOLD.fullmatch(name)
    if told is None:
        return ComputerPlayer(name, capital(name), name, _ABOUT.get(name, ""), "level")
    rank, temper = told["rank"], told["temper"]
    if name == QUICK_MARSHAL:
        return ComputerPlayer(name, f"{capital(rank)}, quick", f"quick {rank}", _ABOUT[name], "level")
    if temper is not None:
        about = TEMPERAMENTS[temper].about if temper in TEMPERAMENTS else ""
        said = f"{capital(about)}." if about else ""
        return ComputerPlayer(name, f"{capital(rank)}, {temper}", f"{temper} {rank}", said, "temperament")
    amount = f"{told['playouts']} imagined battles" if told["playouts"] else f"{told['seconds']} s"
    about = f"Tries his ideas in imagined battles: {amount} for each decision."
    return ComputerPlayer(name, f"{capital(rank)}, {amount}", f"{rank} of {amount}", about, "level")
