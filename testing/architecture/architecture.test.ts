import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../lib/api/table";
import { isVersioned } from "../../lib/auth/routes";
import {
  actingOutsideRooms,
  actsOutside,
  fileCircles,
  folderCircles,
  forbiddenImports,
  mayAct,
  reach,
  roomOf,
  ROOMS,
} from "./rooms";
import { REASONS, smallFiles } from "./small-files";
import { listModules, readSourceFiles, type SourceFile } from "./source-files";

const root = join(import.meta.dirname, "../..");
const files = readSourceFiles(root, ["lib", "app", "components"]);
const everything = [...files, ...readSourceFiles(root, ["local", "testing", "server.ts", "instrumentation.ts"])];
const byPath = new Map(files.map((file) => [file.path, file]));

/** A made-up file, for showing what the rules refuse. */
const file = (path: string, imports: readonly string[], impurities: readonly string[] = []): SourceFile => ({
  path,
  lines: 1,
  codeLines: 1,
  isClient: false,
  imports,
  allImports: imports,
  impurities,
});

test("each room may import only rooms that stand above it in the table", () => {
  const order = Object.keys(ROOMS);
  const upward = Object.entries(ROOMS).flatMap(([room, allowed]) =>
    allowed
      .filter((other) => room !== "app" && order.indexOf(other) >= order.indexOf(room))
      .map((other) => [room, other]),
  );
  expect(upward).toEqual([]);
});

test("each folder of lib/ is a room of the table, and each room of the table is a folder", () => {
  const rooms = new Set(files.map(({ path }) => roomOf(path)));
  expect([...rooms].sort()).toEqual(Object.keys(ROOMS).sort());
});

test("files import only what the table of rooms allows, types included", () => {
  expect(forbiddenImports(files)).toEqual([]);
});

test("an import upwards is found, by type alone too", () => {
  const upward = file("lib/auth/decide.ts", ["lib/gateway/services.ts"]);
  expect(forbiddenImports([{ ...upward, imports: [] }])).toEqual([
    "lib/auth/decide.ts (lib/auth) imports lib/gateway/services.ts (lib/gateway)",
  ]);
});

test("a room inside another may use its ports, and not the rooms that the table does not give it", () => {
  const call = file("lib/gateway/call/attempts.ts", ["lib/gateway/services.ts", "lib/gateway/explain/explain.ts"]);
  const operation = file("lib/api/dispatch.ts", ["lib/gateway/explain/explain.ts"]);
  expect(forbiddenImports([call, operation])).toEqual([
    "lib/gateway/call/attempts.ts (lib/gateway/call) imports lib/gateway/explain/explain.ts (lib/gateway/explain)",
  ]);
});

test("folders do not import one another in a circle, types included", () => {
  expect(folderCircles(everything)).toEqual([]);
});

test("two folders that import each other by type alone are found", () => {
  const circle = [
    file("lib/auth/token/a.ts", ["lib/auth/rules/b.ts"]),
    file("lib/auth/rules/b.ts", ["lib/auth/token/a.ts"]),
  ];
  expect(folderCircles(circle.map((one) => ({ ...one, imports: [] })))).toEqual([
    "lib/auth/token → lib/auth/rules → lib/auth/token",
  ]);
});

test("files do not import one another in a circle, types included", () => {
  expect(fileCircles(everything)).toEqual([]);
});

test("outside the acting rooms nothing touches the clock, the environment, randomness, timers, the disk or the network", () => {
  expect(actingOutsideRooms(files)).toEqual([]);
});

test("an acting import outside an acting room is found, and one in a folder named io/ is not", () => {
  const acting = [
    file("lib/limits/gate.ts", ["node:fs"], ["Date.now"]),
    file("lib/limits/io/keeper.ts", ["node:fs"], ["Date.now"]),
  ];
  expect(actingOutsideRooms(acting)).toEqual(["lib/limits/gate.ts: Date.now, node:fs"]);
});

test("only lib/auth and known-identity.ts put identity, facts and decision together", () => {
  const parts = ["lib/auth/decide.ts", "lib/auth/facts.ts"];
  const places = files
    .filter(({ path, imports }) => !path.startsWith("lib/auth/") && parts.some((part) => imports.includes(part)))
    .map(({ path }) => path);
  expect(places).toEqual(["lib/gateway/request/known-identity.ts"]);
});

test("lib/ imports next-auth in one folder, and Next.js there and in the console's thread", () => {
  const hosts = /^lib\/server\/console\/(next-auth\/|worker\.ts$)/;
  const faults = files
    .filter(({ path }) => path.startsWith("lib/") && !hosts.test(path))
    .flatMap(({ path, allImports }) =>
      allImports.filter((name) => /^next(-auth)?(\/|$)/.test(name)).map((name) => `${path} imports ${name}`),
    );
  expect(faults).toEqual([]);
});

test("only lib/store and lib/database speak to PostgreSQL", () => {
  const faults = files
    .filter(({ path }) => !/^lib\/(store|database)\//.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((name) => /^(pg|@prisma\/.*)$|lib\/store\/generated/.test(name))
        .map((name) => `${path} imports ${name}`),
    );
  expect(faults).toEqual([]);
});

test("operations ask the port for reports, lists and exports of spend, never the store", () => {
  const readers = /\b(reportSpend|countKeptCalls|listCalls|readCalls)\b/;
  const faults = files
    .filter(({ path }) => path.startsWith("lib/api/"))
    .flatMap(({ path }) =>
      importsFrom(path, /^@\/lib\/store\/(spend|calls)\//)
        .filter((statement) => readers.test(statement))
        .map((statement) => `${path}: ${statement}`),
    );
  expect(faults).toEqual([]);
});

/** The import statements of a file whose module names match. */
function importsFrom(path: string, module: RegExp): string[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/^import [^;]*?from "([^"]+)";/gm)]
    .filter(([, name = ""]) => module.test(name))
    .map(([statement]) => statement);
}

