"""nbgrader's exchange.

- `collect`, `release`: nbgrader's plugins, by `names`, `copying` and `rights`;
- `watcher`: grades what comes as it comes; `inbound`, `watched`: what there is to do;
  `fair_queue`, `lanes`: how it takes turns; `feedback`: pages; `events`: what it says;
- `belongings`: all that is kept of one student; `lms`: from Moodle or Canvas and back.
"""
