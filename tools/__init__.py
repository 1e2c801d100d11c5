"""What makes and judges the course itself: commands for developers, ``python -m tools.NAME``."""
