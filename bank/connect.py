"""Answers to: a button that plays what stands in a field."""

# %% right: a function inside
def connect(field, button, play) -> None:
    """Let each press of the button play what stands in the field."""
    def on_press(pressed):
        text = field.value
        if text:
            field.value = ""
            play(text)

    button.on_click(on_press)

# %% right: played before the field is emptied
def connect(field, button, play):
    def pressed(button):
        if field.value != "":
            play(field.value)
            field.value = ""

    button.on_click(pressed)

# %% right: nothing to do for an empty field
def connect(field, button, play):
    def on_press(_):
        if not field.value:
            return
        text, field.value = field.value, ""
        play(text)

    button.on_click(on_press)

# %% right: a decorator
def connect(field, button, play):
    @button.on_click
    def press(which):
        text = str(field.value)
        field.value = str()
        if len(text) > 0:
            play(text)

# %% right: functools.partial
from functools import partial

def press(field, play, pressed):
    text = field.value
    if text != "":
        field.value = ""
        play(text)

def connect(field, button, play):
    button.on_click(partial(press, field, play))

# %% right: a method of a class
class Connection:
    def __init__(self, field, play):
        self.field = field
        self.play = play

    def press(self, button):
        text = self.field.value
        if text:
            self.field.value = ""
            self.play(text)

def connect(field, button, play):
    button.on_click(Connection(field, play).press)

# %% right: a lambda
def connect(field, button, play):
    def play_it():
        text = field.value
        field.value = ""
        play(text)

    button.on_click(lambda pressed: play_it() if field.value else None)

# %% right: any number of arguments
def connect(field, button, play):
    def callback(*arguments, **names):
        texts = [field.value] * bool(field.value)
        field.value = ""
        for text in texts:
            play(text)

    button.on_click(callback)

# %% right: an object that can be called
class OnPress:
    def __init__(self, field, play):
        self.field, self.play = field, play

    def __call__(self, button):
        while self.field.value:
            self.play(self.field.value)
            self.field.value = ""

def connect(field, button, play):
    button.on_click(OnPress(field, play))

# %% right: a list of the connections
connections = {}

def on_press(button):
    field, play = connections[button]
    text = field.value
    if text:
        field.value = ""
        play(text)

def connect(field, button, play):
    connections[button] = field, play
    button.on_click(on_press)

# %% wrong: the callback is called at once | rehearse([]) stops with a TypeError, not ([[], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        if text:
            field.value = ""
            play(text)

    button.on_click(on_press())

# %% wrong: the result of a call is handed to the button | rehearse([(0, "R"), (0, None)]) is ([[], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        if text:
            field.value = ""
            play(text)

    button.on_click(on_press(button))

# %% wrong: the callback has no parameter | rehearse([(0, "R"), (0, None)]) is ([[], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press():
        text = field.value
        if text:
            field.value = ""
            play(text)

    button.on_click(on_press)

# %% wrong: the text is read when the field is connected | rehearse([(0, "R"), (0, None)]) is ([[], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    text = field.value

    def on_press(pressed):
        if text:
            field.value = ""
            play(text)

    button.on_click(on_press)

# %% wrong: the field is never emptied | rehearse([(0, "R"), (0, None)]) is ([["R"], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        if field.value:
            play(field.value)

    button.on_click(on_press)

# %% wrong: a variable is emptied, not the field | rehearse([(0, "R"), (0, None)]) is ([["R"], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        if text:
            play(text)
            text = ""

    button.on_click(on_press)

# %% wrong: another attribute is emptied | rehearse([(0, "R"), (0, None)]) is ([["R"], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        if field.value:
            play(field.value)
            field.placeholder = ""

    button.on_click(on_press)

# %% wrong: the comparison sign empties nothing | rehearse([(0, "R"), (0, None)]) is ([["R"], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        if field.value:
            play(field.value)
            field.value == ""

    button.on_click(on_press)

# %% wrong: the field is emptied before it is read | rehearse([(0, "R"), (0, None)]) is ([[""], []], ["", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        if field.value:
            field.value = ""
            play(field.value)

    button.on_click(on_press)

# %% wrong: emptied first, then found empty | rehearse([(0, "R"), (0, None)]) is ([[], []], ["", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        field.value = ""
        if field.value:
            play(field.value)

    button.on_click(on_press)

# %% wrong: an empty field is played, too | rehearse([(0, None)]) is ([[""], []], ["", ""]), not ([[], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        field.value = ""
        play(text)

    button.on_click(on_press)

# %% wrong: the function play is handed to the button | type(rehearse([(0, "R"), (0, None)])[0][0][0]) is widgets.Button, not str
def connect(field, button, play):
    button.on_click(play)

# %% wrong: the first text is played while connecting, and nothing later | rehearse([(0, "R"), (0, None)]) is ([[""], [""]], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    button.on_click(play(field.value))

