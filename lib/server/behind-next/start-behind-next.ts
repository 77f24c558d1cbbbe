import { join } from "node:path";
import { isDevelopmentServer, readEnvironment } from "@/lib/config/io/environment";
import { EnvironmentError } from "@/lib/config/environment-error";
import { formatFinding } from "@/lib/config/finding";
import { loadConfiguration } from "../configuration";
import { logRefusal } from "@/lib/observe/access-log/refusal-line";
import { callerOf } from "../console/public-address";
import { publishedGateway } from "../console/published-gateway";
import { openHost } from "../host";
import { announceMasterKey } from "../announce-master-key";
import { closeAll, endFailedStart } from "../failed-start";
import { openGateway, type Gateway } from "../gateway";
import { openMetricsServer } from "../metrics-server";
import { wait } from "@/lib/time/io/wait";
import { productVersion } from "../version";
import { openProcessLog } from "../process-log";
import { guardNext } from "./guard-next";

/**
 * Starts the gateway inside a Next.js server, unless `server.ts` has already started it. `root`: the project's folder.
 * If it cannot start it ends the process, because Next.js would go on serving without it.
 */
export async function startBehindNext(root: string): Promise<void> {
  if (publishedGateway()) return;
  const closers: (() => Promise<void>)[] = [];
  try {
    await start(root, closers);
  } catch (error) {
    await endFailedStart(error, closers);
  }
}

async function start(root: string, closers: (() => Promise<void>)[]): Promise<void> {
  const { log, setForm } = openProcessLog();
  const given = readEnvironment();
  guardNext({
    handle: () => publishedGateway()?.handle,
    log,
    onRefused: (refusal) => logRefusal(log, refusal, callerOf(refusal, given.trustedProxies)),
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
  // Next.js stops accepting by itself; calls under way need the gateway until they end.
  const stop = (): void => {
    gateway.announceStop();
    void callsEnded(gateway, environment.shutdownGraceSeconds * 1000)
      .then(() => closeAll(closers))
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
