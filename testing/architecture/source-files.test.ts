import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSourceFiles, type SourceFile } from "./source-files";

/** A file with this string, as the architecture test sees it. */
function read(text: string): SourceFile | undefined {
  const root = mkdtempSync(join(tmpdir(), "source-files-"));
  try {
    writeFileSync(join(root, "a.ts"), text);
    return readSourceFiles(root, ["a.ts"])[0];
  } finally {
    rmSync(root, { recursive: true });
  }
}

test.each([
  ['import { a } from "./b";', ["b"], ["b"]],
  ['import type { A } from "./b";', [], ["b"]],
  ['import { type A } from "./b";', [], ["b"]],
  ['export * from "./b";', ["b"], ["b"]],
  ['const a = await import("./b");', ["b"], ["b"]],
  ['type A = import("./b").A;', [], ["b"]],
  ['let a: typeof import("./b");', [], ["b"]],
])("%s imports %j at run time and %j altogether", (text, imports, allImports) => {
  expect(read(text)).toMatchObject({ imports, allImports });
});

test.each([
  ["Date.now();", ["Date.now"]],
  ["new Date();", ["new Date()"]],
  ["new Date(0);", []],
  ["const { now } = Date;", ["Date.now"]],
  ["const { random: draw } = Math;", ["Math.random"]],
  ["const { now } = services;", []],
  ["globalThis.setTimeout(work, 1);", ["globalThis.setTimeout"]],
  ["const { fetch } = globalThis;", ["globalThis.fetch", "fetch"]],
  ["a.fetch();", []],
  ["process.env;", ["process"]],
])("%s touches %j of the outside world", (text, impurities) => {
  expect(read(text)?.impurities).toEqual(impurities);
});
