import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { guideBlocks } from "@/testing/architecture/guide-blocks";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { runGuide } from "@/testing/gateway/guide-script";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

const root = process.cwd();
const names = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md") && !name.startsWith("providers/"))
  .map((name) => `docs/${name}`)
  .filter((path) => guideBlocks(readFileSync(join(root, path), "utf8")).some(({ mark }) => mark.kind === "run"));

let database: TestDatabase;
let gateway: GatewayProcess;
let upstream: LocalUpstream;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  gateway = await startGateway({ environment: { DATABASE_URL: database.url, GATEWAY_CONSOLE: "off" } });
});
afterAll(async () => {
  const blocks = names.flatMap((name) => guideBlocks(readFileSync(join(root, name), "utf8")));
  const left = blocks.filter(({ mark }) => mark.kind === "norun").length;
  process.stderr.write(`${names.length} guides: ${blocks.length - left} blocks run, ${left} not run\n`);
  await gateway?.stop();
  await upstream?.stop();
  await database?.stop();
});

/** A folder from which `npm run` works as from the project, and into which a guide may write. */
function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-guide-"));
  for (const entry of readdirSync(root)) {
    if (!entry.startsWith(".") && entry !== "data") symlinkSync(join(root, entry), join(folder, entry));
  }
  return folder;
}

test.each(names)("the commands of %s work beside a running gateway", async (name) => {
  const folder = workFolder();
  const environment = {
    PATH: process.env["PATH"],
    HOME: folder,
    GATEWAY_URL: gateway.url,
    GATEWAY_MASTER_KEY: gateway.masterKey,
    KEY: gateway.masterKey,
    PROVIDER_URL: upstream.apiBase,
    PROVIDER_KEY: "sk-of-the-provider",
    DATABASE_URL: database.url,
    GATEWAY_DATA_DIR: gateway.dataDirectory,
  };
  try {
    const { code, output } = await runGuide(root, name, folder, environment);
    expect(code, output).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