test("the product imports nothing of the demonstration or the tests", () => {
  const faults = [...files, ...readSourceFiles(root, ["server.ts", "instrumentation.ts"])].flatMap(
    ({ path, allImports }) =>
      allImports
        .filter((name) => /^(local|testing|e2e|bench|scripts)\//.test(name))
        .map((name) => `${path} imports ${name}`),
  );
  expect(faults).toEqual([]);
});

test("what runs in the browser reaches nothing that acts on the server", () => {
  const faults = files
    .filter(({ isClient }) => isClient)
    .flatMap((client) =>
      [...reach(client, byPath)]
        .filter(([name]) => mayAct(name) || (actsOutside(name) && !/^next(-auth\/react|\/)/.test(name)))
        .map(([, way]) => way.join(" → ")),
    );
  expect(faults).toEqual([]);
});

test("every operation has a route handler of door 1, with and without /v1 where it has both", async () => {
  const paths = files.map(({ path }) => path).filter((path) => /^app\/\(api\)\/.*route\.ts$/.test(path));
  const handlers = await Promise.all(
    paths.map(async (path) => ({ pattern: routePattern(path), methods: Object.keys(await import(join(root, path))) })),
  );
  // Next.js takes the handler with the longest way of fixed folders, and answers 405 itself where that has no method.
  handlers.sort((one, other) => other.pattern.source.length - one.pattern.source.length);
  const missing = OPERATIONS.flatMap(({ method, path, family }) => {
    return (isVersioned(family) ? [path, `/v1${path}`] : [path]).map((versioned) => ({ method, path: versioned }));
  }).filter(({ method, path }) => {
    const concrete = path.replace(/\{\w+\}/g, "something");
    return !handlers.find(({ pattern }) => pattern.test(concrete))?.methods.includes(method);
  });
  expect(missing).toEqual([]);
});

/** The paths that a route handler answers, by Next.js's naming of folders: `(group)` is not part of the path. */
function routePattern(path: string): RegExp {
  const segments = path
    .split("/")
    .slice(1, -1)
    .filter((segment) => !segment.startsWith("("))
    .map((segment) => (segment.startsWith("[...") ? "/.+" : `/${segment.replaceAll(".", "\\.")}`));
  return new RegExp(`^${segments.join("")}$`);
}

const SOURCES = ["lib", "app", "components", "scripts", "local", "testing", "bench", "e2e", "server.ts"];

test("no folder holds more than 30 source files, tests and cases aside", () => {
  const sizes = new Map<string, number>();
  for (const path of SOURCES.flatMap((folder) => listModules(root, folder))) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  expect([...sizes].filter(([, size]) => size > 30)).toEqual([]);
});

test("no file is longer than 320 lines", () => {
  const all = SOURCES.flatMap((folder) => listModules(root, folder, () => true));
  const long = all
    .map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").split("\n").length - 1 }))
    // Code that a table generates grows with its rows.
    .filter(({ path, lines }) => lines > 320 && path !== "lib/calls/generated-row.ts");
  expect(long).toEqual([]);
});

test("OpenTelemetry is loaded only by a process that exports traces: a bundle loads every static import at its start", () => {
  const withImports = files
    .map(({ path }) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .filter(
      ({ path, text }) => path.startsWith("lib/observe/") && /^import (?!type)[^;]*"@opentelemetry\//m.test(text),
    );
  expect(withImports.map(({ path }) => path)).toEqual([]);
  const loaders = files.filter(({ imports }) => imports.includes("@opentelemetry/sdk-trace-base"));
  expect(loaders.map(({ path }) => path)).toEqual(["lib/observe/traces/io/load-opentelemetry.ts"]);
});

test("the pages of a list follow one another by their places; only Spend turns the lines of one report", () => {
  const turning = files
    .filter(({ imports }) => imports.includes("components/shared/lists/pager.tsx"))
    .map(({ path }) => path);
  expect(turning.sort()).toEqual(["components/shared/lists/cursor-pager.tsx", "components/spend/spend-table.tsx"]);
});

/** Where programs begin, besides `server.ts` and `instrumentation.ts`. */
const ENTRIES = ["proxy.ts", "command.ts", "instrumentation-client.ts", "next.config.ts"];

test("a small file with a single user and no test has a reason, and no reason outlives its file", () => {
  const tests = ["lib", "app", "components", "e2e", "testing", "scripts"]
    .flatMap((folder) => listModules(root, folder, (path) => /\.(test|spec|cases)\.tsx?$|^testing\//.test(path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const users = [...everything, ...readSourceFiles(root, ["scripts", ...ENTRIES])];
  const reasonOf = (path: string): string => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const name = `*/${path.slice(folder.length)}`;
    return [folder, name].find((reason) => reason in REASONS) ?? path;
  };
  const found = new Set(smallFiles(files, users, tests).map(reasonOf));
  expect([...found].sort()).toEqual(Object.keys(REASONS).sort());
});

test("a second user or a test makes a small file one that needs no reason", () => {
  const small = file("lib/auth/small.ts", []);
  const user = { ...file("lib/auth/user.ts", [small.path]), codeLines: 40 };
  const beside = { path: "lib/auth/small.test.ts", text: 'import { small } from "./small";' };
  expect(smallFiles([small], [user], [])).toEqual([small.path]);
  expect(smallFiles([small], [user, { ...user, path: "lib/auth/other.ts" }], [])).toEqual([]);
  expect(smallFiles([small], [user], [beside])).toEqual([]);
  expect(smallFiles([small], [user], [{ ...beside, path: "lib/store/small.test.ts" }])).toEqual([small.path]);
});
