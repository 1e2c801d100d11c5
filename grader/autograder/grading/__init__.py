"""Grade a class.

- `context`: the course and the gradebook of a run; `parallel`: many submissions at a time;
  `run_report`: tells what a run did, and what to type next;
- `nbgrader_steps`: the steps of `nbgrader autograde`;
- `checking`: compares with nbgrader alone; `hollow`: tests that pass for answers that say
  nothing; `calls`, `mistakes`: how tests call functions, and which small mistakes none of
  them notices; `learning`: finds out what wrong answers do.
"""
