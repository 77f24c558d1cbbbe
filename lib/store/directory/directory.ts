import { messageOf } from "@/lib/error-message";
import type { EndUserFacts, KeyFacts, OrganizationFacts, TeamFacts, UserFacts } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import type { Change, ChangedEntity } from "@/lib/store/changes/change-notice";
import type { ChangeFeed } from "@/lib/store/changes/change-feed";
import type { Logger } from "@/lib/log";
import type { Database } from "../database";
import { withDeadline } from "@/lib/time/io/deadline";
import { createOutage } from "@/lib/time/outage";
import { END_USER_COLUMNS, KEY_COLUMNS, ORGANIZATION_COLUMNS, TEAM_COLUMNS, USER_COLUMNS } from "./fact-columns";
import { createEntityCache, type EntityCache } from "./entity-cache";
import { isEntityId } from "@/lib/entity-id";
import type { LimitedStatement } from "../bounded-pool";
import { isDatabaseAway, isDatabaseSlow } from "../failures";
import type { Directory } from "@/lib/auth/facts";

/** The directory of the request path, with a version that tells when its answers may have changed. */
export interface VersionedDirectory extends Directory {
  /**
   * Grows with every change that the feed reports and with every row that is served although it may be out of date, so
   * anything read under one version stays right while the version lasts. Undefined while the feed is down.
   */
  readonly version: number | undefined;
}

/** The longest that a caller waits for one row. */
const READ_DEADLINE_MS = 2_000;
/** When the server gives up a read: before its caller does, so that a slow database is not taken for one that is away. */
const READ_LIMIT_MS = 1_500;
/** The pause after a failed read, so that callers do not queue behind a hanging database. */
const AWAY_PAUSE_MS = 500;
const CAPACITY = 10_000;

/** The database could not be reached, or was too slow; callers get directory_unavailable. */
class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
  get isSlow(): boolean {
    return isDatabaseSlow(this.cause);
  }
}

interface DirectoryOptions {
  readonly database: Database;
  readonly changes: ChangeFeed;
  readonly log: Logger;
  readonly now: () => number;
  /** `directory_stale_ttl`, in seconds. */
  readonly staleTtlSeconds: () => number;
}

/**
 * The directory of one process (design 4): rows come from the cache while the change feed is up, otherwise from the
 * database. While the database is away, cached rows are served for `directory_stale_ttl` and other ids are refused. No
 * read takes longer than 2 s.
 */
export function createDirectory(options: DirectoryOptions): VersionedDirectory {
  const { changes, now } = options;
  const readRow = createRowReader(options);
  let version = 0;

  function cacheOf<Row extends object>(statement: string): EntityCache<Row> {
    return createEntityCache<Row>({
      read: (id) => readRow<Row>(statement, id),
      isAway: (error) => error instanceof DatabaseAway,
      now,
      feed: changes,
      staleTtlMs: () => options.staleTtlSeconds() * 1_000,
      onUnvouched: () => version++,
      capacity: CAPACITY,
    });
  }

  const teams = cacheOf<TeamFacts>(`SELECT ${TEAM_COLUMNS} FROM teams WHERE id = $1`);
  const users = cacheOf<UserFacts>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1`);
  const organizations = cacheOf<OrganizationFacts>(`SELECT ${ORGANIZATION_COLUMNS} FROM organizations WHERE id = $1`);
  const endUsers = cacheOf<EndUserFacts>(`SELECT ${END_USER_COLUMNS} FROM end_users WHERE id = $1`);
  // A retired secret stands for its key, with the secret's own name and expiry (least() ignores null).
  const keys = cacheOf<KeyFacts>(
    `SELECT ${KEY_COLUMNS}, secret.name,
            (extract(epoch FROM least(expires_at, secret.valid_until)) * 1000)::float8 AS "expiresAt"
     FROM (SELECT id AS key_id, name, NULL::timestamptz AS valid_until FROM keys WHERE hash = $1
           UNION ALL SELECT key_id, name, valid_until FROM retired_secrets WHERE hash = $1) AS secret
     JOIN keys ON keys.id = secret.key_id`,
  );
  const caches: { readonly [entity in ChangedEntity]?: Pick<EntityCache<unknown>, "suspectAll" | "drop"> } = {
    team: teams,
    user: users,
    organization: organizations,
    end_user: endUsers,
    key: keys,
  };

  changes.subscribe(({ entity, id }: Change) => {
    const cache = caches[entity];
    if (!cache) return;
    version++;
    if (id === "") cache.suspectAll();
    else cache.drop(id);
  });

  return {
    get version() {
      return changes.connected ? version : undefined;
    },
    team: (id) => find(teams, id),
    user: (id) => find(users, id),
    organization: (id) => find(organizations, id),
    endUser: (id) => find(endUsers, id),
    keyByHash: (hash) => find(keys, hash),
  };
}

async function find<Row>(cache: EntityCache<Row>, id: string): Promise<Row | undefined> {
  // No such row can exist, and ids that callers invent must not fill the cache.
  if (!isEntityId(id)) return undefined;
  try {
    return await cache.get(id);
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    const reason = error.isSlow ? "answers too slowly" : "cannot be reached";
    throw new GatewayError("directory_unavailable", `The gateway's database ${reason}; try again shortly.`, {
      headers: { "retry-after": "1" },
      cause: error.cause,
    });
  }
}

type RowReader = <Row extends object>(statement: string, id: string) => Promise<Row | undefined>;

/** Reads one row within the deadline. @throws DatabaseAway, at once during the pause after a failure */
function createRowReader({ database, log, now }: DirectoryOptions): RowReader {
  const outage = createOutage({
    pauseMs: AWAY_PAUSE_MS,
    now,
    isAway: (error) => error instanceof DatabaseAway || isDatabaseAway(error) || isDatabaseSlow(error),
    onAway: (error) => log.warn("directory.database_away", { error: messageOf(error) }),
    onBack: () => log.info("directory.database_back"),
  });

  async function ask<Row extends object>(text: string, id: string): Promise<Row | undefined> {
    const statement: LimitedStatement = { text, values: [id], query_timeout: READ_LIMIT_MS };
    const { rows } = await database.pool.query<Row>(statement);
    return rows[0];
  }

  /** Tries twice, because the first connection may have broken while idle in the pool. */
  async function askTwice<Row extends object>(text: string, id: string): Promise<Row | undefined> {
    return ask<Row>(text, id).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      return ask<Row>(text, id);
    });
  }

  return <Row extends object>(statement: string, id: string) =>
    outage.attempt(
      () => withDeadline(askTwice<Row>(statement, id), READ_DEADLINE_MS, (message) => new DatabaseAway(message)),
      (error) => {
        if (error === undefined) throw new DatabaseAway("The database was away a moment ago");
        throw new DatabaseAway("The database is away", { cause: error });
      },
    );
}
