"""The classroom: collecting from nbgrader's exchange, watching, releasing.

- `classroom`: a course with its gradebook;
- `exchange`: its folders, which others own; `collect`, `release`: nbgrader's plugins;
- `watcher`: grades hand-ins as they arrive; `watched`: the attempts for an assignment, its pages
  and dates; `queues`: the order of hand-ins.
"""
