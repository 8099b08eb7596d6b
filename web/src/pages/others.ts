// What is not needed to begin: one chunk.
export { default as Armies } from "./Armies.svelte";
export { default as Lessons } from "./Lessons.svelte";
export { default as Mine } from "./Mine.svelte";
export { default as Rules } from "./Rules.svelte";
export { default as Setup } from "./Setup.svelte";
