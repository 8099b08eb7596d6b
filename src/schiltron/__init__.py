"""Mass battles with toy soldiers: every rule enforced, every die shown."""

__version__ = "0.1.0"
