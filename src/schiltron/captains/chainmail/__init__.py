"""A computer player of Chainmail."""
