"""Diagnoses: the mistake in an answer, found by comparing it with known wrong ones.

- `bank`: right and wrong answers, and their results on small inputs;
- `questions`: the probes for the exercises of a notebook;
- `examples`: calls of visible tests that go wrong, where there is no bank;
- `mutants`: small mistakes in an answer; `smaller`: inputs that may show them;
- `comparison`: turns results of probes into a sentence.
"""
