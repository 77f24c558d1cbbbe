import { expect, test } from "vitest";
import { parse } from "yaml";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { readEnvironment } from "@/lib/config/io/environment";
import { isKnownProvider } from "@/lib/prices/known-models";
import { parseConfig } from "@/lib/settings/parse";
import { CONFIGURATION_EXAMPLES } from "./configuration-examples";
import { configurationSections } from "./configuration-reference";

const VARIABLES = new Set(
  Object.values(CONFIGURATION_EXAMPLES).flatMap((text) =>
    [...text.matchAll(/os\.environ\/(\w+)/g)].map(([, name]) => name),
  ),
);
/** `whsec_` with 24 bytes: one of them signs batches. */
const environment = readEnvironment({
  ...Object.fromEntries([...VARIABLES].map((name) => [name, "whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0"])),
  NEXTAUTH_URL: "https://gateway.example.com",
});

test.each(Object.keys(CONFIGURATION_EXAMPLES))("the example of %j has no finding", (path) => {
  const { findings } = parseConfig(CONFIGURATION_EXAMPLES[path] ?? "", "config.yaml", {
    environment,
    isKnownProvider,
    routes: KNOWN_ROUTES,
  });
  expect(findings).toEqual([]);
});

/** Whether a document has something at a path; of a list, in any of its items. */
function has(document: unknown, path: readonly string[]): boolean {
  if (document === undefined || document === null) return false;
  if (Array.isArray(document)) return document.some((item) => has(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return true;
  return typeof document === "object" && has(Object.entries(document).find(([key]) => key === name)?.[1], rest);
}

test.each(configurationSections())("the section %j is shown in an example", (path) => {
  const parts = path.split(".");
  const around = parts.map((_part, index) => parts.slice(0, parts.length - index).join("."));
  const example = around.map((section) => CONFIGURATION_EXAMPLES[section]).find((text) => text !== undefined);
  expect(has(parse(example ?? ""), parts)).toBe(true);
});
