"""Say what is wrong with an answer, by comparing it with known wrong ones.

- `bank`: right and wrong answers, and what they do on small inputs;
- `questions`: what to try out of a notebook;
- `examples`: calls of visible tests that go wrong, where there is no bank;
- `mutants`: small mistakes in an answer; `smaller`: inputs that may show them;
- `comparison`: from what came of it to a sentence.
"""
