"""The review after a battle: how the expected result moved, what dice and what orders moved it, and what was missed."""
