import { expect, test } from "vitest";
import fc from "fast-check";
import type { Claims } from "../decision";
import { claimPath } from "./claim-path";
import { countReadings, obstacleOf, readPath } from "./read-path";
import { listClaims } from "./token-claims";

// No name is made of others by a dot or brackets. Where one is, docs/reference/claims.md says which claim is read.
const name = fc.constantFrom("a", "b", "x.y", "c[0]", "d[]", "[", "]", "-1", "0", "__proto__", "ä/ö:");
const { object: token } = fc.letrec<{ value: unknown; list: unknown[]; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>("v", "w", null, 7, true),
    { weight: 2, arbitrary: tie("list") },
    { weight: 2, arbitrary: tie("object") },
  ),
  list: fc.oneof(
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(tie("object"), { maxLength: 4 }),
    fc.array(fc.constantFrom("v", "w"), { maxLength: 4 }),
  ),
  object: fc.dictionary(name, tie("value"), { maxKeys: 4 }),
}));

/** A step from a value to one in it, as a path writes it; undefined: nothing is in it. */
function stepInto(value: unknown, pick: number): { readonly written: string; readonly value: unknown } | undefined {
  if (Array.isArray(value))
    return value.length === 0
      ? undefined
      : { written: `[${pick % value.length}]`, value: value[pick % value.length] as unknown };
  if (typeof value !== "object" || value === null) return undefined;
  const members = Object.entries(value).filter(([key]) => key !== "__proto__");
  const member = members[pick % Math.max(members.length, 1)];
  return member && { written: `.${member[0].replaceAll(/[.[\]]/g, "\\$&")}`, value: member[1] as unknown };
}

test("every value of a token has a path that reads it, over members and elements", () => {
  fc.assert(
    fc.property(token, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), (claims, picks) => {
      let value: unknown = claims;
      let written = "";
      for (const pick of picks) {
        const step = stepInto(value, pick);
        if (!step) break;
        value = step.value;
        written += step.written;
      }
      fc.pre(written !== "");
      const path = written.slice(1);
      // An element that is null counts as absent.
      expect(readPath(claims, claimPath(path)) ?? null).toEqual(value);
      if (value !== null) expect(countReadings(claims, claimPath(path))).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

test("every listed claim is read by the path that it is listed with", () => {
  fc.assert(
    fc.property(token, (claims) => {
      for (const { path, value } of listClaims(claims)) {
        if (path.includes("__proto__")) continue;
        const found = readPath(claims, claimPath(path));
        // From an empty list, a path may also read nothing.
        if (Array.isArray(value) && value.length === 0) expect(found ?? []).toEqual([]);
        else expect(found).toEqual(value);
      }
    }),
    { numRuns: 1_000 },
  );
});

const written = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "c",
      "d",
      "0",
      "-1",
      ".",
      "\\",
      "[",
      "]",
      "[0]",
      "[]",
      "[9999999999999999999]",
      "__proto__",
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

test("any path reads nothing but what is in the token, and an obstacle only where it reads nothing", () => {
  const valuesIn = (value: unknown): unknown[] =>
    typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(valuesIn)] : [value];
  fc.assert(
    fc.property(token, written, (claims, text) => {
      const path = claimPath(text);
      const value = readPath(claims, path);
      const all = new Set(valuesIn(claims));
      const found = value === undefined || all.has(value) ? [] : Array.isArray(value) ? value : ["not in the token"];
      for (const one of found) expect(all).toContain(one);
      if (value !== undefined) expect(obstacleOf(claims, path)).toBeUndefined();
      if (value !== undefined && value !== null) expect(countReadings(claims, path)).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

test("a path and a token of a thousand levels are read", () => {
  const levels = 1_000;
  let inner: unknown = "v";
  for (let level = 0; level < levels; level++) inner = [{ a: inner }];
  const claims: Claims = { a: inner };
  expect(readPath(claims, claimPath(`a${"[0].a".repeat(levels)}`))).toBe("v");
  expect(readPath(claims, claimPath(`a${"[].a".repeat(levels)}`))).toEqual(["v"]);
  expect(readPath(claims, claimPath(`a${"[0].a".repeat(levels)}[0]`))).toBeUndefined();
  expect(obstacleOf(claims, claimPath(`a${"[0].a".repeat(levels)}[0]`))).toMatch(/is a string$/);
  expect(countReadings(claims, claimPath(`a${"[].a".repeat(levels)}`))).toBe(1);
  expect(listClaims(claims).length).toBeLessThan(10);
});
