import { expect } from "vitest";
import { type AnalyticsOptions, type AnalyticsTiming, startAnalytics } from "@/lib/reports/io/analytics-export";
import { readCursorProgress } from "@/lib/store/cursors/cursor-progress";
import { type Database, openDatabase } from "@/lib/store/database";
import { createUpstreams, type Upstreams } from "@/lib/upstream/pools";
import { startTestDatabase } from "@/testing/database/test-database";
import { recordingLog } from "@/testing/spend/spend-samples";
import { type ClickHouseServer, type ClusterMember, type EngineProgram, startClickHouse } from "./clickhouse";

/** Shorter times than in production, so that tests do not wait. */
const TIMING: AnalyticsTiming = {
  tickMs: 20,
  leaseMs: 500,
  lastMs: 300,
  retryMs: 50,
  lookMs: 50,
  flushMs: 50,
  awayMs: 100,
  sumMs: 100,
};

export type AnalyticsNode = ReturnType<typeof startAnalytics>;

/** A PostgreSQL with the gateway's schema and a ClickHouse, and nodes between them. */
export interface AnalyticsFixture {
  readonly database: Database;
  readonly upstreams: Upstreams;
  readonly engine: ClickHouseServer;
  /** Starts a node that sends booked calls to the engine. */
  startNode(options?: Partial<Omit<AnalyticsOptions, "timing">>, timing?: Partial<AnalyticsTiming>): AnalyticsNode;
  /** Waits until no call waits for the engine. */
  arrived(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both databases. With a `place`, the engine is a replica of a cluster. */
export async function startAnalyticsFixture(program?: EngineProgram, place?: ClusterMember): Promise<AnalyticsFixture> {
  const server = await startTestDatabase();
  const database = openDatabase(server.url);
  const upstreams = createUpstreams();
  const engine = await startClickHouse(program, place);
  let nodes = 0;
  return {
    database,
    upstreams,
    engine,
    startNode: (options = {}, timing = {}) =>
      startAnalytics({
        settings: engine.settings,
        database,
        upstreams,
        log: recordingLog(),
        onFinding() {},
        random: () => 0.5,
        holder: `node-${++nodes}`,
        ...options,
        timing: { ...TIMING, ...timing },
      }),
    arrived: () => expect.poll(() => waiting(database), { interval: 50 }).toEqual([0]),
    async close() {
      await upstreams.close();
      await database.close();
      await server.stop();
      await engine.stop();
    },
  };
}

/** How many calls wait for the cursor that was made last. */
async function waiting(database: Database): Promise<number[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT name FROM call_cursors ORDER BY created_at DESC LIMIT 1",
  );
  const names = rows.map(({ name }) => name);
  return (await readCursorProgress(database, names)).map((progress) => progress.waiting);
}
