import type { PolicyTest } from "@/lib/config/policy-test-schema";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Identity, IdentityFault, KeyFacts, VerifiedToken } from "../decision";
import { identify } from "../identify";

type Tested = Pick<PolicyTest, "claims" | "issuer" | "key" | "key_id">;

/**
 * The caller of a policy test, as its claims or its key are read; undefined unless it states just one of them.
 * `existing`: the key that `key_id` names; undefined: there is none, or keys are not known here.
 */
export function testedIdentity(
  test: Tested & Pick<PolicyTest, "request">,
  settings: JwtAuthSettings,
  existing?: KeyFacts,
): Identity | IdentityFault | undefined {
  if ([test.claims, test.key, test.key_id].filter((stated) => stated !== undefined).length !== 1) return undefined;
  const token = tokenOf(test, existing);
  return token && identify(token, settings, test.request.organization_id);
}

function tokenOf({ claims, issuer: stated, key }: Tested, existing: KeyFacts | undefined): VerifiedToken | undefined {
  if (claims !== undefined) {
    const issuer = stated ?? (typeof claims["iss"] === "string" ? claims["iss"] : undefined);
    return { kind: "jwt", via: "bearer", claims: issuer === undefined ? claims : { ...claims, iss: issuer }, issuer };
  }
  if (key === undefined) return existing && { kind: "virtual-key", key: existing };
  return {
    kind: "virtual-key",
    key: {
      id: "policy-test",
      alias: null,
      name: "of the test",
      teamId: key.team_id ?? null,
      userId: key.user_id ?? null,
      organizationId: key.organization_id ?? null,
      models: key.models,
      allowedRoutes: key.allowed_routes,
      maker: null,
      blocked: key.blocked,
      objectPermission: key.object_permission ?? null,
      hostedTools: key.hosted_tools ?? null,
      expiresAt: null,
    },
  };
}