# %% wrong: connecting plays once | rehearse([]) is ([[""], [""]], ["", ""]), not ([[], []], ["", ""])
def connect(field, button, play):
    play(field.value)

    def on_press(pressed):
        text = field.value
        if text:
            field.value = ""
            play(text)

    button.on_click(on_press)

# %% wrong: all buttons play the field connected last | rehearse([(0, "R"), (0, None)]) is ([[], []], ["R", ""]), not ([["R"], []], ["", ""])
def on_press(pressed):
    text = the_field.value
    if text:
        the_field.value = ""
        the_play(text)

def connect(field, button, play):
    global the_field, the_play
    the_field, the_play = field, play
    button.on_click(on_press)

# %% wrong: each button has its field, but the last play is used for all | rehearse([(0, "R"), (0, None)]) is ([[], ["R"]], ["", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    global play_it
    play_it = play

    def on_press(pressed):
        text = field.value
        if text:
            field.value = ""
            play_it(text)

    button.on_click(on_press)

# %% wrong: only the very first button is connected | rehearse([(1, "R"), (1, None)]) is ([[], []], ["", "R"]), not ([[], ["R"]], ["", ""])
connected = False

def connect(field, button, play):
    global connected

    def on_press(pressed):
        text = field.value
        if text:
            field.value = ""
            play(text)

    if not connected:
        button.on_click(on_press)
        connected = True

# %% wrong: the button is played, not the text | type(rehearse([(0, "R"), (0, None)])[0][0][0]) is widgets.Button, not str
def connect(field, button, play):
    def on_press(pressed):
        if field.value:
            field.value = ""
            play(pressed)

    button.on_click(on_press)

# %% wrong: the field is played, not its text | type(rehearse([(0, "R"), (0, None)])[0][0][0]) is widgets.Text, not str
def connect(field, button, play):
    def on_press(pressed):
        if field.value:
            play(field)
            field.value = ""

    button.on_click(on_press)

# %% wrong: small letters become capital letters | rehearse([(0, "r"), (0, None)]) is ([["R"], []], ["", ""]), not ([["r"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value.upper()
        if text:
            field.value = ""
            play(text)

    button.on_click(on_press)

# %% wrong: blanks are cut off | rehearse([(0, "R "), (0, None)]) is ([["R"], []], ["", ""]), not ([["R "], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value.strip()
        field.value = ""
        if text:
            play(text)

    button.on_click(on_press)

# %% wrong: a field with a blank counts as empty | rehearse([(0, " "), (0, None)]) is ([[], []], [" ", ""]), not ([[" "], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        if not text.isspace() and text:
            field.value = ""
            play(text)

    button.on_click(on_press)

# %% wrong: only texts of four pegs are played | rehearse([(0, "R"), (0, None)]) is ([[], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        if len(text) == 4:
            field.value = ""
            play(text)

    button.on_click(on_press)

# %% wrong: the pegs are played one by one | rehearse([(0, "RG"), (0, None)]) is ([["R", "G"], []], ["", ""]), not ([["RG"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        for peg in field.value:
            play(peg)
        field.value = ""

    button.on_click(on_press)

# %% wrong: the same text is not played a second time | rehearse([(0, "R"), (0, None), (0, "R"), (0, None)]) is ([["R"], []], ["", ""]), not ([["R", "R"], []], ["", ""])
def connect(field, button, play):
    seen = set()

    def on_press(pressed):
        text = field.value
        field.value = ""
        if text and text not in seen:
            seen.add(text)
            play(text)

    button.on_click(on_press)

# %% wrong: the button works only once | rehearse([(0, "R"), (0, None), (0, "G"), (0, None)]) is ([["R"], []], ["G", ""]), not ([["R", "G"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        if text:
            button.on_click(on_press, remove=True)
            field.value = ""
            play(text)

    button.on_click(on_press)

# %% wrong: the text is played as soon as it is typed | rehearse([(0, "R")]) is ([["R"], []], ["", ""]), not ([[], []], ["R", ""])
def connect(field, button, play):
    def on_change(change):
        text = field.value
        if text:
            field.value = ""
            play(text)

    field.observe(on_change, names="value")

# %% wrong: the text is played twice | rehearse([(0, "R"), (0, None)]) is ([["R", "R"], []], ["", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        if text:
            field.value = ""
            play(text)
            play(text)

    button.on_click(on_press)

# %% wrong: the button is never connected | rehearse([(0, "R"), (0, None)]) is ([[], []], ["R", ""]), not ([["R"], []], ["", ""])
def connect(field, button, play):
    def on_press(pressed):
        text = field.value
        if text:
            field.value = ""
            play(text)

# %% wrong: everything typed since the beginning is played | rehearse([(0, "R"), (0, None), (0, "G"), (0, None)]) is ([["R", "RG"], []], ["", ""]), not ([["R", "G"], []], ["", ""])
def connect(field, button, play):
    typed = ""

    def on_press(pressed):
        nonlocal typed
        if field.value:
            typed += field.value
            field.value = ""
            play(typed)

    button.on_click(on_press)
