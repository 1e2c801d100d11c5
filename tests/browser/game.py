"""The peg game in a page, played as a person plays it: by what controls are called."""

from playwright.sync_api import Locator, Page, expect

from mastermind.drawing.pegs import PEGS
from mastermind.feedback import feedback

LETTERS = {look.name: letter for letter, look in PEGS.items()}


class Game:
    """The game that a notebook shows.

    Parameters
    ----------
    page : Page
        With the game in it.
    within : Locator, optional
        The part of the page that has no other game.
    """

    def __init__(self, page: Page, within: Locator | None = None) -> None:
        self.page = page
        self.box = (within or page).locator(".peg-game")
        self.box.wait_for()

    def button(self, name: str) -> Locator:
        return self.box.get_by_role("button", name=name, exact=True)

    def press(self, *names: str) -> None:
        for name in names:
            self.button(name).click()

    def choose(self, **choices: str | int) -> None:
        """Choose in the job, such as ``Role="Duel", Pegs=5``; `_` is a blank."""
        if not self.button("Start game").is_visible():
            self.press("New game")
        for name, option in choices.items():
            if name == "Role":
                self.box.get_by_role("radio", name=str(option)).check()
            elif isinstance(option, int):
                self.box.get_by_role("slider", name=name).fill(str(option))
            else:
                self.box.get_by_label(name.replace("_", " "), exact=True).select_option(option)

    def hide(self, code: str) -> None:
        """Let a second person hide this code, and start."""
        self.choose(Code_hidden_by="another person, who types it")
        self.box.get_by_label("Hidden code", exact=True).fill(code)
        self.press("Start game")
        self.says("Game started")

    def place(self, guess: str) -> None:
        """Press the pegs of a guess one by one, each when the one before is to be seen."""
        for place, peg in enumerate(guess, start=1):
            self.press(f"Place {PEGS[peg].name}")
            self.button(f"Place {place}: {PEGS[peg].name}").wait_for()

    def guess(self, guess: str, number: int) -> str:
        """Submit a guess, and return what the board then says of it."""
        self.place(guess)
        self.press("Submit guess")
        return self.row("Your guesses", number)

    def row(self, board: str, number: int) -> str:
        """The name of the picture of a guess on one of the two boards."""
        heading = self.page.get_by_role("heading", name=board)
        row = (
            self.box.locator(".peg-board")
            .filter(has=heading)
            .get_by_role("img", name=f"Guess {number}: ")
        )
        row.wait_for()
        return row.get_attribute("aria-label")

    def says(self, text: str) -> None:
        """Wait until this is announced."""
        expect(self.box.get_by_role("status").first).to_contain_text(text)

    def asked(self, number: int) -> str:
        """The guess of the computer that waits for key pegs, as letters."""
        words = self.row("The computer's guesses", number).partition(": ")[2]
        return "".join(LETTERS[name] for name in words.split())

    def answer(self, black: int, white: int) -> None:
        """Give key pegs to the computer's guess."""
        self.press(*["Black key peg"] * black, *["White key peg"] * white, "Submit key pegs")

    def answer_truly(self, code: str, number: int) -> bool:
        """Give the right key pegs to a guess; tell whether it was the code."""
        guess = self.asked(number)
        self.answer(*feedback(code, guess))
        return guess == code
