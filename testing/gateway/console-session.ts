import { encode } from "next-auth/jwt";
import type { Claims } from "@/lib/auth/decision";
import { issuerIn } from "@/lib/auth/session/console-session";
import { masterKeyFingerprint } from "@/lib/server/console/session";
import { createSession, type NewSession, type SessionWriter } from "@/lib/store/sessions/console-sessions";
import { MASTER_KEY, SESSION_SECRET } from "./test-services";

const HOUR_MS = 3_600_000;

/** The login provider without which sessions of a provider do not count. */
export const LOGIN_VARIABLES = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "console" };

/** A `Cookie` header for a new session with these claims, or for one of the master key. `name`: of the cookie. */
export async function sessionCookie(
  services: SessionWriter,
  claims: Claims | "master key",
  name = "next-auth.session-token",
): Promise<{ readonly cookie: string }> {
  const now = Date.now();
  const opened: NewSession["opened"] =
    claims === "master key"
      ? { kind: "master-key", fingerprint: masterKeyFingerprint(MASTER_KEY) }
      : {
          kind: "oidc",
          login: "oidc",
          issuer: issuerIn(claims),
          subject: undefined,
          providerSession: undefined,
          claims,
          accessTokenUnused: undefined,
          name: "somebody",
          tokenEndsAt: undefined,
          refreshToken: undefined,
          idToken: undefined,
        };
  const secret = await createSession(services, { address: undefined, expiresAt: now + HOUR_MS, opened }, now);
  return { cookie: `${name}=${await encodedSession(secret)}` };
}

/** The value of the cookie of the session with this secret. */
function encodedSession(secret: string): Promise<string> {
  return encode({ token: { session: { secret } }, secret: SESSION_SECRET });
}
