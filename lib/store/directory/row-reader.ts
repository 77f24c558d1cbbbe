import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import type { Logger } from "@/lib/log";
import { withDeadline } from "@/lib/time/io/deadline";
import { createOutage } from "@/lib/time/outage";
import type { LimitedStatement } from "../bounded-pool";
import type { ChangeFeed } from "../changes/change-feed";
import type { Database } from "../database";
import { watchDatabase, type DatabaseWatch } from "../database-watch";
import { databaseFault, isDatabaseAway, isDatabaseSlow } from "../failures";

/** The longest that a caller waits for one row. */
const READ_DEADLINE_MS = 2_000;
/**
 * When the server gives up a read: before the caller does, so that a slow database is not mistaken for one that is
 * away.
 */
const READ_LIMIT_MS = 1_500;
/** The pause after a read that was too slow, so that callers do not queue behind a lock. */
const SLOW_PAUSE_MS = 500;

/** The database could not be reached, or was too slow; callers get directory_unavailable. */
class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
}

/** Whether a read failed because the database is away or too slow. */
export function isReadAway(error: unknown): boolean {
  return error instanceof DatabaseAway;
}

/** Turns the failure of a read into the error that callers get. @throws GatewayError directory_unavailable */
export async function orDirectoryUnavailable<Row>(read: Promise<Row>): Promise<Row> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    const fault = databaseFault(error.cause);
    throw new GatewayError("directory_unavailable", `The gateway's database ${fault}; try again shortly.`, {
      headers: { "retry-after": "1" },
      cause: error.cause,
    });
  }
}

/**
 * Reads the rows of one id, or of a list of them, which is the statement's `$1`. @throws an error of which `isReadAway`
 * is true
 */
export type RowReader = <Row extends object>(
  statement: string,
  wanted: string | readonly string[],
) => Promise<readonly Row[]>;

interface RowReaderOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => number;
  /** A change that is heard shows that the database is back. */
  readonly changes?: Pick<ChangeFeed, "subscribe">;
  /** Default: one made for this reader. */
  readonly watch?: DatabaseWatch;
}

/**
 * Makes a reader that answers within 2 s. Once a read has found the database away, all are refused at once until a
 * probe in the background is answered: a frozen database costs the reads of its first two seconds, and none after that.
 */
export function createRowReader(options: RowReaderOptions): RowReader {
  const { database, log, now, changes, watch = watchDatabase(options) } = options;
  changes?.subscribe(() => watch.heard());
  const outage = createOutage({
    pauseMs: SLOW_PAUSE_MS,
    now,
    isAway: (error) => error instanceof DatabaseAway || isDatabaseAway(error) || isDatabaseSlow(error),
    onAway: (error) => log.warn("directory.database_away", { error: messageOf(error) }),
    onBack: () => log.info("directory.database_back"),
  });

  function away(error?: unknown): DatabaseAway {
    return error === undefined
      ? new DatabaseAway("The database was away a moment ago")
      : new DatabaseAway("The database is away", { cause: error });
  }

  async function ask<Row extends object>(text: string, wanted: string | readonly string[]): Promise<readonly Row[]> {
    const statement: LimitedStatement = { text, values: [wanted], query_timeout: READ_LIMIT_MS };
    const { rows } = await database.pool.query<Row>(statement);
    return rows;
  }

  /** Tries twice, because the first connection may have broken while idle in the pool. */
  async function askTwice<Row extends object>(
    text: string,
    wanted: string | readonly string[],
  ): Promise<readonly Row[]> {
    return ask<Row>(text, wanted).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      return ask<Row>(text, wanted);
    });
  }

  return async <Row extends object>(statement: string, wanted: string | readonly string[]) => {
    if (watch.awaySince !== undefined) throw away();
    return outage.attempt(
      () => withDeadline(askTwice<Row>(statement, wanted), READ_DEADLINE_MS, (message) => new DatabaseAway(message)),
      (error) => {
        if (error !== undefined && !isDatabaseSlow(error)) watch.foundAway();
        throw away(error);
      },
    );
  };
}
