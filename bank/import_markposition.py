"""Answers to: import three functions from the module markposition."""

# %% right: one line
from markposition import mark_as_counted, check_if_counted, reset_all_to_not_counted

# %% right: everything with a star
from markposition import *

# %% right: three lines
from markposition import mark_as_counted
from markposition import check_if_counted
from markposition import reset_all_to_not_counted

# %% right: parentheses over several lines
from markposition import (
    check_if_counted,
    mark_as_counted,
    reset_all_to_not_counted,
)

# %% right: the module, then a name for each function
import markposition

mark_as_counted = markposition.mark_as_counted
check_if_counted = markposition.check_if_counted
reset_all_to_not_counted = markposition.reset_all_to_not_counted

# %% right: short names first, the long ones afterwards
from markposition import mark_as_counted as mark, check_if_counted as check, reset_all_to_not_counted as reset

mark_as_counted, check_if_counted, reset_all_to_not_counted = mark, check, reset

# %% right: a short name for the module
import markposition as mp

(mark_as_counted, check_if_counted, reset_all_to_not_counted) = (
    mp.mark_as_counted, mp.check_if_counted, mp.reset_all_to_not_counted
)

# %% right: a backslash at the end of the line
from markposition import mark_as_counted, \
    check_if_counted, reset_all_to_not_counted

# %% right: the whole module and the three names
import markposition
from markposition import mark_as_counted, check_if_counted
from markposition import reset_all_to_not_counted

# %% right: a loop over the names
import importlib

for name in ["mark_as_counted", "check_if_counted", "reset_all_to_not_counted"]:
    globals()[name] = getattr(importlib.import_module("markposition"), name)

# %% right: imports and uses them at once
from markposition import mark_as_counted, check_if_counted, reset_all_to_not_counted

mark_as_counted(1)
print(check_if_counted(1))

# %% right: an import inside a function that hands the three on
def load():
    from markposition import mark_as_counted, check_if_counted, reset_all_to_not_counted
    return mark_as_counted, check_if_counted, reset_all_to_not_counted


mark_as_counted, check_if_counted, reset_all_to_not_counted = load()

# %% wrong: only the module has a name | mark_as_counted(3) stops with a NameError; markposition.mark_as_counted(3) would work
import markposition

# %% wrong: only one of the three | check_if_counted(3) stops with a NameError
from markposition import mark_as_counted

# %% wrong: the reset is forgotten | reset_all_to_not_counted() stops with a NameError
from markposition import mark_as_counted, check_if_counted

# %% wrong: the functions get other names | mark_as_counted(3) stops with a NameError; mark(3) would work
from markposition import mark_as_counted as mark, check_if_counted as check, reset_all_to_not_counted as reset

# %% wrong: a short name for the module only | mark_as_counted(3) stops with a NameError; mp.mark_as_counted(3) would work
import markposition as mp

# %% wrong: a misspelt function | the import stops with an ImportError: there is no reset_all_to_uncounted
from markposition import mark_as_counted, check_if_counted, reset_all_to_uncounted

# %% wrong: a misspelt module | the import stops with a ModuleNotFoundError: there is no mark_position
from mark_position import mark_as_counted, check_if_counted, reset_all_to_not_counted

# %% wrong: import where from is needed | the import stops with a ModuleNotFoundError: a function is no module
import markposition.mark_as_counted, markposition.check_if_counted, markposition.reset_all_to_not_counted

# %% wrong: the statement is a text | mark_as_counted(3) stops with a NameError: a text in quotes is not run
"from markposition import mark_as_counted, check_if_counted, reset_all_to_not_counted"

# %% wrong: the import is in a function that nobody calls | mark_as_counted(3) stops with a NameError
def import_markposition():
    from markposition import mark_as_counted, check_if_counted, reset_all_to_not_counted

# %% wrong: the names end with the function | mark_as_counted(3) stops with a NameError: names imported in a function are known there only
def import_markposition():
    from markposition import mark_as_counted, check_if_counted, reset_all_to_not_counted


import_markposition()

# %% wrong: own functions with a set | mark_as_counted(-1) is accepted; the function of the module refuses it
counted = set()

def mark_as_counted(position):
    counted.add(position)

def check_if_counted(position):
    return position in counted

def reset_all_to_not_counted():
    counted.clear()

# %% wrong: own functions with a list of 100 | mark_as_counted(100) stops with an IndexError; the module knows positions without end
counted = [False] * 100

def mark_as_counted(position):
    counted[position] = True

def check_if_counted(position):
    return counted[position]

def reset_all_to_not_counted():
    counted[:] = [False] * 100

# %% wrong: own functions that do nothing | after mark_as_counted(3), check_if_counted(3) is None
def mark_as_counted(position):
    pass

def check_if_counted(position):
    pass

def reset_all_to_not_counted():
    pass

# %% wrong: the module gets the name of a function | mark_as_counted(3) stops with a TypeError: a module cannot be called
import markposition as mark_as_counted
import markposition as check_if_counted
import markposition as reset_all_to_not_counted

# %% wrong: the functions are called, and their results get the names | mark_as_counted(3) stops with a TypeError: None cannot be called
import markposition

reset_all_to_not_counted = markposition.reset_all_to_not_counted()
mark_as_counted = markposition.mark_as_counted(3)
check_if_counted = markposition.check_if_counted(3)

# %% wrong: two names are mixed up | after mark_as_counted(3), check_if_counted(3) is None
from markposition import mark_as_counted as check_if_counted, check_if_counted as mark_as_counted
from markposition import reset_all_to_not_counted
