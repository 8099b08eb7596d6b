"""What the books borrow from the role-playing game behind them: creatures, classes, weapons, damage, blows."""
