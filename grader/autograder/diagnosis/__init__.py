"""Diagnoses: the mistake in an answer, found by comparing it with known wrong ones.

- `bank`: right and wrong answers, and their results on small inputs;
- `questions`: the probes for the exercises of a notebook;
- `examples`: calls of visible tests that go wrong, where there is no bank;
- `comparison`: turns results of probes into a sentence.
"""
