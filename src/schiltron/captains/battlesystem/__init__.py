"""A computer player of BATTLESYSTEM."""
