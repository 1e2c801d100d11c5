"""The command line: a module for each command, with `add` and `run`.

Each imports the grader only when it runs, since imports take longer than many commands.
"""
