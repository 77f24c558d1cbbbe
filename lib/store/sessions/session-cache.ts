import type { ConsoleSession } from "@/lib/auth/session/console-session";
import type { ChangeFeed } from "../changes/change-feed";
import { createEntityCache } from "../directory/entity-cache";
import { isReadAway, orDirectoryUnavailable, type RowReader } from "../directory/row-reader";
import { sessionOf, type SessionRow } from "./session-row";

/** The sessions of the request path. */
export interface SessionCache {
  /** A session as its row said when last read. Undefined: there is none. @throws GatewayError directory_unavailable */
  read(id: string): Promise<ConsoleSession | undefined>;
  drop(id: string): void;
}

const CAPACITY = 10_000;
const COLUMNS = `id, kind, login, issuer, subject, provider_session AS "providerSession", name, address, claims,
  access_token_unused AS "accessTokenUnused", fingerprint, refresh_token AS "refreshToken", id_token AS "idToken",
  created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt", token_ends_at AS "tokenEndsAt",
  refreshed_at AS "refreshedAt", stale_since AS "staleSince", attempted_at AS "attemptedAt", ended_at AS "endedAt",
  end_reason AS "endReason"`;

/**
 * Remembers sessions until the change feed reports a change of them, and for at most a second while it is down, so that
 * a session that ends anywhere is over on every node.
 */
export function createSessionCache(options: {
  readonly readRows: RowReader;
  readonly changes: ChangeFeed;
  readonly now: () => number;
  /** How long known sessions go on while the database is away. */
  readonly staleTtlMs: () => number;
}): SessionCache {
  const { readRows, changes, now, staleTtlMs } = options;
  const cache = createEntityCache<ConsoleSession>({
    async read(id) {
      const [row] = await readRows<SessionRow>(`SELECT ${COLUMNS} FROM console_sessions WHERE id = $1`, id);
      return row && sessionOf(row);
    },
    isAway: isReadAway,
    now,
    feed: changes,
    staleTtlMs,
    onUnvouched() {},
    capacity: () => CAPACITY,
  });
  changes.subscribe(({ entity, id }) => {
    if (entity !== "session") return;
    if (id === "") cache.suspectAll();
    else cache.drop(id);
  });
  return { read: (id) => orDirectoryUnavailable(cache.get(id)), drop: (id) => cache.drop(id) };
}
