"""How each command is called. What it does stands in a module beside this folder, loaded when it is called."""
