import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "./scripts/setup/chromium.mjs";
import { filesOf } from "./scripts/setup/tiers.mjs";
import { PATIENCE_MS, TEST_LIMIT_MS } from "./testing/patience.mjs";

// Playwright's workers read this file again, with this process's environment but without its options.
const windows = process.argv.some((word) => /^--(headed|debug|ui)/.test(word));
const executablePath = await findChromium({ windows });
if (windows && executablePath) process.env.CHROMIUM_PATH = executablePath;

/** Turns off the optimizing compilers: a page in a test lives only seconds, too short for optimized code to pay off. */
const UNOPTIMIZED = "--js-flags=--no-turbofan --no-maglev";

/** Draws all pages of the gateway in one process, which keeps what it has compiled (`e2e/support/fixtures.ts`). */
const SHARED_PROCESS = "--process-per-site";

export default defineConfig({
  testMatch: filesOf("browser").include,
  globalSetup: ["./scripts/setup/build-for-tests.mjs", "./testing/database/run-server.ts"],
  outputDir: "test-results",
  // A worker shares one gateway among its specs. A single worker would wait for its pages half of the time.
  workers: 2,
  timeout: TEST_LIMIT_MS,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    // A trace costs as much processor time as its test. `--trace on` records one.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath, args: [...chromiumFlags, UNOPTIMIZED, SHARED_PROCESS] },
  },
});
