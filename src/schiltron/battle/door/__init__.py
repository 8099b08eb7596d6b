"""The one door, `Ruleset.obey`: an order or dice come in, and the next battle comes out."""
