"""From a submission to what runs, and back.

- `pipeline`: the steps that every command goes through;
- `repair`: finds out which cell is which; `schedule`: what runs where; `lint`: looks at cells.
"""
