import { setImmediate } from "node:timers/promises";
import type { EndUserFacts, KeyFacts, OrganizationFacts, TeamFacts, UserFacts } from "@/lib/auth/decision";
import type { Change, ChangedEntity } from "@/lib/store/changes/change-notice";
import type { ChangeFeed } from "@/lib/store/changes/change-feed";
import type { Logger } from "@/lib/log";
import type { Database } from "../database";
import { END_USER_COLUMNS, KEY_COLUMNS, ORGANIZATION_COLUMNS, TEAM_COLUMNS, USER_COLUMNS } from "./fact-columns";
import { createEntityCache, type EntityCache } from "./entity-cache";
import { isEntityId } from "@/lib/entity-id";
import { gather } from "@/lib/async/gather";
import { RowChanges, type RowKind } from "./row-changes";
import { createRowReader, isReadAway, orDirectoryUnavailable, type RowReader } from "./row-reader";
import type { Directory } from "@/lib/auth/facts";

/** The directory of the request path, with a version that shows when its answers may have changed. */
export interface VersionedDirectory extends Directory {
  /**
   * Grows with every change that the feed reports and with every row that is served although it may be out of date.
   * What was read under one version is right while that version lasts. Undefined while the feed does not hear.
   */
  readonly version: number | undefined;
  /** Whether the rows at these positions (`rowIndex`) are what they were at that version. */
  areUnchanged(buckets: Iterable<number>, since: number): boolean;
}

/** The teams with one alias, which is `id`: two at most, because an alias of several teams names none. */
interface NamesakeTeams {
  readonly id: string;
  readonly ids: readonly string[];
}

type Caches = {
  readonly [entity in ChangedEntity]?: {
    readonly kind: RowKind;
    readonly cache: Pick<EntityCache<unknown>, "suspectAll" | "drop">;
  };
};

interface DirectoryOptions {
  readonly database: Database;
  readonly changes: ChangeFeed;
  readonly log: Logger;
  readonly now: () => number;
  /** `directory_stale_ttl`, in seconds. */
  readonly staleTtlSeconds: () => number;
  /** `remembered_callers`: how many rows of each kind are kept. */
  readonly capacity: () => number;
  /** Default: a reader made for this directory. */
  readonly readRows?: RowReader;
}

/**
 * The directory of one process. Rows come from the cache while the change feed hears, and otherwise from the database
 * if they are more than a second old. While the database is away, cached rows are served for `directory_stale_ttl` and
 * other ids are refused. No read takes longer than 2 s.
 */
export function createDirectory(options: DirectoryOptions): VersionedDirectory {
  const { changes, now, readRows = createRowReader(options) } = options;
  const rowChanges = new RowChanges();

  function cacheOf<Row extends object>(read: (id: string) => Promise<Row | undefined>): EntityCache<Row> {
    return createEntityCache<Row>({
      read,
      isAway: isReadAway,
      now,
      feed: changes,
      staleTtlMs: () => options.staleTtlSeconds() * 1_000,
      onUnvouched: () => rowChanges.changeAll(),
      capacity: options.capacity,
    });
  }

  function one<Row extends object>(statement: string): EntityCache<Row> {
    return cacheOf(async (id) => (await readRows<Row>(statement, id))[0]);
  }

  /** Reads ids that are asked for at the same moment together: a token may name many, and many callers may be new. */
  function several<Row extends { readonly id: string }>(statement: string): EntityCache<Row> {
    return cacheOf(
      gather(
        async (ids) => new Map((await readRows<Row>(statement, ids)).map((row) => [row.id, row] as const)),
        // Callers whose requests have arrived together are read together.
        () => setImmediate(),
      ),
    );
  }

  const teams = several<TeamFacts>(`SELECT ${TEAM_COLUMNS} FROM teams WHERE id = ANY($1)`);
  const aliases = several<NamesakeTeams>(
    `SELECT asked.alias AS id, ids FROM unnest($1::text[]) AS asked (alias), LATERAL (
       SELECT array_agg(id ORDER BY id COLLATE "C") AS ids FROM (
         SELECT id FROM teams WHERE teams.alias = asked.alias ORDER BY id COLLATE "C" LIMIT 2) AS namesake
       HAVING count(*) > 0) AS named`,
  );
  const users = several<UserFacts>(`SELECT ${USER_COLUMNS} FROM users WHERE id = ANY($1)`);
  const organizations = one<OrganizationFacts>(`SELECT ${ORGANIZATION_COLUMNS} FROM organizations WHERE id = $1`);
  const endUsers = several<EndUserFacts>(`SELECT ${END_USER_COLUMNS} FROM end_users WHERE id = ANY($1)`);
  // A retired secret stands for its key, with the secret's own name and expiry (least() ignores null).
  const keys = one<KeyFacts>(
    `SELECT ${KEY_COLUMNS}, secret.name,
            (extract(epoch FROM least(expires_at, secret.valid_until)) * 1000)::float8 AS "expiresAt"
     FROM (SELECT id AS key_id, name, NULL::timestamptz AS valid_until FROM keys WHERE hash = $1
           UNION ALL SELECT key_id, name, valid_until FROM retired_secrets WHERE hash = $1) AS secret
     JOIN keys ON keys.id = secret.key_id`,
  );
  const caches: Caches = {
    team: { kind: "team", cache: teams },
    user: { kind: "user", cache: users },
    organization: { kind: "organization", cache: organizations },
    end_user: { kind: "endUser", cache: endUsers },
    key: { kind: "keyByHash", cache: keys },
  };

  changes.subscribe(({ entity, id, aliases: renamed }: Change) => {
    const changed = caches[entity];
    if (!changed) return;
    const isAny = id === "" || (entity === "team" && renamed === undefined);
    if (isAny) rowChanges.changeAll();
    else rowChanges.change(changed.kind, id);
    if (id === "") changed.cache.suspectAll();
    else changed.cache.drop(id);
    if (entity !== "team") return;
    if (isAny) aliases.suspectAll();
    for (const alias of renamed ?? []) {
      aliases.drop(alias);
      rowChanges.change("teamsByAlias", alias);
    }
  });

  return {
    get version() {
      return changes.connected ? rowChanges.version : undefined;
    },
    areUnchanged: (buckets, since) => rowChanges.areUnchanged(buckets, since),
    team: (id) => find(teams, id),
    teamsByAlias: async (alias) => (await find(aliases, alias))?.ids,
    user: (id) => find(users, id),
    organization: (id) => find(organizations, id),
    endUser: (id) => find(endUsers, id),
    keyByHash: (hash) => find(keys, hash),
  };
}

async function find<Row>(cache: EntityCache<Row>, id: string): Promise<Row | undefined> {
  // No row can have this id, and ids that callers invent must not fill the cache.
  return isEntityId(id) ? orDirectoryUnavailable(cache.get(id)) : undefined;
}
