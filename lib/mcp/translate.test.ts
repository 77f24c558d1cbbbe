import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "@/lib/providers/json-value";
import { META } from "./protocol";
import { paramsFor, requestText, resultFor } from "./translate";

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
