import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countMembers } from "./json-bounds";

const WIDE = { max_body_depth: 1_000, max_body_members: 1_000_000 };
const count = (text: string, bounds = WIDE): number => countMembers(Buffer.from(text), bounds);

/** The members of a value, counted on the value itself. */
function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Array.isArray(value) ? value : Object.values(value);
  return inner.length + inner.reduce<number>((sum, one) => sum + membersOf(one), 0);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("the members of a JSON text", () => {
  test.each([
    ["{}", 0],
    ["[ ]", 0],
    ['{"a":1}', 1],
    ["[1,2,3]", 3],
    ["[[],{},[]]", 3],
    ['{"a":{"b":[1,2]}}', 4],
    ['["a,b","[{","\\\\","\\",,"]', 4],
    [`["${"long, ".repeat(20)}", "x"]`, 2],
  ])("%s: %i", (text, members) => {
    expect(count(text)).toBe(members);
  });

  test("are those of its value, for any value and any spacing", () => {
    const spaces = fc.constantFrom(undefined, 1, "\t", "\n ");
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), spaces, (value, space) => {
        expect(count(JSON.stringify(value, undefined, space))).toBe(membersOf(value));
      }),
    );
  });
});

describe("a JSON text beyond a bound is refused with the bound's name", () => {
  test("at one member too many, and not before", () => {
    expect(count("[1,2,3]", { max_body_depth: 1, max_body_members: 3 })).toBe(3);
    expect(() => count("[1,2,3,4]", { max_body_depth: 1, max_body_members: 3 })).toThrow(
      "more than 3 members (max_body_members)",
    );
  });

  test("at one level too many, and not before", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify([value]);
        const depth = depthOf([value]);
        expect(() => count(text, { ...WIDE, max_body_depth: depth })).not.toThrow();
        expect(() => count(text, { ...WIDE, max_body_depth: depth - 1 })).toThrow(
          `${depth - 1} levels (max_body_depth)`,
        );
      }),
    );
  });

  test("even if it is not JSON, and whatever its bytes", () => {
    expect(() => count("[".repeat(2_000))).toThrow("levels");
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(countMembers(Buffer.from(bytes), WIDE)).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
