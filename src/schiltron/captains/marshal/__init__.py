"""The marshal: one player for every book, who tries his ideas in battles he imagines, through the door alone."""
