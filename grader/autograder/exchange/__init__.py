"""The grader's part of nbgrader's exchange: collecting, watching, releasing.

- `collect`, `release`: nbgrader's plugins, by `names`, `copying` and `rights`;
- `watcher`: grades hand-ins as they arrive; `inbound` finds new ones, `watched` knows those
  of an assignment;
    `fair_queue`, `lanes`: scheduling; `feedback`: pages; `events`: messages;
- `belongings`: all that is kept of one student; `lms`: from Moodle or Canvas and back.
"""
