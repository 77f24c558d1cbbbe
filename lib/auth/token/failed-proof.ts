import { RULES } from "@/lib/auth/decide";
import type { Check } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import type { FailedProof } from "../decision-record";
import type { AnsweredBy } from "./answered-by";

/** The check that the credentials are proven. */
export const VERIFY = { rule: "verify", spec: "4, 5.1" } as const;
/** The check that the operator's function accepts a JWT. */
export const CUSTOM_VALIDATE = { rule: "custom_validate", spec: "5.6" } as const;
const IDENTITY = { rule: "identity", spec: "2.5, 5.4" } as const;

/** The passed check of a provider's token. */
export function verifiedJwt(issuer?: string, answeredBy?: AnsweredBy): Check {
  const origin = issuer === undefined ? "" : ` It was issued by ${issuer}.`;
  const because =
    answeredBy === undefined
      ? "The token's signature and times are valid."
      : `The provider says that the token is active (${answeredBy}).`;
  return { ...VERIFY, outcome: "pass", because: `${because}${origin}` };
}

/**
 * The checks of a request without proven credentials: the failed check, and all later ones as not reached. `verified`
 * is the passed check of a token that only the operator's function refuses.
 */
export function failedProof(
  { code, message, options: { detail } }: GatewayError,
  verified: Check = verifiedJwt(),
): FailedProof {
  const proof: Check[] =
    code === "custom_validation_failed"
      ? [
          verified,
          { ...CUSTOM_VALIDATE, outcome: "fail", because: withDetail("The operator's function refused it.", detail) },
        ]
      : [{ ...VERIFY, outcome: "fail", because: withDetail(message, detail) }, notReached(CUSTOM_VALIDATE)];
  return { code, message, checks: [...proof, notReached(IDENTITY), ...RULES.map(notReached)] };
}

/** `failedProof` for the administrators' explanation, which may also repeat what the log must not. */
export function explainedProof(error: GatewayError, verified?: Check): FailedProof {
  const { detail, comparison } = error.options;
  const whole = [detail, comparison].filter((text) => text !== undefined).join(" ");
  if (whole === "") return failedProof(error, verified);
  return failedProof(new GatewayError(error.code, error.message, { detail: whole }), verified);
}

/** Details may be an operator's or a library's words, which need not end as sentences do. */
function withDetail(message: string, detail = ""): string {
  const told = detail.trim();
  return told === "" ? message : `${message} ${told}${/[.!?]$/.test(told) ? "" : "."}`;
}

function notReached({ rule, spec }: Pick<Check, "rule" | "spec">): Check {
  return { rule, spec, outcome: "not reached", because: "" };
}
