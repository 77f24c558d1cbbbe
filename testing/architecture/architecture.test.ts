import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../lib/api/table";
import { listModules, readSourceFiles, type SourceFile } from "./source-files";

const root = join(import.meta.dirname, "../..");
const files = readSourceFiles(root, ["lib", "app", "components", "server.ts"]);
const byPath = new Map(files.map((file) => [file.path, file]));

/**
 * The files of lib/ that act. Everything else there decides: it takes the clock, the environment, the network and the
 * database as arguments. Put a new file here only when acting is what it is for.
 */
const IO_FOLDERS = ["lib/store/", "lib/database/", "lib/api/operations/"];
/** In those folders, what decides all the same. */
const PURE_FILES = [
  "lib/store/entity-id.ts",
  "lib/database/database-setup-error.ts",
  "lib/database/embedded-postgres-error.ts",
];
const IO_FILES = [
  "lib/server/console/port.ts",
  "lib/time/io/deadline.ts",
  "lib/auth/io/custom-validate.ts",
  "lib/auth/token/io/key-fetch.ts",
  "lib/auth/token/io/key-source.ts",
  "lib/auth/token/providers.ts",
  "lib/server/console/session.ts",
  "lib/server/console/sign-in.ts",
  "lib/auth/token/verify.ts",
  "lib/config/io/environment.ts",
  "lib/settings/io/first-config.ts",
  "lib/settings/io/lint-cli.ts",
  "lib/settings/io/load.ts",
  "lib/settings/settings-store.ts",
  "lib/gateway/request/authenticate.ts",
  "lib/doors/broken-request.ts",
  "lib/gateway/call/outcome.ts",
  "app/(api)/route-handler.ts",
  "lib/doors/response-writer.ts",
  "lib/doors/node-door.ts",
  "lib/doors/fetch-door.ts",
  "lib/upstream/content-encoding.ts",
  "lib/gateway/call/attempts.ts",
  "lib/gateway/call/read-body.ts",
  "lib/server/configuration.ts",
  "lib/server/console/calls.ts",
  "lib/server/console/thread.ts",
  "lib/server/console/worker.ts",
  "lib/server/console/thread-connection.ts",
  "lib/server/configuration-watch.ts",
  "lib/gateway/record/io/background-writer.ts",
  "lib/gateway/record/io/decision-recorder.ts",
  "lib/gateway/record/io/denial-log.ts",
  "lib/api/dispatch.ts",
  "lib/gateway/explain/explain.ts",
  "lib/gateway/request/fulfil.ts",
  "lib/server/host.ts",
  "lib/server/http-server.ts",
  "lib/gateway/request/may-use.ts",
  "lib/gateway/call/model-call.ts",
  "lib/server/open-limits.ts",
  "lib/api/table.ts",
  "lib/gateway/call/read-form.ts",
  "lib/gateway/call/recorded-denial.ts",
  "lib/server/compose.ts",
  "lib/server/serve.ts",
  "lib/server/start-behind-next.ts",
  "lib/upstream/pools.ts",
  "lib/server/version.ts",
  "lib/server/workers.ts",
  "lib/spend/io/audit-cli.ts",
  "lib/spend/io/book.ts",
  "lib/spend/io/journal-folder.ts",
  "lib/limits/io/budget-keeper.ts",
  "lib/spend/io/journal-reader.ts",
  "lib/spend/io/journal-segment.ts",
  "lib/spend/io/journal.ts",
  "lib/spend/io/ledger.ts",
  "lib/store/settings/price-store.ts",
  "lib/limits/io/rate-counters.ts",
  "lib/limits/io/redis-client.ts",
  "lib/limits/io/shared-slots.ts",
  "lib/limits/io/worker-slots.ts",
  "lib/spend/io/recovery.ts",
  "lib/spend/io/reprice.ts",
  "lib/spend/io/retention.ts",
];

interface LockEntry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const isIo = (path: string) =>
  IO_FILES.includes(path) || (!PURE_FILES.includes(path) && IO_FOLDERS.some((folder) => path.startsWith(folder)));
/** Reads process.env only as the default of an argument; its types and checks are for everybody. */
const ENVIRONMENT = "lib/config/io/environment.ts";
const pureFiles = files.filter((file) => file.path.startsWith("lib/") && !isIo(file.path));

