import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectBelow } from "./project-below";

const MANIFEST = ".next/server/app/console/page_client-reference-manifest.js";
const PAGE = ".next/server/app/console/page.js";

let folder: string;
let root: string;
let data: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "project-")));
  [root, data] = [join(folder, "built"), join(folder, "data")];
  write(".next/BUILD_ID", "b1");
  write(".next/static/chunks/a.js", "a");
  write(".next/server/chunks/b.js", 'load("/_next/static/chunks/a.js")');
  write(PAGE, "page");
  write(MANIFEST, '{"chunks":["/_next/static/chunks/a.js"],"path":"/console"}');
  write("next.config.mjs", "export default {}");
  write("node_modules/next/package.json", "{}");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the addresses of a build get the base path once, and the build stays as it is", () => {
  const project = projectBelow(root, "/llm", data);
  expect(readFileSync(join(project, MANIFEST), "utf8")).toBe(
    '{"chunks":["/llm/_next/static/chunks/a.js"],"path":"/console"}',
  );
  expect(readFileSync(join(root, MANIFEST), "utf8")).toContain('"/_next/');
  // Linked, so that the code finds its other parts and its packages where they are.
  expect(realpathSync(join(project, PAGE))).toBe(join(root, PAGE));
  for (const path of [".next/static", ".next/server/chunks", "node_modules", "next.config.mjs"])
    expect([path, lstatSync(join(project, path)).isSymbolicLink()]).toEqual([path, true]);
});

test("a project is made once for a build and a base path, and replaces those of others", () => {
  const first = projectBelow(root, "/llm", data);
  const { mtimeMs } = lstatSync(join(first, MANIFEST));
  expect(projectBelow(root, "/llm", data)).toBe(first);
  expect(lstatSync(join(first, MANIFEST)).mtimeMs).toBe(mtimeMs);
  const second = projectBelow(root, "/other", data);
  write(".next/BUILD_ID", "b2");
  const third = projectBelow(root, "/other", data);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(readdirSync(join(data, "console")).map((name) => join(data, "console", name))).toEqual([third]);
});
