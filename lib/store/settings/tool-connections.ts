import { randomUUID } from "node:crypto";
import type { ConnectionFacts } from "@/lib/mcp/connections/connection-state";
import { connectionCredential, type ConnectionCredential } from "@/lib/mcp/connections/credential";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { ToolConnection } from "@/lib/store/generated/client";
import { auditEntry, type Audited } from "../audit-entry";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import { SEALED_COLUMNS } from "../sealed-columns";
import type { SecretBox } from "../secret-box";
import { write, type Transaction, type Writer } from "../write";

/** The user and the server that a connection is between. */
export interface ConnectionEnds {
  readonly userId: string;
  readonly server: string;
}

/** A connection as the database has it. Its tokens are in `credential` alone. */
export interface StoredConnection extends ConnectionEnds, Omit<ConnectionFacts, "isUsable"> {
  readonly id: string;
  readonly issuedFor: string;
  readonly version: number;
  readonly connectedAt: Date;
  readonly refusedAt: Date | null;
  /** Undefined: it was refused, or the key of this node does not open it. */
  readonly credential: ConnectionCredential | undefined;
}

/** Tokens as they were issued. `lifeMs`: how long the access token lives; undefined: it does not say. */
export interface IssuedTokens {
  readonly credential: ConnectionCredential;
  readonly lifeMs: number | undefined;
}

/** A connection at one version: whoever writes it must have seen that. */
export type SeenConnection = Pick<StoredConnection, "id" | "version">;

type Pool = Pick<Database, "pool">;

const AUDITED: Audited<ToolConnection> = {
  entityType: "tool_connection",
  record: ({ server, userId, connectedAt }) => ({
    server,
    user_id: userId,
    connected_at: connectedAt.toISOString(),
  }),
};

const { context } = SEALED_COLUMNS.toolConnections;

/** For how long one process refreshes a credential: longer than any request to an authorization server takes. */
const HOLD_SECONDS = 45;
/** For how long an authorization server that did not answer is left alone. */
const PAUSE_SECONDS = 5;

// Times are compared by the clock of the database, which all nodes share.
const COLUMNS = `id, user_id AS "userId", server, issued_for AS "issuedFor", sealed, has_refresh AS "hasRefreshToken", version,
  connected_at AS "connectedAt", refused_at AS "refusedAt", refused_at IS NOT NULL AS "isRefused",
  (extract(epoch FROM ends_at - clock_timestamp()) * 1000)::float8 AS "endsIn",
  (extract(epoch FROM clock_timestamp() - issued_at) * 1000)::float8 AS age,
  CASE WHEN held_until IS NULL OR held_until <= clock_timestamp() THEN 'free'
    WHEN held_by IS NULL THEN 'paused' ELSE 'held' END AS hold`;

interface Row extends Omit<StoredConnection, "credential" | "endsIn"> {
  readonly sealed: string | null;
  readonly endsIn: number | null;
}

/** The connection of a user to a server; undefined: there is none. @throws GatewayError directory_unavailable */
export async function readConnection(
  { pool }: Pool,
  box: SecretBox,
  { userId, server }: ConnectionEnds,
): Promise<StoredConnection | undefined> {
  const statement = `SELECT ${COLUMNS} FROM tool_connections WHERE user_id = $1 AND server = $2`;
  const { rows } = await orUnavailable(pool.query<Row>(statement, [userId, server]));
  return rows[0] && opened(box, rows[0]);
}

/**
 * The connections of users, or to a server. `most`: how many are read. @throws GatewayError directory_unavailable
 */
export async function listConnections(
  { pool }: Pool,
  box: SecretBox,
  of: { readonly userIds: readonly string[] } | { readonly server: string },
  most = 1_000,
): Promise<StoredConnection[]> {
  const [column, values] = "userIds" in of ? ["user_id", of.userIds] : ["server", [of.server]];
  const statement = `SELECT ${COLUMNS} FROM tool_connections WHERE ${column} = ANY($1) ORDER BY user_id, server LIMIT $2`;
  const { rows } = await orUnavailable(pool.query<Row>(statement, [values, most]));
  return rows.map((row) => opened(box, row));
}

function opened(box: SecretBox, { sealed, endsIn, ...row }: Row): StoredConnection {
  return { ...row, endsIn: endsIn ?? undefined, credential: credentialIn(box, { id: row.id, sealed }) };
}

function credentialIn(
  box: SecretBox,
  { id, sealed }: Pick<ToolConnection, "id" | "sealed">,
): ConnectionCredential | undefined {
  const open = sealed === null ? undefined : box.open(sealed, context(id));
  const read = open && "text" in open ? connectionCredential.safeParse(JSON.parse(open.text)) : undefined;
  return read?.success ? read.data : undefined;
}

/**
 * Takes the right to refresh a credential, which one process at a time has. Answers false if another one has it, or if
 * the credential is another one by now. @throws GatewayError directory_unavailable
 */
export async function holdConnection(
  { pool }: Pool,
  { id, version }: SeenConnection,
  holder: string,
): Promise<boolean> {
  const { rowCount } = await orUnavailable(
    pool.query(
      `UPDATE tool_connections SET held_by = $3, held_until = clock_timestamp() + make_interval(secs => ${HOLD_SECONDS})
       WHERE id = $1 AND version = $2 AND refused_at IS NULL
         AND (held_until IS NULL OR held_until <= clock_timestamp())`,
      [id, version, holder],
    ),
  );
  return rowCount === 1;
}

