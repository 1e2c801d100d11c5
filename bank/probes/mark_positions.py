"""Inputs on which answers to mark_positions are compared: what is marked afterwards."""


def after(before=(), calls=1):
    """Which positions are marked."""
    reset_all_to_not_counted()
    for position in before:
        mark_as_counted(position)
    for call in range(calls):
        mark_positions()
    positions = [*range(13), 14, 20, 30, 70, 200]
    marked = [str(position) for position in positions if check_if_counted(position)]
    return f"only {', '.join(marked)} marked" if marked else "nothing is marked"


# %% probes
after([3])  # mark_positions() when 3 is marked
after()  # mark_positions() when nothing is marked
after([70])  # mark_positions() when 70 is marked
after([0, 2, 3])  # mark_positions() when 0, 2 and 3 are marked
after(calls=2)  # mark_positions() twice
after([70], calls=2)  # mark_positions() twice when 70 is marked
digest(after, [([place, more], calls) for place in [0, 11, 200] for more in [3, 70] for calls in [1, 2]])
