import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { z } from "zod";

/** The most compressed script that a page of the console may need before it can be used, in kilobytes. */
const MOST_KB = 250;
const PAGES = ".next/server/app/console";

const buildManifest = z.object({ rootMainFiles: z.array(z.string()) });
const clientManifest = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) });

/** The first scripts of every page that the build made: those of the framework, the layouts and the page. */
function firstScripts(folder: string): [page: string, scripts: ReadonlySet<string>] {
  const { rootMainFiles } = buildManifest.parse(
    JSON.parse(readFileSync(join(folder, "page/build-manifest.json"), "utf8")),
  );
  const context: { __RSC_MANIFEST?: Record<string, unknown> } = {};
  runInNewContext(readFileSync(join(folder, "page_client-reference-manifest.js"), "utf8"), { globalThis: context });
  const [manifest] = Object.values(context.__RSC_MANIFEST ?? {});
  const { entryJSFiles } = clientManifest.parse(manifest);
  return [folder.slice(PAGES.length), new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])];
}

const weights = new Map<string, number>();
function weigh(script: string): number {
  const known = weights.get(script);
  if (known !== undefined) return known;
  const weight = gzipSync(readFileSync(join(".next", script))).length / 1_000;
  weights.set(script, weight);
  return weight;
}

const pages = readdirSync(PAGES, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name === "page_client-reference-manifest.js")
  .map(({ parentPath }) => firstScripts(parentPath));

test(`a page of the console loads at most ${MOST_KB} kB of compressed script at first`, () => {
  const kilobytes = pages.map(([page, scripts]) => {
    const sum = [...scripts].reduce((total, script) => total + weigh(script), 0);
    return [page, Math.round(sum)] as const;
  });
  // Fewer pages, or lighter than the framework alone, would be another layout of the build's files.
  expect(kilobytes.length).toBeGreaterThan(25);
  expect(Math.min(...kilobytes.map(([, sum]) => sum))).toBeGreaterThan(100);
  expect(kilobytes.filter(([, sum]) => sum > MOST_KB)).toEqual([]);
});
