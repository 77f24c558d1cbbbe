import { describe, expect, test } from "vitest";
import { ClaimTypeError, readClaim, readScopes, readString, readStrings } from "./claims";

const claims = {
  plain: "p",
  a: { b: { roles: ["x", "y"] }, "c.d": 1, list: [{ b: 1 }] },
  "a.b.literal": "wins",
  "https://example.com/roles": ["z"],
  empty: "",
  nothing: null,
  number: 7,
};

describe("a claim is found", () => {
  const cases: [path: string, value: unknown][] = [
    ["plain", "p"],
    ["a.b.roles", ["x", "y"]],
    ["a.c\\.d", 1],
    ["a.b.literal", "wins"],
    ["https://example.com/roles", ["z"]],
    ["absent", undefined],
    ["a.absent.roles", undefined],
    ["plain.length", undefined],
    ["a.list.0", undefined],
    ["a.list.length", undefined],
    ["", undefined],
    [".", undefined],
    ["a..b", undefined],
  ];
  test.each(cases)("the claim at the path %j is %j", (path, value) => {
    expect(readClaim(claims, path)).toEqual(value);
  });

  const prototype = JSON.parse(
    '{"__proto__":{"admin":true},"a":{"__proto__":{"admin":true}},"constructor":{"own":1}}',
  ) as Record<string, unknown>;
  test.each([
    "__proto__",
    "__proto__.admin",
    "a.__proto__",
    "a.__proto__.admin",
    "toString",
    "a.constructor",
    "a.hasOwnProperty",
    "constructor.prototype",
  ])("the path %s never leads through a prototype", (path) => {
    expect(readClaim(prototype, path)).toBeUndefined();
    expect(readClaim({}, path)).toBeUndefined();
  });
  test("a member called like one of a prototype is read if the provider put it there", () => {
    expect(readClaim(prototype, "constructor.own")).toBe(1);
  });
});

test("a string, a list of strings, and one string in place of a list are read", () => {
  expect([readString(claims, "plain"), readStrings(claims, "a.b.roles"), readStrings(claims, "plain")]).toEqual([
    "p",
    ["x", "y"],
    ["p"],
  ]);
});
test("an absent, null, empty or unconfigured claim reads as nothing", () => {
  for (const path of ["absent", "nothing", "empty", undefined])
    expect([readString(claims, path), readStrings(claims, path)]).toEqual([undefined, []]);
});
test.each(["number", "a", "a.b.roles"])("the claim %s is refused where a string is expected", (path) => {
  expect(() => readString(claims, path)).toThrow(ClaimTypeError);
});
test.each(["number", "a", "a.list"])("the claim %s is refused where a list of strings is expected", (path) => {
  expect(() => readStrings(claims, path)).toThrow(ClaimTypeError);
});
test.each(["a\0b", "\ud800", "x\udfffy"])("%j is refused as an id", (value) => {
  expect(() => readString({ id: value }, "id")).toThrow('The claim "id" holds characters');
});

describe("scopes (spec 5.2)", () => {
  const cases: [claims: Record<string, unknown>, scopes: string[]][] = [
    [{}, []],
    [{ scope: "a b  c" }, ["a", "b", "c"]],
    [{ scope: ["a", "b c"] }, ["a", "b c"]],
    [{ scope: "a", scp: ["b", "a"] }, ["a", "b"]],
    [{ scope: null, scp: "" }, []],
  ];
  test.each(cases)("the scopes of %j are %j (spec 5.2)", (value, scopes) => {
    expect(readScopes(value)).toEqual(scopes);
  });
  test.each([{ scope: 1 }, { scope: {} }, { scope: [["a"]] }, { scp: true }])(
    "the scopes of %j are refused",
    (value) => {
      expect(() => readScopes(value)).toThrow(ClaimTypeError);
    },
  );
});
