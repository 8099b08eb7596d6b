"""Journals: kept, sealed, proven and brought up to date."""
