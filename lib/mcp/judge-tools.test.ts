import { expect, test } from "vitest";
import { judgeTools, type ToolApproval, type ToolPin } from "./judge-tools";
import { definitionHash, toolsIn } from "./tool-definition";

const tools = (...values: object[]) => toolsIn({ tools: values });
const read = { name: "read", annotations: { readOnlyHint: true } };
const write = { name: "write", description: "Writes." };
const pinOf = (value: object, tier: ToolPin["tier"]): ToolPin => ({
  hash: tools(value).map(definitionHash)[0] ?? "",
  tier,
});
const NEW = "The tool is new.";
const CHANGED = "The definition has changed since it was approved.";
const HIDDEN = "The definition has hidden or control characters.";
const UNUSABLE = 'The parameter "a" wants a header (x-mcp-header) that has no valid name.';
const ALIKE = "The name looks like that of another tool.";

test.each<
  [name: string, list: object[], pins: [string, ToolPin][], held: Record<ToolApproval, (string | undefined)[]>]
>([
  ["a new tool", [read], [], { hold: [NEW], warn: [undefined], allow: [undefined] }],
  [
    "an approved tool",
    [read],
    [["read", pinOf(read, "read")]],
    { hold: [undefined], warn: [undefined], allow: [undefined] },
  ],
  [
    "a changed tool",
    [{ ...write, description: "Writes, and sends it away." }],
    [["write", pinOf(write, "write")]],
    { hold: [CHANGED], warn: [undefined], allow: [undefined] },
  ],
  [
    "a renamed tool",
    [{ ...write, name: "write2" }],
    [["write", pinOf(write, "write")]],
    { hold: [NEW], warn: [undefined], allow: [undefined] },
  ],
  [
    "a poisoned tool",
    [{ ...read, description: "Reads.\u{e0041}" }],
    [["read", pinOf(read, "read")]],
    { hold: [HIDDEN], warn: [HIDDEN], allow: [undefined] },
  ],
  [
    "a poisoned tool that an administrator has approved all the more",
    [{ ...read, description: "a\u200bb" }],
    [["read", pinOf({ ...read, description: "a\u200bb" }, "read")]],
    { hold: [undefined], warn: [undefined], allow: [undefined] },
  ],
  [
    "tools whose names look alike, of which one is approved",
    [write, { name: "wr1te" }, { name: "wrlte" }],
    [["wrlte", pinOf({ name: "wrlte" }, "write")]],
    { hold: [ALIKE, ALIKE, undefined], warn: [ALIKE, ALIKE, undefined], allow: [undefined, undefined, undefined] },
  ],
  [
    "a tool that wants a header that cannot be, approved or not",
    [{ ...read, inputSchema: { properties: { a: { type: "string", "x-mcp-header": "" } } } }],
    [],
    { hold: [UNUSABLE], warn: [UNUSABLE], allow: [UNUSABLE] },
  ],
])("%s", (_, list, pins, held) => {
  for (const approval of ["hold", "warn", "allow"] as const)
    expect(judgeTools(tools(...list), new Map(pins), approval).map((judged) => judged.held)).toEqual(held[approval]);
});

test("a change without approval does not make a tool harmless", () => {
  const now = { ...write, annotations: { readOnlyHint: true } };
  const tierWith = (pin: ToolPin | undefined) =>
    judgeTools(tools(now), new Map(pin ? [["write", pin]] : []), "warn").map(({ tier }) => tier);
  expect(tierWith(pinOf(write, "write"))).toEqual(["write"]);
  expect(tierWith(pinOf(now, "read"))).toEqual(["read"]);
  expect(tierWith(undefined)).toEqual(["read"]);
});

test("a list is judged once, and again when what is approved of it changes", () => {
  const list = tools(read, write);
  const pins = new Map([["read", pinOf(read, "read")]]);
  const judged = judgeTools(list, pins, "hold");
  expect(judged.map(({ held }) => held)).toEqual([undefined, NEW]);
  expect(judgeTools(list, pins, "hold")).toBe(judged);
  const approved = new Map([...pins, ["write", pinOf(write, "write")] as const]);
  expect(judgeTools(list, approved, "hold").map(({ held }) => held)).toEqual([undefined, undefined]);
  expect(judgeTools(list, pins, "allow").map(({ held }) => held)).toEqual([undefined, undefined]);
});
