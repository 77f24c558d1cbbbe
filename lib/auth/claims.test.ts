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
  test.each(cases)("%s", (path, value) => {
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
  ])("never by way of a prototype: %s", (path) => {
    expect(readClaim(prototype, path)).toBeUndefined();
    expect(readClaim({}, path)).toBeUndefined();
  });
  test("when the provider put it there, whatever its name", () => {
    expect(readClaim(prototype, "constructor.own")).toBe(1);
  });
});

describe("types are never guessed", () => {
  test("a string, a list of strings, or one string for a list", () => {
    expect([readString(claims, "plain"), readStrings(claims, "a.b.roles"), readStrings(claims, "plain")]).toEqual([
      "p",
      ["x", "y"],
      ["p"],
    ]);
  });
  test("absent, null, empty and unset are nothing", () => {
    for (const path of ["absent", "nothing", "empty", undefined])
      expect([readString(claims, path), readStrings(claims, path)]).toEqual([undefined, []]);
  });
  test.each(["number", "a", "a.b.roles"])("%s is no string", (path) => {
    expect(() => readString(claims, path)).toThrow(ClaimTypeError);
  });
  test.each(["number", "a", "a.list"])("%s is no list of strings", (path) => {
    expect(() => readStrings(claims, path)).toThrow(ClaimTypeError);
  });
  test.each(["a\0b", "\ud800", "x\udfffy"])("%j is no id", (value) => {
    expect(() => readString({ id: value }, "id")).toThrow('The claim "id" holds characters');
  });
});

describe("scopes (spec 5.2)", () => {
  const cases: [claims: Record<string, unknown>, scopes: string[]][] = [
    [{}, []],
    [{ scope: "a b  c" }, ["a", "b", "c"]],
    [{ scope: ["a", "b c"] }, ["a", "b c"]],
    [{ scope: "a", scp: ["b", "a"] }, ["a", "b"]],
    [{ scope: null, scp: "" }, []],
  ];
  test.each(cases)("%j", (value, scopes) => {
    expect(readScopes(value)).toEqual(scopes);
  });
  test.each([{ scope: 1 }, { scope: {} }, { scope: [["a"]] }, { scp: true }])("%j is none", (value) => {
    expect(() => readScopes(value)).toThrow(ClaimTypeError);
  });
});
