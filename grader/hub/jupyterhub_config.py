"""A hub for one course on one machine. `make hub` starts it; docs/hub.md says more.

What a hub of one's own has to change stands first; the rest holds for any.
"""

import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821  (JupyterHub provides it)

# --- Who. The accounts of the machine; `grader/hub/prepare.py` makes these for the demonstration.
COURSE = "mastermind"  # c.CourseDirectory.course_id, and the name of Formgrader's service
GRADER = "mm-grader"  # the account that owns the course; nobody logs in under it
INSTRUCTORS = ["mm-grace", "mm-alan"]
ADMINISTRATORS = ["mm-grace"]  # may stop servers, and see who is there
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
# A hub that was killed and is started again finds its services where they were: their tokens stay.
TOKENS = {
    name: (HUB / "run" / f"token-{name}").read_text().strip()
    for name in (COURSE, "watcher", "monitor")
}
# What is left of a hub that was killed would hold the ports of the next one's services.
WITH_THE_HUB = ["setpriv", "--pdeathsig", "TERM", "--"]

# --- A student's server runs under the student's account, in the student's home, without an
# instructor's panels: left as nbgrader ships them, a student's own server has a Formgrader.
# Under limits, of which the first holds for all that the student runs, the others for each
# process: many processes, gigabytes of memory, a file that fills the disk.
LIMITS = ["prlimit", "--nproc=400", f"--data={4 << 30}", f"--fsize={2 << 30}", "--"]
c.Spawner.cmd = [*LIMITS, str(COMMANDS / "jupyterhub-singleuser")]
c.Spawner.args = [f"--LabApp.extra_labextensions_path={HUB / 'lab' / 'extensions'}"]
c.Spawner.default_url = "/lab"
c.Spawner.environment = {
    "JUPYTER_CONFIG_PATH": str(HUB / "hub" / "student"),
    "PATH": f"{COMMANDS}:{os.environ['PATH']}",
}

# A busy machine takes its time to start one; the hub ends if a service is not there by then.
SECONDS_TO_START = 300
SECONDS_IDLE = int(os.environ.get("MASTERMIND_HUB_IDLE", "3600"))

# --- The course: Formgrader, one server for all its instructors, under the grader's account.
# Nothing says `frame-ancestors 'self'` by itself, and JupyterLab shows Formgrader in a frame.
FRAMES = '{"headers": {"Content-Security-Policy": "frame-ancestors \'self\'"}}'
c.JupyterHub.services = [
    {
        "name": COURSE,
        "api_token": TOKENS[COURSE],
        "url": f"http://127.0.0.1:{PORT + 3}",
        "command": [
            *(*WITH_THE_HUB, str(COMMANDS / "jupyterhub-singleuser")),
            "--ServerApp.root_dir=.",
            f"--ServerApp.tornado_settings={FRAMES}",
        ],
        "user": GRADER,
        "cwd": str(HUB / "course"),
        "timeout": SECONDS_TO_START,
        "environment": {"PATH": f"{COMMANDS}:{os.environ['PATH']}"},
        "oauth_no_confirm": True,
    },
    # The watcher, and its page.
    {
        "name": "watcher",
        "api_token": TOKENS["watcher"],
        "url": f"http://127.0.0.1:{PORT + 4}",
        "command": [*WITH_THE_HUB, sys.executable, str(HUB / "hub" / "watcher.py")],
        "user": GRADER,
        "cwd": str(HUB / "course"),
        "timeout": SECONDS_TO_START,
        "environment": {"PATH": f"{COMMANDS}:{os.environ['PATH']}"},
        "oauth_no_confirm": True,
    },
    # Ends servers of which nobody has made use for a while; what was saved is there again.
    {
        "name": "idle-culler",
        "command": [
            *(*WITH_THE_HUB, sys.executable, "-m", "jupyterhub_idle_culler"),
            f"--timeout={SECONDS_IDLE}",
        ],
    },
    # Whoever has its token reads figures: /hub/metrics and /services/watcher/metrics.
    {"name": "monitor", "api_token": TOKENS["monitor"]},
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
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    },
    {"name": "monitor", "services": ["monitor"], "scopes": [SERVICES[1], "read:metrics"]},
    # What a server may do for its user; of this, only what the user may do.
    {
        "name": "server",
        "scopes": ["users:activity!user", "access:servers!server", *SERVICES, *READ],
    },
]
