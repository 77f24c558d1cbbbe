import { checksAudience } from "@/lib/auth/token/audiences";
import type { Identity } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";

/** What is checked of tools beside the rules, as checks name it. */
export const APPROVAL = { rule: "approval", spec: "guides/tools" } as const;
export const AUDIENCE = { rule: "audience", spec: "guides/tools" } as const;

/** A token that any service of its provider may have been meant for opens no tools (RFC 8707). */
const NO_AUDIENCE =
  "Tools are for tokens with an audience, and none is required of this issuer's: set JWT_AUDIENCE, or audience for the issuer.";

/** Why a caller may not use tools at all, whatever the rules say; undefined: nothing is against it. */
export function audienceFault(
  { kind, issuer }: Pick<Identity, "kind" | "issuer">,
  settings: Pick<Settings, "jwtAuth" | "audiences">,
): string | undefined {
  return kind === "jwt" && !checksAudience(issuer, settings) ? NO_AUDIENCE : undefined;
}
