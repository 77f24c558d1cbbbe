import { join } from "node:path";
import { isDevelopmentServer, readEnvironment } from "@/lib/config/io/environment";
import { EnvironmentError } from "@/lib/config/environment-error";
import type { Environment } from "@/lib/config/environment-variables";
import { formatFinding } from "@/lib/config/finding";
import { loadConfiguration } from "../configuration";
import { logRefusal } from "@/lib/observe/access-log/refusal-line";
import { callerOf } from "@/lib/http/caller-address";
import { publishedGateway } from "../console/published-gateway";
import { openHost } from "../host";
import { announceMasterKey } from "../announce-master-key";
import { endFailedStart } from "../failed-start";
import { openGateway, type Gateway } from "../gateway";
import { openMetricsServer } from "../metrics-server";
import { wait } from "@/lib/time/io/wait";
import { productVersion } from "../version";
import { openProcessLog } from "../process-log";
import { listenForReload } from "../reload-signal";
import { newStopping, stopOnSignals, type Stopping } from "../stopping";
import { guardNext, type NextServers } from "./guard-next";

/**
 * Starts the gateway inside a Next.js server, unless `server.ts` has already started it. `root`: the project's folder.
 * If it cannot start it ends the process, because Next.js would go on serving without it.
 */
export async function startBehindNext(root: string): Promise<void> {
  if (publishedGateway()) return;
  const stopping = newStopping();
  takeSignals(stopping);
  try {
    await start(root, stopping);
  } catch (error) {
    await endFailedStart(error, stopping);
  }
}

/**
 * Takes over the stop signals. Next.js would end the process with its last connection, before the last calls are booked
 * and while the embedded PostgreSQL still runs. `next dev` keeps its signals, because it has more to end.
 */
function takeSignals(stopping: Stopping): void {
  if (!isDevelopmentServer()) for (const signal of ["SIGTERM", "SIGINT"]) process.removeAllListeners(signal);
  stopOnSignals(stopping, true);
}

async function start(root: string, stopping: Stopping): Promise<void> {
  const { closers } = stopping;
  const { log, setForm } = openProcessLog();
  // At a terminal, SIGHUP means that the terminal has closed, and the gateway ends.
  const reloadsWith = process.stdin.isTTY ? () => {} : listenForReload(process);
  const given = readEnvironment();
  const servers = guardNext({
    handle: () => publishedGateway()?.handle,
    log,
    onRefused: (refusal) => {
      if (given.accessLog !== "off") logRefusal(log, refusal, callerOf(refusal, given.trustedProxies));
    },
    isDevelopment: isDevelopmentServer(),
    otherPort: given.metricsPort,
  });
  const { config, warnings } = await loadConfiguration(given);
  const { environment } = config;
  setForm(environment);
  if (environment.basePath !== "") {
    throw new EnvironmentError(
      "GATEWAY_BASE_PATH",
      "works with npm start and not with next start or next dev, which know a base path only from their build",
    );
  }
  for (const finding of warnings) process.stderr.write(`${formatFinding(finding)}\n`);
  const metricsServer = await openMetricsServer(environment, log);
  if (metricsServer) closers.push(() => metricsServer.close());
  const host = await openHost({ environment, config, log, migrations: join(root, "prisma", "migrations") });
  closers.push(() => host.close());
  announceMasterKey(host);
  const gateway = await openGateway({ config, host, log, version: productVersion(root) });
  closers.push(() => gateway.close());
  metricsServer?.open(gateway.services.metrics);
  closers.push(() => drain(gateway, servers, environment));
  reloadsWith(() => void gateway.reload());
  stopping.limitMs += (environment.shutdownDelaySeconds + environment.shutdownGraceSeconds) * 1000;
}

/** Stops accepting, waits for the answers under way, and ends those that take longer than the grace period. */
async function drain(
  gateway: Gateway,
  servers: NextServers,
  { shutdownDelaySeconds, shutdownGraceSeconds }: Environment,
): Promise<void> {
  gateway.announceStop();
  await wait(shutdownDelaySeconds * 1000);
  // `next dev` closes its servers by itself, and ends with them.
  const ended = isDevelopmentServer() ? callsEnded(gateway) : servers.stopAccepting();
  const inTime = new AbortController();
  await Promise.race([ended, wait(shutdownGraceSeconds * 1000, inTime.signal)]);
  inTime.abort();
  gateway.cutCalls();
}

const LOOK_EVERY_MS = 100;

async function callsEnded({ services: { spend } }: Gateway): Promise<void> {
  while (spend.state.open > 0) await wait(LOOK_EVERY_MS);
}
