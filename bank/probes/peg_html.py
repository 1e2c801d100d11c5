"""Letters on which answers to peg_html are compared, part by part."""

from html.parser import HTMLParser


def parts(color):
    """What a peg is made of, in words."""
    try:
        text = peg_html(color)
    except ValueError:
        return "a ValueError"
    if not isinstance(text, str):
        return f"{kind_of(text)} in place of a string"
    seen, words, outside = [], [], []
    parser = HTMLParser()

    def start(tag, attributes):
        seen.append((tag, dict(attributes)))

    def data(words_here):
        inside = seen and seen[-1][0] != "/"
        (words if inside else outside).extend(words_here.split())

    parser.handle_starttag = start
    parser.handle_endtag = lambda tag: seen.append(("/", {"tag": tag}))
    parser.handle_data = data
    parser.feed(text)
    parser.close()
    if not seen:
        return "no element"
    attributes = seen[0][1]
    tags = [tag if tag != "/" else "/" + more["tag"] for tag, more in seen]
    said = [
        "one span" if tags == ["span", "/span"] else f"tags {' '.join(tags)}",
        f"role {attributes.get('role')}",
        f"aria-label {attributes.get('aria-label')}",
        *styles(attributes.get("style")),
        f"text {' '.join(sorted(''.join(words)))}",
    ]
    return ", ".join([*said, *([f"around it {' '.join(outside)}"] if outside else [])])


def styles(style):
    """Background and writing."""
    pairs = [part.split(":", 1) for part in (style or "").lower().split(";") if ":" in part]
    found = {name.strip(): value.strip() for name, value in pairs}
    background = found.get("background", found.get("background-color", "none")).split()
    return [f"background {' '.join(background[:1])}", f"writing {found.get('color', 'none')}"]


# %% probes
parts("R")  # the peg of "R"
parts("G")  # the peg of "G"
parts("Y")  # the peg of "Y"
parts("Z")  # the peg of "Z"
parts("g")  # the peg of "g"
parts("GB")  # the peg of "GB"
parts("")  # the peg of an empty text
digest(parts, [(text,) for text in [*"ROYGBPXZrog1 ", "RO", "", "PPP", "red"]])
