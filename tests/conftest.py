"""What pytest must leave alone: the answers and probes in the bank are texts, not modules."""

from tests.bank import EXERCISES

collect_ignore = [f"bank/{exercise}.py" for names in EXERCISES.values() for exercise in names]
collect_ignore_glob = ["bank/probes/*"]
