"""Shooting and melee, and whom they strike down."""
