import { claimPath } from "@/lib/auth/claims/claim-path";
import { readPath } from "@/lib/auth/claims/read-path";
import type { Claims, Identity } from "@/lib/auth/decision";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import { type Audiences, checksAudience } from "@/lib/auth/token/audiences";
import type { Settings } from "@/lib/config/schema";
import type { ErrorCode } from "@/lib/errors";
import { quote } from "@/lib/quote";

/** A token that any service of its provider may have been meant for opens no tools (RFC 8707). */
const NO_AUDIENCE =
  "Tools are for tokens with an audience, and none is required of this issuer's: set JWT_AUDIENCE, or audience for the issuer.";

/** The claims by which providers name the application that a token was issued to, the first that a token has counts. */
const CLIENT_CLAIMS = ["azp", "client_id", "cid", "appid"];

/** Why a token opens no tools, whatever the rules say. */
export interface ToolTokenFault {
  readonly code: ErrorCode & ("invalid_audience" | "claim_not_accepted");
  readonly rule: "audience" | "client";
  readonly message: string;
}

/**
 * Why a caller may not use tools at all; undefined: nothing is against it. Keys are not asked. `claims`: of the token;
 * undefined: they are not kept, so only what is required of all of its issuer's tokens is checked. `own`: the audiences
 * that name the address asked, each as good as `mcp_audience`.
 */
export function toolTokenFault(
  { kind, issuer }: Pick<Identity, "kind" | "issuer">,
  claims: Claims | undefined,
  settings: Pick<Settings, "jwtAuth" | "audiences">,
  own: Audiences,
): ToolTokenFault | undefined {
  if (kind !== "jwt") return undefined;
  if (!checksAudience(issuer, settings)) return { code: "invalid_audience", rule: "audience", message: NO_AUDIENCE };
  const {
    mcp_audience: audience,
    mcp_allowed_clients: clients,
    mcp_client_id_jwt_field: field,
    audience_claim: audienceClaim = "aud",
  } = settingsOfIssuer(issuer, settings).jwtAuth;
  if (claims === undefined) return undefined;
  if (audience !== undefined && !namesOneOf(claims, audienceClaim, () => [audience, ...own()]))
    return {
      code: "invalid_audience",
      rule: "audience",
      message: `Tools are for tokens whose ${quote(audienceClaim)} names ${quote(audience)} (mcp_audience) or the address itself.`,
    };
  if (clients === undefined) return undefined;
  const claim = clientClaim(claims, field);
  return clients.some((client) => namesIn(claims, claim).includes(client))
    ? undefined
    : {
        code: "claim_not_accepted",
        rule: "client",
        message: `Tools are for the applications of mcp_allowed_clients, and ${quote(claim)} of the token names none of them.`,
      };
}

function namesOneOf(claims: Claims, claim: string, audiences: Audiences): boolean {
  const named = namesIn(claims, claim);
  return audiences().some((audience) => named.includes(audience));
}

function clientClaim(claims: Claims, field: string | undefined): string {
  return field ?? CLIENT_CLAIMS.find((name) => claims[name] !== undefined) ?? "azp";
}

/** The application that a token was issued to. `field`: `mcp_client_id_jwt_field`. Undefined: the token names none. */
export function clientOf(claims: Claims, field: string | undefined): string | undefined {
  const client = namesIn(claims, clientClaim(claims, field)).find((name) => typeof name === "string");
  return typeof client === "string" ? client : undefined;
}

function namesIn(claims: Claims, claim: string): readonly unknown[] {
  return [readPath(claims, claimPath(claim))].flat();
}
