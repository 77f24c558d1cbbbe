import { expect, test } from "vitest";
import { fillStars } from "@/lib/patterns/wildcard";
import { exampleOf, joinedEntries } from "./entry-effect";

const rows: Parameters<typeof joinedEntries>[0] = [
  { id: "a", model_name: "gpt-4o", source: "file" },
  { id: "b", model_name: "openai/gpt-4*", source: "file" },
  { id: "c", model_name: "openai/gpt-4*", source: "database" },
  ...["d", "e", "f", "g"].map((id) => ({ id, model_name: "many", source: "file" as const })),
];

test.each([
  ["a new name joins nothing", "gpt-5", 0, undefined, undefined],
  [
    "one of the file",
    "gpt-4o",
    550,
    undefined,
    "Joins entry 1 (config.yaml): both share its 550 calls of the last 7 days by weight.",
  ],
  [
    "several",
    "openai/gpt-4*",
    1,
    undefined,
    "Joins entries 2 (config.yaml), 3 (the database): all share its 1 call of the last 7 days by weight.",
  ],
  ["without calls", "gpt-4o", 0, undefined, "Joins entry 1 (config.yaml): both share its calls by weight."],
  ["an edited entry does not join itself", "gpt-4o", 5, "a", undefined],
  ["many", "many", 0, undefined, "Joins 4 entries: all share its calls by weight."],
] as const)("%s", (_what, name, calls, replaces, sentence) => {
  expect(joinedEntries(rows, name, calls, replaces)).toBe(sentence);
});

const requests = [
  { name: "gpt-4o", calls: 900 },
  { name: "openai/gpt-4.1", calls: 3 },
  { name: "openai/gpt-4o", calls: 40 },
];

test("the example of a pattern is the name that callers ask for most, as the upstream gets it", () => {
  const example = exampleOf("openai/gpt-*", requests);
  expect(example).toEqual({ name: "openai/gpt-4o", captures: ["4o"] });
  expect(fillStars("openai/gpt-4*", example?.captures ?? [])).toBe("openai/gpt-44o");
});

test("a pattern that nobody asks for has an example too, and an exact name needs none", () => {
  expect(exampleOf("acme/*-*", requests)).toEqual({ name: "acme/example-example", captures: ["example", "example"] });
  expect(exampleOf("gpt-4o", requests)).toBeUndefined();
});
