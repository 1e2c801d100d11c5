"""nbgrader made safe and fair. Plugs into nbgrader by its documented settings only."""
