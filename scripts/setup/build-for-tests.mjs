import { setUp } from "./setup.mjs";

/** Vitest and Playwright call this before tests that start the built gateway as a process. */
export default async function buildForTests() {
  await setUp({ development: true, demo: false });
}
