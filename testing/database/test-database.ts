import { randomBytes } from "node:crypto";
import pg from "pg";
import { runServerUrl } from "./run-server";
import { databaseUrl, TEMPLATE } from "./test-server";

/** Databases for the tests of one file, on the PostgreSQL server of the test run. */
export interface TestDatabase {
  /** A migrated database with no rows. */
  readonly url: string;
  /**
   * Runs SQL without a limit of time, such as what makes thousands of rows. `at`: the database, `url` by default.
   * @throws pg.DatabaseError
   */
  fill(sql: string, at?: string): Promise<void>;
  /** Another migrated database with no rows, in some tens of milliseconds. */
  createDatabase(): Promise<string>;
  /** Removes the databases, and ends the connections that are still open to them. */
  stop(): Promise<void>;
}

/**
 * Makes a database for the calling test file. Call it in `beforeAll`, and `stop` in `afterAll`. `server`: the address
 * of a server other than the run's, for tests that stop, kill or reconfigure theirs (`startTestServer`).
 */
export async function startTestDatabase(server = runServerUrl()): Promise<TestDatabase> {
  const client = new pg.Client(server);
  await client.connect();
  const prefix = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  const names: string[] = [];

  async function createDatabase(): Promise<string> {
    const name = `${prefix}_${names.length}`;
    names.push(name);
    // FILE_COPY is the quicker strategy for a small template on a server without fsync.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
    return databaseUrl(server, name);
  }

  const url = await createDatabase();
  return {
    url,
    createDatabase,
    async fill(sql, at = url) {
      const filling = new pg.Client(at);
      await filling.connect();
      try {
        await filling.query(sql);
      } finally {
        await filling.end();
      }
    },
    async stop() {
      for (const name of names) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.end();
    },
  };
}
