import { GatewayError } from "@/lib/errors";
import { matchesPattern } from "@/lib/patterns/wildcard";
import type { ModelLimits } from "@/lib/config/limit-rules";
import { showsFigures, type Payer } from "./payers";

export type RateKind = "requests" | "tokens";

/** A limit on the requests or tokens of a payer per minute. */
export interface RateRule {
  readonly kind: RateKind;
  readonly limit: number;
  readonly payer: Pick<Payer, "type" | "id">;
  /** The model or pattern that the payer has this limit for; undefined: for all of its calls. */
  readonly model: string | undefined;
  /** Rules with the same key are counted together. */
  readonly key: string;
  /** As messages name it: `key sk-...abcd`, or that and a model. */
  readonly name: string;
  /** Whether the caller may be told the limit and how much of it is used. */
  readonly showsFigures: boolean;
}

/** How much of a rule's minute is used, and in how many milliseconds the minute ends. */
export interface RateReading {
  readonly rule: RateRule;
  readonly used: number;
  readonly resetMs: number;
}

/** All rules that bind a call of a model. */
export function rateRules(payers: readonly Payer[], model: string): readonly RateRule[] {
  const rules: RateRule[] = [];
  for (const payer of payers) {
    const { type, id, name, limits } = payer;
    const add = (kind: RateKind, limit: number | null, scope = ""): void => {
      if (limit !== null)
        rules.push({
          kind,
          limit,
          payer,
          model: scope === "" ? undefined : scope,
          key: `${kind} ${type} ${JSON.stringify([id, scope])}`,
          name: scope === "" ? name : `${name} for ${JSON.stringify(scope)}`,
          showsFigures: showsFigures(payer),
        });
    };
    const addByModel = (kind: RateKind, limitsByModel: ModelLimits): void => {
      for (const [pattern, limit] of Object.entries(limitsByModel))
        if (matchesPattern(pattern, model)) add(kind, limit, pattern);
    };
    add("requests", limits.rpmLimit);
    add("tokens", limits.tpmLimit);
    addByModel("requests", limits.modelRpmLimit);
    addByModel("tokens", limits.modelTpmLimit);
  }
  return rules;
}

/**
 * What a call takes of a rule before its usage is known: one request, or as many tokens as it may use. Capped at
 * the limit, so that one call always fits an otherwise empty minute.
 */
export function pointsOf({ kind, limit }: RateRule, tokens: number): number {
  return kind === "requests" ? 1 : Math.min(tokens, limit);
}

/** The readings that refuse a call. A limit of 0 refuses every call, even one that would use no tokens. */
export function exceeded(readings: readonly RateReading[]): readonly RateReading[] {
  return readings.filter(({ rule, used }) => used > rule.limit || rule.limit === 0);
}

/**
 * The refusal of a call, by the rule that refuses it longest. `left`: the readings without this call. `retry-after` is
 * in whole seconds and never 0.
 */
export function rateLimitExceeded(
  refusing: readonly RateReading[],
  left: readonly RateReading[],
  tokens: number,
): GatewayError {
  const longest = refusing.reduce((a, b) => (b.resetMs > a.resetMs ? b : a));
  const { rule, resetMs } = longest;
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
  const needs = rule.kind === "tokens" ? `, and this call may use ${tokens}` : "";
  const figures = rule.showsFigures ? `: ${rule.limit} ${rule.kind} a minute${needs}` : "";
  const message = `The rate limit of ${rule.name} is reached${figures}. Try again in ${seconds} s.`;
  return new GatewayError("rate_limit_exceeded", message, {
    headers: { ...rateHeaders(left), "retry-after": String(seconds) },
  });
}

/** How many calls of a payer are in flight, and how many may be. */
export interface ParallelReading {
  readonly payer: Pick<Payer, "type" | "id">;
  readonly name: string;
  readonly limit: number;
  readonly inFlight: number;
  /** Whether the caller may be told the limit. */
  readonly showsFigures: boolean;
}

/** The first payer without a free slot. */
export function fullParallel(readings: readonly ParallelReading[]): ParallelReading | undefined {
  return readings.find(({ limit, inFlight }) => inFlight >= limit);
}

/** The refusal of a call that gets no slot. A slot may be free at any moment, so the caller may ask again soon. */
export function tooManyAtOnce({ name, limit, showsFigures }: ParallelReading): GatewayError {
  const figures = showsFigures ? `: ${limit} are in flight` : "";
  const message = `The limit of parallel calls of ${name} is reached${figures}. Try again when one of them has ended.`;
  return new GatewayError("rate_limit_exceeded", message, { headers: { "retry-after": "1" } });
}

/**
 * `x-ratelimit-*` as OpenAI sends them, for requests and for tokens: of the rule with the least left, among those whose
 * figures the caller may see.
 */
export function rateHeaders(readings: readonly RateReading[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const kind of ["requests", "tokens"] as const) {
    const tightest = readings
      .filter(({ rule }) => rule.kind === kind && rule.showsFigures)
      .reduce<RateReading | undefined>((a, b) => (a && remaining(a) <= remaining(b) ? a : b), undefined);
    if (!tightest) continue;
    headers[`x-ratelimit-limit-${kind}`] = String(tightest.rule.limit);
    headers[`x-ratelimit-remaining-${kind}`] = String(remaining(tightest));
    headers[`x-ratelimit-reset-${kind}`] = formatReset(tightest.resetMs);
  }
  return headers;
}

function remaining({ rule, used }: RateReading): number {
  return Math.max(0, rule.limit - used);
}

/** A span of time as OpenAI writes it: `12ms`, `6s`, `1m0s`. */
function formatReset(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.max(0, Math.ceil(milliseconds))}ms`;
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
