import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { withNpmCache } from "./npm-cache.mjs";
import { runQuietly, SetupError } from "./run.mjs";
import { requireWritable } from "./require-writable.mjs";
import { isStamped, listFiles, removeStamp, takeStamp, writeStamp } from "./stamp.mjs";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const isSource = (path) => !/\.test\.tsx?$|\/\.|\.stamp/.test(path);
const generated = "lib/store/generated";

/**
 * A thing that may have to be made before a command can run. `isFresh` must be quick. `make` runs under the lock, and
 * only if the thing is not fresh.
 * @typedef {{ title: string, isFresh: () => boolean, make: () => Promise<void> }} Step
 */

/** @param {{ development: boolean }} options whether the tests' and the linter's packages are needed too */
function dependencies({ development }) {
  return {
    title: "Installing dependencies",
    isFresh: () => missingPackage(development) === undefined,
    async make() {
      const environment = Object.fromEntries(
        // `npm --prefix FOLDER start` passes its own prefix on, relative to the folder that it was called in.
        Object.entries(process.env).filter(([name]) => !/^npm_config_(local_)?prefix$/i.test(name)),
      );
      // Install scripts are left out: those of these packages download engines that nothing here runs.
      const flags = [
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--prefix",
        root,
        ...(development ? ["--include=dev"] : []),
      ];
      await withNpmCache(environment, (cache) =>
        runQuietly("Installing dependencies", [...npmCommand(), ...flags, ...cache], { cwd: root, environment }),
      );
      const missing = missingPackage(development);
      if (missing)
        throw new SetupError(
          `npm left out ${missing}, which package-lock.json names. Remove node_modules and try again.`,
        );
    },
  };
}

