import { isBuiltin } from "node:module";
import { build } from "esbuild";
import { expect, test } from "vitest";

/**
 * The packages that a process loads before it does anything: each is memory of every worker and time of every start. A
 * package that only some gateways need, or only later, belongs behind `import()`.
 */
const LOADED = [
  "@fastify/busboy",
  "@prisma/adapter-pg",
  "@prisma/client",
  "@pydantic/genai-prices",
  "aws4",
  "fastest-levenshtein",
  "fs-native-extensions",
  "fzstd",
  "jose",
  "lru-cache",
  "pg",
  "rate-limiter-flexible",
  "undici",
  "yaml",
  "zod",
];

test("a start loads these packages and no others", async () => {
  const { metafile } = await build({
    entryPoints: ["lib/server/serve.ts"],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    outfile: "serve.mjs",
    logLevel: "silent",
  });
  const imported = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path, kind, external }) => external && kind === "import-statement" && !isBuiltin(path));
  const packages = imported.map(({ path }) =>
    path
      .split("/")
      .slice(0, path.startsWith("@") ? 2 : 1)
      .join("/"),
  );
  expect([...new Set(packages)].toSorted()).toEqual(LOADED);
});
