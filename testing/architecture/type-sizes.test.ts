import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listModules } from "./source-files";

const root = join(import.meta.dirname, "../..");

/** A class for a size of type that the theme does not have. It does nothing, so the text has the size around it. */
const UNKNOWN_SIZE = /\btext-(?:tiny|label|small|note|detail|lead|title|xs|sm|base|lg|\d?xl|\[\d)(?![\w-])/g;

test("pages use the four sizes of type of the theme, and no other", () => {
  const files = ["app", "components"].flatMap((folder) => listModules(root, folder));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(UNKNOWN_SIZE)].map(([size]) => `${path}: ${size}`),
  );
  expect(found).toEqual([]);
});
