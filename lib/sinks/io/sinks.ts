import { toFinding, type Finding } from "@/lib/config/finding";
import type { SinkSettings } from "@/lib/config/observability/sink-schema";
import type { Logger } from "@/lib/log";
import { sinkPace } from "@/lib/sinks/batch-limits";
import type { Deliver } from "@/lib/sinks/delivery";
import { lagFault } from "@/lib/sinks/lag-fault";
import type { SinkLag, Sinks } from "@/lib/sinks/sinks";
import { readCursorProgress } from "@/lib/store/cursors/cursor-progress";
import type { Database } from "@/lib/store/database";
import type { CredentialKeeper } from "@/lib/credentials/keeper";
import type { Upstreams } from "@/lib/upstream/pools";
import { CURSOR_TIMING, type CursorLoop, type CursorTiming, startCursorLoop } from "./cursor-loop";
import { createHttpSink } from "./http-sink";
import { createOtlpLogsSink } from "./otlp-logs-sink";
import { createS3Sink } from "./s3-sink";

export interface SinksOptions {
  readonly database: Pick<Database, "pool">;
  readonly upstreams: Upstreams;
  /** Keeps the keys for AWS that settings do not name. */
  readonly credentials: CredentialKeeper;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: () => number;
  readonly version: string;
  /** The name of this process, unique among all processes. */
  readonly holder: string;
  /** The sinks in force. */
  readonly settings: () => readonly SinkSettings[];
  /** Called with the finding of each sink that lags, and with `undefined` when the sink no longer lags. */
  readonly onLag: (sink: string, finding: Finding | undefined) => void;
  readonly timing?: SinksTiming;
}

export interface SinksTiming extends CursorTiming {
  /** Milliseconds between two looks at the settings, and between two looks at the lag. */
  readonly watchMs: number;
  readonly lagMs: number;
}

const TIMING: SinksTiming = { ...CURSOR_TIMING, watchMs: 1_000, lagMs: 15_000 };

/** Sends finished calls to the sinks in force, and follows changes of the settings. */
export function startSinks(options: SinksOptions): Sinks & { close(): Promise<void> } {
  const { database, log, settings, onLag, timing = TIMING } = options;
  const loops = new Map<string, { readonly entry: SinkSettings; readonly loop: CursorLoop }>();
  const lags = new Map<string, SinkLag>();
  let watching: Promise<void> = Promise.resolve();
  let isWatching = false;
  let lagAt = 0;

  async function watch(): Promise<void> {
    const entries = settings();
    for (const [name, { entry, loop }] of loops) {
      if (entries.includes(entry)) continue;
      await loop.close();
      loops.delete(name);
    }
    for (const entry of entries) if (!loops.has(entry.name)) loops.set(entry.name, { entry, loop: startLoop(entry) });
    // The lag of a new sink is measured as soon as it has a cursor.
    if (entries.some(({ name }) => !lags.has(name)) || (lags.size > 0 && performance.now() >= lagAt)) {
      lagAt = performance.now() + timing.lagMs;
      await measureLags(entries);
    }
  }

  async function measureLags(entries: readonly SinkSettings[]): Promise<void> {
    const names = entries.map(({ name }) => name);
    const found = await readCursorProgress(database, names);
    for (const name of lags.keys()) {
      if (names.includes(name)) continue;
      lags.delete(name);
      onLag(name, undefined);
    }
    for (const progress of found) {
      const { name, lagSeconds: seconds, waiting: calls } = progress;
      lags.set(name, { sink: name, seconds, calls });
      const fault = lagFault(progress, names.indexOf(name));
      onLag(name, fault && toFinding(fault));
    }
  }

  function startLoop(entry: SinkSettings): CursorLoop {
    const { name, start } = entry;
    const { holder, random } = options;
    const deliver = delivererOf(entry, options);
    const pace = (halvings: number): ReturnType<typeof sinkPace> => sinkPace(entry, halvings);
    return startCursorLoop({ name, start, holder, database, deliver, pace, log, random, timing });
  }

  const timer = setInterval(() => {
    if (isWatching) return;
    isWatching = true;
    // A failed look is repeated. The loops themselves log that the database is away.
    watching = watch()
      .catch(() => {})
      .finally(() => (isWatching = false));
  }, timing.watchMs).unref();

  return {
    lags: () => [...lags.values()],
    async close() {
      clearInterval(timer);
      await watching;
      await Promise.all([...loops.values()].map(({ loop }) => loop.close()));
    },
  };
}

/** The way that a sink's batches are sent. The settings' check has found exactly one kind. */
function delivererOf({ name, s3, http, otlp_logs: otlp }: SinkSettings, options: SinksOptions): Deliver {
  const { upstreams, credentials, now, log, version } = options;
  if (s3) return createS3Sink(s3, { upstreams, now }, credentials);
  if (http) return createHttpSink(http, { upstreams, now });
  if (otlp) return createOtlpLogsSink(otlp, { upstreams, now, name, version, log });
  return async () => ({ arrived: false, error: "the sink does not say where calls are sent to" });
}
