import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { proxyFor } from "@/lib/config/proxy-settings";
import { reachDatabase } from "@/lib/database/reach-database";
import type { Logger } from "@/lib/log";
import { startAnalytics } from "@/lib/reports/io/analytics-export";
import { MOST_COUNTED, type CursorProgress } from "@/lib/store/cursors/cursor-progress";
import { openDatabase } from "@/lib/store/database";
import { createUpstreams } from "@/lib/upstream/pools";
import { type Command, UsageError } from "./command";
import { countOf } from "./progress-line";

const LOOK_MS = 1_000;
/** The shortest time between two lines of progress, in milliseconds. */
const SAY_MS = 10_000;

/** `fill-analytics`: sends every booked call to ClickHouse and ends when none waits. */
export const fillAnalyticsCommand: Command = {
  usage: "",
  help: `Sends every booked call to the ClickHouse in ANALYTICS_URL, and ends when all have arrived. Running gateways do the same in
the background, one process at a time. You may stop it and run it again: it continues where it stopped.
Exit codes: 0 if every call has arrived, 1 if it was stopped before, 2 if a database cannot be used.`,
  endsBySignal: true,

  async run(args, { config, print, report, signal }) {
    if (args.length > 0) throw new UsageError("The command takes no arguments");
    const { environment } = config;
    const { analytics: settings } = environment;
    if (!settings) throw new UsageError("ANALYTICS_URL is not set");
    const reached = await reachDatabase(environment);
    const database = openDatabase(reached.url);
    const upstreams = createUpstreams(undefined, (target) => proxyFor(target, environment.proxies));
    const log: Logger = {
      info() {},
      warn: (event, fields) => report(`${event} ${JSON.stringify(fields)}`),
      error: (event, fields) => report(`${event} ${JSON.stringify(fields)}`),
    };
    const analytics = startAnalytics({
      settings,
      database,
      upstreams,
      log,
      random: Math.random,
      onFinding() {},
      holder: `fill-analytics ${randomUUID()}`,
    });
    try {
      for (let saidAt = -Infinity; !signal.aborted; await pause(LOOK_MS, undefined, { signal }).catch(() => {})) {
        const progress = await analytics.progress();
        if (progress?.waiting === 0) {
          print(`ClickHouse has every call: ${countOf(Number(progress.calls), "call")} sent in all.`);
          return 0;
        }
        if (!progress || performance.now() - saidAt < SAY_MS) continue;
        report(progressText(progress));
        saidAt = performance.now();
      }
      return 1;
    } finally {
      await analytics.close();
      await upstreams.close();
      await database.close();
      await reached.close();
    }
  },
};

function progressText({ calls, waiting, lastError }: CursorProgress): string {
  const left = waiting >= MOST_COUNTED ? `more than ${countOf(MOST_COUNTED, "call")}` : countOf(waiting, "call");
  return `${countOf(Number(calls), "call")} sent, ${left} to go${lastError === undefined ? "" : ` (${lastError})`}`;
}
