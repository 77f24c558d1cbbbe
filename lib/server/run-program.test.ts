import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram } from "@/scripts/program/build-program.mjs";

const root = mkdtempSync(join(tmpdir(), "program-"));
afterAll(() => rmSync(root, { recursive: true }));

const compiledFolder = join(root, "dist/compiled");

const PROGRAM = `import { early } from "early";

export async function serve(folder: string): Promise<void> {
  const { late } = await import("late");
  const { own } = await import(/* turbopackIgnore: true */ \`file://\${folder}/own.mjs\`);
  const { EOL } = await import("node:os");
  console.log(JSON.stringify([early, late, own, EOL, folder, import.meta.dirname, import.meta.url]));
  console.log(new Error("here").stack);
}
`;

const STARTER = `import { runProgram } from "RUN";

export const start = (url: string, importModule: (specifier: string) => Promise<unknown>) =>
  runProgram(new URL("small.cjs", url).href, importModule, (program, folder) => program.serve(folder));
`;

beforeAll(async () => {
  const files = {
    "program.ts": PROGRAM,
    "starter.ts": STARTER.replace("RUN", join(process.cwd(), "lib/server/run-program.ts")),
    "dist/own.mjs": `export const own = "own";`,
    "node_modules/early/index.js": `exports.early = "early";`,
    "node_modules/late/index.mjs": `export const late = "late"; await undefined;`,
    "node_modules/late/package.json": `{ "exports": "./index.mjs" }`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const { path, contents } of await buildProgram(root, {
    program: "program.ts",
    starter: "starter.ts",
    name: "small",
  }))
    writeFileSync(path, contents);
});

function run(): readonly string[] {
  const preload = pathToFileURL(join(process.cwd(), "scripts/setup/mapped-stacks.mjs")).href;
  const output = execFileSync(process.execPath, [`--import=${preload}`, join(root, "dist/small.mjs")], {
    encoding: "utf8",
  });
  return output.split("\n");
}

function keptFile(): string {
  const names = readdirSync(compiledFolder);
  expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{16}-[0-9a-f]+$/)]);
  return join(compiledFolder, names[0] ?? "");
}

const folder = join(root, "dist");
const SAID = JSON.stringify([
  "early",
  "late",
  "own",
  "\n",
  folder,
  folder,
  pathToFileURL(join(folder, "small.cjs")).href,
]);
const PLACE = `    at Object.serve (${join(root, "program.ts")}:8:15)`;

test("a program runs alike with and without what an earlier run has compiled", () => {
  const [said, , place] = run();
  expect([said, place]).toEqual([SAID, PLACE]);
  const kept = keptFile();
  const { mtimeMs } = statSync(kept);
  const [again, , samePlace] = run();
  expect([again, samePlace]).toEqual([SAID, PLACE]);
  expect(statSync(kept).mtimeMs, "it was taken, and not made again").toBe(mtimeMs);
});

test("what a disk has spoilt is not given to the engine", () => {
  const kept = keptFile();
  const spoilt = readFileSync(kept);
  spoilt[spoilt.length - 10] = (spoilt.at(-10) ?? 0) ^ 0xff;
  for (const bytes of [spoilt, Buffer.alloc(0)]) {
    writeFileSync(kept, bytes);
    expect(run()[0]).toBe(SAID);
    expect(readFileSync(kept).length, "it was made again").toBe(spoilt.length);
    expect(readFileSync(kept).equals(spoilt)).toBe(false);
  }
});

test("where nothing can be kept, a program runs anyway", () => {
  rmSync(compiledFolder, { recursive: true });
  writeFileSync(compiledFolder, "no folder");
  expect(run()[0]).toBe(SAID);
});
