import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "../..", path), "utf8");
const versions = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: versions, devDependencies: versions })
  .parse(JSON.parse(read("package.json")));
const [, runTime = "", tests = ""] = read("docs/reference/dependencies.md").split(/^## /m);

test.each([
  ["At run time", runTime, manifest.dependencies],
  ["For tests", tests, manifest.devDependencies],
])(
  "docs/reference/dependencies.md says what each package is for, and names no other: %s",
  (heading, section, packages) => {
    expect(section.startsWith(heading)).toBe(true);
    const rows = [...section.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(packages));
    for (const [, name, purpose = ""] of rows) expect([name, purpose.length > 4]).toEqual([name, true]);
  },
);

test("every package has an exact version", () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))).toEqual([]);
});
