import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "./scripts/setup/chromium.mjs";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./scripts/setup/integration-setup.mjs",
  outputDir: "test-results",
  // Each spec starts a gateway of its own; two cores do not carry two of them and two browsers.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    trace: "retain-on-failure",
    launchOptions: { executablePath: await findChromium(), args: chromiumFlags },
  },
});
