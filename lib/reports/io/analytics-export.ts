import type { AnalyticsSettings } from "@/lib/config/observability/analytics-settings";
import { type Finding, toFinding } from "@/lib/config/finding";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import { type Analytics, CURSOR_PREFIX } from "@/lib/reports/analytics";
import { CATCHING_UP_SECONDS } from "@/lib/reports/choose-source";
import { type ClickHouse, ClickHouseError } from "@/lib/reports/clickhouse/clickhouse";
import { CALLS_TABLE } from "@/lib/reports/clickhouse/schema";
import type { SinkPace } from "@/lib/sinks/batch-limits";
import type { Deliver } from "@/lib/sinks/delivery";
import { type CursorLoop, type CursorTiming, startCursorLoop, CURSOR_TIMING } from "@/lib/sinks/io/cursor-loop";
import { lagCause, LAG_FINDING_SECONDS } from "@/lib/sinks/lag-fault";
import type { SinkLag } from "@/lib/sinks/sinks";
import { ADVISORY_LOCKS } from "@/lib/store/advisory-locks";
import { keepCursors, readCursorReach } from "@/lib/store/cursors/call-cursor";
import { type CursorProgress, readCursorProgress } from "@/lib/store/cursors/cursor-progress";
import type { Database } from "@/lib/store/database";
import { underFreeLock } from "@/lib/store/under-lock";
import type { Upstreams } from "@/lib/upstream/pools";
import { createClickHouse } from "./clickhouse-client";
import { prepareClickHouse } from "./prepare-clickhouse";
import { sumDays } from "./sum-days";

export interface AnalyticsOptions {
  readonly settings: AnalyticsSettings;
  readonly database: Pick<Database, "pool">;
  readonly upstreams: Upstreams;
  readonly log: Logger;
  readonly random: () => number;
  /** This process, unlike any other. */
  readonly holder: string;
  /** Called at every look with what is wrong under a name, or with `undefined` if nothing is. */
  readonly onFinding: (name: string, finding: Finding | undefined) => void;
  readonly timing?: AnalyticsTiming;
}

export interface AnalyticsTiming extends CursorTiming {
  /** Between two looks at a ClickHouse that cannot be used, and at one that can, in milliseconds. */
  readonly retryMs: number;
  readonly lookMs: number;
  /** How long calls wait for a batch to fill, in milliseconds. */
  readonly flushMs: number;
  /** How long questions go to PostgreSQL after one has failed: this long, or as long as it took if that is longer. */
  readonly awayMs: number;
  /** Between two looks for days that are over or have changed. */
  readonly sumMs: number;
}

const TIMING: AnalyticsTiming = {
  ...CURSOR_TIMING,
  retryMs: 5_000,
  lookMs: 15_000,
  flushMs: 5_000,
  awayMs: 5_000,
  sumMs: 60_000,
};
/** How long ClickHouse may take for one statement that sums up a day, in milliseconds. */
const SUMMING_MS = 600_000;

/** The name of this sink in metrics and findings. */
const NAME = "analytics";
const BATCH = { calls: 20_000, bytes: 32 * 1024 * 1024 };

/**
 * Sends booked calls to ClickHouse, from the oldest on, and notices when it comes, goes or is replaced by another. One
 * of several processes sends at a time.
 */
