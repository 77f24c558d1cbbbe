import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_DEPTH, parseJsonBytes, parseJsonObject } from "./json-object";

const noProto = (value: unknown): boolean => !JSON.stringify(value).includes("__proto__");

describe("a JSON object from outside", () => {
  test("an object from outside is read exactly as JSON.parse reads it", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 5 })).filter(noProto),
        fc.constantFrom(undefined, 1, "\t"),
        (value, space) => {
          const text = JSON.stringify(value, undefined, space);
          expect(parseJsonObject(text)).toEqual({ value: JSON.parse(text) });
          expect(parseJsonBytes(Buffer.from(text))).toEqual({ value: JSON.parse(text) });
        },
      ),
    );
  });

  test("an object is refused if any object in it has a member twice", () => {
    const inside = fc.constantFrom<(object: string) => string>(
      (o) => o,
      (o) => `{"a":${o}}`,
      (o) => `{"a":[1,{"b":${o}}]}`,
      (o) => `{"x":{"a":1},"a":{"a":${o}}}`,
    );
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }).filter(noProto),
        fc.jsonValue({ maxDepth: 2 }).filter(noProto),
        inside,
        (name, between, wrap) => {
          const escaped = `"${[...name].map((character) => [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")).join("")}"`;
          const object = `{${JSON.stringify(name)}:1,"${name.length}between":${JSON.stringify(between)} , ${escaped} : 2}`;
          expect(parseJsonObject(wrap(object))).toEqual({ fault: "has the same member twice" });
        },
      ),
    );
  });

  test("parsing never throws and always ends, whatever the text", () => {
    const pieces = fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", "a", '"a":', "1", " ", "\\u0", "\ud800");
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 60 }).map((list) => list.join("")),
        (text) => void parseJsonObject(text),
      ),
      { numRuns: 2_000 },
    );
  });

  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  test(`objects and lists may nest ${MAX_DEPTH} levels and no more`, () => {
    expect(parseJsonObject(deep(MAX_DEPTH))).toHaveProperty("value");
    expect(parseJsonObject(deep(MAX_DEPTH + 1))).toEqual({ fault: `nests deeper than ${MAX_DEPTH} levels` });
  });

  test("brackets inside a string do not count as nesting, and names in values do not count as members", () => {
    expect(parseJsonObject(`{"a":"${"[".repeat(99)}","b":"\\"a\\":","c":["a","a"]}`)).toHaveProperty("value");
  });

  const faults: [text: string, fault: string][] = [
    ["", "is not a JSON object"],
    ["null", "is not a JSON object"],
    ["[]", "is not a JSON object"],
    ['"{}"', "is not a JSON object"],
    ["{}{}", "is not a JSON object"],
    ["{}\0", "is not a JSON object"],
    ["\uFEFF{}", "is not a JSON object"],
    ["{'a':1}", "is not a JSON object"],
    ['{"a":1,}', "is not a JSON object"],
    ['{"a":1', "is not a JSON object"],
    ['{"\\x":1}', "is not a JSON object"],
    ['{"__proto__":1}', 'has a member called "__proto__"'],
    ['{"a":[{"__pr\\u006fto__":1}]}', 'has a member called "__proto__"'],
  ];
  test.each(faults)("the text %j %s", (text, fault) => {
    expect(parseJsonObject(text)).toEqual({ fault });
  });

  test("bytes that are not UTF-8 are refused", () => {
    expect(parseJsonBytes(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual({ fault: "is not UTF-8" });
    expect(parseJsonBytes(Buffer.from("\uFEFF{}"))).toEqual({ fault: "is not a JSON object" });
  });
});
