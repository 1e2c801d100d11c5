"""Pictures of the game.

- `pegs`: colors and shapes; `pictures`: pictures for notebooks; `explore`: widgets;
- `feedback_picture`: the picture of a wrong call on a feedback page.
"""
