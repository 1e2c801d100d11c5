"""Workers from a Slurm cluster: ``python grader/deploy/slurm.py --workers 8 --partition short``.

Needs ``pip install dask-jobqueue`` beside this package, on a file system that the nodes
share. It starts a scheduler here and asks Slurm for jobs of one worker each; when it has
printed an address, grade with it in another terminal, and end this with Ctrl-C.
``--local`` starts the same workers on this machine, to try it out.
"""

import argparse
import time

import dask
from dask_jobqueue import SLURMCluster
from dask_jobqueue.local import LocalCluster

MEMORY = 5
"""GB for a worker that runs one submission: 2 for the student's process, 2 for the tests'."""


def main() -> None:
    """Keep a cluster until it is stopped."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=4, help="how many jobs (default: 4)")
    parser.add_argument("--partition")
    parser.add_argument("--walltime", default="01:00:00")
    parser.add_argument("--scratch", default="/tmp", help="a folder on the nodes' own disks")
    parser.add_argument("--host", help="the address of this machine that the nodes reach")
    parser.add_argument("--local", action="store_true")
    options = parser.parse_args()
    # Slurm counts what students' processes take; Dask would count its own process only.
    dask.config.set({"distributed.worker.memory.terminate": False})
    common = {
        "cores": 1,
        "processes": 1,
        "memory": f"{MEMORY} GB",
        "local_directory": options.scratch,
        "worker_extra_args": ["--memory-limit", "0", "--no-dashboard"],
        "scheduler_options": {"host": options.host, "dashboard": False},
    }
    if options.local:
        cluster = LocalCluster(**common)
    else:
        cluster = SLURMCluster(
            **common,
            queue=options.partition,
            walltime=options.walltime,
            job_script_prologue=[f"export TMPDIR={options.scratch}"],
        )
    with cluster:
        cluster.scale(jobs=options.workers)
        print(f"python -m autograder grade ASSIGNMENT --scheduler {cluster.scheduler_address}")
        print(cluster.job_script(), flush=True)
        while True:
            time.sleep(60)


if __name__ == "__main__":
    main()
