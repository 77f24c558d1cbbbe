import { existsSync } from "node:fs";
import { findProgram, installFromDebian, isExecutable } from "./debian.mjs";

const isRoot = process.getuid?.() === 0;

/** The flags with which Chromium runs as root and stays silent on the network. */
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
 * The browser without windows takes a third less processor time. In Debian, packages and programs have the same names.
 */
const WINDOWLESS = "chromium-headless-shell";

/**
 * Finds a Chromium: `CHROMIUM_PATH`, the PATH, then Playwright's own.
 * @param {{ windows?: boolean }} [needs] `windows`: somebody wants to watch it
 * @returns {Promise<string | undefined>}
 */
export async function findChromium({ windows = false } = {}) {
  const { CHROMIUM_PATH: chosen } = process.env;
  if (chosen && existsSync(chosen)) return chosen;
  const programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const onPath = findProgram(windows ? programs : [WINDOWLESS, ...programs]);
  if (onPath) return onPath;
  const { chromium } = await import("@playwright/test");
  return isExecutable(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** Finds a Chromium or, as root on Debian, installs one. @throws {Error} that says how to get one */
export async function requireChromium() {
  const found = await findChromium();
  if (found) return found;
  try {
    installFromDebian([WINDOWLESS]);
  } catch {
    installFromDebian(["chromium"]); // Debian's older releases have this one alone.
  }
  const installed = await findChromium();
  if (installed) return installed;
  throw new Error(
    "The browser tests need Chromium, and there is none. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.",
  );
}