/** Keeps refreshed tokens, if the credential is still the one that was refreshed. @throws GatewayError */
export async function storeRefreshed(
  { pool }: Pool,
  box: SecretBox,
  { id, version }: SeenConnection,
  { credential, lifeMs }: IssuedTokens,
): Promise<boolean> {
  const { rowCount } = await orUnavailable(
    pool.query(
      `UPDATE tool_connections SET sealed = $3, has_refresh = $4, version = version + 1, issued_at = clock_timestamp(),
         ends_at = clock_timestamp() + make_interval(secs => $5::float8 / 1000), held_by = NULL, held_until = NULL
       WHERE id = $1 AND version = $2 AND refused_at IS NULL`,
      [id, version, box.seal(JSON.stringify(credential), context(id)), credential.refreshToken !== undefined, lifeMs],
    ),
  );
  return rowCount === 1;
}

/** Leaves a credential alone for a moment, because it cannot be refreshed now. @throws GatewayError */
export async function pauseConnection({ pool }: Pool, { id, version }: SeenConnection): Promise<void> {
  await orUnavailable(
    pool.query(
      `UPDATE tool_connections SET held_by = NULL, held_until = clock_timestamp() + make_interval(secs => ${PAUSE_SECONDS})
       WHERE id = $1 AND version = $2`,
      [id, version],
    ),
  );
}

/** Ends an access token that its server has refused: it is not sent again, and another one is fetched. */
export async function endAccessToken({ pool }: Pool, { id, version }: SeenConnection): Promise<void> {
  await orUnavailable(
    pool.query(
      `UPDATE tool_connections SET ends_at = least(ends_at, clock_timestamp()) WHERE id = $1 AND version = $2`,
      [id, version],
    ),
  );
}

/** Drops the tokens of a credential that was refused. Answers whether it was there. @throws GatewayError */
export async function refuseConnection({ pool }: Pool, { id, version }: SeenConnection): Promise<boolean> {
  const { rowCount } = await orUnavailable(
    pool.query(
      `UPDATE tool_connections SET sealed = NULL, has_refresh = false, refused_at = clock_timestamp(),
         version = version + 1, held_by = NULL, held_until = NULL
       WHERE id = $1 AND version = $2 AND refused_at IS NULL`,
      [id, version],
    ),
  );
  return rowCount === 1;
}

/**
 * Connects a user to a server. Answers the earlier credential whose place the new one takes, if there was one.
 * @throws GatewayError directory_unavailable
 */
export async function connectUser(
  writer: Writer & { readonly secrets: SecretBox },
  actor: string,
  { userId, server, issuedFor, credential, lifeMs }: ConnectionEnds & IssuedTokens & { readonly issuedFor: string },
): Promise<{ readonly replaced: ConnectionCredential | undefined; readonly nodes: Receipt[] }> {
  const id = randomUUID();
  const { result, nodes } = await write(writer, async (transaction) => {
    const before = await remove(transaction, { userId, server });
    const [times] = await transaction.$queryRaw<{ at: Date; ends: Date | null }[]>`
      SELECT clock_timestamp() AS at, clock_timestamp() + make_interval(secs => ${lifeMs ?? null}::float8 / 1000) AS ends`;
    const after = await transaction.toolConnection.create({
      data: {
        id,
        userId,
        server,
        issuedFor,
        sealed: writer.secrets.seal(JSON.stringify(credential), context(id)),
        hasRefresh: credential.refreshToken !== undefined,
        ...(times && { issuedAt: times.at, connectedAt: times.at, endsAt: times.ends }),
      },
    });
    const entry = auditEntry(AUDITED, { actor, action: "tool_connection.connect", ...(before && { before }), after });
    return { result: before, audit: [entry], changes: [] };
  });
  return { replaced: result && credentialIn(writer.secrets, result), nodes };
}

/**
 * Ends the connection of a user to a server. Answers whether there was one, and the credential that it had.
 * @throws GatewayError
 */
export async function disconnectUser(
  writer: Writer & { readonly secrets: SecretBox },
  actor: string,
  ends: ConnectionEnds,
): Promise<{
  readonly wasConnected: boolean;
  readonly credential: ConnectionCredential | undefined;
  readonly nodes: Receipt[];
}> {
  const { result, nodes } = await write(writer, async (transaction) => {
    const before = await remove(transaction, ends);
    const audit = before ? [auditEntry(AUDITED, { actor, action: "tool_connection.disconnect", before })] : [];
    return { result: before, audit, changes: [] };
  });
  return { wasConnected: result !== undefined, credential: result && credentialIn(writer.secrets, result), nodes };
}

async function remove(
  transaction: Transaction,
  { userId, server }: ConnectionEnds,
): Promise<ToolConnection | undefined> {
  // Whoever connects the same user at the same time waits for the end of this transaction.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${JSON.stringify([userId, server])}, 0))`;
  const before = await transaction.toolConnection.findUnique({ where: { userId_server: { userId, server } } });
  if (!before) return undefined;
  await transaction.toolConnection.delete({ where: { id: before.id } });
  return before;
}

/** Ends all connections to a server, or of users, that are deleted, and those that are about to be made. */
export async function deleteConnections(
  transaction: Transaction,
  of: { readonly server: string } | { readonly userId: { readonly in: string[] } },
): Promise<void> {
  await transaction.toolConnection.deleteMany({ where: of });
  await transaction.toolSignIn.deleteMany({ where: of });
}
