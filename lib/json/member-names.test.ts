import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatedName } from "./member-names";

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
])("the name that an object of %s has twice is %j", (text, twice) => {
  expect(repeatedName(text)).toBe(twice);
});

test("no object that a serializer writes has a name twice", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => repeatedName(JSON.stringify(value)) === undefined));
});
