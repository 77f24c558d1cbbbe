import cluster from "node:cluster";
import { dirname, join } from "node:path";
import { readEnvironment } from "@/lib/config/io/environment";
import { type Environment } from "@/lib/config/environment-variables";
import { MOST_TEAMS } from "@/lib/config/observability/metrics-settings";
import { combineObservers } from "@/lib/gateway/observer";
import { FleetPage } from "@/lib/observe/metrics/io/fleet-page";
import { loadConfiguration, type Configuration } from "./configuration";
import { isFirstOfMachine, joinHost, openHost, type Host } from "./host";
import { openHttpServer } from "./http-server";
import { endFailedStart } from "./failed-start";
import { giveMemoryBackAtRest } from "./memory-at-rest";
import { openMetricsServer } from "./metrics-server";
import type { Logger } from "@/lib/log";
import { createAccessLog } from "@/lib/observe/access-log/access-log";
import { findingLines } from "./finding-lines";
import { announceMasterKey } from "./announce-master-key";
import { announceModels } from "./announce-models";
import { openGateway } from "./gateway";
import { recoveredCall } from "@/lib/gateway/recovered-call";
import { openProcessLog, type ProcessLog } from "./process-log";
import { listenForReload } from "./reload-signal";
import { newStopping, stopOnSignals, type Stopping } from "./stopping";
import { productVersion } from "./version";
import { superviseWorkers, WORKER_DATABASE, workerCount } from "./workers";

/** Runs the gateway until a signal ends it. `start`: the folder of the bundle, one level below the project's root. */
export async function serve(start: string): Promise<void> {
  const root = dirname(start);
  const processLog = openProcessLog();
  const { log } = processLog;
  const stopping = newStopping();
  // At a terminal, SIGHUP means that the terminal has closed, and the gateway ends.
  const reloadsWith = process.stdin.isTTY ? () => {} : listenForReload(process);
  stopOnSignals(stopping, cluster.isPrimary);
  giveMemoryBackAtRest();
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", { error }));
  try {
    await run(root, processLog, stopping, reloadsWith);
  } catch (error) {
    await endFailedStart(error, stopping);
  }
}

async function run(
  root: string,
  { log, setForm }: ProcessLog,
  stopping: Stopping,
  reloadsWith: (reload: () => void) => void,
): Promise<void> {
  const { closers } = stopping;
  const configuration = await loadConfiguration(readEnvironment());
  const { config } = configuration;
  setForm(config.environment);
  // Not from `readEnvironment()`, because the file can set PORT and most other variables.
  const { environment } = config;
  stopping.limitMs += (environment.shutdownDelaySeconds + environment.shutdownGraceSeconds) * 1000;
  if (cluster.isPrimary) printConfiguration(configuration);
  const migrations = join(root, "prisma", "migrations");
  const workers = workerCount(environment);

  if (cluster.isPrimary && workers > 1) {
    const metricsServer = await openMetricsServer(environment, log);
    if (metricsServer) closers.push(() => metricsServer.close());
    const host = await openHost({ environment: config.environment, config, log, migrations });
    closers.push(() => host.close());
    announceMasterKey(host);
    const metrics = new FleetPage({
      version: productVersion(root),
      mostNames: config.file.general_settings?.metrics_max_teams ?? MOST_TEAMS,
    });
    const observer = combineObservers(
      metrics.observer,
      createAccessLog(log, { traceIdOf: () => undefined, callerOf: () => undefined }, environment.accessLog),
    );
    host.recovered.listen((record) => observer.callSettled?.(recoveredCall(record)));
    closers.push(await superviseWorkers({ count: workers, host, log, metrics }));
    metricsServer?.open(metrics);
    process.stdout.write(`ready on ${address(environment)}\n`);
    return;
  }

  // Opened first, so that a taken port is reported before anything else starts.
  const server = await openHttpServer({ environment, root, log, say, isWorker: cluster.isWorker });
  closers.push(() => server.close());
  const metricsServer = cluster.isPrimary ? await openMetricsServer(environment, log) : undefined;
  if (metricsServer) closers.push(() => metricsServer.close());
  const host = await hostFor(configuration, log, migrations);
  closers.push(() => host.close());
  if (cluster.isPrimary) announceMasterKey(host);
  const gateway = await openGateway({ config, host, log, version: productVersion(root) });
  closers.push(() => gateway.close());
  closers.push(async () => say("stopping: booking the last calls"));
  // Closers run in reverse order: streams end before the services that book them close.
  closers.push(() => server.drain());
  reloadsWith(() => void gateway.reload());
  metricsServer?.open(gateway.services.metrics);
  await server.open(gateway);
  if (isFirstOfMachine(environment)) announceModels(gateway.services);
  if (cluster.isPrimary) process.stdout.write(`ready on http://${environment.host}:${server.port}\n`);
  else process.send?.({ ready: true });
}

function hostFor({ config }: Configuration, log: Logger, migrations: string): Promise<Host> {
  const shared = config.environment.lookup(WORKER_DATABASE);
  return cluster.isWorker && shared !== undefined
    ? joinHost(config.environment, config, shared)
    : openHost({ environment: config.environment, config, log, migrations });
}

/** Says on standard output what a stop waits for. */
function say(line: string): void {
  process.stdout.write(cluster.isWorker ? `worker ${process.pid}: ${line}\n` : `${line}\n`);
}

function printConfiguration({ config: { environment, file }, written, warnings }: Configuration): void {
  if (written !== undefined) process.stdout.write(`wrote a first configuration to ${written}\n`);
  const lines = findingLines(warnings, environment, file.general_settings?.docs_url);
  for (const line of lines) process.stderr.write(`${line}\n`);
}

function address({ host, port }: Environment): string {
  return `http://${host}:${port}`;
}
