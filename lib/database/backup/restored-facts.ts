import type pg from "pg";
import { rowsOf } from "./session";

/** A row with encrypted secrets: of the model list, a credential, a tool server, the login, an alert channel. */
interface SealedRow {
  readonly kind: "model" | "credential" | "tool server" | "login" | "alert channel";
  readonly id: string;
  readonly sealed: string;
}

/** What the operator should know of the rows that a restore has brought back. */
export interface RestoredFacts {
  readonly keys: number;
  /** Keys, teams, users, organisations and end users that are blocked. */
  readonly blocked: number;
  readonly endedSessions: number;
  /** The rows that hold encrypted secrets of upstreams. */
  readonly sealed: readonly SealedRow[];
}

const FACTS = `
  SELECT (SELECT count(*) FROM keys)::float8 AS keys,
    (SELECT count(*) FROM console_sessions WHERE end_reason = 'restored')::float8 AS sessions,
    ((SELECT count(*) FROM keys WHERE blocked) + (SELECT count(*) FROM teams WHERE blocked)
      + (SELECT count(*) FROM users WHERE blocked) + (SELECT count(*) FROM organizations WHERE blocked)
      + (SELECT count(*) FROM end_users WHERE blocked))::float8 AS blocked`;

/** Reads them in the schema of this version. @throws the database's error */
export async function readRestoredFacts(client: pg.Client): Promise<RestoredFacts> {
  const [counts] = await rowsOf<{ keys: number; sessions: number; blocked: number }>(client, FACTS);
  const sealed = await rowsOf<SealedRow>(
    client,
    `SELECT 'model' AS kind, id, sealed FROM models WHERE sealed IS NOT NULL
     UNION ALL SELECT 'credential', id, sealed FROM credentials WHERE sealed IS NOT NULL
     UNION ALL SELECT 'tool server', id, sealed FROM mcp_servers WHERE sealed IS NOT NULL
     UNION ALL SELECT 'login', id, sealed FROM console_logins WHERE sealed IS NOT NULL
     UNION ALL SELECT 'alert channel', id, sealed FROM alert_channels ORDER BY kind DESC, id`,
  );
  return {
    keys: counts?.keys ?? 0,
    blocked: counts?.blocked ?? 0,
    endedSessions: counts?.sessions ?? 0,
    sealed,
  };
}
