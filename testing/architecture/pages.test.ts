import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { MOVED } from "@/components/documents/search-documents";

const docs = join(import.meta.dirname, "../../docs");
/** Every page but the decision records, which stay as they were written, and pages that only lead to another. */
const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".md") && !path.startsWith("adr/") && !readFileSync(join(docs, path), "utf8").includes(MOVED),
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

test("the index leads to every page, or to the index of its folder that does", () => {
  const leadsTo = (index: string, target: string): boolean =>
    existsSync(join(docs, index)) && readFileSync(join(docs, index), "utf8").includes(`](${target})`);
  const left = pages.filter(
    (path) =>
      path !== "README.md" && !leadsTo("README.md", path) && !leadsTo(join(dirname(path), "README.md"), basename(path)),
  );
  expect(left).toEqual([]);
});
