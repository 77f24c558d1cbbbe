import { refusedReset, type DefaultKeyParameters, type KeyBounds } from "@/lib/config/rights-schema";
import { GatewayError } from "@/lib/errors";
import { beyondBound } from "./key-expiry";

const CEILINGS = ["max_budget", "tpm_limit", "rpm_limit", "max_parallel_requests"] as const;
type Ceiling = (typeof CEILINGS)[number];

/** What a request says about the limits and the models of a key. Absent or null: the request does not say. */
export type KeyParameters = { readonly [Name in Ceiling]?: number | null } & {
  readonly models?: string[] | null;
  readonly budget_duration?: string | null;
};

/** Fills in what the request leaves open: the default, but never above the bound; without a default, the bound. */
export function withKeyDefaults<Input extends KeyParameters>(
  input: Input,
  defaults: DefaultKeyParameters = {},
  bounds: KeyBounds = {},
): Input {
  const filled: Partial<Record<Ceiling, number>> = {};
  for (const name of CEILINGS) {
    const offered = [defaults[name], bounds[name]].filter((value) => value !== undefined);
    if ((input[name] ?? undefined) === undefined && offered.length > 0) filled[name] = Math.min(...offered);
  }
  const asked = input.models ?? [];
  const models = asked.length === 0 && defaults.models ? [...defaults.models] : input.models;
  const { budget_duration: usual } = defaults;
  const { budget_duration: bound } = bounds;
  const fits = usual !== undefined && refusedReset(usual, bounds) === undefined;
  const resets = input.budget_duration ?? (fits ? usual : bound);
  return {
    ...input,
    ...filled,
    ...(models !== undefined && { models }),
    ...(resets !== undefined && { budget_duration: resets }),
  };
}

/**
 * Passes limits that are not above the bounds. An absent field asks for nothing; null asks for no limit.
 * @throws GatewayError invalid_request that names the field
 */
export function requireKeyBounds(input: KeyParameters, bounds: KeyBounds = {}): void {
  for (const name of CEILINGS) {
    const [asked, bound] = [input[name], bounds[name]];
    if (asked !== undefined && bound !== undefined && (asked === null || asked > bound))
      throw beyond(name, `must be at most ${bound}`);
  }
  const refused = typeof input.budget_duration === "string" ? refusedReset(input.budget_duration, bounds) : undefined;
  if (refused !== undefined) throw beyond("budget_duration", refused);
}

function beyond(param: string, rule: string): GatewayError {
  return new GatewayError("invalid_request", beyondBound(param, rule), { param });
}
