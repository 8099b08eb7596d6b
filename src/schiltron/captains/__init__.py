"""Computer players: they answer what a seat is asked, from what that seat may know."""
