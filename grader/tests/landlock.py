"""The walls as an older kernel would have them."""


def with_oldest_landlock(command: list[str]) -> list[str]:
    """Have what runs students' code find the oldest Landlock that will do, and no namespaces."""
    arguments = command[command.index("autograder.runner.processes.forkserver") + 1 :]
    program = (
        "import sys\n"
        "from autograder.runner.processes import confinement, forkserver\n"
        "confinement.landlock_version = lambda: 3\n"
        "confinement._unshare = lambda namespaces: -1\n"
        "forkserver.main(*sys.argv[1:])"
    )
    return [command[0], "-sP", "-c", program, *arguments]
