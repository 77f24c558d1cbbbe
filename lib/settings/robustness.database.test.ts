import fc from "fast-check";
import { expect, test } from "vitest";
import { configFile } from "@/lib/config/schema";
import { expectConsistent, parseAnything } from "@/testing/gateway/parsed-config";
import { salvage } from "./salvage";
import { knownPaths } from "./schema-walk";

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

test("any data is either usable or refused with findings that point into the file", () => {
  fc.assert(
    fc.property(file, (data) =>
      expectConsistent(parseAnything(JSON.stringify(data, null, 1)), JSON.stringify(data, null, 1)),
    ),
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
    fc.property(text, (parts) => expectConsistent(parseAnything(parts.join("")), parts.join(""))),
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
