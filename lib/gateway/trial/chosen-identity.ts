import { identify } from "@/lib/auth/identify";
import { NO_FACTS, NOBODY } from "@/lib/auth/nobody";
import type { Identity, IdentityFault } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { harmlessScopes, teamRow } from "@/lib/gateway/explain/matrix";
import type { Services } from "@/lib/gateway/services";
import type { PlaygroundIdentity } from "@/lib/wire/contracts/playground";

/** An identity that an administrator chose, and what its requests would say in headers. */
export interface ChosenIdentity {
  readonly identity: Identity | IdentityFault;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The identity that a call is tried as. Teams, users and keys are those of the database.
 * @throws GatewayError invalid_request unless exactly one is named, not_found, directory_unavailable
 */
export async function chosenIdentity(
  services: Pick<Services, "database" | "directory">,
  as: PlaygroundIdentity,
  settings: Settings,
): Promise<ChosenIdentity> {
  const { claims, key_id: keyId, user_id: userId, team_id: teamId, organization_id: organizationId } = as;
  const named = [claims, keyId, userId].filter((one) => one !== undefined).length;
  if (named > 1 || (named === 0 && teamId === undefined))
    throw new GatewayError("invalid_request", "Name one identity: `claims`, `key_id`, `user_id` or `team_id`.", {
      param: "as",
    });
  const headers = {
    ...(named === 1 && teamId !== undefined && { "x-gateway-team-id": teamId }),
    ...(organizationId !== undefined && { "x-gateway-organization-id": organizationId }),
  };
  const organization = organizationId === undefined ? {} : { organizationId };
  if (claims) {
    const issuer = typeof claims["iss"] === "string" ? claims["iss"] : undefined;
    return {
      headers,
      identity: identify({ kind: "jwt", via: "bearer", claims, issuer }, settings.jwtAuth, organizationId),
    };
  }
  if (keyId !== undefined) {
    const row = await services.database.prisma.key.findUnique({ where: { id: keyId }, select: { hash: true } });
    const key = row ? await services.directory.keyByHash(row.hash) : undefined;
    if (!key) throw unknown("key", "as.key_id");
    return { headers, identity: identify({ kind: "virtual-key", key }, settings.jwtAuth, organizationId) };
  }
  if (userId !== undefined) {
    if (!(await services.directory.user(userId))) throw unknown("user", "as.user_id");
    return { headers, identity: { ...NOBODY, ...organization, userId, scopes: harmlessScopes(settings) } };
  }
  const team = await services.directory.team(teamId ?? "");
  if (!team) throw unknown("team", "as.team_id");
  return { headers, identity: { ...teamRow(team, NO_FACTS, settings).identity, ...organization } };
}

function unknown(what: string, param: string): GatewayError {
  return new GatewayError("not_found", `There is no ${what} with this id.`, { param });
}
