import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listModules } from "./source-files";

const root = join(import.meta.dirname, "../..");
const FOLDERS = ["app", "bench", "components", "e2e", "lib", "local", "scripts", "testing"];
const FILES = ["instrumentation.ts", "playwright.config.ts", "proxy.ts", "server.ts", "vitest.config.ts"];
const EXPORT = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class) (\w+)/gm;

/** "a.ts: name" for each exported value whose name stands in no other file. `texts`: the files by their paths. */
function unusedExports(texts: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, number>();
  for (const text of texts.values())
    for (const word of new Set(text.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(EXPORT)].flatMap(([, name = ""]) => (files.get(name) === 1 ? [`${path}: ${name}`] : [])),
  );
}

test("every value that a file exports is named by another file", () => {
  const paths = [...FOLDERS, ...FILES].flatMap((name) => listModules(root, name, () => true));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  // Next.js itself reads what these files export.
  expect(unusedExports(texts).filter((unused) => !/^(app\/|instrumentation|proxy)/.test(unused))).toEqual([]);
});

test("an export that only its own file names is found", () => {
  const texts = new Map([
    ["a.ts", "export const used = 1;\nexport function unused() {}\nunused();"],
    ["b.ts", 'import { used } from "./a";'],
  ]);
  expect(unusedExports(texts)).toEqual(["a.ts: unused"]);
});
