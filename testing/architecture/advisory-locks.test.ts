import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listModules } from "./source-files";

const root = join(import.meta.dirname, "../..");
const LOCK = /^(?:export )?const (?:\w+_)?LOCKS? = ([\dxa-f_]+);/gm;
/** With two keys, the second one keeps the locks of one number apart. */
const HAS_TWO_KEYS = /pg_advisory_xact_lock\(\$\d, /;

/** The numbers of PostgreSQL's advisory locks with one key, each with the files that it is in. */
function lockNumbers(texts: ReadonlyMap<string, string>): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const [path, text] of texts) {
    if (HAS_TWO_KEYS.test(text)) continue;
    for (const [, digits = ""] of text.matchAll(LOCK)) {
      const number = Number(digits.replaceAll("_", ""));
      found.set(number, [...(found.get(number) ?? []), path]);
    }
  }
  return found;
}

test("no two kinds of work wait for one another behind the same advisory lock", () => {
  const texts = new Map(listModules(root, "lib").map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const numbers = lockNumbers(texts);
  expect(numbers.size).toBeGreaterThan(5);
  expect([...numbers.values()].filter((paths) => paths.length > 1)).toEqual([]);
});

test("an advisory lock that two files share is found, and one with a second key is none", () => {
  const texts = new Map([
    ["a.ts", "const LOCK = 7_200_301;"],
    ["b.ts", "export const SUMMING_LOCK = 7200301;"],
    ["c.ts", 'const LOCKS = 7_200_301;\nclient.query("SELECT pg_advisory_xact_lock($1, hashtext($2))");'],
  ]);
  expect([...lockNumbers(texts)]).toEqual([[7_200_301, ["a.ts", "b.ts"]]]);
});
