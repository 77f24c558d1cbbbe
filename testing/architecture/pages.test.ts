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
  const read = paragraphs.map((text) => text.replace(/\]\([^)]*\)/g, "]"));
  expect(read.filter((text) => text.length > LONGEST_PARAGRAPH)).toEqual([]);
  const sentences = read.flatMap((text) => text.split(/(?<=[.!?:;])\s/));
  expect(sentences.filter((text) => text.split(/\s+/).length > MOST_WORDS)).toEqual([]);
});

/** The words of the glossary that mean nothing else, as pages use them. Others, such as "share", are verbs as often. */
const TERMS: Readonly<Record<string, RegExp>> = {
  entry: /(?<![\w-])(?:entry|entries)(?= of the model list)|(?<=model's )entry(?![\w-])/i,
  deployment: /(?<![\w-])deployments?(?![\w-])/i,
  pattern: /(?<![\w-])patterns?(?![\w-])/i,
  cooldown: /(?<![\w-])cooldowns?(?![\w-])/i,
  principal: /(?<![\w-])principals?(?![\w-])/i,
  payer: /(?<![\w-])payers?(?![\w-])/i,
  "end-user": /(?<![\w-])end users?(?![\w-])/i,
  "tool-server": /(?<![\w-])tool servers?(?![\w-])/i,
  refusal: /(?<![\w-])refusals?(?![\w-])/i,
  obligation: /(?<![\w-])obligations?(?![\w-])/i,
  finding: /(?<![\w-])findings?(?! `usage`)(?![\w-])/i,
  draft: /(?<![\w-])drafts?(?![\w-])/i,
  receipt: /(?<![\w-])receipts?(?![\w-])/i,
  journal: /(?<![\w-])journals?(?![\w-])/i,
  booking: /(?<![\w-])bookings?(?![\w-])/i,
};

/** Written from tables of the code, whole. */
const GENERATED = /^clients\/|^reference\/(?:api|configuration|findings)\.md$/;

/** The prose of a page: no headings, code, links, emphasis and heads of tables, which have no room for a link. */
function proseOf(text: string): string {
  return text
    .replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "")
    .replace(/<!-- generated: [\s\S]*?<!-- end -->/g, "")
    .replace(/^\|.*\n\| ---.*$/gm, "")
    .replace(/^#.*$/gm, "")
    .replace(/`[^`\n]*`/g, (code) => (code === "`usage`" ? code : "`"))
    .replace(/!?\[[^\]]*\]\([^)]*\)/g, "·")
    .replace(/\*\*[^*\n]*\*\*|\*[^*\n]+\*/g, "·");
}

test.each(Object.entries(TERMS))("a page that says %s links it to the glossary", (word, term) => {
  const unlinked = pages.filter((path) => {
    const text = readFileSync(join(docs, path), "utf8");
    const isWritten = path !== "explain/glossary.md" && !GENERATED.test(path);
    return isWritten && term.test(proseOf(text)) && !text.includes(`glossary.md#${word})`);
  });
  expect(unlinked).toEqual([]);
});

test("every term that pages link has its heading in the glossary", () => {
  const headings = [...readFileSync(join(docs, "explain/glossary.md"), "utf8").matchAll(/^## (.+)$/gm)];
  const anchors = headings.map(([, heading = ""]) => heading.replace(" ", "-"));
  expect(Object.keys(TERMS).filter((word) => !anchors.includes(word))).toEqual([]);
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