export function startAnalytics(options: AnalyticsOptions): Analytics & { close(): Promise<void> } {
  const { settings, database, log, onFinding, timing = TIMING } = options;
  const clickhouse = createClickHouse(settings, options.upstreams);
  const slow = createClickHouse(settings, options.upstreams, { timeoutMs: SUMMING_MS });
  const closing = new AbortController();
  let summing: Promise<void> = Promise.resolve();
  let sumAt = performance.now() + timing.sumMs;
  let target: { readonly cursor: string; readonly loop: CursorLoop } | undefined;
  let lag: SinkLag | undefined;
  const questions = pauseQuestions(timing.awayMs);
  let problem: string | undefined;
  let isClosed = false;

  /** Finds the table and its cursor. Returns after how many milliseconds to look again. */
  async function look(): Promise<number> {
    try {
      await follow(CURSOR_PREFIX + (await prepareClickHouse(clickhouse, settings, database)));
    } catch (error) {
      await keepCursors(database, CURSOR_PREFIX);
      return say(error instanceof ClickHouseError ? error.message : `its schema cannot be made: ${messageOf(error)}`);
    }
    say(undefined);
    await measure();
    if (performance.now() >= sumAt && !isClosed && (lag?.seconds ?? 0) <= CATCHING_UP_SECONDS) {
      sumAt = performance.now() + timing.sumMs;
      summing = summing.then(() => sumUp(() => target?.cursor, slow, options, closing.signal));
    }
    return timing.lookMs;
  }

  async function follow(cursor: string): Promise<void> {
    if (target?.cursor === cursor || isClosed) return;
    await target?.loop.close();
    target = { cursor, loop: startLoop(cursor, clickhouse, { ...options, timing }) };
    log.info("analytics.connected", { cursor });
  }

  function say(message: string | undefined): number {
    if (message !== problem && message !== undefined) log.warn("analytics.away", { error: message });
    if (message === undefined && problem !== undefined) log.info("analytics.back");
    problem = message;
    onFinding(`${NAME} away`, message === undefined ? undefined : awayFinding(message));
    return timing.retryMs;
  }

  async function measure(): Promise<void> {
    if (!target) return;
    const [progress] = await readCursorProgress(database, [target.cursor]);
    lag = { sink: NAME, seconds: progress?.lagSeconds ?? 0, calls: progress?.waiting ?? 0 };
    onFinding(`${NAME} lag`, progress && lagFinding(progress));
  }

  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  function lookIn(milliseconds: number): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      // A look fails only while PostgreSQL is away, and is then repeated.
      looking = look().then(lookIn, () => lookIn(timing.retryMs));
    }, milliseconds).unref();
  }
  lookIn(0);

  return {
    clickhouse,
    async reach() {
      if (!target || problem !== undefined || questions.arePaused()) return undefined;
      const kept = await readCursorReach(database, target.cursor);
      return kept && { asOf: kept.sentBookedAt, completeFrom: kept.completeFrom, lagSeconds: lag?.seconds ?? 0 };
    },
    beginQuestion: questions.begin,
    async progress() {
      return target && (await readCursorProgress(database, [target.cursor]))[0];
    },
    lags: () => (lag ? [lag] : []),
    async close() {
      isClosed = true;
      closing.abort();
      clearTimeout(timer);
      await looking;
      await summing;
      await target?.loop.close();
    },
  };
}

/** Keeps questions away after one has failed: for `awayMs`, or as long as it took if that is longer. */
function pauseQuestions(awayMs: number) {
  let awayUntil = 0;
  return {
    arePaused: () => performance.now() < awayUntil,
    /** Returns what to call if the question fails. */
    begin() {
      const began = performance.now();
      return () => {
        const failed = performance.now();
        awayUntil = failed + Math.max(awayMs, failed - began);
      };
    },
  };
}

/** Starts to send calls behind a cursor. */
function startLoop(
  name: string,
  clickhouse: ClickHouse,
  { holder, random, database, log, timing }: AnalyticsOptions & { readonly timing: AnalyticsTiming },
): CursorLoop {
  const deliver = delivererTo(clickhouse);
  const pace = (halvings: number): SinkPace => ({
    calls: Math.max(1, Math.floor(BATCH.calls / 2 ** halvings)),
    bytes: Math.max(1, Math.floor(BATCH.bytes / 2 ** halvings)),
    flushMs: timing.flushMs,
  });
  return startCursorLoop({ name, start: "beginning", holder, database, deliver, pace, log, random, timing });
}

/** Sums up days unless another process does. Until then their calls are read. `cursorNow`: the cursor in use. */
async function sumUp(
  cursorNow: () => string | undefined,
  slow: ClickHouse,
  { database, log }: AnalyticsOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    await underFreeLock(database, ADVISORY_LOCKS.clickHouseSums, async () => {
      const cursor = cursorNow();
      const reach = cursor === undefined ? undefined : await readCursorReach(database, cursor);
      if (reach) await sumDays(slow, { through: reach.booking, now: Date.now, signal });
    });
  } catch (error) {
    if (!signal.aborted) log.warn("analytics.summing_failed", { error: messageOf(error) });
  }
}

/** An insert whose fate is unknown is sent again with the same token, and so changes nothing if it had arrived. */
function delivererTo(clickhouse: ClickHouse): Deliver {
  return async ({ id, calls }, signal) => {
    try {
      await clickhouse.insert(
        CALLS_TABLE,
        calls.map(({ booking, line }) => `{"booking":${booking},${line.slice(1)}`),
        id,
        signal,
      );
      return { arrived: true };
    } catch (error) {
      if (error instanceof ClickHouseError) return { arrived: false, error: `ClickHouse: ${error.message}` };
      throw error;
    }
  };
}

function awayFinding(message: string): Finding {
  return toFinding({
    number: "C185",
    path: ["environment_variables", "ANALYTICS_URL"],
    at: "nowhere",
    message: `ClickHouse cannot be used: ${message}; PostgreSQL answers reports for the time that it holds`,
    fix: "calls are kept and sent once it can be used (docs/guides/analytics.md)",
  });
}

function lagFinding(progress: CursorProgress): Finding | undefined {
  if (progress.lagSeconds <= LAG_FINDING_SECONDS) return undefined;
  const { because, fix } = lagCause(progress);
  return toFinding({
    number: "C186",
    path: ["environment_variables", "ANALYTICS_URL"],
    at: "nowhere",
    message: `ClickHouse has had calls to get for more than 10 minutes: ${because}`,
    fix,
  });
}
