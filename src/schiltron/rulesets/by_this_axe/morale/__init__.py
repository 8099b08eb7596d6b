"""Nerve: checks, rout, rallying."""
