import type { Explanation } from "@/lib/wire/explanation";
import type { Question } from "./question";

/** Claims that differ from token to token and say nothing about what the caller may do. */
const OF_ONE_TOKEN: ReadonlySet<string> = new Set(
  "exp iat nbf jti auth_time nonce sid at_hash c_hash session_state uti rh aio".split(" "),
);

/**
 * The policy test that passes as long as this explanation stays true. Undefined if no rule decided: for keys, for
 * tokens that are not proven, and for limits.
 */
export function testFromExplanation(
  question: Question,
  { allow, code, checks, identity, principal }: Explanation,
): Record<string, unknown> | undefined {
  const claims = claimsOf(question);
  if (claims === undefined || identity === null || allow !== (principal !== null)) return undefined;
  const { method = "POST", route, model, team_id, organization_id, user, mcp_server, tool } = question;
  const who = [claims["sub"], claims["client_id"]].find((id) => typeof id === "string") ?? "the caller";
  const what = tool ?? mcp_server ?? model ?? `${method} ${route}`;
  return {
    name: `${String(who)} ${allow ? "may" : "may not"} use ${what}`.slice(0, 120),
    claims,
    request: { method, route, model, team_id, organization_id, user, mcp_server, tool },
    expect: code ?? "allow",
    expect_rule: checks.find(({ outcome }) => outcome === "fail")?.rule,
    expect_team_id: principal?.team_id ?? undefined,
  };
}

function claimsOf({ claims, token }: Question): Record<string, unknown> | undefined {
  const all = claims ?? (token === undefined ? undefined : payloadOf(token));
  return all && Object.fromEntries(Object.entries(all).filter(([name]) => !OF_ONE_TOKEN.has(name)));
}

/** The claims that a JWT states. The gateway has proven them for the explanation. */
function payloadOf(token: string): Record<string, unknown> | undefined {
  const [, payload, signature] = token.split(".");
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null && !Array.isArray(claims) ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}
