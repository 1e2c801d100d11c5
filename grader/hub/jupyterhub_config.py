"""The configuration of a hub for one course on one machine; see docs/hub.md.

`make hub` starts it. The settings that another hub has to change come first.
"""

import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821  (JupyterHub provides it)

# --- Accounts of the machine; `grader/hub/prepare.py` makes these for the demonstration.
COURSE = "mastermind"  # c.CourseDirectory.course_id, and the name of Formgrader's service
GRADER = "mm-grader"  # the account that owns the course; nobody logs in under it
INSTRUCTORS = ["mm-grace", "mm-alan"]
ADMINISTRATORS = ["mm-grace"]  # may stop servers, and see who is there
STUDENTS = ["mm-ada", "mm-ben"]

# --- Folders. Students' accounts read this one; `course/` and `run/` in it are closed to them.
HUB = Path(os.environ["MASTERMIND_HUB"])
PORT = int(os.environ.get("MASTERMIND_HUB_PORT", "8000"))
COMMANDS = Path(sys.executable).parent

# --- Login. One password for all is only for a demonstration on 127.0.0.1: use PAM (leave
# the line out), or your university's authenticator.
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = (HUB / "run" / "password").read_text().strip()
c.Authenticator.allowed_users = {*STUDENTS, *INSTRUCTORS}
c.Authenticator.admin_users = {*ADMINISTRATORS}

# --- The hub itself.
c.JupyterHub.bind_url = f"http://127.0.0.1:{PORT}"
c.JupyterHub.hub_port = PORT + 1
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{PORT + 2}"
c.ConfigurableHTTPProxy.command = [
    str(HUB / "proxy" / "node_modules" / ".bin" / "configurable-http-proxy")
]
c.ConfigurableHTTPProxy.pid_file = str(HUB / "run" / "proxy.pid")
c.JupyterHub.db_url = f"sqlite:///{HUB / 'run' / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(HUB / "run" / "cookie-secret")
c.JupyterHub.cleanup_servers = True
# Tokens are kept, so that a restarted hub finds the services of one that was killed.
TOKENS = {
    name: (HUB / "run" / f"token-{name}").read_text().strip()
    for name in (COURSE, "watcher", "second-look", "monitor")
}
# Leftovers of a hub that was killed would hold the ports of the next one's services.
WITH_THE_HUB = ["setpriv", "--pdeathsig", "TERM", "--"]

# --- A student's server runs under the student's account, in the student's home, without an
# instructor's panels: by nbgrader's defaults, a student's own server has a Formgrader.
# The first limit is for all that the student runs, the others for each process: many
# processes, gigabytes of memory, a file that fills the disk. Where all of them together
# fill the memory, the kernel ends students' processes before the hub's.
LIMITS = ["prlimit", "--nproc=400", f"--data={4 << 30}", f"--fsize={2 << 30}", "--"]
ENDS_FIRST = ["choom", "--adjust=500", "--"]
c.Spawner.cmd = [*ENDS_FIRST, *LIMITS, str(COMMANDS / "jupyterhub-singleuser")]
# A login shell in a terminal would reset PATH, and Python would be missing.
TERMINALS = "--ServerApp.terminado_settings={'shell_command': ['/bin/bash']}"
# The start page links to the service of this name.
LINKS = "--ServerApp.tornado_settings={'page_config_data': {'secondLook': 'services/second-look/'}}"
EXTENSIONS = f"--LabApp.extra_labextensions_path={HUB / 'lab' / 'extensions'}"
c.Spawner.args = [EXTENSIONS, TERMINALS, LINKS]
c.Spawner.default_url = "/lab"
c.Spawner.environment = {
    "JUPYTER_CONFIG_PATH": str(HUB / "hub" / "student"),
    "MASTERMIND_LADDER": str(HUB / "ladder"),  # the class sees who has found today's code
    "PATH": f"{COMMANDS}:{os.environ['PATH']}",
}

# A busy machine starts services slowly; the hub ends if one is not there by then.
SECONDS_TO_START = 300
SECONDS_IDLE = int(os.environ.get("MASTERMIND_HUB_IDLE", "3600"))


def service(name: str, number: int, *command: str) -> dict[str, object]:
    """Describe a service in the course's folder, under the grader's account."""
    return {
        "name": name,
        "api_token": TOKENS[name],
        "url": f"http://127.0.0.1:{PORT + number}",
        "command": [*WITH_THE_HUB, *command],
        "user": GRADER,
        "cwd": str(HUB / "course"),
        "timeout": SECONDS_TO_START,
        "environment": {"PATH": f"{COMMANDS}:{os.environ['PATH']}"},
        "oauth_no_confirm": True,
    }


# --- The course: the teacher's page and Formgrader, one server for all instructors, under the
# grader's account. JupyterLab shows Formgrader in a frame, which no default allows.
FRAMES = '{"headers": {"Content-Security-Policy": "frame-ancestors \'self\'"}}'
c.JupyterHub.services = [
    service(
        *(COURSE, 3, str(COMMANDS / "jupyterhub-singleuser")),
        "--ServerApp.root_dir=.",
        "--ServerApp.jpserver_extensions={'autograder.extras.teaching': True}",
        "--ServerApp.default_url=/teach",
        f"--ServerApp.tornado_settings={FRAMES}",
        TERMINALS,
    ),
    # The watcher, and its page.
    service("watcher", 4, sys.executable, str(HUB / "hub" / "watcher.py")),
    # Where students ask for a second look at an exercise.
    service("second-look", 5, sys.executable, str(HUB / "hub" / "second_look.py")),
    # Ends idle servers; saved files stay.
    {
        "name": "idle-culler",
        "command": [
            *(*WITH_THE_HUB, sys.executable, "-m", "jupyterhub_idle_culler"),
            f"--timeout={SECONDS_IDLE}",
        ],
    },
    # A holder of its token may read /hub/metrics and /services/watcher/metrics.
    {"name": "monitor", "api_token": TOKENS["monitor"]},
]


def first_page(handler):
    """Return the address of the teacher's page for instructors; students get their own server."""
    user = handler.current_user
    teaches = user and any(group.name == f"formgrade-{COURSE}" for group in user.groups)
    return f"{handler.base_url}services/{COURSE}/teach" if teaches else ""


c.JupyterHub.default_url = first_page

# --- Groups and roles. nbgrader finds its groups by these names.
SERVICES = [f"access:services!service={COURSE}", "access:services!service=watcher"]
READ = ["list:services", f"read:services!service={COURSE}"]
c.JupyterHub.load_groups = {
    f"formgrade-{COURSE}": {"users": INSTRUCTORS},
    f"nbgrader-{COURSE}": {"users": STUDENTS},
}
c.JupyterHub.load_roles = [
    {"name": "instructors", "groups": [f"formgrade-{COURSE}"], "scopes": [*SERVICES, *READ]},
    {
        "name": "students",
        "groups": [f"nbgrader-{COURSE}"],
        "scopes": ["access:services!service=second-look"],
    },
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    },
    {"name": "monitor", "services": ["monitor"], "scopes": [SERVICES[1], "read:metrics"]},
    # The scopes of a server for its user, limited to the user's own.
    {
        "name": "server",
        "scopes": ["users:activity!user", "access:servers!server", *SERVICES, *READ],
    },
]
