"""Events and orders in plain English."""
