"""What players may ask before they decide: cards, menus, overlays, previews, targets and odds."""
