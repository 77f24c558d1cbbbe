import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Migration } from "./migration-history";
import type { MigrationStep } from "./migration-steps";
import { WITH_LIMITS, withoutLimits } from "./time-limits";

/**
 * The lock that lets one process prepare at a time. It is not the migrations' lock, because older versions wait for
 * that one.
 */
const PREPARATION_LOCK = 72_707_370;
/** How long a step waits for a table lock, in milliseconds: everybody else waits behind it. */
const BRIEF_LOCK_MS = 500;
const RETRY_MS = 1_000;
const STEP_LIMIT_MS = 24 * 3_600_000;
/** PostgreSQL: lock_not_available, deadlock_detected. */
const PASSING = new Set(["55P03", "40P01"]);

export interface PreparationOptions {
  /** For how long a lock is tried again, in milliseconds. */
  readonly lockTimeoutMs: number;
  readonly onProgress: (progress: PreparationProgress) => void;
}

export interface PreparationProgress {
  readonly migration: string;
  /** The title of the step that is about to run. */
  readonly step: string;
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
}

/**
 * Does work that only one process may do at a time. The others wait outside a transaction, because a concurrent build
 * of an index waits for every older transaction. @throws what the work throws
 */
export async function aloneInPreparation<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  while (!(await isLocked(client))) await pause(RETRY_MS);
  try {
    return await work();
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [PREPARATION_LOCK]).catch(() => {});
  }
}

/**
 * Runs the steps of a migration, each by itself, while older nodes go on. Each step can be repeated, so the next start
 * continues after a crash between two steps. @throws the database's error
 */
export async function prepareMigration(
  client: pg.Client,
  { name, steps }: Migration,
  options: PreparationOptions,
): Promise<void> {
  for (const [at, step] of steps.entries()) {
    options.onProgress({ migration: name, step: step.title, number: at + 1, of: steps.length });
    await untilUnlocked(options.lockTimeoutMs, () => run(client, step));
  }
}

/** Repeats work while other sessions' locks stop it, for at most `limitMs`. @throws the last error of the work */
export async function untilUnlocked<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !PASSING.has(error.code ?? "") || performance.now() >= until)
        throw error;
      await pause(Math.min(RETRY_MS, Math.max(0, until - performance.now())));
    }
  }
}

async function isLocked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [
    PREPARATION_LOCK,
  ]);
  return rows[0]?.locked ?? false;
}

async function run(client: pg.Client, { sql, isBrieflyLocked, index }: MigrationStep): Promise<void> {
  if (index !== undefined) await dropHalfBuilt(client, index);
  await client.query(`${withoutLimits("session")}; SET lock_timeout = ${isBrieflyLocked ? BRIEF_LOCK_MS : 0}`);
  const statement: pg.QueryConfig & { query_timeout: number } = { text: sql, query_timeout: STEP_LIMIT_MS };
  await client.query(statement).finally(() => client.query(`RESET lock_timeout; ${WITH_LIMITS}`).catch(() => {}));
}

/** Drops what an interrupted build has left: an index that every booking updates and no query uses. */
async function dropHalfBuilt(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid",
    [index],
  );
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(index)}`);
}
