"""Computer players: whoever can answer what a seat is asked, from what that seat may know."""
