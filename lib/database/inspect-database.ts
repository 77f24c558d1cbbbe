import { databaseClient } from "./database-client";
import { explainDatabaseError } from "./explain-database-error";
import { readMigrations, readState } from "./migrate";
import { nextMigration } from "./migration-history";

/** What a database says of itself. */
export interface InspectedDatabase {
  /** Milliseconds by which its clock is ahead of this machine's; negative: behind. */
  readonly aheadMs: number;
  readonly connections: number;
  readonly maxConnections: number;
  /** Whether it has the schema of this version, or of a newer one beside which this version runs. */
  readonly isMigrated: boolean;
}

export interface InspectOptions {
  readonly url: string;
  /** The variable that the address comes from, for messages. */
  readonly variable: string;
  /** Absolute path of the migrations' folder. */
  readonly migrations: string;
  /** The version of this gateway. */
  readonly version: string;
  readonly limitMs: number;
}

/**
 * Inspects a database and changes nothing.
 * @throws DatabaseSetupError with one line for the operator if it cannot be reached, or no gateway of this version may
 * use it
 */
export async function inspectDatabase(options: InspectOptions): Promise<InspectedDatabase> {
  const { url, variable, limitMs } = options;
  const client = databaseClient(url, variable, {
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: "model-gateway doctor",
  });
  try {
    await client.connect();
    const askedAt = Date.now();
    const { rows } = await client.query<{ now: Date; taken: number; most: number }>(
      `SELECT clock_timestamp() AS now, current_setting('max_connections')::int AS most,
         (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS taken`,
    );
    const answeredAt = Date.now();
    const known = await readMigrations(options.migrations);
    const state = await readState(client);
    const [row] = rows;
    return {
      aheadMs: (row?.now.getTime() ?? askedAt) - (askedAt + answeredAt) / 2,
      connections: row?.taken ?? 0,
      maxConnections: row?.most ?? Infinity,
      isMigrated: nextMigration(known, state, options.version) === undefined,
    };
  } catch (error) {
    throw explainDatabaseError(error, client, variable);
  } finally {
    client.end().catch(() => {});
  }
}
