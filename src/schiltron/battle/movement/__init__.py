"""How units move: straight, round a corner, at the same time, into contact and away."""
