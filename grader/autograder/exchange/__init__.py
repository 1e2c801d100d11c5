"""The grader's part of nbgrader's exchange: collecting, watching, releasing.

- `collect`, `release`: nbgrader's plugins, by `names`, `copying` and `rights`;
- `watcher`: grades hand-ins as they arrive; `watched` knows those of an assignment;
  `queues`: their order; `feedback`: pages; `events`: messages;
- `belongings`: all that is kept of one student; `lms`: from Moodle or Canvas and back.
"""
