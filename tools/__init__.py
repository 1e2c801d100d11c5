"""Commands for developers of the course: ``python -m tools.NAME``."""
