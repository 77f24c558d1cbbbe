import { expect, test } from "vitest";
import { masterKeyFaults } from "./master-key-checks";

const place = { path: ["general_settings", "master_key"], at: "value" } as const;

test.each([
  ["sk-1234", 1],
  ["sk-short-key", 1],
  ["sk-12345678901234567890", 1],
  ["sk-2f6a0c1d9e8b7a65", 0],
  ["sk-2f6a0c1d 9e8b7a65", 1],
  ["sk-2f6a0c1d9e8b7a65-ü", 1],
  ["short ü", 2],
  ["", 0],
  [undefined, 0],
])("a master key %j has %i findings", (masterKey, findings) => {
  expect(masterKeyFaults(masterKey, place)).toHaveLength(findings);
});

test("the finding does not repeat the key", () => {
  expect(JSON.stringify(masterKeyFaults("sk-1234", place))).not.toContain("1234");
});
