"""What ground does to the units that cross it or stand on it (case 11.8)."""
