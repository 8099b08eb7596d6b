"""BATTLESYSTEM (1985): figures that stand for ten, five or two creatures, and heroes among them."""
