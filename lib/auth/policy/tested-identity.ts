import type { PolicyTest } from "@/lib/config/policy-test-schema";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Identity, IdentityFault, VerifiedToken } from "../decision";
import { identify } from "../identify";

/** The caller of a policy test, as its claims or its key are read; undefined unless it states just one of the two. */
export function testedIdentity(
  test: Pick<PolicyTest, "claims" | "issuer" | "key" | "request">,
  settings: JwtAuthSettings,
): Identity | IdentityFault | undefined {
  const token = tokenOf(test);
  return token && identify(token, settings, test.request.organization_id);
}

function tokenOf({
  claims,
  issuer: stated,
  key,
}: Pick<PolicyTest, "claims" | "issuer" | "key">): VerifiedToken | undefined {
  if (claims !== undefined && key === undefined) {
    const issuer = stated ?? (typeof claims["iss"] === "string" ? claims["iss"] : undefined);
    return { kind: "jwt", via: "bearer", claims: issuer === undefined ? claims : { ...claims, iss: issuer }, issuer };
  }
  if (key === undefined || claims !== undefined) return undefined;
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
      expiresAt: null,
    },
  };
}
