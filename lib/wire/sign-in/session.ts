import { z } from "zod";
import type { ConsoleSession } from "@/lib/auth/session/console-session";
import { SESSION_ENDS, type SessionEnd } from "@/lib/auth/session/session-state";

const END_REASONS = Object.keys(SESSION_ENDS).filter((name): name is SessionEnd => name in SESSION_ENDS);
const time = z.string().nullable();

export const sessionSchema = z.object({
  session_id: z.string(),
  kind: z.enum(["oidc", "master-key"]),
  login: z.string().nullable().describe("The provider's name in the address of its callback"),
  name: z.string(),
  issuer: z.string().nullable(),
  subject: z.string().nullable(),
  address: z.string().nullable().describe("The IP address that the person signed in from"),
  can_refresh: z.boolean().describe("Whether the provider gave a refresh token"),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  token_ends_at: time.describe("When the token expires that the session relies on"),
  refreshed_at: z.string().describe("When the provider last vouched for it"),
  stale_since: time.describe("Since when the provider could not be reached"),
  ended_at: time,
  end_reason: z.enum(END_REASONS).nullable(),
});

/** A session as the API shows it: none of its secrets, and none of its claims. */
export function sessionRecord(session: ConsoleSession): z.infer<typeof sessionSchema> {
  const { id, kind, login, name, issuer, subject, address, endReason } = session;
  return {
    session_id: id,
    kind,
    login,
    name,
    issuer,
    subject,
    address,
    can_refresh: session.canRefresh,
    created_at: iso(session.createdAt),
    last_seen_at: iso(session.lastSeenAt),
    expires_at: iso(session.expiresAt),
    token_ends_at: isoOrNull(session.tokenEndsAt),
    refreshed_at: iso(session.refreshedAt),
    stale_since: isoOrNull(session.staleSince),
    ended_at: isoOrNull(session.endedAt),
    end_reason: endReason,
  };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : iso(milliseconds);
}
