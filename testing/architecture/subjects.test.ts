import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { MOVED } from "@/components/documents/search-documents";

const docs = join(import.meta.dirname, "../../docs");
const read = (path: string): string => readFileSync(join(docs, path), "utf8");

/** Four subjects that many pages touch: the page that explains each, the names that belong to it, and its facts. */
const SUBJECTS: Readonly<
  Record<string, { readonly home: string; readonly names: readonly string[]; readonly facts: RegExp }>
> = {
  prices: {
    home: "explain/spend.md",
    names: [
      "unpriced",
      "input_cost_per_token",
      "output_cost_per_token",
      "cache_read_input_token_cost",
      "price_version",
    ],
    facts: /most specific kind|price list that comes with/,
  },
  limits: {
    home: "explain/limits.md",
    names: ["max_budget", "soft_budget", "budget_duration", "rpm_limit", "tpm_limit", "max_parallel_requests"],
    facts: /UTC calendar|calendar windows/,
  },
  sessions: {
    home: "reference/console.md",
    names: ["session_max_hours", "session_idle_minutes", "session_stale_ttl", "console_master_key_login"],
    facts: /lasts eight hours|an ended session alone/,
  },
  alerts: {
    home: "guides/alerts.md",
    names: ["alerting", "alert_types", "SLACK_WEBHOOK_URL", "WEBHOOK_URL", "WEBHOOK_SECRET", "issuer_down"],
    facts: /incoming webhook|supersedes the open one/,
  },
};

/** Where a row or bullet begins with a name of a subject and explains something else. */
const OTHER_MEANINGS: Readonly<Record<string, string>> = {
  "guides/alerts.md max_budget": "a type of alert",
  "guides/alerts.md soft_budget": "a type of alert",
  "guides/alerts.md unpriced": "a type of alert",
  "operate/rotation.md WEBHOOK_SECRET": "how each secret is changed",
  "start/from-litellm.md max_budget": "a setting of LiteLLM",
};

/** Generated from tables, which say each thing once, or from what other programs call it; records stay as written. */
const LEFT_OUT = /^(?:adr|clients)\/|^reference\/(?:api|configuration|errors|findings|parameters|log-events)\.md$/;

const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".md") && !LEFT_OUT.test(path) && !read(path).includes(MOVED),
);

/** A page without its blocks of code and generated parts. */
function proseOf(path: string): string {
  return read(path)
    .replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "")
    .replace(/<!-- generated: [\s\S]*?<!-- end -->/g, "");
}

const mentions = (path: string, name: string): boolean =>
  new RegExp(String.raw`\`(?:\w+\.)?${name}[\`:]`).test(proseOf(path));

/** Whether a row of a table, a bullet or a paragraph begins with the name: it then says what the name means. */
const explains = (path: string, name: string): boolean =>
  new RegExp(String.raw`^(?:\| |- (?:\*\*)?|\d+\. )?\`${name}[\`:]`, "m").test(proseOf(path));

function linksTo(path: string, home: string): boolean {
  return read(path).includes(`](${relative(dirname(path), home)}`);
}

const NAMES = Object.values(SUBJECTS).flatMap(({ home, names }) => names.map((name) => ({ home, name })));

test.each(Object.entries(SUBJECTS))("%s are told on one page, which has all of their names and facts", (_what, it) => {
  expect(it.names.filter((name) => !mentions(it.home, name))).toEqual([]);
  expect(pages.filter((path) => it.facts.test(proseOf(path)))).toEqual([it.home]);
});

test("no other page begins a row, a bullet or a paragraph with one of these names", () => {
  const found = NAMES.flatMap(({ home, name }) =>
    pages.filter((path) => path !== home && explains(path, name)).map((path) => `${path} ${name}`),
  );
  expect(found.toSorted()).toEqual(Object.keys(OTHER_MEANINGS));
});

test("a page that mentions one of these names links the page that explains it", () => {
  const unlinked = NAMES.flatMap(({ home, name }) =>
    pages
      .filter((path) => path !== home && mentions(path, name) && !linksTo(path, home))
      .filter((path) => OTHER_MEANINGS[`${path} ${name}`] === undefined)
      .map((path) => `${path}: ${name} → ${home}`),
  );
  expect(unlinked).toEqual([]);
});

test("no two pages have the same title", () => {
  const titles = pages.map((path) => /^# (.+)$/m.exec(read(path))?.[1] ?? "");
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});
