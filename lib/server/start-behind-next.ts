import { join } from "node:path";
import { readEnvironment } from "@/lib/config/io/environment";
import { EnvironmentError } from "@/lib/config/environment-error";
import type { Environment } from "@/lib/config/environment-variables";
import { wait } from "@/lib/time/io/wait";
import { findingLines } from "./finding-lines";
import { announceMasterKey } from "./announce-master-key";
import { loadConfiguration } from "./configuration";
import { publishedGateway } from "./console/published-gateway";
import { endFailedStart } from "./failed-start";
import { openGateway, type Gateway } from "./gateway";
import { openHost } from "./host";
import { giveMemoryBackAtRest } from "./memory-at-rest";
import { openMetricsServer } from "./metrics-server";
import { openProcessLog } from "./process-log";
import { listenForReload } from "./reload-signal";
import { newStopping, stopOnSignals, type Stopping } from "./stopping";
import { productVersion } from "./version";

/**
 * Starts the gateway inside a Next.js server (door 1), unless `server.ts` has already started it. `root`: the project's
 * folder. If it cannot start it ends the process, because Next.js would go on serving without it.
 */
export async function startBehindNext(root: string): Promise<void> {
  if (publishedGateway()) return;
  const stopping = newStopping();
  stopOnSignals(stopping, true);
  giveMemoryBackAtRest();
  try {
    await start(root, stopping);
  } catch (error) {
    await endFailedStart(error, stopping);
  }
}

async function start(root: string, stopping: Stopping): Promise<void> {
  const { closers } = stopping;
  const { log, setForm } = openProcessLog();
  // At a terminal, SIGHUP means that the terminal has closed, and the gateway ends.
  const reloadsWith = process.stdin.isTTY ? () => {} : listenForReload(process);
  const { config, warnings } = await loadConfiguration(readEnvironment());
  const { environment } = config;
  setForm(environment);
  if (environment.basePath !== "") {
    throw new EnvironmentError(
      "GATEWAY_BASE_PATH",
      "works with npm start and not with next start, which knows a base path only from its build",
    );
  }
  const lines = findingLines(warnings, environment, config.file.general_settings?.docs_url);
  for (const line of lines) process.stderr.write(`${line}\n`);
  const metricsServer = await openMetricsServer(environment, log);
  if (metricsServer) closers.push(() => metricsServer.close());
  const host = await openHost({ environment, config, log, migrations: join(root, "prisma", "migrations") });
  closers.push(() => host.close());
  announceMasterKey(host);
  const gateway = await openGateway({ config, host, log, version: productVersion(root) });
  closers.push(() => gateway.close());
  metricsServer?.open(gateway.services.metrics);
  closers.push(() => drain(gateway, environment));
  reloadsWith(() => void gateway.reload());
  stopping.limitMs += (environment.shutdownDelaySeconds + environment.shutdownGraceSeconds) * 1000;
}

const LOOK_EVERY_MS = 100;

/** Waits for the calls in flight, and ends those that take longer than the grace period. */
async function drain(gateway: Gateway, { shutdownDelaySeconds, shutdownGraceSeconds }: Environment): Promise<void> {
  gateway.announceStop();
  await wait(shutdownDelaySeconds * 1000);
  const { spend } = gateway.services;
  for (let pastMs = 0; spend.state.open > 0 && pastMs < shutdownGraceSeconds * 1000; pastMs += LOOK_EVERY_MS)
    await wait(LOOK_EVERY_MS);
  gateway.cutCalls();
}
