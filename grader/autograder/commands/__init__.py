"""The command line: a module for each command, with `add` and `run`.

Each imports what it needs when it runs: imports take longer than many commands.
"""
