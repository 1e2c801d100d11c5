"""Inputs on which answers to import_markposition are compared."""

# %% probes
mark_as_counted(3)
check_if_counted(3)
reset_all_to_not_counted()
mark_as_counted(-2)
mark_as_counted(100)
mark_as_counted(5); check_if_counted(5)
mark_as_counted(5); reset_all_to_not_counted(); check_if_counted(5)
