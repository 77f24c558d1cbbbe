import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: fileURLToPath(new URL("./", import.meta.url)) }] },
  test: {
    include: ["{lib,components,app,scripts,local}/**/*.test.{ts,tsx}", "*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
