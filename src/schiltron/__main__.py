"""`python -m schiltron` is the command `schiltron`."""

from schiltron.cli import main

main()
