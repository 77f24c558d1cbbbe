import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: fileURLToPath(new URL("./", import.meta.url)) }] },
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{lib,components,app,scripts,local,testing,bench}/**/*.test.{ts,tsx}"] },
      },
      {
        // Whole processes: one file at a time, after the unit tests.
        extends: true,
        test: {
          name: "integration",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["scripts/setup/integration-setup.mjs"],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
