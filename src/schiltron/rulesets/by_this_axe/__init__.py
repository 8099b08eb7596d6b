"""By This Axe: quick, card-driven, heroic battles."""
