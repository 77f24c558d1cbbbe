import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { renderSite } from "./docs-site";

const docs = join(import.meta.dirname, "../../docs");
const texts = new Map(
  readdirSync(docs, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => [path, readFileSync(join(docs, path), "utf8")]),
);
const site = renderSite(texts, "");

test("the site has a page for each document, at the console's address", () => {
  expect(site.size).toBe(texts.size);
  expect([...site.keys()]).toEqual(
    expect.arrayContaining(["index.html", "reference/errors/index.html", "operate/index.html"]),
  );
});

test("every link of the site leads to a page and a heading of it, or to a picture", () => {
  const dead = [...site].flatMap(([path, html]) =>
    [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, link = ""]) => {
      if (/^(?:https?|mailto):/.test(link)) return [];
      const [way = "", anchor] = link.split("#");
      const target = way === "" ? posix.dirname(path) : posix.join(posix.dirname(path), way);
      if (target.startsWith("pictures/")) return existsSync(join(docs, target)) ? [] : [`${path} → ${link}`];
      const page = site.get(posix.join(target, "index.html"));
      const isThere = page !== undefined && (anchor === undefined || page.includes(` id="${anchor}"`));
      return isThere ? [] : [`${path} → ${link}`];
    }),
  );
  expect(dead).toEqual([]);
});
