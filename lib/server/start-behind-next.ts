import { join } from "node:path";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { loadConfiguration } from "./configuration";
import { publishedGateway } from "./console/published-gateway";
import { openHost } from "./host";
import { createLogger } from "@/lib/log";
import { openGateway, type Gateway } from "./gateway";
import { wait } from "@/lib/time/io/wait";
import { productVersion } from "./version";
import { announceMasterKey } from "./workers";

/** Starts the gateway inside a Next.js server, unless `server.ts` has already started it. `root`: the project's folder. */
export async function startBehindNext(root: string): Promise<void> {
  if (publishedGateway()) return;
  const log = createLogger((line) => void process.stderr.write(line), Date.now);
  const { config, warnings } = await loadConfiguration(readEnvironment());
  for (const finding of warnings) process.stderr.write(`${formatFinding(finding)}\n`);
  const host = await openHost({
    environment: config.environment,
    config,
    log,
    migrations: join(root, "prisma", "migrations"),
  });
  announceMasterKey(host);
  const gateway = await openGateway({ config, host, log, version: productVersion(root) });
  // Next.js stops accepting by itself; calls under way need the gateway until they end.
  const stop = (): void => {
    gateway.announceStop();
    void callsEnded(gateway, config.environment.shutdownGraceSeconds * 1000)
      .then(() => gateway.close())
      .then(() => host.close())
      .finally(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

const LOOK_EVERY_MS = 100;

/** Waits for the calls under way, and ends those that take longer than `graceMs`. */
async function callsEnded(gateway: Gateway, graceMs: number): Promise<void> {
  const { spend } = gateway.services;
  for (let pastMs = 0; spend.state.open > 0 && pastMs < graceMs; pastMs += LOOK_EVERY_MS) await wait(LOOK_EVERY_MS);
  gateway.cutCalls();
}
