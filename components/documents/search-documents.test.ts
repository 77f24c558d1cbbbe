import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERRORS } from "@/lib/errors";
import { targetOf } from "./document-links";
import { navigationOf } from "./documents-navigation";
import { renderDocument } from "./render-document";
import { DocumentSearch } from "./search-documents";

const docs = join(import.meta.dirname, "../../docs");
const texts = new Map(
  readdirSync(docs, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => [path, readFileSync(join(docs, path), "utf8")]),
);
const search = new DocumentSearch(
  new Map([...texts].map(([file, text]) => [file, renderDocument(text, (href) => targetOf(href, file))])),
);

test.each(Object.keys(ERRORS))("the code %s leads to its entry first", (code) => {
  expect(search.find(code)[0]?.path).toBe(`/console/docs/reference/errors#${code}`);
});

const SEARCHES: [text: string, path: string][] = [
  ["team_id_upsert", "/console/docs/"],
  ["POST /key/generate", "/console/docs/reference/api#post-keygenerate"],
  ["stream stops after a minute", "/console/docs/guides/troubleshoot"],
  ["claude code", "/console/docs/clients/claude-code"],
  ["keycloack", "/console/docs/providers/keycloak"],
  ["C053", "/console/docs/reference"],
];
test.each(SEARCHES)("%j finds %s among its first five", (text, path) => {
  expect(search.find(text, 5).map((found) => found.path)).toContainEqual(expect.stringContaining(path));
});

test("a page that only leads to another is not found", () => {
  expect(search.find("This page has moved").filter(({ excerpt }) => excerpt.includes("has moved"))).toEqual([]);
  expect(search.find("Alerts", 40).map((found) => found.path)).not.toContain("/console/docs/alerts");
});

test("what stands nowhere is not found, and neither is nothing", () => {
  expect(search.find("zzzzqqqq")).toEqual([]);
  expect(search.find("   ")).toEqual([]);
  expect(search.find("\u0000".repeat(5_000))).toEqual([]);
});

test("an excerpt shows the words around what was found", () => {
  const [found] = search.find("gateway_journal_waiting_calls");
  expect(found?.excerpt).toContain("gateway_journal_waiting_calls");
  expect(found?.excerpt.length).toBeLessThan(170);
});

test("the navigation leads to every kind, and only to documents that there are", () => {
  const groups = navigationOf(texts.get("README.md") ?? "");
  expect(groups.map(({ heading }) => heading)).toEqual(["Start", "Do", "Look up", "Understand"]);
  const links = groups.flatMap((group) => group.links);
  expect(links.length).toBeGreaterThan(30);
  expect(links.every(({ path }) => path.startsWith("/console/docs/"))).toBe(true);
});
