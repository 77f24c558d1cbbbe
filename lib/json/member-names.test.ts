import fc from "fast-check";
import { expect, test } from "vitest";
import { hasNamesOnce, repeatedName } from "./member-names";

test.each<[text: string, twice: string | undefined]>([
  ["{}", undefined],
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', undefined],
  ['{"a":1,"a":2}', "a"],
  ['{"a":1,"\\u0061":2}', "a"],
  ['{"a":{"b":[{"c":1,"d":2,"c":3}]}}', "c"],
  ['{"a":"a","b":["b","b","{\\"x\\":1,\\"x\\":2}"]}', undefined],
  ['{"a":{"x":1},"b":2,"a":3}', "a"],
  ['{"":1,"":2}', ""],
  ['{"a":"a\\\\","b":"\\"b","b":1}', "b"],
  [`{"long":"${"x:".repeat(40)}\\"","__proto__":{"__proto__":1},"c":2}`, undefined],
  ['{"__proto__":{"a":1},"__proto__":2}', "__proto__"],
  ['{"a":{"1":0,"b":1},"a":{"2":0}}', "a"],
])("the name that an object of %s has twice is %j", (text, twice) => {
  expect(repeatedName(text)).toBe(twice);
  expect(hasNamesOnce(text, JSON.parse(text), 9)).toBe(twice === undefined);
});

test("a text that is nested more deeply than it may be does not count as one whose names come once", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  for (const [levels, isFine] of [
    [9, true],
    [10, false],
    [100_000, false],
  ] as const)
    expect(hasNamesOnce(nested(levels), [], 9)).toBe(isFine);
});

/** A JSON text in which members may come again, written without building the value. */
const text: fc.Memo<string> = fc.memo((levels) => {
  const name = fc.oneof(fc.constantFrom("a", "b", "\u2028", '"', "\\"), fc.string()).map((one) => JSON.stringify(one));
  const plain = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean()).map((one) => JSON.stringify(one));
  if (levels <= 1) return plain;
  const inner = text(levels - 1);
  return fc.oneof(
    plain,
    fc.array(inner, { maxLength: 3 }).map((all) => `[${all.join(",")}]`),
    fc.array(fc.tuple(name, inner), { maxLength: 4 }).map((all) => `{${all.map((one) => one.join(": ")).join(",")}}`),
  );
});

test("counting finds a name that comes twice wherever looking at the names does", () => {
  fc.assert(
    fc.property(text(4), (one) => {
      expect(hasNamesOnce(one, JSON.parse(one), 9)).toBe(repeatedName(one) === undefined);
    }),
    { numRuns: 2_000 },
  );
});

test("no object that a serializer writes has a name twice", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => repeatedName(JSON.stringify(value)) === undefined));
});
