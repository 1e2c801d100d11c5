"""Diagnoses: an example of what is wrong with an answer, and what often leads to it.

`questions` has probes, of a bank or made of the calls of visible tests, and what they show.
"""
