import { testCredentials } from "@/testing/aws/test-credentials";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Finding } from "@/lib/config/finding";
import { type SinkSettings, sinkEntry } from "@/lib/config/observability/sink-schema";
import { startSinks } from "@/lib/sinks/io/sinks";
import { type Database, openDatabase } from "@/lib/store/database";
import { createUpstreams, type Upstreams } from "@/lib/upstream/pools";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startSinkReceiver, type SinkReceiver } from "@/testing/gateway/sink-receiver";
import { recordingLog } from "./spend-samples";

export const SINK_TIMING = { tickMs: 20, leaseMs: 600, lastMs: 200, watchMs: 20, lagMs: 50 };

/** Nodes that send the calls of one database to one receiver. */
export interface SinkFixture {
  readonly database: Database;
  readonly receiver: SinkReceiver;
  /** A sink to the receiver that sends at once. */
  sink(settings?: object): SinkSettings;
  startNode(
    settings: readonly SinkSettings[] | (() => readonly SinkSettings[]),
    onLag?: (sink: string, finding: Finding | undefined) => void,
  ): ReturnType<typeof startSinks> & { readonly events: readonly string[] };
  /** Starts a receiver at the port of one that was closed. */
  listenAgain(port: number): Promise<void>;
}

/** Opens the fixture around the tests of a file: each has a new receiver and a database without calls. */
export function useSinkFixture(): SinkFixture {
  let server: TestDatabase;
  let database: Database;
  let upstreams: Upstreams;
  let receiver: SinkReceiver;
  let nodes: { close(): Promise<void> }[] = [];
  let counter = 0;

  beforeAll(async () => {
    server = await startTestDatabase();
    database = openDatabase(server.url);
  });
  beforeEach(async () => {
    receiver = await startSinkReceiver();
    upstreams = createUpstreams();
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    nodes = [];
    await upstreams.close();
    await receiver.close();
    await database.pool.query(
      "DELETE FROM calls; DELETE FROM hourly_figures; DELETE FROM daily_figures; TRUNCATE superseded_prices, call_cursors, installation, entity_totals, shared_totals, call_retention",
    );
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  /** A sink to the receiver that sends at once. */
  function sink(settings: object = {}): SinkSettings {
    const parsed = sinkEntry.parse({
      name: "siem",
      start: "beginning",
      http: { url: `${receiver.url}/in` },
      ...settings,
    });
    return { ...parsed, flush_seconds: 0.02 };
  }

  function startNode(
    settings: readonly SinkSettings[] | (() => readonly SinkSettings[]),
    onLag: (sink: string, finding: Finding | undefined) => void = () => {},
  ): ReturnType<typeof startSinks> & { readonly events: readonly string[] } {
    const log = recordingLog();
    const node = startSinks({
      credentials: testCredentials(),
      database,
      upstreams,
      log,
      onLag,
      version: "1",
      timing: SINK_TIMING,
      now: Date.now,
      random: () => 0.99,
      holder: `node-${++counter}`,
      settings: typeof settings === "function" ? settings : () => settings,
    });
    nodes.push(node);
    return Object.assign(node, { events: log.events });
  }

  return {
    get database() {
      return database;
    },
    get receiver() {
      return receiver;
    },
    sink,
    startNode,
    async listenAgain(port) {
      receiver = await startSinkReceiver(port);
    },
  };
}
