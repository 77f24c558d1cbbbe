import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Migration } from "./migration-history";
import type { MigrationStep } from "./migration-steps";
import { WITH_LIMITS, withoutLimits } from "./time-limits";

/** Lets one process prepare at a time. Another number than that of migrations, which older versions wait for too. */
const PREPARATION_LOCK = 72_707_370;
/** How long a step waits for a lock that everybody else waits behind, in milliseconds. */
const BRIEF_LOCK_MS = 500;
const RETRY_MS = 1_000;
const STEP_LIMIT_MS = 24 * 3_600_000;
/** PostgreSQL: lock_not_available, deadlock_detected. */
const PASSING = new Set(["55P03", "40P01"]);

export interface PreparationOptions {
  /** How long a lock is tried for, in milliseconds. */
  readonly lockTimeoutMs: number;
  readonly onProgress: (progress: PreparationProgress) => void;
}

export interface PreparationProgress {
  readonly migration: string;
  /** What is about to be done. */
  readonly step: string;
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
}

/**
 * Does work that only one process may do at a time. Others wait without a transaction, because a concurrent build of an
 * index waits for every transaction that is older than it. @throws what the work throws
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
 * Runs the steps of a migration, each by itself, while older nodes go on. Each step may be repeated, so a crash between
 * any two is continued at the next start. @throws the database's error
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

/** Repeats work that somebody else's lock stops, for at most `limitMs`. @throws the last error of the work */
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

/** An interrupted build leaves an index that is kept up to date by every booking and used by no query. */
async function dropHalfBuilt(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid",
    [index],
  );
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(index)}`);
}
