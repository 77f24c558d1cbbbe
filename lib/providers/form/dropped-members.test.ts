import fc from "fast-check";
import { expect, test } from "vitest";
import { droppedHeader, dropPaths, withoutMembers } from "./dropped-members";

function drop(json: string, ...paths: string[]): { json: string; dropped: string[] } {
  const dropped = new Set<string>();
  return { json: dropPaths(Buffer.from(json), paths, dropped).toString(), dropped: [...dropped] };
}

test.each([
  ['{"a":1}', ["a"], "{}"],
  ['{ "a" : 1 , "b":2 }', ["a"], '{ "b":2 }'],
  ['{"a":1,"b":2,"c":3}', ["b"], '{"a":1,"c":3}'],
  ['{"a":1,"b":2.0}', ["a", "b"], "{}"],
  ['{"a":{"b":1,"c":{"d":"}"}},"e":1e400}', ["a.c.d"], '{"a":{"b":1,"c":{}},"e":1e400}'],
  ['{"t":[{"n":1,"s":true},{"s":false},7]}', ["t.*.s"], '{"t":[{"n":1},{},7]}'],
  ['{"t":[{"s":1},{"s":2}]}', ["t[1].s"], '{"t":[{"s":1},{}]}'],
  ['{"t":[{"s":1}]}', ["t[*].s"], '{"t":[{}]}'],
])("%j without %j is %j, and every other byte stays", (json, paths, left) => {
  expect(drop(json, ...paths)).toEqual({ json: left, dropped: paths });
});

test.each([["b"], ["a.b"], ["t.0"], ["t.*"], ["t.5.s"], ["t.s"], ["x.y"], ["__proto__"]])(
  "a path that leads to no member drops nothing: %s",
  (path) => {
    const json = '{"a":"b","t":[{"s":1}, 2]}';
    expect(drop(json, path)).toEqual({ json, dropped: [] });
  },
);

const name = fc.constantFrom("a", "b", "c");
const object = fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.dictionary(name, fc.string())));

test("bytes and values lose the same", () => {
  const path = fc.oneof(
    name,
    fc.tuple(name, name).map((steps) => steps.join(".")),
  );
  fc.assert(
    fc.property(object, fc.array(path, { maxLength: 3 }), (value, paths) => {
      expect(JSON.parse(drop(JSON.stringify(value), ...paths).json)).toEqual(withoutMembers(value, paths));
    }),
  );
});

test("the header names what was dropped, in at most 1 kB and in letters that a header may have", () => {
  expect(droppedHeader(["seed", "tools.*.strict", "tools[0].x"])).toBe("seed, tools.*.strict, tools[0].x");
  expect(droppedHeader(["a,b\r\nx: y", "\ud800ü"])).toBe("a?b??x??y, ??");
  const long = droppedHeader(Array.from({ length: 100 }, (_, index) => `parameter_number_${index}`));
  expect(long.length).toBeLessThanOrEqual(1_000);
  expect(long).toMatch(/^parameter_number_0, .*, parameter_number_\d+, \.\.\.$/);
});
