import { format } from "node:util";
import { afterAll, afterEach, expect } from "vitest";

/**
 * A setup file of the unit tests. An error or a warning on the console fails the test that wrote it. A test that
 * expects one replaces the method by a spy of its own.
 */
const original = { error: console.error, warn: console.warn };
let written: string[] = [];

for (const method of ["error", "warn"] as const)
  console[method] = (...values: unknown[]) => void written.push(`console.${method}: ${format(...values)}`);

function expectSilence(): void {
  const unexpected = written;
  written = [];
  expect(unexpected, "what the test wrote to the console").toEqual([]);
}

afterEach(expectSilence);
afterAll(() => {
  Object.assign(console, original);
  expectSilence();
});
