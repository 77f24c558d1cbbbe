import { divideHalfUp } from "./money";
import type { PriceState } from "./record";

/** Pico-dollars for one token. The last tier that the prompt is longer than sets the price of all its tokens. */
export interface Rate {
  readonly base: bigint;
  /** By rising length of the prompt, in tokens. */
  readonly tiers: readonly { readonly above: number; readonly rate: bigint }[];
}

/** What one model costs. A rate that is not there is not known, which is something else than zero. */
export interface PriceTable {
  readonly input?: Rate;
  readonly cacheRead?: Rate;
  readonly cacheWrite?: Rate;
  readonly output?: Rate;
  readonly reasoning?: Rate;
  /** Pico-dollars for the call itself. */
  readonly request: bigint;
  /** Where the prices are from, as it stands on every row. */
  readonly version: string;
}

/** Tokens to charge. Cached ones are part of the prompt's, reasoning ones part of the completion's. */
export interface BillableTokens {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens?: number;
  readonly completionTokens: number;
  readonly reasoningTokens: number;
}

export interface Price {
  /** Whole nano-dollars; 0 while unpriced. */
  readonly spendNano: bigint;
  readonly state: PriceState;
  readonly version: string | null;
}

export const UNPRICED: Price = { spendNano: 0n, state: "unpriced", version: null };

/**
 * What a call costs by a table: each token is charged once, at the price of the narrowest kind whose price is known,
 * and the sum is rounded half up once. Tokens of a kind without any price make the whole call unpriced.
 */
export function chargeTokens(tokens: BillableTokens, table: PriceTable): Price {
  const prompt = tokens.promptTokens;
  const cached = Math.min(tokens.cachedTokens, prompt);
  const written = Math.min(tokens.cacheWriteTokens ?? 0, prompt - cached);
  const reasoning = Math.min(tokens.reasoningTokens, tokens.completionTokens);
  const charges: readonly (readonly [count: number, rate: Rate | undefined])[] = [
    [prompt - cached - written, table.input],
    [cached, table.cacheRead ?? table.input],
    [written, table.cacheWrite ?? table.input],
    [tokens.completionTokens - reasoning, table.output],
    [reasoning, table.reasoning ?? table.output],
  ];
  let pico = table.request;
  for (const [count, rate] of charges) {
    if (count === 0) continue;
    if (!rate) return UNPRICED;
    pico += BigInt(count) * rateAt(rate, prompt);
  }
  return { spendNano: divideHalfUp(pico, 1000n), state: isFree(table) ? "free" : "priced", version: table.version };
}

function rateAt(rate: Rate, promptTokens: number): bigint {
  let price = rate.base;
  for (const tier of rate.tiers) if (promptTokens > tier.above) price = tier.rate;
  return price;
}

function isFree(table: PriceTable): boolean {
  if (table.request !== 0n) return false;
  return [table.input, table.cacheRead, table.cacheWrite, table.output, table.reasoning].every(
    (rate) => rate === undefined || (rate.base === 0n && rate.tiers.every((tier) => tier.rate === 0n)),
  );
}
