"""A bank of right and wrong answers, by which students are told what often leads to a mistake.

- `bank`: the answers, and their results on probes; `learning`: ``author learn`` finds these out.
"""
