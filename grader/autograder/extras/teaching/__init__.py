"""The teacher's page: a Jupyter server extension beside Formgrader, at ``/teach``.

- `people`: the class as rows, and the answers to an exercise;
- `presses`: the commands behind the buttons, run one at a time;
- `handlers`: the addresses; `trying`: an assignment as a student meets it.
"""

from typing import Any


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    from autograder.extras.teaching.handlers import addresses

    server.web_app.add_handlers(".*$", addresses(server.web_app.settings["base_url"]))
