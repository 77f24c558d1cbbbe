import type { RateCounters } from "./io/rate-counters";
import type { CallCharge } from "./hold";
import { exceeded, pointsOf, rateHeaders, rateLimitExceeded, type RateReading, type RateRule } from "./rate-rules";

/** What a call has taken of its rate limits. */
export interface TakenRates {
  /** `x-ratelimit-*` */
  readonly headers: Readonly<Record<string, string>>;
  /** Corrects what was taken by what the call has used; undefined: it has not been sent. */
  settle(charge: CallCharge | undefined): void;
}

/** Requests and tokens per minute. */
export class MinuteRates {
  readonly #counters: RateCounters;
  readonly #now: () => number;

  /** `now`: milliseconds since the epoch. */
  constructor(counters: RateCounters, now: () => number) {
    this.#counters = counters;
    this.#now = now;
  }

  /** Takes from every rule, or from none. @throws GatewayError rate_limit_exceeded */
  async take(rules: readonly RateRule[], tokens: number): Promise<TakenRates> {
    const readings = await Promise.all(rules.map((rule) => this.#add(rule, pointsOf(rule, tokens))));
    const refusing = exceeded(readings);
    if (refusing.length > 0) {
      const left = await Promise.all(rules.map((rule) => this.#add(rule, -pointsOf(rule, tokens))));
      throw rateLimitExceeded(refusing, left, tokens);
    }
    const takenAt = this.#now();
    return {
      headers: rateHeaders(readings),
      settle: (charge) => this.#settle(readings, tokens, takenAt, charge),
    };
  }

  peek(rules: readonly RateRule[]): Promise<RateReading[]> {
    return Promise.all(rules.map(async (rule) => ({ rule, ...(await this.#counters.peek(rule.key)) })));
  }

  async close(): Promise<void> {
    await this.#counters.close();
  }

  async #add(rule: RateRule, points: number): Promise<RateReading> {
    return { rule, ...(await this.#counters.add(rule.key, points)) };
  }

  #settle(readings: readonly RateReading[], tokens: number, takenAt: number, charge: CallCharge | undefined): void {
    for (const { rule, resetMs } of readings) {
      const taken = pointsOf(rule, tokens);
      const used = charge ? pointsUsed(rule, charge) : 0;
      // What an earlier minute did not use must not be credited to the present one.
      if (used > taken || (used < taken && this.#now() < takenAt + resetMs))
        void this.#counters.add(rule.key, used - taken);
    }
  }
}

function pointsUsed({ kind }: RateRule, { usage }: CallCharge): number {
  return kind === "requests" ? 1 : usage.promptTokens + usage.completionTokens;
}
