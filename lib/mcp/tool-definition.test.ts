import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, definitionFault, definitionHash, lookalikes, tierOf, toolsIn } from "./tool-definition";

const tool = (value: Record<string, unknown> = {}) => {
  const [found] = toolsIn({ tools: [{ name: "read_file", inputSchema: { type: "object" }, ...value }] });
  if (!found) throw new Error("not a tool");
  return found;
};

test("what is not a tool with a name is left out of a list", () => {
  expect(toolsIn({ tools: [null, 1, {}, { name: "" }, { name: 7 }, { name: "a", x: 1 }] })).toEqual([
    { name: "a", value: { name: "a", x: 1 } },
  ]);
  expect(toolsIn({ tools: "a" })).toEqual([]);
});

test("the order of members does not change a hash, and each pinned member does", () => {
  const one = tool({ description: "d", annotations: { readOnlyHint: true, title: "t" } });
  const other = tool({ annotations: { title: "t", readOnlyHint: true }, description: "d" });
  expect(definitionHash(one)).toBe(definitionHash(other));
  for (const change of [
    { name: "other" },
    { title: "x" },
    { description: "x" },
    { inputSchema: {} },
    { outputSchema: {} },
    { annotations: {} },
  ])
    expect(definitionHash(tool({ description: "d", ...change }))).not.toBe(definitionHash(tool({ description: "d" })));
  expect(definitionHash(tool({ _meta: { x: 1 }, icons: [] }))).toBe(definitionHash(tool()));
});

test("canonical JSON parses to the value and does not depend on the order of members", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test.each<[annotations: unknown, tier: string]>([
  [undefined, "write"],
  [{}, "write"],
  [{ readOnlyHint: false }, "write"],
  [{ readOnlyHint: "true" }, "write"],
  [{ readOnlyHint: true }, "read"],
  [{ readOnlyHint: true, destructiveHint: true }, "read"],
])("annotations %j: %s", (annotations, tier) => {
  expect(tierOf(tool({ annotations }))).toBe(tier);
});

const HIDDEN = "The definition has hidden or control characters.";
const OUTER = "A schema refers to something outside itself (`$ref`).";

test.each<[name: string, value: Record<string, unknown>, fault: string | undefined]>([
  ["an ordinary one", { description: "Reads a file.\n\tTwo lines – größer, 世界" }, undefined],
  ["an emoji with its parts", { description: "⚠️ careful 👩‍💻" }, undefined],
  ["tags, which only models read", { description: "Reads.\u{e0041}\u{e0042}" }, HIDDEN],
  ["a zero width space", { description: "a\u200bb" }, HIDDEN],
  ["a joiner outside an emoji", { description: "a\u200db" }, HIDDEN],
  ["a variation selector outside an emoji", { description: "a\ufe0f" }, HIDDEN],
  ["another direction", { title: "\u202eabc" }, HIDDEN],
  ["an escape", { description: "\u001b[8mhidden" }, HIDDEN],
  ["deep in a schema", { inputSchema: { properties: { a: { enum: ["\u2060"] } } } }, HIDDEN],
  ["in the name of a parameter", { inputSchema: { properties: { "a\u200b": {} } } }, HIDDEN],
  ["a schema elsewhere", { inputSchema: { $ref: "https://example.com/s" } }, OUTER],
  ["a schema elsewhere, deep", { outputSchema: { items: [{ $ref: "other.json" }] } }, OUTER],
  ["a schema inside", { inputSchema: { $ref: "#/$defs/a", $defs: { a: {} } } }, undefined],
  ["a parameter called $ref", { inputSchema: { properties: { $ref: { type: "string" } } } }, undefined],
  ["a large one", { description: "x".repeat(64 * 1024) }, "The definition is larger than 64 KiB."],
  [
    "a name in other letters",
    { name: "reаd_file" },
    "The name has other characters than letters, digits, `_`, `-`, `.` and `/`.",
  ],
])("a definition with %s", (_, value, fault) => {
  expect(definitionFault(tool(value))).toBe(fault);
});

test("names that look alike are found, and others are not", () => {
  const names = ["list_files", "1ist_files", "List-files", "read_file", "modern", "modem", "x"];
  expect([...lookalikes(toolsIn({ tools: names.map((name) => ({ name })) }))].sort()).toEqual(
    ["list_files", "1ist_files", "List-files", "modern", "modem"].sort(),
  );
});
