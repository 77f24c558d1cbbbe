import fc from "fast-check";
import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { hasErrors } from "@/lib/config/finding";
import { parseConfig, type ParsedConfig } from "./parse";
import { salvage } from "./salvage";
import { configFile } from "@/lib/config/schema";
import { knownPaths } from "./schema-walk";

const parse = (source: string): ParsedConfig =>
  parseConfig(source, "config.yaml", {
    environment: readEnvironment({ SET: "https://set.example" }),
    isKnownProvider: (name) => name === "openai",
    routes: [{ path: "/config/get", family: "management_routes", access: "administrators" }],
  });

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...new Set(knownPaths(configFile).map((place) => place.key))) },
  { weight: 1, arbitrary: fc.string() },
);
const scalar = fc.oneof(
  fc.constantFrom(
    "team",
    "a b",
    "*",
    "openai/*",
    "os.environ/SET",
    "os.environ/UNSET",
    "",
    "management_routes",
    "https://a.example",
    "http://[fe80::1]",
  ),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
/** Anything that JSON, and so YAML, can express, with keys of the schema in any place. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 6 }),
  ),
}));
const file = fc.dictionary(
  fc.constantFrom("general_settings", "gateway_jwtauth", "model_list", "environment_variables"),
  tree,
);

function expectConsistent({ file: usable, findings }: ParsedConfig, source: string): void {
  const lines = source.split("\n");
  expect(usable === undefined).toBe(hasErrors(findings));
  for (const { line = 1, column = 1, message } of findings) {
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
    expect(message).not.toMatch(/undefined|\[object|NaN/);
  }
}

test("any data is either usable or refused with findings that point into the file", () => {
  fc.assert(
    fc.property(file, (data) => expectConsistent(parse(JSON.stringify(data, null, 1)), JSON.stringify(data, null, 1))),
    { numRuns: 300 },
  );
});

test("any text is either usable or refused with findings that point into the file", () => {
  const text = fc.array(
    fc.constantFrom(
      "model_list",
      "general_settings",
      ":",
      " ",
      "\n",
      "  ",
      "- ",
      "&a ",
      "*a",
      "<<: ",
      "{",
      "}",
      "[",
      "]",
      "'",
      '"',
      "|",
      "#",
      "!t ",
      "? ",
      "\t",
      ",",
      "x",
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(text, (parts) => expectConsistent(parse(parts.join("")), parts.join(""))),
    { numRuns: 700 },
  );
});

test("what is left after the faults are cut out is valid, and paths into it lead back to the same value", () => {
  fc.assert(
    fc.property(file, (data) => {
      const rest = salvage(configFile, data);
      if (!rest) return;
      rest.value.model_list.forEach((entry, index) => {
        const path = rest.originalPath(["model_list", index, "model_name"]);
        const original = path.reduce<unknown>((node, segment) => Reflect.get(Object(node), segment), data);
        expect(String(original).trim()).toBe(entry.model_name);
      });
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["50,000 empty entries", `model_list:\n${"- {}\n".repeat(50_000)}`],
  ["20,000 unknown keys", Array.from({ length: 20_000 }, (_, index) => `key_${index}: 1\n`).join("")],
  [
    "2,000 role mappings",
    `gateway_jwtauth:\n  role_mappings:\n${"  - {role: a, internal_role: team}\n".repeat(2_000)}`,
  ],
])("a large file of %s is refused or read, with as many findings as anybody reads", (_, source) => {
  const parsed = parse(source);
  expectConsistent(parsed, source);
  expect(parsed.findings).toHaveLength(500);
});

test("a list with more entries than can be checked at once is refused by its name", () => {
  const source = `gateway_jwtauth:\n  role_mappings:\n${"  - {role: a, internal_role: team}\n".repeat(10_000)}`;
  const { file, findings } = parse(source);
  expect(file).toBeUndefined();
  expect(JSON.stringify(findings)).toMatch(/role_mappings.*2000/);
});

test("a large file with many warnings does not lose its error", () => {
  const warnings = "  - {role: a, internal_role: team}\n".repeat(1_000);
  const { file, findings } = parse(
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
  const { findings } = parse(`model_list:\n${entries.join("\n")}\n`);
  expect(findings).toHaveLength(500);
  expect(findings.at(-1)?.line).toBe(501);
});
