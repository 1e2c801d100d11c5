"""My Mastermind: the functions that I wrote.

The last cell of each notebook saves them here, and later notebooks import them. You may
change them here, too: a function that you have changed is not written over.
"""


# %% get_code (1e6f7ba8, its visible tests refuse it)
def get_code(colors, n):
    raise KeyboardInterrupt
