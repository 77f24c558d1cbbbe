import { hash, randomBytes } from "node:crypto";
import type { Claims } from "@/lib/auth/decision";
import type { ConsoleSession } from "@/lib/auth/session/console-session";
import type { SessionEnd } from "@/lib/auth/session/session-state";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { Prisma } from "@/lib/store/generated/client";
import { sessionRecord } from "@/lib/wire/sign-in/session";
import { auditEntry, type Audited } from "../audit-entry";
import { pruningTime } from "../pruning-clock";
import { SEALED_COLUMNS, type SealedColumn } from "../sealed-columns";
import type { SecretBox } from "../secret-box";
import { write, type Transaction, type Writer } from "../write";
import { type SessionRow, sessionOf } from "./session-row";

/** What writing sessions needs: the provider's tokens are encrypted as the keys of models are. */
export interface SessionWriter extends Writer {
  readonly secrets: SecretBox;
}

/** What the provider issued for a session; it is stored encrypted. Undefined: it issued none. */
export interface ProviderTokens {
  readonly refreshToken: string | undefined;
  /** Names the session when the person signs out at the provider. */
  readonly idToken: string | undefined;
}

/** What a session stands for: at sign-in, and again after each refresh. */
export interface SessionClaims {
  readonly claims: Claims;
  readonly accessTokenUnused: string | undefined;
  readonly name: string;
  /** Milliseconds since the epoch. Undefined: the token does not say. */
  readonly tokenEndsAt: number | undefined;
}

/** A session that begins. */
export interface NewSession {
  readonly address: string | undefined;
  readonly expiresAt: number;
  readonly opened:
    | { readonly kind: "master-key"; readonly fingerprint: string }
    | (SessionClaims &
        ProviderTokens & {
          readonly kind: "oidc";
          readonly login: string;
          readonly issuer: string | undefined;
          readonly subject: string | undefined;
          /** The `sid` of the ID token. */
          readonly providerSession: string | undefined;
        });
}

/** What becomes of a session. `at`: milliseconds since the epoch. */
export type SessionChange =
  | (SessionClaims & ProviderTokens & { readonly kind: "refreshed"; readonly at: number })
  | (ProviderTokens & { readonly kind: "stale"; readonly at: number })
  | { readonly kind: "ended"; readonly at: number; readonly reason: SessionEnd };

const { refreshTokens, idTokens } = SEALED_COLUMNS;
const AUDITED: Audited<SessionRow> = { entityType: "session", record: (row) => sessionRecord(sessionOf(row)) };
/** For how long the rows of sessions that are over are kept, in milliseconds. */
const KEPT_MS = 30 * 86_400_000;