/** The npm that called this process, or the one on the PATH. */
export function npmCommand() {
  const path = process.env.npm_execpath;
  if (path?.endsWith(".js") && existsSync(path)) return [process.execPath, path];
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/** The first package of package-lock.json that this machine needs and has not installed in that version, if any. */
function missingPackage(development) {
  let installed;
  try {
    // npm writes this list last, so an interrupted installation has no list.
    installed = JSON.parse(readFileSync(join(root, "node_modules/.package-lock.json"), "utf8")).packages;
  } catch {
    return "node_modules";
  }
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.keys(packages).find((path) => {
    const entry = packages[path];
    if (path === "" || (entry.dev && !development) || entry.devOptional) return false;
    if (
      entry.optional &&
      !(fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && entry.os && !entry.libc)
    )
      return false;
    return installed[path]?.version !== entry.version;
  });
}

function fits(allowed, value) {
  return allowed === undefined || allowed.includes(value);
}

function prismaClient() {
  const stamp = `${generated}/.stamp.json`;
  const inputs = () =>
    listFiles(root, ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"]);
  return {
    title: "Generating the database client",
    isFresh: () => existsSync(join(root, generated, "client.ts")) && isStamped(root, stamp, inputs()),
    make: () =>
      stamped(stamp, inputs(), () =>
        runQuietly(
          "Generating the database client",
          [process.execPath, "node_modules/prisma/build/index.js", "generate"],
          {
            cwd: root,
            environment: { ...process.env, CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
          },
        ),
      ),
  };
}

function consoleBuild() {
  const stamp = ".next/.stamp.json";
  const configuration = [
    "next.config.ts",
    "next.config.mjs",
    "postcss.config.mjs",
    "tsconfig.json",
    "package-lock.json",
    "proxy.ts",
    "instrumentation.ts",
  ];
  const inputs = () =>
    listFiles(root, ["app", "components", "lib", "public", "scripts/console", ...configuration], isSource);
  return {
    title: "Building the console",
    isFresh: () => existsSync(join(root, ".next/BUILD_ID")) && isStamped(root, stamp, inputs()),
    make: () =>
      stamped(stamp, inputs(), () =>
        runQuietly("Building the console", [process.execPath, "node_modules/next/dist/bin/next", "build"], {
          cwd: root,
          environment: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
        }),
      ),
  };
}

/**
 * Bundles a TypeScript entry point into dist/NAME.mjs and leaves packages out of the bundle.
 * @param {string} entry
 * @param {string} name
 * @param {string} title
 */
function bundle(entry, name, title) {
  const output = `dist/${name}.mjs`;
  const stamp = `${output}.stamp.json`;
  const inputs = () =>
    listFiles(root, [entry, "lib", "local", "tsconfig.json", "package-lock.json", "scripts/setup/setup.mjs"], isSource);
  return {
    title,
    isFresh: () => existsSync(join(root, output)) && isStamped(root, stamp, inputs()),
    make: () =>
      stamped(stamp, inputs(), async () => {
        const { build, stop } = await import("esbuild");
        const { outputFiles } = await build({
          absWorkingDir: root,
          entryPoints: [entry],
          outfile: output,
          bundle: true,
          write: false,
          platform: "node",
          format: "esm",
          target: "node20",
          packages: "external",
          sourcemap: true,
          sourcesContent: false,
          logLevel: "silent",
        })
          .catch((error) => {
            throw new SetupError(`${title} failed. ${error.message}`);
          })
          // The gateway starts in this process. Without this, the compiler would keep 170 MB as long as the gateway
          // runs.
          .finally(stop);
        writeBuilt(outputFiles);
      }),
  };
}

/** The gateway, in a form that starts faster than modules. */
function serverProgram() {
  const title = "Building the server";
  const output = "dist/server.mjs";
  const stamp = `${output}.stamp.json`;
  const entries = { program: "lib/server/serve.ts", starter: "server.ts", name: "server" };
  const builders = ["scripts/setup/setup.mjs", "scripts/program"];
  const inputs = () =>
    listFiles(root, ["server.ts", "lib", "tsconfig.json", "package-lock.json", ...builders], isSource);
  return {
    title,
    isFresh: () =>
      [output, "dist/server.cjs"].every((path) => existsSync(join(root, path))) && isStamped(root, stamp, inputs()),
    make: () =>
      stamped(stamp, inputs(), async () => {
        const { buildProgram } = await import("../program/build-program.mjs");
        const built = await buildProgram(root, entries).catch((error) => {
          throw new SetupError(`${title} failed. ${error.message}`);
        });
        // What an earlier program has compiled.
        rmSync(join(root, "dist/compiled"), { recursive: true, force: true });
        writeBuilt(built);
      }),
  };
}

function writeBuilt(files) {
  mkdirSync(join(root, "dist"), { recursive: true });
  for (const { path, contents } of files) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

/** Runs the work and stamps it. Interrupted work leaves no stamp and is done again. */
async function stamped(path, inputs, work) {
  removeStamp(root, path);
  const stamp = takeStamp(root, inputs);
  await work();
  writeStamp(root, path, stamp);
}

/**
 * Makes what is missing or stale, and nothing else. Progress goes to stderr.
 * @param {{ console?: boolean, consoleThread?: boolean, commands?: boolean, demo?: boolean, server?: boolean, development?: boolean }} needs
 * @throws {SetupError} with the output of the step that failed
 */
export async function setUp({
  console: wantsConsole = true,
  demo = false,
  server = true,
  consoleThread = server && wantsConsole,
  commands = server,
  development = false,
}) {
  const steps = [
    dependencies({ development }),
    prismaClient(),
    ...(wantsConsole ? [consoleBuild()] : []),
    ...(server ? [serverProgram()] : []),
    ...(consoleThread ? [bundle("lib/server/console/worker.ts", "console", "Building the console's thread")] : []),
    ...(commands ? [bundle("command.ts", "command", "Building the commands")] : []),
    ...(demo ? [bundle("local/demo/demo.ts", "demo", "Building the demonstration")] : []),
  ];
  const due = steps.filter((step) => !step.isFresh());
  if (due.length === 0) return;
  requireWritable(
    root,
    due.map(({ title }) => title),
  );
  await withLock(
    join(root, "dist/.setup-lock"),
    async () => {
      for (const step of steps) {
        if (step.isFresh()) continue;
        const startedAt = Date.now();
        process.stderr.write(`${step.title}…\n`);
        await step.make();
        process.stderr.write(`${step.title}: done in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`);
      }
    },
    () => process.stderr.write("Waiting for another command that is setting up this folder…\n"),
  );
}

/**
 * Sets up, or ends the process with a message a person can act on.
 * @param {Parameters<typeof setUp>[0]} needs
 */
export async function setUpOrExit(needs) {
  try {
    await setUp(needs);
  } catch (error) {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exit(1);
  }
}
