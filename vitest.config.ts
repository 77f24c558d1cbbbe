import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { filesOf, type Tier } from "./scripts/setup/tiers.mjs";
import LongestFirst from "./testing/longest-first.mjs";
import { PATIENCE_MS, TEST_LIMIT_MS } from "./testing/patience.mjs";

const RUN_SERVER = "testing/database/run-server.ts";
const BUILD = "scripts/setup/build-for-tests.mjs";
const NO_SOURCES = ["node_modules/**", ".next/**", "dist/**"];

/** A tier of `scripts/setup/tiers.mjs` as a project, which `--project NAME` selects. */
function tier(
  name: Exclude<Tier, "browser" | "stories">,
  options: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration {
  const { include, exclude } = filesOf(name);
  return { extends: true, test: { name, include, exclude: [...NO_SOURCES, ...exclude], ...options } };
}

const processes = { globalSetup: [BUILD, RUN_SERVER] };

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: fileURLToPath(new URL("./", import.meta.url)) }] },
  test: {
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // A worker imports a module once for all its files, which halves the time of a run. No test needs a fresh module.
    isolate: false,
    // Compiled modules are kept for the next tier and the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: "dist/vitest-cache" },
    sequence: { sequencer: LongestFirst },
    projects: [
      tier("unit", { setupFiles: ["testing/quiet-console.ts"] }),
      // Half of their time they wait, and they are what `npm test` ends with.
      tier("database", { globalSetup: [RUN_SERVER], maxWorkers: 3, sequence: { groupOrder: 1 } }),
      tier("process", { ...processes, maxWorkers: 2, sequence: { groupOrder: 2 } }),
      tier("serial", { ...processes, maxWorkers: 1, sequence: { groupOrder: 3 } }),
      tier("faults", { ...processes, maxWorkers: 1, sequence: { groupOrder: 4 } }),
      tier("load", { ...processes, testTimeout: 600_000, maxWorkers: 1, sequence: { groupOrder: 5 } }),
      tier("foreign", { ...processes, testTimeout: 600_000, maxWorkers: 2, sequence: { groupOrder: 6 } }),
    ],
  },
});
