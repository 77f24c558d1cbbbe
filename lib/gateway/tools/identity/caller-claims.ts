import type { Identity, Principal, VerifiedToken } from "@/lib/auth/decision";
import { clientOf } from "../token-fault";

/** For how long a token for a server lives, in seconds. */
const LIFE_SECONDS = 60;

/** In whose name a server is asked. */
export interface ToolCaller {
  /** The address of the gateway, as callers know it. */
  readonly issuer: string;
  readonly userId: string | undefined;
  readonly teamId: string | undefined;
  /** The application or the key that acts. */
  readonly client: string;
}

/** The caller, as servers of `auth_type: signed_jwt` are told of it. `field`: `mcp_client_id_jwt_field`. */
export function toolCallerOf(
  { identity, principal, token }: Asker,
  { issuer, field }: { readonly issuer: string; readonly field: string | undefined },
): ToolCaller {
  const { userId, teamId } = principal;
  return { issuer, userId, teamId, client: clientName({ identity, token }, field) };
}

interface Asker {
  readonly identity: Pick<Identity, "key" | "subject">;
  readonly principal: Pick<Principal, "userId" | "teamId">;
  readonly token: VerifiedToken;
}

function clientName(
  { identity: { key, subject }, token }: Omit<Asker, "principal">,
  field: string | undefined,
): string {
  switch (token.kind) {
    case "master-key":
      return "master-key";
    case "virtual-key":
      return key?.id ?? token.key.id;
    case "jwt":
      return clientOf(token.claims, field) ?? subject ?? "unknown";
  }
}

/**
 * The claims of a token for a server (RFC 9068): for a user by the client that acts (RFC 8693 §4.1), or for the client
 * itself. `now`: milliseconds since the epoch. `audience`: the server's address.
 */
export function callerClaims(
  { issuer, userId, teamId, client }: ToolCaller,
  { audience, now, id }: { readonly audience: string; readonly now: number; readonly id: string },
): Readonly<Record<string, unknown>> {
  const at = Math.floor(now / 1000);
  return {
    iss: issuer,
    aud: audience,
    sub: userId ?? client,
    jti: id,
    iat: at,
    exp: at + LIFE_SECONDS,
    client_id: client,
    ...(userId !== undefined && { user_id: userId, act: { sub: client } }),
    ...(teamId !== undefined && { team_id: teamId }),
  };
}
