import { describe, expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { valueAt } from "./schema-faults";
import { parseConfig } from "./parse";

/** Names that every JavaScript object inherits, though nobody gave it such a member. */
const INHERITED = ["constructor", "toString", "hasOwnProperty", "valueOf"];

const parse = (yaml: string) =>
  parseConfig(yaml, "config.yaml", {
    environment: readEnvironment({}),
    isKnownProvider: () => true,
    routes: [],
  });

/** Every setting whose members get their names from the author of the file. */
const MAPS: readonly [what: string, yaml: (name: string) => string, path: readonly (string | number)[]][] = [
  ["fallbacks", (name) => `general_settings:\n  fallbacks: {${name}: [m]}\n`, ["general_settings", "fallbacks"]],
  [
    "the headers of a sink",
    (name) =>
      `general_settings:\n  sinks: [{name: siem, http: {url: "https://siem.example", headers: {${name}: v}}}]\n`,
    ["general_settings", "sinks", 0, "http", "headers"],
  ],
  [
    "the claims of a policy test",
    (name) =>
      `general_settings:\n  gateway_jwtauth:\n    policy_tests: [{name: t, claims: {${name}: v}, request: {route: /v1/models}, expect: unknown_key}]\n`,
    ["general_settings", "gateway_jwtauth", "policy_tests", 0, "claims"],
  ],
  ["environment_variables", (name) => `environment_variables: {${name}: v}\n`, ["environment_variables"]],
];

describe.each(MAPS)("%s", (_what, yaml, path) => {
  test.each(INHERITED)("takes the name %s like any other", (name) => {
    const { file, findings } = parse(yaml(name));
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(file && Object.keys(Object(valueAt(file, path)))).toEqual([name]);
  });

  test("refuses the name __proto__, which would be lost", () => {
    const { findings } = parse(yaml("__proto__"));
    expect(findings.map(({ number, path: place, message }) => [number, place, message])).toContainEqual([
      "C010",
      path.join("."),
      '"__proto__" cannot be a name',
    ]);
  });
});

test.each(INHERITED)("a reference to the variable %s finds none that nobody set", (name) => {
  const { findings } = parse(`general_settings:\n  master_key: os.environ/${name}\n`);
  expect(findings.map(({ number }) => number)).toContain("C015");
});
