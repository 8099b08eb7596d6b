"""Push of Pike: a small book. Lines of pikes march straight ahead, and fight where they meet."""
