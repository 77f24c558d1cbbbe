import type { ModelEntry } from "@/lib/config/schema";
import { NO_USAGE, type UsageUnits } from "@/lib/usage";
import { priceCall, type PricedModel } from "./price";
import type { PriceCatalog } from "./price-catalog";

/** What a call may use, as far as its request says. */
export interface CallEstimate {
  readonly promptTokens: number;
  /** For all choices together. */
  readonly completionTokens: number;
  /** What rate limits set aside: the prompt, and the completion as far as the request says how long it may be. */
  readonly tokens: number;
  readonly images: number;
}

/** How many completion tokens are set aside for a call that does not say how many it wants at most. */
export const DEFAULT_COMPLETION_TOKENS = 1_000;
/** Beyond that no model answers; a greater number must not reach any arithmetic. */
const MOST_COMPLETION_TOKENS = 10_000_000;
const WITHOUT_COMPLETION = new Set(["/embeddings", "/moderations", "/rerank", "/audio/speech", "/audio/transcriptions", "/images/generations"]);
/** As OpenAI's dialects and Anthropic's call it. */
const MAXIMUM_MEMBERS = ["max_completion_tokens", "max_output_tokens", "max_tokens"] as const;

/** What a call may use at most, by its own words; a prompt's length is estimated by the caller of this function. */
export function estimateCall(route: string, body: Readonly<Record<string, unknown>>, promptTokens: number): CallEstimate {
  const choices = countOf(body["n"]) ?? 1;
  const prompt = { promptTokens, completionTokens: 0, tokens: promptTokens, images: 0 };
  if (route === "/images/generations") return { ...prompt, images: choices };
  if (WITHOUT_COMPLETION.has(route)) return prompt;
  const maximum = MAXIMUM_MEMBERS.map((name) => countOf(body[name])).find((value) => value !== undefined);
  const completion = (each: number): number => Math.min(each * choices, MOST_COMPLETION_TOKENS);
  return { ...prompt, completionTokens: completion(maximum ?? DEFAULT_COMPLETION_TOKENS), tokens: promptTokens + completion(maximum ?? 0) };
}

/** What an estimated call may cost in nano-dollars; 0 where there is no price. */
export function estimateCost(
  { promptTokens, completionTokens, images }: CallEstimate,
  target: PricedModel,
  entry: ModelEntry,
  catalog: PriceCatalog,
): bigint {
  const units: UsageUnits = { ...NO_USAGE, promptTokens, completionTokens, images };
  return priceCall({ ...target, units }, entry, catalog).spendNano;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? Math.min(value, MOST_COMPLETION_TOKENS) : undefined;
}
