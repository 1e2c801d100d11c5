"""The grader's part of nbgrader's exchange: collecting, watching, releasing.

- `collect`, `release`: nbgrader's plugins, by `hand_ins` and `rights`;
- `watcher`: grades hand-ins as they arrive; `watched` has the pages and dates of an assignment;
  `attempts`: its hand-ins, and what is told of them; `queues`: their order.
"""
