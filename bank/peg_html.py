"""Answers to: the HTML of one peg, with its color, its sign and its letter."""

# %% right: an f-string
def peg_html(color: str) -> str:
    """Return the HTML of a peg with its color, sign and letter."""
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% right: pieces added one by one
def peg_html(color):
    if color not in LOOKS.keys():
        raise ValueError("no such peg")
    html = "<span "
    html += 'role="img" '
    html += 'aria-label="' + LOOKS[color][0] + '" '
    html += 'style="color:' + LOOKS[color][2] + ";background:" + LOOKS[color][1] + ';"'
    html += ">" + color + LOOKS[color][3] + "</span>"
    return html

# %% right: a KeyError becomes a ValueError
def peg_html(color):
    try:
        name, fill, ink, sign = LOOKS[color]
    except KeyError:
        raise ValueError(f"{color} is not one of {list(LOOKS)}")
    style = f"background-color: {fill}; color: {ink}; padding: 2px 6px; border-radius: 50%"
    return f"<span role='img' aria-label='{name}' style='{style}'>{sign}{color}</span>"

# %% right: format
TEMPLATE = '<span style="background: {1}; color: {2}; font-weight: bold" aria-label="{0}" role="img">{3}&nbsp;{4}</span>'

def peg_html(color):
    if color in LOOKS:
        return TEMPLATE.format(*LOOKS[color], color)
    raise ValueError(color)

# %% right: a dictionary of attributes
def peg_html(color):
    if not LOOKS.get(color):
        raise ValueError("The pegs are " + ", ".join(LOOKS))
    name, fill, ink, sign = LOOKS[color]
    attributes = {"role": "img", "aria-label": name, "style": f"background:{fill};color:{ink}"}
    text = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    return f"<span {text}> {sign} {color} </span>"

# %% right: percent signs
def peg_html(color):
    if len(color) != 1 or color not in "ROYGBP":
        raise ValueError("%r is no peg" % color)
    name, fill, ink, sign = LOOKS[color]
    return '<span role=img aria-label=%s style="background: %s; color: %s">%s %s</span>' % (
        name, fill, ink, color, sign
    )

# %% right: html.escape and a tag function
from html import escape

def tag(name, text, **attributes):
    inside = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{inside}>{escape(text)}</{name}>"

def peg_html(color):
    look = LOOKS.get(color)
    if look is None:
        raise ValueError(f"{color!r} is not a peg")
    style = "; ".join(["background: " + look[1], "color: " + look[2], "border: 1px solid black"])
    return tag("span", f"{look[3]} {color}", role="img", aria_label=look[0], style=style)

# %% right: a text of several lines, put together
def peg_html(color):
    for letter, (name, fill, ink, sign) in LOOKS.items():
        if letter == color:
            return (
                f'<span role="img"\n'
                f'      aria-label="{name}"\n'
                f'      style="background: {fill};\n'
                f'             color: {ink};\n'
                f'             padding: 0.2em">{sign}\n{color}</span>'
            )
    raise ValueError("unknown peg")

# %% right: xml.etree
import xml.etree.ElementTree as ET

def peg_html(color):
    if color not in set(LOOKS):
        raise ValueError(color)
    name, fill, ink, sign = LOOKS[color]
    span = ET.Element("span", {"role": "img", "aria-label": name})
    span.set("style", f"background: {fill}; color: {ink}")
    span.text = sign + color
    return ET.tostring(span, encoding="unicode")

# %% right: capital letters in the tag and in the colors
def peg_html(color):
    if not color in LOOKS:
        raise ValueError("Not a peg: " + color)
    name, fill, ink, sign = LOOKS[color]
    style = f"BACKGROUND: {fill.upper()}; COLOR: {ink.upper()}"
    return f'<SPAN ROLE="img" ARIA-LABEL="{name}" STYLE="{style}">{sign} {color}</SPAN>'

# %% right: all pegs drawn in advance
DRAWN = {
    letter: f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {letter}</span>'
    for letter, (name, fill, ink, sign) in LOOKS.items()
}

def peg_html(color):
    if color not in DRAWN:
        raise ValueError(f"{color!r} is not drawn")
    return DRAWN[color]

# %% wrong: background and color of the writing mixed up | peg_html("R") is '<span role="img" aria-label="red" style="background: #ffffff; color: #b3261e">● R</span>', but the background is not the color of the peg
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {ink}; color: {fill}">{sign} {color}</span>'

