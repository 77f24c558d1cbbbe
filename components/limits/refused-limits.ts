import { ApiError } from "@/components/api/client";
import type { LimitFaults, LimitName } from "./limit-draft";

/** What the fields are called in the midst of a sentence. */
const WORDS: Readonly<Record<LimitName, string>> = {
  max_budget: "budget",
  soft_budget: "amount to warn at",
  budget_duration: "period of the budget",
  rpm_limit: "requests a minute",
  tpm_limit: "tokens a minute",
  max_parallel_requests: "calls at a time",
};

/** The limit that the gateway has refused, with the reason in the words of the form. Empty: it refused none. */
export function refusedLimits(error: Error | null): LimitFaults {
  if (!(error instanceof ApiError)) return {};
  const name = (Object.keys(WORDS) as LimitName[]).find((known) => known === error.param);
  return name ? { [name]: inWords(error.message, name) } : {};
}

/** Whether the field of a limit shows why a form was refused. */
export function isRefused(refused: LimitFaults): boolean {
  return Object.keys(refused).length > 0;
}

function inWords(message: string, refused: LimitName): string {
  const rest = message.startsWith(refused) ? message.slice(refused.length).replace(/^:?\s*/, "") : message;
  const words = rest.replace(/\b(?:the )?([a-z]+(?:_[a-z]+)+)\b/g, (all, name: string) =>
    name in WORDS ? `the ${WORDS[name as LimitName]}` : all,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
