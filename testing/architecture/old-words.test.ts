import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/**
 * What was said before, and what is said now: one spelling and one name for each thing. `docs/explain/glossary.md`
 * explains them.
 */
const OLD_WORDS: readonly (readonly [old: RegExp, now: string])[] = [
  [/\bback-ups?\b/i, "backup (noun), back up (verb)"],
  [/\blog-ins?\b/i, "login (noun), log in (verb); the console says Sign in"],
  [/\blog-outs?\b/i, "logout (noun), log out (verb); the console says Sign out"],
  [/\broll-backs?\b/i, "rollback (noun), roll back (verb)"],
  [/\blook-ups?\b/i, "lookup"],
  [/\btime-outs?\b/i, "timeout"],
  [/\bset-ups?\b/i, "setup (noun), set up (verb)"],
  [/denials?(?! of service)/i, "refusal"],
  [/\bresting\b/i, "on cooldown"],
  [/\b(?:Body|Answer)Room\b/, "BodyMemory, AnswerMemory"],
  [/service(?:_a|A)ccount(?:_s|S)ign/, "serviceAccountMarker"],
  [/\bstand-?ins?\b|\bstandIns?\b/i, "fixture"],
  [/\blately\b/i, "recently"],
  [/\bdearest\b/i, "most expensive, largest"],
  [/\banew\b/i, "again"],
  [/\bso many (?!\w+ that\b)/i, "this many, a number of"],
  [/\bin vain\b/i, "without success"],
  [/\botherwise than\b/i, "differently than"],
  [/\ball the same\b/i, "anyway"],
  [/\bor not any more\b/i, "or no longer"],
  [/(?<!`)\bservers? of tools\b/i, "tool server"],
  [
    /\b(?!there\b)[a-z`\"]+ (?:is|are|was) no (?!longer\b|more\b|such\b|one\b|other\b|larger\b)\w+/,
    "is not a, are not",
  ],
];

const FOLDERS = ["app", "bench", "components", "deploy", "docs", "e2e", "lib", "local", "prisma", "scripts", "testing"];
const READ = /\.(?:ts|tsx|mjs|md|prisma|sql|ya?ml|css)$/;
const LEFT_OUT = /(?:^|\/)(?:generated|node_modules)\/|old-words\.test\.ts$/;

test("nothing says an old word", () => {
  const files = [
    ...readdirSync(root).filter((name) => READ.test(name)),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    ),
  ]
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => READ.test(path) && !LEFT_OUT.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap((path) => oldWordsIn(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
});

test("a file with an old word is named with its line and the word of today", () => {
  expect(oldWordsIn("docs/a.md", "A backup.\nA Back-up of what is no list.")).toEqual([
    'docs/a.md:2: "Back-up" → backup (noun), back up (verb)',
    'docs/a.md:2: "what is no list" → is not a, are not',
  ]);
  expect(oldWordsIn("lib/roll-back.ts", "")).toEqual([
    'lib/roll-back.ts:0: "roll-back" → rollback (noun), roll back (verb)',
  ]);
});

/** The old words in the name of a file and in its lines: `lib/a.ts:7: "log-in" → login`. Line 0 is the name. */
function oldWordsIn(path: string, text: string): string[] {
  const whole = `${path}\n${text}`;
  const said = OLD_WORDS.filter(([old]) => old.test(whole));
  if (said.length === 0) return [];
  return whole.split("\n").flatMap((line, at) =>
    said.flatMap(([old, now]) => {
      const found = old.exec(line);
      return found ? [`${path}:${at}: ${JSON.stringify(found[0])} → ${now}`] : [];
    }),
  );
}
