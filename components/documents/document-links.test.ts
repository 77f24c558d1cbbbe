import { expect, test } from "vitest";
import { fileOf, pageOf, targetOf } from "./document-links";

const FILES = ["README.md", "alerts.md", "operate/alerts.md", "operate/README.md", "reference/errors.md"];

const ADDRESSES: [path: string, file: string | undefined][] = [
  ["", "README.md"],
  ["operate", "operate/README.md"],
  ["reference/errors", "reference/errors.md"],
  ["errors", "reference/errors.md"],
  ["alerts", "alerts.md"],
  ["operate/alerts", "operate/alerts.md"],
  ["operate/errors", undefined],
  ["nothing", undefined],
  ["../README", undefined],
];
test.each(ADDRESSES)("the page %j is the document %j", (path, file) => {
  expect(fileOf(path, FILES)).toBe(file);
});

test("a name that two documents have leads to neither", () => {
  expect(fileOf("alerts", ["operate/alerts.md", "guides/alerts.md"])).toBeUndefined();
});

test.each(FILES)("the page of %s leads back to it", (file) => {
  expect(fileOf(pageOf(file).replace(/^\/console\/docs\/?/, ""), FILES)).toBe(file);
});

const LINKS: [href: string, file: string, target: string | undefined][] = [
  ["errors.md", "reference/x.md", "/console/docs/reference/errors"],
  ["../operate/README.md#top", "start/x.md", "/console/docs/operate#top"],
  ["#here", "start/x.md", "#here"],
  ["../../lib/errors.ts", "start/x.md", undefined],
  ["../README.md", "console.md", undefined],
  ["data:text/html,x", "console.md", undefined],
];
test.each(LINKS)("the link %s in %s leads to %s", (href, file, target) => {
  expect(targetOf(href, file)).toBe(target);
});
