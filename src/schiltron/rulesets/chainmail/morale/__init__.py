"""Post-melee morale, flight and rally, the commander who rallies, prisoners, instability, standing charges."""
