import { SourceMap } from "node:module";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { SourcePlaces } from "./source-places.mjs";

const SOURCE = `const first = (a: number): number => a + 1;

/** A comment that the program does not have. */
interface Unused { readonly name: string }
class Thrower<Value> {
  readonly #value: Value | undefined;
  constructor(value?: Value) { this.#value = value; }
  raise(): never {
    throw new Error(\`no value: \${String(this.#value ?? "none")}\`);
  }
}
`;

test("a place is the one that Node.js finds, at every column of every line", () => {
  const { code, map: text } = transformSync(SOURCE, { loader: "ts", sourcemap: "external", sourcefile: "thrower.ts" });
  const map = JSON.parse(text);
  const [places, known] = [new SourcePlaces(map), new SourceMap(map)];
  let found = 0;
  for (const [line, content] of code.split("\n").entries())
    for (let column = 0; column <= content.length; column++) {
      const entry = known.findEntry(line, column);
      // Node.js goes on to the end of the line before, which is another statement.
      const isHere = "originalLine" in entry && entry.generatedLine === line;
      const expected = isHere
        ? { source: "thrower.ts", line: entry.originalLine + 1, column: entry.originalColumn + 1 }
        : undefined;
      expect(places.find(line + 1, column + 1), `${line + 1}:${column + 1}`).toEqual(expected);
      if (expected) found++;
    }
  expect(found).toBeGreaterThan(100);
});

test("a place outside the program, and one in front of everything, has no source", () => {
  const places = new SourcePlaces({ sources: ["a.ts"], mappings: ";EAEC" });
  expect(places.find(2, 3)).toEqual({ source: "a.ts", line: 3, column: 2 });
  for (const [line, column] of [
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 1],
    [Number.NaN, 1],
  ])
    expect(places.find(line ?? 0, column ?? 0)).toBeUndefined();
});
