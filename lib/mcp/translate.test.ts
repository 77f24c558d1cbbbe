import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "@/lib/providers/json-value";
import { META, type Era } from "./protocol";
import { paramsFor, type ReadResult, requestText, resultFor, resultText } from "./translate";

const client = { clientInfo: { name: "gateway", version: "1" }, capabilities: { elicitation: {} } };
const asked = {
  name: "t",
  arguments: { a: 1 },
  unknown: [1],
  _meta: {
    progressToken: 7,
    "com.example/x": "y",
    [META.version]: "2026-07-28",
    [META.clientInfo]: { name: "caller", version: "9" },
    [META.capabilities]: { roots: {} },
    [META.logLevel]: "debug",
  },
};

test("a legacy server gets no member that only the modern era has, and every other one", () => {
  expect(paramsFor("legacy", asked, client)).toEqual({
    name: "t",
    arguments: { a: 1 },
    unknown: [1],
    _meta: { progressToken: 7, "com.example/x": "y" },
  });
  expect(paramsFor("legacy", { cursor: "c", _meta: { [META.version]: "2026-07-28" } }, client)).toEqual({
    cursor: "c",
  });
});

test("a modern server gets the gateway's own version, name and capabilities, and every other member", () => {
  expect(paramsFor("modern", asked, client)).toEqual({
    name: "t",
    arguments: { a: 1 },
    unknown: [1],
    _meta: {
      progressToken: 7,
      "com.example/x": "y",
      [META.logLevel]: "debug",
      [META.version]: "2026-07-28",
      [META.clientInfo]: client.clientInfo,
      [META.capabilities]: client.capabilities,
    },
  });
  expect(paramsFor("modern", {}, client)).toHaveProperty("_meta");
});

test("the text of a request is that of its parameters, whatever they are", () => {
  const parameters = fc.oneof(fc.constant({}), fc.constant(asked), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(
      fc.constantFrom("legacy" as const, "modern" as const),
      parameters,
      fc.string(),
      (era, given, method) => {
        const params = JSON.parse(JSON.stringify(given)) as JsonObject;
        expect(requestText(era, { id: "1", method, params }, client)).toBe(
          JSON.stringify({ jsonrpc: "2.0", id: "1", method, params: paramsFor(era, params, client) }),
        );
      },
    ),
  );
});

const info = { name: "gateway", version: "1" };

test("a modern caller gets a result that nobody may keep, with what its server said of itself", () => {
  expect(resultFor("modern", "tools/list", { tools: [], ttlMs: 60_000, cacheScope: "public", x: 1 }, info)).toEqual({
    resultType: "complete",
    tools: [],
    ttlMs: 0,
    cacheScope: "private",
    x: 1,
    _meta: { [META.serverInfo]: info },
  });
  const own = { name: "server", version: "2" };
  expect(
    resultFor("modern", "tools/call", { resultType: "input_required", _meta: { [META.serverInfo]: own } }, info),
  ).toEqual({ resultType: "input_required", _meta: { [META.serverInfo]: own } });
});

test("a legacy caller gets a result without the members of the modern era", () => {
  expect(
    resultFor(
      "legacy",
      "tools/list",
      { resultType: "complete", tools: [], ttlMs: 5, cacheScope: "public", x: 1 },
      info,
    ),
  ).toEqual({ tools: [], x: 1 });
});

function readOf(text: string): ReadResult {
  const value = JSON.parse(text) as JsonObject & { id: number; result: JsonObject };
  return { id: value.id, result: value.result, value, text };
}

const cutOf = (era: Era, method: string, result: string): string | undefined => {
  const text = `{"jsonrpc":"2.0","id":1,"result":${result}}`;
  return resultText(era, method, readOf(text), info);
};

test.each<[era: Era, result: string, cut: string | undefined]>([
  ["legacy", '{"content":[],"n":1.0}', '{"content":[],"n":1.0}'],
  [
    "legacy",
    '{"resultType":"complete", "content":[{"text":"a, \\"}\\""}],"ttlMs":0,"n":12345678901234567890}',
    '{"content":[{"text":"a, \\"}\\""}],"n":12345678901234567890}',
  ],
  ["legacy", '{"resultType":"input_required","x":1}', '{"resultType":"input_required","x":1}'],
  ["legacy", '{"ttlMs":0}', "{}"],
  ["legacy", '{"ttlMs":0,"cache\\u0053cope":"public"}', undefined],
  [
    "modern",
    '{"content":[],"n":1.0}',
    `{"resultType":"complete","content":[],"n":1.0,"_meta":{"${META.serverInfo}":${JSON.stringify(info)}}}`,
  ],
  [
    "modern",
    `{"resultType":"complete","_meta":{"${META.serverInfo}":{"name":"s"}}}`,
    `{"resultType":"complete","_meta":{"${META.serverInfo}":{"name":"s"}}}`,
  ],
  ["modern", '{"_meta":{"x":1}}', undefined],
  ["modern", "{ }", undefined],
])("of a result for a %s caller, %s, %s is cut out", (era, result, cut) => {
  expect(cutOf(era, "tools/call", result)).toBe(cut);
});

test("a result that may be kept is written again, since it must say that nobody may", () => {
  expect(cutOf("modern", "tools/list", '{"tools":[],"ttlMs":5}')).toBeUndefined();
});

test("what is cut out of a text is what would be written again", () => {
  const member = fc.constantFrom("resultType", "ttlMs", "cacheScope", "_meta", "content", META.serverInfo, "a\\b");
  const value = fc.oneof(
    fc.constantFrom("complete", "input_required", { [META.serverInfo]: info }, { [META.serverInfo]: null }, {}),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(
      fc.constantFrom<Era[]>("legacy", "modern"),
      fc.dictionary(member, value),
      fc.constantFrom(undefined, 1),
      fc.constantFrom(
        (result: object) => ({ jsonrpc: "2.0", id: 1, result }),
        (result: object) => ({ result, jsonrpc: "2.0", id: 1 }),
        (result: object) => ({ jsonrpc: "2.0", id: 1, result, later: { result: 1 } }),
      ),
      (era, result, indent, message) => {
        const text = JSON.stringify(message(result), undefined, indent);
        const read = readOf(text);
        const cut = resultText(era, "tools/call", read, info);
        if (cut === undefined) return;
        expect(JSON.parse(cut)).toEqual(JSON.parse(JSON.stringify(resultFor(era, "tools/call", read.result, info))));
      },
    ),
    { numRuns: 1_000 },
  );
});
