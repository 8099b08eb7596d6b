// Fetched when somebody looks for turning points.

export { default as TurningCurve } from "./TurningCurve.svelte";
export { default as TurningPanel } from "./TurningPanel.svelte";
export { Turning } from "./turning.svelte";
