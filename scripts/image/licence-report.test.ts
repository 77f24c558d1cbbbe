import { expect, test } from "vitest";
import { licenceReport } from "./licence-report.mjs";

const pg = { name: "pg", version: "8.0.0", licence: "MIT" };

test("a report groups packages by licence and accepts what needs a notice alone", () => {
  const either = { name: "a", version: "1.0.0", licence: "(GPL-2.0 OR MIT)" };
  const { output, isAccepted } = licenceReport([pg, either], {});
  expect(isAccepted).toBe(true);
  expect(output).toBe(
    "2 packages are shipped or bundled.\n(GPL-2.0 OR MIT): a 1.0.0\nMIT: pg 8.0.0\nNo vulnerability of them is known.",
  );
});

test.each(["GPL-3.0", "MIT AND GPL-3.0", "UNLICENSED", undefined])("the licence %s has to be looked at", (licence) => {
  const { output, isAccepted } = licenceReport([{ ...pg, licence }], {});
  expect(isAccepted).toBe(false);
  expect(output).toContain("To look at: pg has");
});

test("a known vulnerability of a shipped package is named, and one of another package is not", () => {
  const via = [{ title: "A hole", url: "https://advisories.example/1" }];
  const { output, isAccepted } = licenceReport([pg], {
    pg: { severity: "high", via },
    vite: { severity: "high", via },
  });
  expect(isAccepted).toBe(false);
  expect(output).toContain("Vulnerable: pg (high): A hole https://advisories.example/1");
  expect(output).not.toContain("vite");
});

test("a report fails when the registry could not be asked, unless nobody meant to ask it", () => {
  const { output, isAccepted } = licenceReport([pg], "network away");
  expect(isAccepted).toBe(false);
  expect(output).toContain("the registry could not be asked: network away");
  expect(licenceReport([pg], "it was not asked (--offline)", { isOffline: true }).isAccepted).toBe(true);
});

test("a report that knows no package fails", () => expect(licenceReport([], {}).isAccepted).toBe(false));
