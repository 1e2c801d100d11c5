"""Say what is wrong with an answer, by comparing it with known wrong ones.

- `bank`: right and wrong answers, and what they do on small inputs;
- `questions`: what to try out of a notebook;
- `comparison`: from what came of it to a sentence.
"""
