import { expect, test } from "vitest";
import { inOrderOfNeed, needsApproval, parametersOf, pinnedOf, toolMark } from "./tool-facts";

test.each([
  [{ readOnlyHint: true }, "Reads"],
  [{ readOnlyHint: true, destructiveHint: true }, "Reads"],
  [{ destructiveHint: false }, "Writes"],
  [{ readOnlyHint: "true" }, "Destructive"],
  [{ destructiveHint: true }, "Destructive"],
  [undefined, "Destructive"],
])("a tool with the annotations %j: %s", (annotations, label) => {
  expect(toolMark({ annotations })).toMatchObject({ label });
});

test("the parameters of a schema have their types, in words", () => {
  const inputSchema = {
    type: "object",
    required: ["a"],
    properties: {
      a: { type: "number", description: "First." },
      b: { type: ["string", "null"] },
      c: { enum: ["x", 1] },
      d: { type: "array", items: { type: "string" } },
      e: true,
    },
  };
  expect(parametersOf({ inputSchema })).toEqual([
    { name: "a", type: "number", isRequired: true, description: "First." },
    { name: "b", type: "string | null", isRequired: false, description: "" },
    { name: "c", type: '"x" | 1', isRequired: false, description: "" },
    { name: "d", type: "string[]", isRequired: false, description: "" },
    { name: "e", type: "any", isRequired: false, description: "" },
  ]);
  expect(parametersOf({})).toEqual([]);
});

test("only what an administrator approves is compared", () => {
  expect(pinnedOf({ name: "a", icons: [], description: "A." })).toEqual({ name: "a", description: "A." });
  expect(pinnedOf(null)).toEqual({});
});

test("what needs an administrator comes first", () => {
  const tool = (
    name: string,
    state: "approved" | "held" | "open",
    approved: string | null,
    listed: boolean | null = true,
  ) => ({
    tool: name,
    state,
    listed,
    hash: "h",
    approved_hash: approved,
  });
  const tools = [
    tool("a", "approved", "h"),
    tool("b", "open", null),
    tool("c", "open", "old"),
    tool("d", "held", null),
    tool("e", "held", "old"),
    tool("0", "approved", "h", null),
    tool("1", "held", null, false),
  ];
  expect(inOrderOfNeed(tools).map((one) => one.tool)).toEqual(["e", "d", "c", "b", "0", "a", "1"]);
  expect(tools.filter(needsApproval).map((one) => one.tool)).toEqual(["b", "c", "d", "e"]);
});
