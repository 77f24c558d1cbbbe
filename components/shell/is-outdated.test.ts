import { expect, test } from "vitest";
import { isOutdated } from "./is-outdated";

test.each([
  [Object.assign(new Error("x"), { name: "ChunkLoadError" }), true],
  [new Error("Failed to load chunk /_next/static/chunks/0a1b.js from module 123"), true],
  [new Error("Loading chunk 12 failed."), true],
  [new TypeError("Failed to fetch dynamically imported module: http://gateway/x.js"), true],
  [new TypeError("Failed to fetch"), false],
  [new Error("Cannot read properties of undefined (reading 'chunk')"), false],
])("%s means that the page is of another build: %s", (error, outdated) => {
  expect(isOutdated(error)).toBe(outdated);
});
