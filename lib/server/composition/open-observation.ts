import type { Finding } from "@/lib/config/finding";
import { proxyFor } from "@/lib/config/proxy-settings";
import type { Settings } from "@/lib/config/schema";
import { combineObservers, type Observer } from "@/lib/gateway/observer";
import type { Services } from "@/lib/gateway/services";
import { isLogged } from "@/lib/log";
import { createAccessLog } from "@/lib/observe/access-log/access-log";
import { createProcessSignals, type ProcessSignals } from "@/lib/observe/alerts/io/process-signals";
import { createMinuteWriter } from "@/lib/observe/minutes/io/minute-writer";
import { openTraces } from "@/lib/observe/traces/io/open-traces";
import { callerOf } from "@/lib/http/caller-address";
import { machineName } from "../host";
import { createFindingObserver } from "./finding-observer";
import { createLogObserver } from "./log-observer";
import { openMetrics } from "./open-metrics";

interface ObservationParts extends Pick<Services, "environment" | "database" | "log" | "now" | "version"> {
  /** The name of this process. */
  readonly node: string;
  /** Not asked before the settings are read, nor is `onFinding` called before. */
  readonly settings: () => Settings;
  readonly onFinding: (finding: Finding) => void;
  /** Told of every call beside the gateway's own observers. */
  readonly others: readonly Observer[];
}

/** What a process keeps and tells of what happens in it. */
interface Observation {
  readonly observer: Observer;
  readonly signals: ProcessSignals;
  readonly metrics: Services["metrics"];
  readonly tracing: Services["tracing"];
  /** Called once the services are open. */
  start(services: Services): void;
  /** Writes what is left. Called once every call is settled. */
  close(): Promise<void>;
}

/** Opens the log, metrics, minutes, traces and signals of a process. @throws EnvironmentError */
export async function openObservation(parts: ObservationParts): Promise<Observation> {
  const { environment, database, log, now, version, node, settings, onFinding, others } = parts;
  const traces = await openTraces({
    settings: environment.traceExport,
    version,
    instance: node,
    log,
    contextSettings: () => settings().general,
    proxyFor: (target) => proxyFor(target, environment.proxies),
  });
  const minutes = createMinuteWriter({ database, log, node: machineName() });
  const metrics = openMetrics(settings, traces.tracing);
  const signals = createProcessSignals(now);
  const accessLog = createAccessLog(
    log,
    {
      traceIdOf: (request) => traces.tracing.traceId(request),
      callerOf: (request) => callerOf(request, environment.trustedProxies),
    },
    environment.accessLog,
  );
  return {
    observer: combineObservers(
      createLogObserver(log, now),
      metrics.observer,
      ...(isLogged("info", { level: environment.logLevel }) ? [accessLog] : []),
      createFindingObserver(onFinding),
      minutes.observer,
      // After the access log, which asks for the trace id of a finished request: then the traces forget it.
      traces.observer,
      signals.observer,
      ...others,
    ),
    signals,
    metrics: metrics.page,
    tracing: traces.tracing,
    start: (services) => metrics.start(services),
    async close() {
      await minutes.close();
      metrics.close();
      await traces.close();
    },
  };
}
