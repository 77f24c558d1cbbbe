import { createHash } from "node:crypto";
import { pendingSignIn, type PendingSignIn } from "@/lib/mcp/connections/credential";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import { SEALED_COLUMNS } from "../sealed-columns";
import type { SecretBox } from "../secret-box";
import type { ConnectionEnds } from "./tool-connections";

/** A user in one session of the console, which begins and ends a sign-in at a tool server. */
export interface SignInSession {
  readonly userId: string;
  readonly sessionId: string;
}

/** For how long a sign-in may take. */
const LIFE_SECONDS = 600;
/** The most that one user may have begun. */
const MOST_BEGUN = 20;

const { context } = SEALED_COLUMNS.toolSignIns;

function idOf(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}

/** Notes a sign-in that begins, under the `state` that comes back with its answer. @throws GatewayError */
export async function beginSignIn(
  { pool }: Pick<Database, "pool">,
  box: SecretBox,
  { userId, sessionId, server }: SignInSession & ConnectionEnds,
  state: string,
  pending: PendingSignIn,
): Promise<void> {
  const id = idOf(state);
  await orUnavailable(
    pool.query(
      `WITH over AS (
         DELETE FROM tool_sign_ins WHERE expires_at <= clock_timestamp() OR id IN (
           SELECT id FROM tool_sign_ins WHERE user_id = $3 ORDER BY expires_at DESC OFFSET ${MOST_BEGUN - 1})
       )
       INSERT INTO tool_sign_ins (id, session_id, user_id, server, sealed, expires_at)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => ${LIFE_SECONDS}))`,
      [id, sessionId, userId, server, box.seal(JSON.stringify(pending), context(id))],
    ),
  );
}

/**
 * Takes a sign-in whose answer has come, so that no second answer counts. Undefined: there is none under this `state`,
 * it was begun in another session, or it took too long. @throws GatewayError
 */
export async function takeSignIn(
  { pool }: Pick<Database, "pool">,
  box: SecretBox,
  { userId, sessionId }: SignInSession,
  state: string,
): Promise<(PendingSignIn & { readonly server: string }) | undefined> {
  const id = idOf(state);
  const { rows } = await orUnavailable(
    pool.query<{ server: string; sealed: string; isOver: boolean }>(
      `DELETE FROM tool_sign_ins WHERE id = $1 AND session_id = $2 AND user_id = $3
       RETURNING server, sealed, expires_at <= clock_timestamp() AS "isOver"`,
      [id, sessionId, userId],
    ),
  );
  const [row] = rows;
  if (!row || row.isOver) return undefined;
  const opened = box.open(row.sealed, context(id));
  const read = "text" in opened ? pendingSignIn.safeParse(JSON.parse(opened.text)) : undefined;
  return read?.success ? { ...read.data, server: row.server } : undefined;
}

/** The servers to which a user is about to connect. @throws GatewayError directory_unavailable */
export async function readBegunSignIns({ pool }: Pick<Database, "pool">, userId: string): Promise<ReadonlySet<string>> {
  const statement = "SELECT DISTINCT server FROM tool_sign_ins WHERE user_id = $1 AND expires_at > clock_timestamp()";
  const { rows } = await orUnavailable(pool.query<{ server: string }>(statement, [userId]));
  return new Set(rows.map(({ server }) => server));
}
