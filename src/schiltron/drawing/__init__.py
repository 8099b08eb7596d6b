"""The table as a picture: ground, units, marks and what is measured, as SVG. Knows the table and no battle.

Only code that draws loads this room, through `svg`. `battle/state/drawn.py` says what of a battle is drawn.
"""
