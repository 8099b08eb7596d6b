"""Post-melee morale, flight and rally, prisoners, instability, standing charges."""
