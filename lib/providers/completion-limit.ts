import { isObject } from "@/lib/is-object";

/** How much a request says that its answer may use. */
export interface CompletionLimit {
  /** The largest number of completion tokens that the request names for one answer; undefined: it names none. */
  readonly tokens: number | undefined;
  /** How many answers are made and charged: `n` or `best_of`, for each prompt in a list of prompts. */
  readonly answers: number;
  /** What is wrong with these members; undefined: nothing. */
  readonly fault: LimitFault | undefined;
}

export interface LimitFault {
  readonly param: string;
  readonly message: string;
}

/** The names of the maximum in OpenAI's dialects and Anthropic's. Some upstreams heed one of them, some another. */
const MAXIMUM_MEMBERS = ["max_completion_tokens", "max_output_tokens", "max_tokens"] as const;
const COUNT_MEMBERS = ["n", "best_of"] as const;
/** Budgets for thinking, which some upstreams add to the maximum: Anthropic's and OpenRouter's. */
const THINKING_MEMBERS = [
  ["thinking", "budget_tokens"],
  ["reasoning", "max_tokens"],
] as const;
/** No model answers with more, in one answer or in all of a call. Greater numbers must not reach the arithmetic. */
const MOST = 10_000_000;

/**
 * Reads the members of a request that limit its completion. All of them go upstream, so the largest one counts. Null
 * and 0 name no maximum: there are upstreams that take 0 for "no limit". A member with a fault does not count.
 */
export function completionLimit(body: Readonly<Record<string, unknown>>): CompletionLimit {
  let tokens: number | undefined;
  let fault: LimitFault | undefined;
  let named: string | undefined;
  for (const name of MAXIMUM_MEMBERS) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (!isWhole(value)) {
      fault ??= notWhole(name);
      continue;
    }
    if (named !== undefined && body[named] !== value) fault ??= disagreeing(named, name);
    named ??= name;
    tokens = larger(tokens, value);
  }
  for (const [outer, inner] of THINKING_MEMBERS) {
    const value = innerMember(body[outer], inner);
    if (value === undefined || value === null) continue;
    if (isWhole(value)) tokens = larger(tokens, value);
    else fault ??= notWhole(`${outer}.${inner}`);
  }
  let answers = 1;
  for (const name of COUNT_MEMBERS) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (isWhole(value)) answers = Math.max(answers, Math.min(value, MOST));
    else fault ??= notWhole(name);
  }
  return { tokens: tokens === 0 ? undefined : tokens, answers: Math.min(answers * promptsOf(body), MOST), fault };
}

function promptsOf({ prompt }: Readonly<Record<string, unknown>>): number {
  // A list of numbers is one prompt, given as tokens.
  return Array.isArray(prompt) && typeof prompt[0] !== "number" ? Math.max(1, prompt.length) : 1;
}

function innerMember(outer: unknown, inner: string): unknown {
  return isObject(outer) ? outer[inner] : undefined;
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function larger(tokens: number | undefined, value: number): number {
  return Math.max(tokens ?? 0, Math.min(value, MOST));
}

function notWhole(param: string): LimitFault {
  return { param, message: `"${param}" must be a whole number.` };
}

function disagreeing(first: string, second: string): LimitFault {
  const message = `"${first}" and "${second}" name different maximums; send one of them, or the same number in both.`;
  return { param: second, message };
}
