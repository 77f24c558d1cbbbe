import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const isRoot = process.getuid?.() === 0;

/** What Chromium needs to run as root and to stay silent on the network. */
export const chromiumFlags = [
  ...(isRoot ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Finds a Chromium: `CHROMIUM_PATH`, the PATH, then Playwright's own.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const { CHROMIUM_PATH: chosen, PATH: path = "" } = process.env;
  if (chosen && existsSync(chosen)) return chosen;
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const onPath = names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name))).find(isExecutable);
  if (onPath) return onPath;
  const { chromium } = await import("@playwright/test");
  return isExecutable(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** Finds a Chromium or, as root on Debian, installs one. @throws {Error} that says how to get one */
export async function requireChromium() {
  const found = await findChromium();
  if (found) return found;
  if (isRoot && isExecutable("/usr/bin/apt-get")) {
    process.stderr.write("Installing Chromium from Debian…\n");
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const parameters of [
      ["update", "-q"],
      ["install", "-y", "-q", "--no-install-recommends", "chromium"],
    ]) {
      const { status, stdout, stderr } = spawnSync("apt-get", parameters, { env: environment, encoding: "utf8" });
      if (status !== 0) throw new Error(`apt-get ${parameters.join(" ")} failed:\n${stdout}${stderr}`.trimEnd());
    }
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new Error(
    "The browser tests need Chromium, and there is none. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.",
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