# %% wrong: the sign is missing | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">R</span>', but the text is not the sign and the letter
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{color}</span>'

# %% wrong: the letter is missing | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">●</span>', but the text is not the sign and the letter
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign}</span>'

# %% wrong: nothing is written on the peg | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff"></span>', but the text is not the sign and the letter
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}"></span>'

# %% wrong: the name is written in place of the letter | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● red</span>', but the text is not the sign and the letter
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {name}</span>'

# %% wrong: the letter as aria-label | peg_html("R") is '<span role="img" aria-label="R" style="background: #b3261e; color: #ffffff">● R</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{color}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: the name with a capital letter as aria-label | peg_html("R") is '<span role="img" aria-label="Red" style="background: #b3261e; color: #ffffff">● R</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name.title()}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: a sentence as aria-label | peg_html("R") is '<span role="img" aria-label="a red peg" style="background: #b3261e; color: #ffffff">● R</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="a {name} peg" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: no aria-label | peg_html("R") is '<span role="img" style="background: #b3261e; color: #ffffff">● R</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: no role | peg_html("R") is '<span aria-label="red" style="background: #b3261e; color: #ffffff">● R</span>', but role is not img
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: another role | peg_html("R") is '<span role="image" aria-label="red" style="background: #b3261e; color: #ffffff">● R</span>', but role is not img
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="image" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: label without aria | peg_html("R") is '<span role="img" label="red" style="background: #b3261e; color: #ffffff">● R</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: an underline in aria-label | peg_html("R") is '<span role="img" aria_label="red" style="background: #b3261e; color: #ffffff">● R</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria_label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: the tag is not closed | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● R', but the element is not closed
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}'

# %% wrong: the closing tag has no slash | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● R<span>', but it is not one span element
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}<span>'

# %% wrong: the slash at the end of the opening tag | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff"/>● R', but the element is not closed
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}"/>{sign} {color}'

# %% wrong: div in place of span | peg_html("R") is '<div role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● R</div>', but it is not one span element
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<div role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</div>'

# %% wrong: a paragraph around it | peg_html("R") is '<p><span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● R</span></p>', but it is not one span element
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<p><span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span></p>'

# %% wrong: the letter in a tag of its own | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● <b>R</b></span>', but it is not one span element
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} <b>{color}</b></span>'

# %% wrong: the letter behind the element | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">●</span> R', but something stands around the element
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign}</span> {color}'

# %% wrong: the sign before the element | peg_html("R") is '● <span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">R</span>', but something stands around the element
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'{sign} <span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{color}</span>'

# %% wrong: no color of the writing | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e">● R</span>', but the writing has not its color
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}">{sign} {color}</span>'

# %% wrong: no background | peg_html("R") is '<span role="img" aria-label="red" style="color: #b3261e">● R</span>', but the background is not the color of the peg
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="color: {fill}">{sign} {color}</span>'

# %% wrong: the name as background: another red | peg_html("R") is '<span role="img" aria-label="red" style="background: red; color: #ffffff">● R</span>', but the background is not the color of the peg
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {name}; color: {ink}">{sign} {color}</span>'

# %% wrong: the colors without # | peg_html("R") is '<span role="img" aria-label="red" style="background: b3261e; color: ffffff">● R</span>', but the background is not the color of the peg
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill[1:]}; color: {ink[1:]}">{sign} {color}</span>'

# %% wrong: a comma between the parts of style | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e, color: #ffffff">● R</span>', but the background is not the color of the peg
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}, color: {ink}">{sign} {color}</span>'

# %% wrong: equals signs in style | peg_html("R") is '<span role="img" aria-label="red" style="background=#b3261e; color=#ffffff">● R</span>', but the background is not the color of the peg
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background={fill}; color={ink}">{sign} {color}</span>'

# %% wrong: background and color as attributes, without style | peg_html("R") is '<span role="img" aria-label="red" background="#b3261e" color="#ffffff">● R</span>', but the background is not the color of the peg
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" background="{fill}" color="{ink}">{sign} {color}</span>'

# %% wrong: style without quotes ends at the first blank | peg_html("R") is '<span role="img" aria-label="red" style=background: #b3261e; color: #ffffff>● R</span>', but the background is not the color of the peg
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style=background: {fill}; color: {ink}>{sign} {color}</span>'

