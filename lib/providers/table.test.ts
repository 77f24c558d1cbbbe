import { build, type Plugin } from "esbuild";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The blocks of code of a section of CONTRIBUTING.md. */
function blocksOf(title: string): string[] {
  const [, section = ""] = read("CONTRIBUTING.md").split(`\n### ${title}\n`);
  const [own = ""] = section.split("\n### ", 1);
  return [...own.matchAll(/```ts[^\n]*\n([^`]*(?:`[^`]+`[^`]*)*?)```/g)].map(([, code = ""]) => code);
}

/** The gateway's own sources with a changed table and more files. */
function withFiles(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: "files of the test",
    setup(bundle) {
      bundle.onResolve({ filter: /\/known\/brook\/provider$/ }, () => ({
        path: join(root, "lib/providers/known/brook/provider.ts"),
      }));
      bundle.onLoad({ filter: /\/lib\/providers\/(?:table|known\/brook\/provider)\.ts$/ }, ({ path }) => ({
        contents: files[path.slice(root.length + 1)] ?? readFileSync(path, "utf8"),
        loader: "ts",
        // The folder of the test's provider does not exist, but its imports start from beside it.
        resolveDir: path.endsWith("table.ts") ? dirname(path) : join(dirname(path), "../azure"),
      }));
    },
  };
}

const PROBE = `
import { modelEntry } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import { checkModels } from "@/lib/settings/model-checks";
import { isKnownProvider } from "@/lib/prices/known-models";
import { isPriced } from "@/lib/prices/price";
import { adapterFor } from "@/lib/providers/dialect";
import { deploymentOf } from "@/lib/providers/resolve-deployment";
import { providerOf } from "@/lib/providers/table";
const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: "brook/claude-opus-4-5" } });
const environment = {
  credentials: new Map(),
  providerKeys: new Map([["brook", new Secret("usual")]]),
  providerVariables: new Map([["BROOK_REGION", "north"]]),
};
const { origin, basePath, apiKey } = deploymentOf(
  { entry, index: 0, upstreamModel: entry.gateway_params.model }, environment);
export const seen = {
  address: origin + basePath,
  key: apiKey?.reveal(),
  faults: checkModels([entry], isKnownProvider),
  isPriced: isPriced("brook", "claude-opus-4-5", entry),
  translates: adapterFor("/messages", { provider: "brook" }).rewritesAnswers ?? false,
  translatesResponses: adapterFor("/responses", { provider: "brook" }).rewritesAnswers ?? false,
  list: providerOf("brook").list?.(deploymentOf(
    { entry, index: 0, upstreamModel: entry.gateway_params.model }, environment)).path,
  gone: providerOf("brook").refusal?.({ status: 410, headers: {}, body: Buffer.of() })?.says,
};
`;

/** What the gateway says of the provider "brook" with these files. */
async function seenWith(files: Readonly<Record<string, string>>): Promise<unknown> {
  // Where packages resolve.
  const folder = join(root, "dist", "children");
  const outfile = join(folder, `table-test-${process.pid}-${process.hrtime.bigint()}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    stdin: { contents: PROBE, resolveDir: root, loader: "ts" },
    alias: { "@": root },
    bundle: true,
    outfile,
    packages: "external",
    platform: "node",
    format: "esm",
    plugins: [withFiles(files)],
  });
  try {
    const { seen }: { seen: unknown } = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
    return seen;
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** The table with one more line. */
function tableWith(line: string, imports = ""): Record<string, string> {
  const table = read("lib/providers/table.ts");
  const changed = table.replace("PROVIDERS: readonly Provider[] = [\n", (start) => start + line);
  expect(changed).not.toBe(table);
  return { "lib/providers/table.ts": imports + changed };
}

test("a provider that speaks OpenAI's dialect is one row, as CONTRIBUTING.md shows it", async () => {
  const [row = ""] = blocksOf("Add a provider");
  expect(await seenWith(tableWith(row))).toEqual({
    address: "https://api.brook.example/v1",
    key: "usual",
    faults: [],
    isPriced: false,
    translates: true,
    translatesResponses: true,
    list: "/v1/models",
    gone: undefined,
  });
});

test("a provider with anything of its own is one folder and one line, as CONTRIBUTING.md shows it", async () => {
  const [, folder = ""] = blocksOf("Add a provider");
  const files = tableWith("brook,\n", 'import { brook } from "./known/brook/provider";\n');
  expect(await seenWith({ ...files, "lib/providers/known/brook/provider.ts": folder })).toEqual({
    address: "https://north.brook.example/v1",
    key: "usual",
    faults: [],
    isPriced: true,
    translates: false,
    translatesResponses: true,
    list: "/v1/models",
    gone: "retired",
  });
});
