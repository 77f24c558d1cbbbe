import { expect, test } from "vitest";
import { expectConsistent, parseAnything } from "@/testing/gateway/parsed-config";

test.each([
  ["50,000 empty entries", `model_list:\n${"- {}\n".repeat(50_000)}`],
  ["20,000 unknown keys", Array.from({ length: 20_000 }, (_, index) => `key_${index}: 1\n`).join("")],
  [
    "2,000 role mappings",
    `gateway_jwtauth:\n  role_mappings:\n${"  - {role: a, internal_role: team}\n".repeat(2_000)}`,
  ],
])("a large file of %s is refused or read, with as many findings as anybody reads", (_, source) => {
  const parsed = parseAnything(source);
  expectConsistent(parsed, source);
  expect(parsed.findings).toHaveLength(500);
});

test("a list with more entries than can be checked at once is refused by its name", () => {
  const source = `gateway_jwtauth:\n  role_mappings:\n${"  - {role: a, internal_role: team}\n".repeat(10_000)}`;
  const { file, findings } = parseAnything(source);
  expect(file).toBeUndefined();
  expect(JSON.stringify(findings)).toMatch(/role_mappings.*2000/);
});

test("a large file with many warnings does not lose its error", () => {
  const warnings = "  - {role: a, internal_role: team}\n".repeat(1_000);
  const { file, findings } = parseAnything(
    `gateway_jwtauth:\n  role_mappings:\n${warnings}general_settings: {enable_jwt_auth: true}\n`,
  );
  expect(file).toBeUndefined();
  expect(findings.map((finding) => finding.number)).toContain("C024");
});

test("a large file of a thousand models and a thousand faults is read well within the time limit of a start", () => {
  const entries = Array.from(
    { length: 1_000 },
    (_, index) =>
      `  - {model_name: m${index}, gateway_params: {model: openai/m${index}, wrong_${"x".repeat(index % 20)}: 1}}`,
  );
  const { findings } = parseAnything(`model_list:\n${entries.join("\n")}\n`);
  expect(findings).toHaveLength(500);
  expect(findings.at(-1)?.line).toBe(501);
});
