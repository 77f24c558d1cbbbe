import { setUp } from "./setup.mjs";

/** Vitest and Playwright call this before tests that start whole processes. */
export default async function prepare() {
  await setUp({ development: true, demo: false });
}