/** Built-in modules that neither see nor change anything outside. */
const PURE_BUILTINS = [
  "node:path",
  "node:url",
  "node:util",
  "node:buffer",
  "node:assert",
  "node:crypto",
  "node:string_decoder",
  "node:zlib",
];
const actsOutside = (name: string) =>
  (name.startsWith("node:") && !PURE_BUILTINS.includes(name)) ||
  /^(undici|pg|ioredis|rate-limiter-flexible|next|next-auth|embedded-postgres|@prisma\/)(\/|$)/.test(name);

/** Everything a file reaches at run time, with the way there. */
function reach(start: SourceFile): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const visit = (file: SourceFile, way: readonly string[]) => {
    for (const name of file.imports) {
      if (found.has(name)) continue;
      found.set(name, [...way, name]);
      const next = byPath.get(name);
      if (next) visit(next, [...way, name]);
    }
  };
  visit(start, [start.path]);
  return found;
}

describe("lib/ has two colours of file", () => {
  test("the list of files that act names no file that is gone", () => {
    expect(IO_FILES.filter((path) => !byPath.has(path))).toEqual([]);
  });

  test("files that decide do not touch the clock, the environment, randomness, timers or the network", () => {
    expect(
      pureFiles
        .filter((file) => file.impurities.length > 0)
        .map((file) => `${file.path}: ${file.impurities.join(", ")}`),
    ).toEqual([]);
  });

  test("files that decide import nothing that acts", () => {
    const faults = pureFiles.flatMap((file) =>
      file.imports
        .filter((name) => (isIo(name) && name !== ENVIRONMENT) || actsOutside(name))
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(faults).toEqual([]);
  });
});

/** Imports that would close a circle of folders, each with the reason it may stay. */
const AGAINST_THE_GRAIN = [
  "lib/server/console/port.ts → lib/server/console/published-gateway.ts", // how the console's bundle finds the gateway of its process
  "lib/gateway/wire/fields.ts → lib/store/entity-id.ts", // a pure rule
];

describe("layers", () => {
  test("lib/ knows neither app/ nor components/, and Next.js only where sessions are", () => {
    const hosts = ["lib/server/console/session.ts", "lib/server/console/sign-in.ts", "lib/server/console/worker.ts"];
    const allowed = (file: string, name: string) => hosts.includes(file) && /^next(-auth)?(\/|$)/.test(name);
    const faults = files
      .filter((file) => file.path.startsWith("lib/"))
      .flatMap((file) =>
        file.allImports
          .filter((name) => /^(app|components|local)\/|^next(-auth)?(\/|$)/.test(name) && !allowed(file.path, name))
          .map((name) => `${file.path} imports ${name}`),
      );
    expect(faults).toEqual([]);
  });

  test("the database is spoken to in lib/store and lib/database alone", () => {
    const faults = files
      .filter((file) => !/^lib\/(store|database)\//.test(file.path))
      .flatMap((file) =>
        file.imports
          .filter((name) => /^(pg|@prisma\/.*)$|lib\/store\/generated/.test(name))
          .map((name) => `${file.path} imports ${name}`),
      );
    expect(faults).toEqual([]);
  });

  test("folders do not import one another in a circle", () => {
    const folderOf = (path: string) => (path.startsWith("lib/") ? dirname(path) : (path.split("/")[0] ?? path));
    const edges = new Map<string, Set<string>>();
    for (const file of files) {
      for (const name of file.imports) {
        const target = byPath.get(name);
        if (!target || AGAINST_THE_GRAIN.includes(`${file.path} → ${name}`)) continue;
        const [from, to] = [folderOf(file.path), folderOf(target.path)];
        if (`${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`)) continue; // a folder and its parts are one
        edges.set(from, (edges.get(from) ?? new Set()).add(to));
      }
    }
    expect(findCircles(edges)).toEqual([]);
  });

  test("modules do not import one another in a circle", () => {
    expect(
      findCircles(new Map(files.map((file) => [file.path, new Set(file.imports.filter((name) => byPath.has(name)))]))),
    ).toEqual([]);
  });
});

describe("door 1", () => {
  test("every operation has a route handler under app/ that exports its method", () => {
    const handlers = files.filter((file) => /^app\/.*route\.ts$/.test(file.path));
    const faults = OPERATIONS.filter(({ method, path }) => {
      const serves = ({ path: file }: SourceFile) => routePattern(file).test(path);
      return !handlers.some(
        (file) => serves(file) && new RegExp(`\\bas ${method}\\b`).test(readFileSync(join(root, file.path), "utf8")),
      );
    });
    expect(faults.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

/** The paths that a route handler answers, by Next.js's naming of folders. */
function routePattern(file: string): RegExp {
  const segments = file
    .split("/")
    .slice(1, -1)
    .filter((segment) => !segment.startsWith("("))
    .map((segment) =>
      /^\[\[\.\.\..+\]\]$/.test(segment)
        ? "(/.+)?"
        : /^\[\.\.\..+\]$/.test(segment)
          ? "/.+"
          : `/${segment.replaceAll(".", "\\.")}`,
    );
  return new RegExp(`^${segments.join("")}$`);
}

describe("nothing secret reaches the browser", () => {
  const clients = files.filter((file) => file.isClient);

  test("what runs in the browser reaches nothing that acts on the server", () => {
    const faults = clients.flatMap((file) =>
      [...reach(file)]
        .filter(([name]) => isIo(name) || (actsOutside(name) && !/^next(-auth\/react|\/)/.test(name)))
        .map(([, way]) => way.join(" → ")),
    );
    expect(faults).toEqual([]);
  });

  test("pages and components leave the database to the API", () => {
    const faults = files
      .filter((file) => /^(components|app)\//.test(file.path) && !/\/route\.ts$/.test(file.path))
      .flatMap((file) =>
        file.imports.filter((name) => name.startsWith("lib/store/")).map((name) => `${file.path} imports ${name}`),
      );
    expect(faults).toEqual([]);
  });
});

describe("the repository", () => {
  test("no file is longer than 510 lines", () => {
    const all = ["lib", "app", "components", "scripts", "local", "bench", "e2e", "server.ts"].flatMap((folder) =>
      listModules(root, folder, (path) => !path.endsWith(".cases.ts")),
    );
    const long = all
      .map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").split("\n").length - 1 }))
      .filter(({ lines }) => lines > 510);
    expect(long).toEqual([]);
  });

  test("package-lock.json names no machine's registry", () => {
    const lock = readFileSync(join(root, "package-lock.json"), "utf8");
    expect(lock).not.toMatch(/"resolved":/);
  });

  test("package-lock.json is whole for other machines than the one that wrote it", () => {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      packages: Record<string, LockEntry>;
    };
    // npm leaves out what its registry lacks, and npm 11 then refuses the file. Repair: node scripts/setup/complete-lock.mjs
    const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`]?.version && !packages[`${owner}/node_modules/${name}`]?.version,
      ),
    );
    expect(missing).toEqual([]);
  });

  test("every dependency is pinned to one version", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
      string,
      Record<string, string>
    >;
    expect(
      Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/.test(version)),
    ).toEqual([]);
  });

  const documents = [
    "README.md",
    ...(existsSync(join(root, "docs"))
      ? readdirSync(join(root, "docs"))
          .filter((name) => name.endsWith(".md"))
          .map((name) => `docs/${name}`)
      : []),
  ].filter((path) => existsSync(join(root, path)));

  test.each(documents)("%s mentions no file and no command that is missing", (document) => {
    const text = readFileSync(join(root, document), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) =>
      join(dirname(document), match[1] ?? ""),
    );
    const quoted = [
      ...text.matchAll(/`((?:lib|app|components|docs|scripts|local|bench|e2e|prisma)\/[\w./[\]()-]*[\w)\]])`/g),
    ].map((match) => match[1] ?? "");
    expect([...links, ...quoted].filter((path) => !existsSync(join(root, normalize(path))))).toEqual([]);

    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const commands = [...text.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1] ?? "");
    const builtIn = ["run", "ci", "install", "registry"];
    expect(commands.filter((name) => !(name in scripts) && !builtIn.includes(name))).toEqual([]);
  });

  test("every command of package.json has its script", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const missing = Object.values(scripts)
      .map(
        (command) =>
          command
            .split(" ")
            .slice(1)
            .find((word) => !word.startsWith("--")) ?? "",
      )
      .filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });
});

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
