import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * A loader for the browser's half of the console: a file of contracts (lib/wire/contracts) without the schemas. The
 * browser sends to a method and a path and trusts the answer of its own build, so that neither zod nor the schemas of
 * all operations have to be loaded before a page can be used.
 */
export default function contractAddressesLoader() {
  const done = this.async();
  // Schemas are made of other files too, and what a loader has read decides when a development server runs it again.
  addressesOf(this.resourcePath).then(
    ({ source, files }) => {
      for (const file of files) this.addDependency(file);
      done(null, source);
    },
    (fault) => done(fault),
  );
}

/** A file of contracts as the browser gets it, and the files that it was made of. */
export async function addressesOf(path) {
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    alias: { "@": root },
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "cjs",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const module = { exports: {} };
  // The same as importing it, without a file that two builds could share.
  new Function("module", "exports", "require", outputFiles[0].text)(module, module.exports, createRequire(path));
  const lines = Object.entries(module.exports).flatMap(([name, value]) => {
    const kept = addresses(value);
    return kept === undefined ? [] : [`export const ${name} = ${JSON.stringify(kept)};`];
  });
  return {
    source: `${lines.join("\n")}\nexport {};\n`,
    files: Object.keys(metafile.inputs).map((file) => `${root}/${file}`),
  };
}

/**
 * What of an export the browser gets: contracts as their method and path, also as members of an object, and plain
 * texts, numbers and lists of texts as they are. Undefined: nothing, so that a build that imports it fails.
 */
function addresses(value) {
  if (typeof value === "string" || typeof value === "number") return value;
  if (Array.isArray(value)) return value.every((item) => typeof item === "string") ? value : undefined;
  if (typeof value !== "object" || value === null || "_zod" in value) return undefined;
  if ("method" in value && "path" in value && "output" in value) return { method: value.method, path: value.path };
  const members = Object.entries(value).map(([name, member]) => [name, addresses(member)]);
  return members.every(([, member]) => member !== undefined) ? Object.fromEntries(members) : undefined;
}
