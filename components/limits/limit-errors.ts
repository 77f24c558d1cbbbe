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
export function limitErrorsOf(error: Error | null): LimitFaults {
  if (!(error instanceof ApiError)) return {};
  const name = (Object.keys(WORDS) as LimitName[]).find((known) => known === error.param);
  return name ? { [name]: inText(error.message, name) } : {};
}

/** How a form shows why its change was refused: at the field of a limit, or else as an error of the whole form. */
interface LimitErrors {
  readonly limits: LimitFaults;
  readonly error: Error | null;
  /** Called when a field changes: a refusal at a field is no longer about what the form holds. */
  forget(): void;
}

/** `save`: the change. `hasField`: whether the form has a field for a limit. */
export function limitErrors(
  save: { readonly error: Error | null; reset(): void },
  hasField: (name: LimitName) => boolean = () => true,
): LimitErrors {
  const limits = limitErrorsOf(save.error);
  const names = Object.keys(limits) as LimitName[];
  if (names.length === 0 || !names.every(hasField)) return { limits: {}, error: save.error, forget() {} };
  return { limits, error: null, forget: () => save.reset() };
}

function inText(message: string, refused: LimitName): string {
  const rest = message.startsWith(refused) ? message.slice(refused.length).replace(/^:?\s*/, "") : message;
  const words = rest.replace(/\b(?:the )?([a-z_]+)/g, (all, name: string) =>
    name in WORDS ? `the ${WORDS[name as LimitName]}` : all,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
