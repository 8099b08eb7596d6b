"""What creatures of the fantasy supplement are to each other and to men."""
