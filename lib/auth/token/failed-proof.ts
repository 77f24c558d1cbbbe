import { RULES } from "@/lib/auth/decide";
import type { Check } from "@/lib/auth/decision";
import type { GatewayError } from "@/lib/errors";
import type { FailedProof } from "../decision-record";

export const VERIFY = { rule: "verify", spec: "4, 5.1" } as const;
export const CUSTOM_VALIDATE = { rule: "custom_validate", spec: "5.6" } as const;
const IDENTITY = { rule: "identity", spec: "2.5, 5.4" } as const;

/**
 * The checks of a request whose credentials prove nothing: the check that failed, and all later ones as not reached.
 */
export function failedProof(
  { code, message }: GatewayError,
  verified: Check = {
    ...VERIFY,
    outcome: "pass",
    because: "The token's signature is good and the token is within its time.",
  },
): FailedProof {
  const proof: Check[] =
    code === "custom_validation_failed"
      ? [verified, { ...CUSTOM_VALIDATE, outcome: "fail", because: "The operator's function did not return true." }]
      : [{ ...VERIFY, outcome: "fail", because: message }, notReached(CUSTOM_VALIDATE)];
  return { code, message, checks: [...proof, notReached(IDENTITY), ...RULES.map(notReached)] };
}

function notReached({ rule, spec }: Pick<Check, "rule" | "spec">): Check {
  return { rule, spec, outcome: "not reached", because: "" };
}
