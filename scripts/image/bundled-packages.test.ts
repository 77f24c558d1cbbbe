import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { bundledPackages } from "./bundled-packages.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

test("what the console bundles is known: its charts, components, icons and fonts, with what these need", () => {
  const found = new Set(bundledPackages(ROOT));
  const bundled = ["recharts", "radix-ui", "@tanstack/react-query", "lucide-react", "sonner", "next-themes"];
  for (const name of [...bundled, "@fontsource-variable/geist", "@tanstack/query-core", "react", "undici"])
    expect(found).toContain(`node_modules/${name}`);
});

test("every package that may be bundled is installed and has a licence, and none is of the tests", () => {
  const folders = bundledPackages(ROOT);
  expect(folders.length).toBeGreaterThan(50);
  const lacking = folders.filter((folder) => {
    const manifest = join(ROOT, folder, "package.json");
    return existsSync(manifest) && !JSON.parse(readFileSync(manifest, "utf8")).license;
  });
  expect(lacking).toEqual([]);
  for (const name of ["vitest", "openai", "@playwright/test"]) expect(folders).not.toContain(`node_modules/${name}`);
});
