import { expect, test } from "vitest";
import { quotedFaults } from "./quoted-values";

test.each([
  ['"sk-abc"', 1],
  ["'sk-abc' ", 1],
  ['""', 1],
  ["sk-abc", 0],
  ['"', 0],
  ['"sk-abc', 0],
  ["\"a'", 0],
  [undefined, 0],
])("a variable with the value %j has %i findings, which do not repeat it", (value, findings) => {
  const lookup = (name: string) => (name === "GATEWAY_MASTER_KEY" ? value : undefined);
  const faults = quotedFaults(lookup, () => ({ path: [], at: "nowhere" }));
  expect(faults).toHaveLength(findings);
  expect(JSON.stringify(faults)).not.toContain("abc");
});
