import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generalSettings } from "@/lib/config/schema";
import { listModules } from "./source-files";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Headers between the parts of the gateway: the door, and the thread that renders pages. */
const WITHIN: ReadonlySet<string> = new Set(["x-gateway-form-token", "x-gateway-page"]);

test("docs/reference/headers.md has every header of the gateway's own", () => {
  const named = listModules(root, "lib")
    .flatMap((path) => read(path).match(/"x-gateway-[a-z-]+"/g) ?? [])
    .map((name) => name.slice(1, -1))
    .filter((name) => !WITHIN.has(name));
  const page = read("docs/reference/headers.md");
  expect(new Set(named).size).toBeGreaterThan(12);
  expect([...new Set(named)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

const DEFAULTS = generalSettings.parse({});
test.each([
  ["max_request_bytes", `${DEFAULTS.max_request_bytes / 2 ** 20} MiB`],
  ["journal_max_bytes", `${DEFAULTS.journal_max_bytes / 2 ** 30} GiB`],
  ["decision_retention_days", `${DEFAULTS.decision_retention_days} days`],
  ["write_timeout_seconds", `${DEFAULTS.write_timeout_seconds} s`],
])("docs/reference/sizes-and-limits.md says what %s is by default", (setting, figure) => {
  const row = read("docs/reference/sizes-and-limits.md")
    .split("\n")
    .find((line) => line.includes(`\`${setting}\``));
  expect(row).toContain(figure);
});

test("docs/compare.md gives each claim a date, and a source unless it says that nothing was found", () => {
  const rows = read("docs/compare.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (?:---|They have|Here) /.test(line))
    .map((line) => line.split(" | ").at(-1) ?? "");
  expect(rows.length).toBeGreaterThan(15);
  const isSourced = (source: string): boolean =>
    /\b2026\b/.test(source) && (source.startsWith("read ") || /\]\(https:\/\/[^)]+\)/.test(source));
  expect(rows.filter((source) => !isSourced(source))).toEqual([]);
});
