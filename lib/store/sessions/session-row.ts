import type { Claims } from "@/lib/auth/decision";
import type { ConsoleSession } from "@/lib/auth/session/console-session";
import { SESSION_ENDS, type SessionEnd } from "@/lib/auth/session/session-state";
import { isObject } from "@/lib/is-object";
import type { Prisma } from "@/lib/store/generated/client";

/** A row of `console_sessions`. */
export type SessionRow = Prisma.ConsoleSessionGetPayload<object>;

/** A row as a session. Of the encrypted tokens it says only whether there is one. */
export function sessionOf(row: SessionRow): ConsoleSession {
  const { id, login, name, issuer, subject, address, accessTokenUnused, fingerprint } = row;
  const kind = row.kind === "master-key" ? "master-key" : "oidc";
  return {
    id,
    kind,
    login,
    name,
    issuer,
    subject,
    address,
    accessTokenUnused,
    fingerprint,
    claims: kind === "oidc" ? claimsOf(row.claims) : null,
    canRefresh: row.refreshToken !== null,
    createdAt: row.createdAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    refreshedAt: row.refreshedAt.getTime(),
    tokenEndsAt: row.tokenEndsAt?.getTime() ?? null,
    staleSince: row.staleSince?.getTime() ?? null,
    attemptedAt: row.attemptedAt?.getTime() ?? null,
    endedAt: row.endedAt?.getTime() ?? null,
    endReason: row.endReason === null ? null : reasonOf(row.endReason),
  };
}

/** A provider's session without readable claims stands for nobody. */
function claimsOf(text: string | null): Claims {
  const claims: unknown = text === null ? undefined : JSON.parse(text);
  return isObject(claims) ? claims : {};
}

/** A newer process may have written a reason that this one does not know. */
function reasonOf(text: string): SessionEnd {
  return text in SESSION_ENDS ? (text as SessionEnd) : "administrator";
}
