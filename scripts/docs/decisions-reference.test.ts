import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderFamilies, renderRules } from "./decisions-reference";
import { RULES } from "../../lib/auth/decide";
import { MOVED } from "../../components/documents/search-documents";
import { OPERATIONS } from "../../lib/api/table";

const read = (path: string): Promise<string> => readFile(new URL(`../../docs/${path}`, import.meta.url), "utf8");

test("the tables of docs/explain are what the code says; if this fails, run node scripts/generate-docs.mjs", async () => {
  const [rules, routes] = [await read("explain/how-a-call-is-decided.md"), await read("explain/routes.md")];
  expect(rules).toBe(renderRules(rules));
  expect(routes).toBe(renderFamilies(routes, OPERATIONS));
});

test("a page without its generated part is a fault", () => {
  expect(() => renderRules("")).toThrow("rules");
  expect(() => renderFamilies("<!-- generated: nonsense --><!-- end -->", OPERATIONS)).toThrow("nonsense");
});

test("each rule names sections of the specification, or a page of the documents", async () => {
  const pages = RULES.map(({ spec }) => spec).filter((spec) => !/^\d[\d., ]*$/.test(spec));
  expect(pages.length).toBeGreaterThan(3);
  const texts = await Promise.all(pages.map((page) => read(`${page}.md`)));
  expect(texts.filter((text) => text.includes(MOVED))).toEqual([]);
});
