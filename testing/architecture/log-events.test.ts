import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { differences, documentedEvents, loggedEvents } from "./log-events";
import { listModules } from "./source-files";

const root = join(import.meta.dirname, "../..");
const PAGE = "docs/reference/log-events.md";
const page = readFileSync(join(root, PAGE), "utf8");
const sources = ["lib", "app", "server.ts", "instrumentation.ts"].flatMap((folder) => listModules(root, folder));

test("docs/reference/log-events.md lists every log event of the product, with its level and fields, and no other", () => {
  const logged = loggedEvents(root, sources);
  expect(logged.length).toBeGreaterThan(40);
  expect(differences(logged, documentedEvents(page, PAGE))).toEqual([]);
});

test("docs/reference/log-events.md lists each event once", () => {
  const names = documentedEvents(page, PAGE).map(({ event }) => event);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("an event that is not documented, one that is gone, another level and another field are found", () => {
  const at = { path: "lib/a.ts", fields: [] };
  const documented = [
    { ...at, event: "room.old", level: "info" },
    { ...at, event: "room.known", level: "info" },
    { ...at, event: "keys_failed", level: "warn" },
  ];
  const logged = [
    { ...at, event: "room.new", level: "info" },
    { ...at, event: "room.known", level: "warn", fields: ["id"] },
    { ...at, event: /^keys_[a-z]+$/, level: undefined },
  ];
  expect(differences(logged, documented)).toEqual([
    'lib/a.ts: "room.new" is not documented',
    'lib/a.ts: "room.known" has the level warn, documented as info',
    'lib/a.ts: "room.known" has the field id, which is not documented',
    'lib/a.ts: "room.old" is not logged',
  ]);
});
