import { createHash } from "node:crypto";
import { join } from "node:path";

/** Packages with native code, which stay where their files are. */
const NATIVE = ["fs-native-extensions"];

/**
 * `yaml` for Node.js asks the environment at each token whether to print it, which takes a fifth of the time of reading a
 * file. Its build for browsers comes from the same sources and does not.
 */
const YAML = "node_modules/yaml/browser/index.js";

/** What `lib/server/run-program.ts` calls a program with. */
const PARAMETERS = "exports, require, module, __dirname, __url, __importModule";

/**
 * How esbuild writes an import that the program makes while it runs, when it may not write `import()`, with the comments
 * that stood in it.
 */
const IMPORT = /(Promise\.resolve\(\)\.then\(\(\) => )(\(\s*(?:\/\*.*?\*\/\s*)*)?(__toESM\(require\()/g;
const IMPORT_LEFT = /__toESM\(require\((?!")/;

/**
 * Bundles `program` into `dist/NAME.cjs`, a function for `lib/server/run-program.ts`, with every package that it imports
 * at once; and `starter`, which exports `start(url, importModule)`, into `dist/NAME.mjs`, which calls it. One file is
 * loaded faster than hundreds, and the engine takes compiled code for a script, but for no module.
 * @param {string} root
 * @param {{ program: string, starter: string, name: string }} entries
 * @returns {Promise<readonly { path: string, contents: string | Uint8Array }[]>} the files in the order in which they
 * are to be written
 * @throws {Error} of esbuild
 */
export async function buildProgram(root, { program, starter, name }) {
  const { build, stop } = await import("esbuild");
  const shared = { absWorkingDir: root, bundle: true, write: false, platform: "node", target: "node20" };
  // The gateway starts in this process. Without stopping, the compiler would keep 170 MB as long as the gateway runs.
  try {
    const later = new Set();
    const { outputFiles } = await build({
      ...shared,
      entryPoints: [program],
      outfile: `dist/${name}.cjs`,
      format: "cjs",
      supported: { "dynamic-import": false },
      alias: { yaml: join(root, YAML) },
      define: { "import.meta.url": "__url", "import.meta.dirname": "__dirname" },
      banner: { js: `(function (${PARAMETERS}) {` },
      footer: { js: "})" },
      plugins: [leaveOutLater(later)],
      external: NATIVE,
      sourcemap: true,
      sourcesContent: false,
      logLevel: "silent",
    });
    const started = await build({
      ...shared,
      stdin: { contents: callOf(starter, [...later].toSorted()), resolveDir: root },
      external: [...later],
      outfile: `dist/${name}.mjs`,
      format: "esm",
      logLevel: "silent",
    });
    return [
      ...outputFiles.map(({ path, text, contents }) => ({
        path,
        contents: path.endsWith(".cjs") ? identified(withOurImport(text)) : contents,
      })),
      ...started.outputFiles,
    ];
  } finally {
    await stop();
  }
}

/** Packages that the program imports while it runs are of no use to most gateways. They stay out of the bundle. */
function leaveOutLater(later) {
  return {
    name: "leave-out-later",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind !== "dynamic-import" || path.startsWith("@/") || path.startsWith("node:")) return undefined;
        later.add(path);
        return { path, external: true };
      });
    },
  };
}

/**
 * A script that is given compiled code cannot call `import()`: it asks its caller. Each piece stays as long as it was, so
 * that the map stays right.
 */
function withOurImport(text) {
  const replaced = text.replaceAll(IMPORT, (_, before, comments, call) =>
    ["__importModule(".padEnd(before.length), comments, "String((".padEnd(call.length)].join(""),
  );
  if (IMPORT_LEFT.test(replaced)) throw new Error("esbuild has written an import in a form that is not known here");
  return replaced;
}

/** Names the packages literally, so that a trace of the image's files sees them. */
function callOf(starter, packages) {
  const imports = packages.map((path) => `  ${JSON.stringify(path)}: () => import(${JSON.stringify(path)}),`);
  return `import { start } from "./${starter}";
const imports = {
${imports.join("\n")}
};
await start(import.meta.url, (specifier) => imports[specifier]?.() ?? import(specifier));
`;
}

/**
 * A program that begins with what tells it from others, in the line that is there already, so that its map stays right.
 * @param {string} text
 * @returns {string}
 */
export function identified(text) {
  return `/*${createHash("sha256").update(text).digest("hex").slice(0, 16)}*/${text}`;
}
