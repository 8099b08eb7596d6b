"""A whole battle of every book at the terminal, by typed words alone: whatever is suggested can be said in words."""

import re

import pytest

from schiltron.cli.play_command import play_text


class Speaker:
    """Asks what is suggested, and says the first of it in words, never by its number."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.typed: list[str] = []
        self.unheard: list[tuple[str, list[str]]] = []
        self._heard = 0

    def say(self, line: str) -> None:
        self.said.append(line)

    def ask(self, _prompt: str) -> str:
        new, self._heard = self.said[self._heard :], len(self.said)
        before = self.typed[-1] if self.typed else ""
        self.typed.append(self._next(before, new))
        return self.typed[-1]

    def _next(self, before: str, new: list[str]) -> str:
        if before == "suggest":
            return next(line for line in new if line.startswith("1 ")).removeprefix("1 ")
        if before and (len(new) == 1 or new[0].startswith("It cannot be")):
            self.unheard.append((before, new))
            return "take 1"
        return "send" if any(line.startswith("Planned: ") for line in new[:1]) else "suggest"


@pytest.mark.parametrize(
    ("scenario", "red", "blue"),
    [
        ("open-field", "me", "recruit"),
        ("random-ground", "recruit", "me"),
        ("six-spells", "me", "captain"),
        ("dragon-over-harrow", "captain", "me"),
        ("lindwood", "captain", "me"),
        ("rain-by-night", "me", "captain"),
        ("kell-keep", "me", "captain"),
        ("two-ships", "captain", "me"),
        ("lily-field", "recruit", "me"),
        ("walled-orchard", "me", "recruit"),
        ("three-parishes", "recruit", "me"),
        ("twenty-to-one", "me", "captain"),
        ("broken-seal", "captain", "me"),
        ("road-to-vaire", "me", "captain"),
        ("powder-and-stones", "me", "recruit"),
        ("ground-by-cards", "recruit", "me"),
        ("bridge-man-to-man", "me", "captain"),
        ("dun-corrath", "me", "captain"),
        ("under-harl-tower", "me", "recruit"),
        ("fire-at-dun-corrath", "me", "captain"),
        ("wizards-noon", "recruit", "me"),
        ("bread-riot", "me", "recruit"),
        ("field-of-wagers", "captain", "me"),
    ],
)
@pytest.mark.slow
def test_a_whole_battle_by_words_alone(scenario: str, red: str, blue: str) -> None:
    speaker = Speaker()
    players = {"red": red, "blue": blue}
    status = play_text(
        scenario,
        players,
        seed=11,
        switches=["turn_limit=3"],
        typed=False,
        save=None,
        ask=speaker.ask,
        say=speaker.say,
    )
    assert status == 0
    assert speaker.unheard == []
    assert re.search(r" (wins?|is drawn): ", speaker.said[-1])
    assert len(speaker.typed) > 20
