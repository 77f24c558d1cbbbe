import pg from "pg";
import { applyMigrations, lockMigrations, readState } from "../migrate";
import { AFTER_RESTORE } from "./after-restore";
import { BackupError } from "./backup-error";
import type { BackupPart } from "./backup-parser";
import { copyIn } from "./copy-in";
import { emptySchema, tableWithRows } from "./empty-schema";
import type { BackupRecord } from "./file-format";
import { replacePartitions } from "./partitions";
import { countRows, reportRows, type TableProgress } from "./progress";
import { type CheckedBackup, readBackup } from "./read-backup";
import type { RestorePlan } from "./restore-plan";
import { readRestoredFacts, type RestoredFacts } from "./restored-facts";
import { type BackupDatabase, inBackupSession, rowsOf } from "./session";

export interface RestoreOptions {
  readonly database: BackupDatabase;
  readonly file: string;
  /** What `checkBackup` found in the file. */
  readonly checked: CheckedBackup;
  /** From `planRestore`. */
  readonly plan: RestorePlan;
  /** Whether everything in the database may be deleted first. */
  readonly replace: boolean;
  readonly onProgress?: (progress: TableProgress) => void;
  /** Ends the restore, which then changes nothing. */
  readonly signal?: AbortSignal;
}

export interface Restored {
  readonly tables: number;
  readonly rows: number;
  /** The migrations that the rows went through after they were read. */
  readonly migrated: readonly string[];
  readonly facts: RestoredFacts;
}

/**
 * The names of the gateways that use the database. Each has a connection with such a name
 * (lib/store/changes/change-feed.ts).
 */
const GATEWAYS = `
  SELECT DISTINCT substr(application_name, 14) AS name FROM pg_stat_activity
  WHERE datname = current_database() AND starts_with(application_name, 'gateway-node ') ORDER BY name`;

/**
 * Replaces everything in the database by the rows of a backup, in one transaction: first the schema that the file was
 * written with, then its rows, then the migrations since. No gateway may use the database meanwhile.
 * @throws BackupError or DatabaseSetupError with one line for the operator; nothing has changed then
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { database, checked, plan } = options;
  return inBackupSession(database, "BEGIN ISOLATION LEVEL READ COMMITTED", async (client) => {
    await lockMigrations(client);
    await refuseRunningGateways(client);
    await makeRoom(client, options.replace);
    await applyMigrations(client, plan.before, { isFirst: true });
    const restored = await fill(client, options);
    await applyMigrations(client, plan.after, { isFirst: false });
    await takeEffects(client);
    await client.query(
      `INSERT INTO audit_events (actor, action, entity_type, entity_id, after) VALUES ('restore', 'database.restore', 'database', $1, $2)`,
      [checked.header.installation ?? "", { created_at: checked.header.created_at, version: checked.header.version }],
    );
    await client.query("ANALYZE");
    return { ...restored, migrated: plan.after.map(({ name }) => name), facts: await readRestoredFacts(client) };
  });
}

async function refuseRunningGateways(client: pg.Client): Promise<void> {
  const names = (await rowsOf<{ name: string }>(client, GATEWAYS)).map(({ name }) => name);
  if (names.length > 0)
    throw new BackupError(
      `${names.length === 1 ? "A gateway uses" : `${names.length} gateways use`} the database (${names.join(", ")}): stop every gateway before you restore, because they would go on with what they remember`,
    );
}

async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  const state = await readState(client);
  if (!state.applied && state.otherTable !== undefined)
    throw new BackupError(
      `The database holds tables that are not the gateway's (for example "${state.otherTable}"): give it an empty database of its own`,
    );
  const table = state.applied ? await tableWithRows(client) : undefined;
  if (table !== undefined && !replace)
    throw new BackupError(
      `The database is not empty (it has rows in "${table}"): restore into an empty one, or add --replace to delete everything in this one`,
    );
  await emptySchema(client);
}

/** Fills the tables in the order of the file, where every row comes after the rows that it refers to. */
async function fill(client: pg.Client, options: RestoreOptions): Promise<Pick<Restored, "tables" | "rows">> {
  const parts = readBackup(options.file);
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value;
    switch (part.kind) {
      case "table":
        await fillTable(client, part.value, parts, options);
        break;
      case "sequences":
        for (const { name, last_value, is_called } of part.value)
          await client.query("SELECT setval(quote_ident($1)::regclass, $2::bigint, $3)", [name, last_value, is_called]);
        break;
      case "end": {
        const { sha256: _, ...total } = part.value;
        await parts.return(undefined);
        return total;
      }
      case "header":
      case "secrets":
      case "data":
      case "rows":
        break;
    }
  }
  throw new BackupError("The backup has changed while it was read: nothing was restored");
}

async function fillTable(
  client: pg.Client,
  { name, columns, partitions }: (BackupRecord & { kind: "table" })["value"],
  parts: AsyncGenerator<BackupPart>,
  options: RestoreOptions,
): Promise<void> {
  const table = pg.escapeIdentifier(name);
  const report = reportRows(name, undefined, options.onProgress ?? (() => {}));
  await client.query(`DELETE FROM ${table}`); // what migrations have put there is in the file too
  if (partitions) await replacePartitions(client, name, partitions);
  const statement = `COPY ${table} (${columns.map(pg.escapeIdentifier).join(", ")}) FROM STDIN`;
  const onData = (data: Buffer): void => {
    options.signal?.throwIfAborted();
    report.count(countRows(data));
  };
  await copyIn(client, statement, untilRows(parts, onData));
  report.done();
}

/** The rows of one table. Ends at the line with their number, which the parser has checked. */
async function* untilRows(parts: AsyncGenerator<BackupPart>, onData: (data: Buffer) => void): AsyncGenerator<Buffer> {
  for (let next = await parts.next(); !next.done && next.value.kind !== "rows"; next = await parts.next()) {
    if (next.value.kind !== "data" || next.value.data.length === 0) continue;
    onData(next.value.data);
    yield next.value.data;
  }
}

async function takeEffects(client: pg.Client): Promise<void> {
  const columns = await rowsOf<{ table: string; column: string }>(
    client,
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = current_schema()`,
  );
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  for (const { table, column, sql } of AFTER_RESTORE) if (known.has(`${table}.${column}`)) await client.query(sql);
}
