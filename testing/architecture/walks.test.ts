import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Where the product stands, with the database's schema. */
const PRODUCT = ["app", "components", "lib", "prisma"];
const READ = /\.(?:tsx?|prisma|sql)$/;
const NO_PRODUCT = /\.(?:test|test-d|cases|spec)\.tsx?$|\/attacks\/|^lib\/store\/generated\//;

const [, section = ""] =
  /### What a change touches\n([\s\S]*?)\n### /.exec(readFileSync(join(root, "CONTRIBUTING.md"), "utf8")) ?? [];
const walks = [...section.matchAll(/^\| (an? .+?) \| (.+?) \| (.+?) \| (.+?) \| (\d+) \|$/gm)].map(
  ([, what = "", markers = "", within = "", files = "", count = ""]) => ({
    what,
    markers: quoted(markers),
    within: within === "everywhere" ? PRODUCT : quoted(within),
    files: quoted(files),
    count: Number(count),
  }),
);

test("CONTRIBUTING.md says for each common change which files it touches", () => {
  expect(walks.length).toBeGreaterThan(6);
  for (const { what, markers, files, count } of walks)
    expect([what, markers.length > 0, files.length]).toEqual([what, true, count]);
});

test.each(walks)("to add $what, touch the files that have $markers", ({ markers, within, files }) => {
  expect(within.flatMap(filesIn).filter(has(markers)).sort()).toEqual([...files].sort());
});

test("a marker counts only as a whole word", () => {
  const text = 'const email = row.user_email; open("/console/audit");';
  expect(
    ["email", "user_email", '"/console/audit"', "mail", "/console/audit", "/console/aud"].filter(isIn(text)),
  ).toEqual(["email", "user_email", '"/console/audit"', "/console/audit"]);
});

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}

function filesIn(path: string): string[] {
  if (!existsSync(join(root, path))) throw new Error(`CONTRIBUTING.md names ${path}, which does not exist`);
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .map((name) => `${path}/${name}`.replaceAll("\\", "/"))
    .filter((file) => READ.test(file) && !NO_PRODUCT.test(file));
}

const texts = new Map<string, string>();

function has(markers: readonly string[]): (path: string) => boolean {
  return (path) => {
    const text = texts.get(path) ?? readFileSync(join(root, path), "utf8");
    texts.set(path, text);
    return markers.some(isIn(text));
  };
}

function isIn(text: string): (marker: string) => boolean {
  return (marker) => {
    const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);
    for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1))
      if (!(isWord(marker[0]) && isWord(text[at - 1])) && !(isWord(marker.at(-1)) && isWord(text[at + marker.length])))
        return true;
    return false;
  };
}
