"""The command `schiltron`, run as `python -m schiltron`."""

from schiltron.cli import main

main()