# %% wrong: a quote is missing behind style | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff>● R</span>', but it is not one span element
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}>{sign} {color}</span>'

# %% wrong: the writing is always white | peg_html("O") is '<span role="img" aria-label="orange" style="background: #f28e2b; color: #ffffff">■ O</span>', but the writing has not its color
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: #ffffff">{sign} {color}</span>'

# %% wrong: every peg is red | peg_html("O") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● O</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS["R"]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: the example is written into the function | peg_html("O") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● R</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    return '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● R</span>'

# %% wrong: always the same sign | peg_html("O") is '<span role="img" aria-label="orange" style="background: #f28e2b; color: #000000">● O</span>', but the text is not the sign and the letter
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">● {color}</span>'

# %% wrong: always the letter R | peg_html("O") is '<span role="img" aria-label="orange" style="background: #f28e2b; color: #000000">■ R</span>', but the text is not the sign and the letter
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} R</span>'

# %% wrong: the f before the quotes is missing | peg_html("R") is '<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>', but aria-label is not the name
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return '<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: all signs and all letters on every peg | peg_html("R") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">●R ■O ▲Y ◆G ⬢B ✚P</span>', but the text is not the sign and the letter
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    signs = " ".join(look[3] + letter for letter, look in LOOKS.items())
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{signs}</span>'

# %% wrong: an unknown letter ends in a KeyError | peg_html("X") stops with a KeyError, not a ValueError
def peg_html(color):
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: a message is returned where an error should be raised | peg_html("X") is "not a peg", not a ValueError
def peg_html(color):
    if color not in LOOKS:
        return "not a peg"
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: nothing comes back for an unknown letter | peg_html("X") is None, not a ValueError
def peg_html(color):
    if color in LOOKS:
        name, fill, ink, sign = LOOKS[color]
        return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: a gray peg for an unknown letter | peg_html("X") is '<span role="img" aria-label="gray" style="background: #888888; color: #ffffff">? X</span>', not a ValueError
def peg_html(color):
    name, fill, ink, sign = LOOKS.get(color, ("gray", "#888888", "#ffffff", "?"))
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: another kind of error | peg_html("X") stops with a TypeError, not a ValueError
def peg_html(color):
    if color not in LOOKS:
        raise TypeError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: the error is raised for good letters, too | peg_html("R") stops with a ValueError, but R is a peg
def peg_html(color):
    if color in LOOKS:
        name, fill, ink, sign = LOOKS[color]
    raise ValueError(f"{color!r} is not a peg")

# %% wrong: small letters are taken for capital ones | peg_html("r") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● R</span>', not a ValueError
def peg_html(color):
    color = color.upper()
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: a text of several letters gives its first peg | peg_html("RO") is '<span role="img" aria-label="red" style="background: #b3261e; color: #ffffff">● R</span>', not a ValueError
def peg_html(color):
    color = color[:1]
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: nothing at all is found in every text | peg_html("") stops with a KeyError, not a ValueError
def peg_html(color):
    if color not in "ROYGBP":
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: several letters are drawn side by side | peg_html("") is "", not a ValueError
def peg_html(color):
    pegs = ""
    for letter in color:
        if letter not in LOOKS:
            raise ValueError(f"{letter!r} is not a peg")
        name, fill, ink, sign = LOOKS[letter]
        pegs += f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {letter}</span>'
    return pegs

# %% wrong: only the red peg is there | peg_html("O") stops with a ValueError, but O is a peg
def peg_html(color):
    if color != "R":
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>'

# %% wrong: the peg is printed, not returned | peg_html("R") is None, but it is not a string
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    print(f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>')

# %% wrong: an HTML object in place of a string | type(peg_html("R")) is HTML, but it is not a string
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return HTML(f'<span role="img" aria-label="{name}" style="background: {fill}; color: {ink}">{sign} {color}</span>')

# %% wrong: the parts in a list | peg_html("R") is ["red", "#b3261e", "#ffffff", "● R"], but it is not a string
def peg_html(color):
    if color not in LOOKS:
        raise ValueError(f"{color!r} is not a peg")
    name, fill, ink, sign = LOOKS[color]
    return [name, fill, ink, sign + " " + color]
