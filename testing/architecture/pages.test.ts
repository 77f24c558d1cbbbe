import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const docs = join(import.meta.dirname, "../../docs");
const FOLDERS = ["clients", "explain", "guides", "reference", "start"];
const pages = FOLDERS.flatMap((folder) =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`),
);

const LONGEST_PARAGRAPH = 450;
const MOST_WORDS = 30;

/** The paragraphs and bullets of a page, without code, tables, headings and marks. */
function paragraphsOf(path: string): string[] {
  return readFileSync(join(docs, path), "utf8")
    .replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "")
    .split(/\n\s*\n|\n(?=- |\d+\. )/)
    .map((text) => text.trim())
    .filter((text) => text !== "" && !/^(#|\||<!--)/.test(text));
}

test.each(pages)("docs/%s says first who it is for", (path) => {
  expect(paragraphsOf(path)[0]).toMatch(/^For \S/);
});

test.each(pages)("docs/%s has short paragraphs and sentences", (path) => {
  const paragraphs = paragraphsOf(path);
  const sentences = paragraphs.flatMap((text) => text.replace(/\]\([^)]*\)/g, "]").split(/(?<=[.!?:;])\s/));
  expect(paragraphs.filter((text) => text.length > LONGEST_PARAGRAPH)).toEqual([]);
  expect(sentences.filter((text) => text.split(/\s+/).length > MOST_WORDS)).toEqual([]);
});

test("the index leads to every page of the four kinds", () => {
  const index = readFileSync(join(docs, "README.md"), "utf8");
  const left = pages.filter((path) => !path.startsWith("clients/") && !index.includes(`](${path})`));
  expect(left).toEqual([]);
});
