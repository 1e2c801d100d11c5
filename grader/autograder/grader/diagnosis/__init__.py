"""Diagnoses: an example of what is wrong with an answer, and what often leads to it.

- `questions`: probes, and which of them the exercises of a notebook get;
- `examples`: probes made of the calls of visible tests;
- `comparison`: turns results of probes into a sentence.
"""
