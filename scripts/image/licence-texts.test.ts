import { resolve } from "node:path";
import { expect, test } from "vitest";
import { bundledPackages } from "./bundled-packages.mjs";
import { licenceTexts } from "./licence-texts.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

test("the texts of the licences of everything that is bundled are gathered, the fonts' among them", () => {
  const text = licenceTexts(ROOT, bundledPackages(ROOT));
  for (const part of [
    "==== recharts ",
    "==== pg ",
    "(OFL-1.1)",
    "SIL OPEN FONT LICENSE",
    "Permission is hereby granted",
  ])
    expect(text).toContain(part);
});

test("a package without a file for its licence, or that is not installed, stops nothing", () => {
  expect(licenceTexts(ROOT, ["node_modules/of-another-platform"])).toBe("");
});
