import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { jwtAuth } from "@/lib/config/schema";
import type { Claims } from "../decision";
import { identify, isFault } from "../identify";
import { claimPath, outermostName } from "./claim-path";
import { countReadings, readPath } from "./read-path";
import { EXPRESSION_CASES, type ExpressionCase } from "./expression.cases";

const claims = {
  plain: "p",
  a: { b: { roles: ["x", "y"] }, "c.d": 1, list: [{ b: 1 }] },
  "a.b.literal": "wins",
  "https://example.com/roles": ["z"],
  nothing: null,
};

describe("a claim is found", () => {
  const cases: [path: string, value: unknown][] = [
    ["plain", "p"],
    ["a.b.roles", ["x", "y"]],
    ["a.c\\.d", 1],
    ["a.c.d", 1],
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
    expect(readPath(claims, claimPath(path))).toEqual(value);
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
    "a.constructor.prototype.name",
  ])("the path %s never leads through a prototype", (path) => {
    expect(readPath(prototype, claimPath(path))).toBeUndefined();
    expect(readPath({}, claimPath(path))).toBeUndefined();
  });
  test("a member called like one of a prototype is read if the provider put it there", () => {
    expect(readPath(prototype, claimPath("constructor.own"))).toBe(1);
  });
});

/**
 * How paths were read before dots could belong to names and brackets led into lists: the oracle for the present
 * reading.
 */
function readWithoutJoining(from: Claims, path: string): unknown {
  if (path !== "__proto__" && Object.hasOwn(from, path)) return from[path];
  let value: unknown = from;
  for (const name of path.split(/(?<!\\)\./).map((part) => part.replaceAll("\\.", "."))) {
    if (name === "__proto__") return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

const name = fc.constantFrom("a", "b", "a.b", "b.c", "c", "a\\", "a[0]", "b[]", "__proto__", "");
const tree = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom<unknown>("v", null, 1, ["v"]), tie("object")),
  object: fc.dictionary(name, tie("value"), { maxKeys: 4 }),
})).object;
const writtenPath = fc
  .array(fc.constantFrom("a", "b", "c", ".", "\\.", "\\", "[0]", "[]", "[", "__proto__"), { maxLength: 7 })
  .map((parts) => parts.join(""));

test("a path reads what it read before dots and brackets meant more, wherever it read something", () => {
  fc.assert(
    fc.property(tree, writtenPath, (token, path) => {
      const before = readWithoutJoining(token, path);
      fc.pre(before !== undefined);
      expect(readPath(token, claimPath(path))).toBe(before);
    }),
    { numRuns: 500 },
  );
});
test("a path reads something exactly if it has a reading, and begins at one of its outermost names", () => {
  fc.assert(
    fc.property(tree, writtenPath, (token, path) => {
      const parsed = claimPath(path);
      const value = readPath(token, parsed);
      if (value !== undefined && value !== null) expect(countReadings(token, parsed)).toBeGreaterThan(0);
      const kept = Object.fromEntries(
        Object.entries(token).filter(([key]) => outermostName(parsed, [key]) !== undefined),
      );
      expect(readPath(kept, parsed)).toEqual(value);
    }),
    { numRuns: 2_000 },
  );
});

describe("the readings of a path are counted", () => {
  const cases: [path: string, token: Claims, readings: number][] = [
    ["a", { a: 1 }, 1],
    ["a", {}, 0],
    ["a.b", { a: { b: 1 } }, 1],
    ["a.b", { "a.b": 1 }, 1],
    ["a.b", { "a.b": 1, a: { b: 1 } }, 2],
    ["a.b", { "a.b": null, a: { b: 1 } }, 1],
    ["a\\.b", { "a.b": 1, a: { b: 1 } }, 1],
    ["a.b.c", { a: { b: { c: 1 } }, "a.b": { c: 1 } }, 2],
    ["a.b.c", { a: { "b.c": 1 }, "a.b": { c: 1 } }, 2],
    ["a.b.c", { a: { "b.c": 1 } }, 1],
    ["a.b.c", { "a.b.c": 1, a: { "b.c": 1 } }, 2],
    ["a.b.c", { a: { b: {} } }, 0],
  ];
  test.each(cases)("the path %j has in %j as many readings as %i", (path, token, readings) => {
    expect(countReadings(token, claimPath(path))).toBe(readings);
  });
});

describe.each(Object.entries(EXPRESSION_CASES))("%s (docs/reference/claims.md)", (_heading, cases) => {
  test.each(cases)("$says", (line) => {
    expect(readingOf(line)).toEqual(line.reads);
  });
});

function readingOf({ field, expression, claims: token }: ExpressionCase): ExpressionCase["reads"] {
  const settings = jwtAuth.parse({ [field]: expression });
  const identity = identify({ kind: "jwt", via: "bearer", issuer: undefined, claims: token }, settings);
  if (isFault(identity)) return { refused: identity.message };
  switch (field) {
    case "team_id_jwt_field":
      return identity.teamId;
    case "team_ids_jwt_field":
      return identity.groups;
    case "org_id_jwt_field":
      return identity.organizationIds;
    case "scope_jwt_field":
      return identity.scopes;
  }
}

describe("a claim that cannot be read", () => {
  const read = (fields: object, token: Claims) =>
    identify({ kind: "jwt", via: "bearer", issuer: undefined, claims: token }, jwtAuth.parse(fields));

  test.each(["a\0b", "\ud800", "x\udfffy"])("%j is refused as an id", (id) => {
    expect(read({ user_id_jwt_field: "id" }, { id })).toEqual({
      claim: "id",
      message: 'The claim "id" holds characters that no id can have.',
    });
  });
  test("an organisation among several must be able to be an id", () => {
    expect(read({ org_id_jwt_field: "org" }, { org: ["a", "b\n"] })).toMatchObject({ claim: "org" });
  });
  test("the faulty claim of several is the one that is named", () => {
    expect(read({ roles_jwt_field: ["roles", "more"] }, { roles: ["a"], more: 1 })).toMatchObject({ claim: "more" });
  });
});

describe("scopes without scope_jwt_field (spec 5.2)", () => {
  const scopesOf = (token: Claims) => {
    const identity = identify({ kind: "jwt", via: "bearer", issuer: undefined, claims: token }, jwtAuth.parse({}));
    return isFault(identity) ? "refused" : identity.scopes;
  };
  const cases: [token: Claims, scopes: string[]][] = [
    [{}, []],
    [{ scope: "a b  c" }, ["a", "b", "c"]],
    [{ scope: ["a", "b c"] }, ["a", "b c"]],
    [{ scope: "a", scp: ["b", "a"] }, ["a", "b"]],
    [{ scope: null, scp: "" }, []],
  ];
  test.each(cases)("the scopes of %j are %j (spec 5.2)", (token, scopes) => {
    expect(scopesOf(token)).toEqual(scopes);
  });
  test.each([{ scope: 1 }, { scope: {} }, { scope: [["a"]] }, { scp: true }])(
    "the scopes of %j are refused",
    (token) => {
      expect(scopesOf(token)).toBe("refused");
    },
  );
});
