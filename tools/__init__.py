"""What makes and judges the course itself: commands for who works on it, run as ``python -m tools.NAME``."""
