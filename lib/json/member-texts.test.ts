import fc from "fast-check";
import { expect, test } from "vitest";
import { memberTexts } from "./member-texts";

const cut = (text: string, from = 0): (readonly [name: string, member: string, value: string])[] =>
  memberTexts(text, from).map(
    ({ name, start, value, end }) => [name, text.slice(start, end), text.slice(value, end)] as const,
  );

test.each<[text: string, members: ReturnType<typeof cut>]>([
  ["{}", []],
  [' { "a" : 1 } ', [["a", '"a" : 1 ', " 1 "]]],
  [
    '{"a":{"b":[1,{"c":"}"}]},"d":"\\"{,"}',
    [
      ["a", '"a":{"b":[1,{"c":"}"}]}', '{"b":[1,{"c":"}"}]}'],
      ["d", '"d":"\\"{,"', '"\\"{,"'],
    ],
  ],
  ['{"\\u0061":null}', [["\\u0061", '"\\u0061":null', "null"]]],
])("the members of %s are found where they stand", (text, members) => {
  expect(cut(text)).toEqual(members);
});

test("the members of an object inside another one end with it", () => {
  const text = '{"a":{"b":1,"c":[]},"d":{"e":2}}';
  const [inner] = memberTexts(text, 0);
  expect(cut(text, inner?.value).map(([, member]) => member)).toEqual(['"b":1', '"c":[]']);
});

test("joined again, the members of any object are the object", () => {
  const spaces = fc.constantFrom(undefined, 1);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), spaces, (object, indent) => {
      const text = JSON.stringify(object, undefined, indent);
      const members = cut(text);
      expect(JSON.parse(`{${members.map(([, member]) => member).join(",")}}`)).toEqual(JSON.parse(text));
      for (const [name, , value] of members)
        expect(JSON.parse(value)).toEqual(JSON.parse(text)[JSON.parse(`"${name}"`)]);
    }),
  );
});
