"""A hub for one course on one machine. `make hub` starts it; docs/hub.md says more.

What a hub of one's own has to change stands first; the rest holds for any.
"""

import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821  (JupyterHub provides it)

# --- Who. The accounts of the machine; `hub/prepare.py` makes these for the demonstration.
COURSE = "mastermind"  # c.CourseDirectory.course_id, and the name of Formgrader's service
GRADER = "mm-grader"  # the account that owns the course; nobody logs in under it
INSTRUCTORS = ["mm-grace", "mm-alan"]
STUDENTS = ["mm-ada", "mm-ben"]

# --- Where. Students' accounts read this folder; `course/` and `run/` in it are closed to them.
HUB = Path(os.environ["MASTERMIND_HUB"])
PORT = int(os.environ.get("MASTERMIND_HUB_PORT", "8000"))
COMMANDS = Path(sys.executable).parent

# --- How people log in. One password for all is for a demonstration on 127.0.0.1 and for
# nothing else: take PAM (leave the line out), or what your university has.
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = (HUB / "run" / "password").read_text().strip()
c.Authenticator.allowed_users = {*STUDENTS, *INSTRUCTORS}

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

# --- A student's server runs under the student's account, in the student's home, without an
# instructor's panels: left as nbgrader ships them, a student's own server has a Formgrader.
c.Spawner.cmd = [str(COMMANDS / "jupyterhub-singleuser")]
c.Spawner.args = [f"--LabApp.extra_labextensions_path={HUB / 'lab' / 'extensions'}"]
c.Spawner.default_url = "/lab"
c.Spawner.environment = {
    "JUPYTER_CONFIG_PATH": str(HUB / "hub" / "student"),
    "PATH": f"{COMMANDS}:{os.environ['PATH']}",
}

# --- The course: Formgrader, one server for all its instructors, under the grader's account.
# Nothing says `frame-ancestors 'self'` by itself, and JupyterLab shows Formgrader in a frame.
FRAMES = '{"headers": {"Content-Security-Policy": "frame-ancestors \'self\'"}}'
c.JupyterHub.services = [
    {
        "name": COURSE,
        "url": f"http://127.0.0.1:{PORT + 3}",
        "command": [
            *(str(COMMANDS / "jupyterhub-singleuser"), "--ServerApp.root_dir=."),
            f"--ServerApp.tornado_settings={FRAMES}",
        ],
        "user": GRADER,
        "cwd": str(HUB / "course"),
        "environment": {"PATH": f"{COMMANDS}:{os.environ['PATH']}"},
        "oauth_no_confirm": True,
    },
    # The watcher, and its page.
    {
        "name": "watcher",
        "url": f"http://127.0.0.1:{PORT + 4}",
        "command": [sys.executable, str(HUB / "hub" / "watcher.py")],
        "user": GRADER,
        "cwd": str(HUB / "course"),
        "environment": {"PATH": f"{COMMANDS}:{os.environ['PATH']}"},
        "oauth_no_confirm": True,
    },
]

# --- Who may do what. nbgrader finds its groups by these names.
SERVICES = [f"access:services!service={COURSE}", "access:services!service=watcher"]
READ = ["list:services", f"read:services!service={COURSE}"]
c.JupyterHub.load_groups = {
    f"formgrade-{COURSE}": {"users": INSTRUCTORS},
    f"nbgrader-{COURSE}": {"users": STUDENTS},
}
c.JupyterHub.load_roles = [
    {"name": "instructors", "groups": [f"formgrade-{COURSE}"], "scopes": [*SERVICES, *READ]},
    # What a server may do for its user; of this, only what the user may do.
    {
        "name": "server",
        "scopes": ["users:activity!user", "access:servers!server", *SERVICES, *READ],
    },
]
