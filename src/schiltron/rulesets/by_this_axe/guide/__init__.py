"""What a player may ask before deciding: cards, menus, overlays, previews, targets and odds."""
