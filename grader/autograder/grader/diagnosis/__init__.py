"""Diagnoses: an example of what is wrong with an answer, and what often leads to it.

- `questions`: probes, of a bank or made of the calls of visible tests, and who gets which;
- `comparison`: turns results of probes into a sentence.
"""
