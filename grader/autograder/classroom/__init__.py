"""The classroom: collecting from nbgrader's exchange, watching, releasing.

- `classroom`: a course with its gradebook;
- `collect`, `release`: nbgrader's plugins, by `hand_ins` and `rights`;
- `watcher`: grades hand-ins as they arrive; `watched` has the pages and dates of an assignment;
  `attempts`: its hand-ins, and what is told of them; `queues`: their order.
"""