/** The id of the session whose cookie holds this secret. */
export function sessionId(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Begins a session; answers the secret of its cookie, which is not stored. `now`: milliseconds since the epoch. */
export async function createSession(
  writer: SessionWriter,
  { address, expiresAt, opened }: NewSession,
  now: number,
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const id = sessionId(secret);
  const at = new Date(now);
  const times = { createdAt: at, lastSeenAt: at, refreshedAt: at, expiresAt: new Date(expiresAt) };
  const columns =
    opened.kind === "master-key"
      ? { kind: opened.kind, name: "Master key", fingerprint: opened.fingerprint }
      : {
          kind: opened.kind,
          login: opened.login,
          issuer: opened.issuer,
          subject: opened.subject,
          providerSession: opened.providerSession,
          ...claimColumns(opened),
          ...tokenColumns(writer, id, opened),
        };
  await write(writer, async (transaction) => {
    const before = new Date((await pruningTime(transaction, now)) - KEPT_MS);
    await transaction.consoleSession.deleteMany({ where: { expiresAt: { lt: before } } });
    await transaction.consoleSession.create({ data: { id, address, ...times, ...columns } });
    // Another node may remember that there is no such session.
    return { result: undefined, audit: [], changes: [{ entity: "session", id }] };
  });
  return secret;
}

/**
 * Decides about a session while nobody else can: its row stays locked until `decide` has answered, on every node.
 * Answers the session as it is then; undefined: there is none. @throws GatewayError directory_unavailable
 */
export async function changeSession(
  writer: SessionWriter,
  id: string,
  decide: (session: ConsoleSession, tokens: ProviderTokens) => Promise<SessionChange | undefined>,
): Promise<ConsoleSession | undefined> {
  const { result } = await write(writer, async (transaction) => {
    await transaction.$queryRaw`SELECT id FROM console_sessions WHERE id = ${id} FOR UPDATE`;
    const row = await transaction.consoleSession.findUnique({ where: { id } });
    const change = row && (await decide(sessionOf(row), openTokens(writer, row)));
    if (!row || !change) return { result: row ? sessionOf(row) : undefined, audit: [], changes: [] };
    const after = await transaction.consoleSession.update({ where: { id }, data: columnsOf(writer, row, change) });
    return { result: sessionOf(after), audit: [], changes: [{ entity: "session", id }] };
  });
  return result;
}

/** Sessions by their ids, or by the names that their provider has for them. */
export type SessionNames =
  | { readonly ids: readonly string[] }
  | { readonly issuer: string; readonly subject: string | undefined; readonly providerSession: string | undefined };

/** A session that has just ended, and what the provider may be told to forget. */
export interface EndedSession {
  readonly session: ConsoleSession;
  readonly refreshToken: string | undefined;
}

/**
 * Ends sessions that have not ended, and tells every node. `actor`: who ends them, for the audit log. `first`: what the
 * same transaction does before; if it answers false, nothing ends.
 */
export async function endSessions(
  writer: SessionWriter,
  names: SessionNames,
  { reason, at, actor }: { readonly reason: SessionEnd; readonly at: number; readonly actor: string },
  first: (transaction: Transaction) => Promise<boolean> = async () => true,
): Promise<{ readonly ended: readonly EndedSession[]; readonly nodes: Receipt[] } | undefined> {
  const where: Prisma.ConsoleSessionWhereInput =
    "ids" in names
      ? { id: { in: [...names.ids] } }
      : {
          issuer: names.issuer,
          ...(names.subject !== undefined && { subject: names.subject }),
          ...(names.providerSession !== undefined && { providerSession: names.providerSession }),
        };
  const { result, nodes } = await write(writer, async (transaction) => {
    if (!(await first(transaction))) return { result: undefined, audit: [], changes: [] };
    const rows = await transaction.consoleSession.findMany({ where: { ...where, endedAt: null } });
    const ids = rows.map(({ id }) => id);
    const ended = { endedAt: new Date(at), endReason: reason, ...NO_TOKENS };
    await transaction.consoleSession.updateMany({ where: { id: { in: ids } }, data: ended });
    return {
      result: rows.map((row) => ({
        session: sessionOf({ ...row, ...ended }),
        refreshToken: openTokens(writer, row).refreshToken,
      })),
      audit: rows.map((row) =>
        auditEntry(AUDITED, { actor, action: "session.end", before: row, after: { ...row, ...ended } }),
      ),
      changes: ids.map((id) => ({ entity: "session", id })),
    };
  });
  return result && { ended: result, nodes };
}

/** Remembers a logout token until it has expired. Answers false if it has been used. */
export async function takeLogoutToken(transaction: Transaction, id: string, expiresAt: number, now: number) {
  const before = new Date(await pruningTime(transaction, now));
  await transaction.usedLogoutToken.deleteMany({ where: { expiresAt: { lt: before } } });
  const data = [{ id, expiresAt: new Date(expiresAt) }];
  return (await transaction.usedLogoutToken.createMany({ data, skipDuplicates: true })).count === 1;
}

const NO_TOKENS = { refreshToken: null, idToken: null };

function columnsOf(
  writer: SessionWriter,
  row: SessionRow,
  change: SessionChange,
): Prisma.ConsoleSessionUncheckedUpdateInput {
  const at = new Date(change.at);
  switch (change.kind) {
    case "ended":
      return { endedAt: at, endReason: change.reason, ...NO_TOKENS };
    case "stale":
      return { staleSince: row.staleSince ?? at, attemptedAt: at, ...tokenColumns(writer, row.id, change) };
    case "refreshed": {
      const times = { refreshedAt: at, lastSeenAt: at, staleSince: null, attemptedAt: null };
      return { ...times, ...claimColumns(change), ...tokenColumns(writer, row.id, change) };
    }
  }
}

function claimColumns({ claims, accessTokenUnused, name, tokenEndsAt }: SessionClaims) {
  return {
    claims: JSON.stringify(claims),
    accessTokenUnused: accessTokenUnused ?? null,
    name,
    tokenEndsAt: tokenEndsAt === undefined ? null : new Date(tokenEndsAt),
  };
}

/** A token that the provider did not give again stays. */
function tokenColumns({ secrets }: SessionWriter, id: string, { refreshToken, idToken }: ProviderTokens) {
  return {
    ...(refreshToken !== undefined && { refreshToken: secrets.seal(refreshToken, refreshTokens.context(id)) }),
    ...(idToken !== undefined && { idToken: secrets.seal(idToken, idTokens.context(id)) }),
  };
}

function openTokens({ secrets }: SessionWriter, { id, refreshToken, idToken }: SessionRow): ProviderTokens {
  const open = (sealed: string | null, { context }: SealedColumn): string | undefined => {
    const opened = sealed === null ? undefined : secrets.open(sealed, context(id));
    return opened && "text" in opened ? opened.text : undefined;
  };
  return { refreshToken: open(refreshToken, refreshTokens), idToken: open(idToken, idTokens) };
}
