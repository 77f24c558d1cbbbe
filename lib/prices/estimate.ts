import { NO_USAGE, type UsageUnits } from "@/lib/usage";
import { chargeUnits, type PriceTable } from "./price-table";

/** What a call may use at most, as far as its request says. */
export interface CallEstimate {
  readonly units: UsageUnits;
  /** What rate limits hold for the call: the prompt, and the completion as far as the request limits it. */
  readonly tokens: number;
}

/** The completion tokens held for a call that sets no maximum. */
export const DEFAULT_COMPLETION_TOKENS = 1_000;
/** No model answers with more. Greater numbers must not reach the arithmetic. */
const MOST_COMPLETION_TOKENS = 10_000_000;
const WITHOUT_COMPLETION = new Set(["/embeddings", "/moderations", "/rerank"]);
/** The names of the maximum in OpenAI's dialects and Anthropic's. */
const MAXIMUM_MEMBERS = ["max_completion_tokens", "max_output_tokens", "max_tokens"] as const;
/** A square image in OpenAI's highest quality (guide to image generation, "Cost and latency"). */
const TOKENS_OF_AN_IMAGE = 4_160;
/** OpenAI's speech: about 20 tokens and 15 characters per second. */
const TOKENS_OF_A_CHARACTER = 1.5;
/** A recording compressed like music on the web. Other formats need more bytes per second. */
const BYTES_OF_A_SECOND = 8_000;
/** The minimum for a recording, in seconds. */
const LEAST_SECONDS = 10;
const UNKNOWN_SECONDS = 60;
/** OpenAI's transcription: ten tokens heard and, for speech, about four written per second. */
const TOKENS_OF_A_SECOND_HEARD = 10;
const TOKENS_OF_A_SECOND_WRITTEN = 4;

/**
 * Estimates what a call may use at most, according to its request. The caller estimates the prompt's tokens.
 * `uploadBytes` is the size of a multipart form, if its sender said.
 */
export function estimateCall(
  route: string,
  body: Readonly<Record<string, unknown>>,
  promptTokens: number,
  uploadBytes?: number,
): CallEstimate {
  const prompt: UsageUnits = { ...NO_USAGE, promptTokens };
  if (WITHOUT_COMPLETION.has(route)) return { units: prompt, tokens: promptTokens };
  switch (route) {
    case "/images/generations": {
      const images = countOf(body["n"]) ?? 1;
      const made = bounded(images * TOKENS_OF_AN_IMAGE);
      return {
        units: { ...prompt, images, completionTokens: made, completionImageTokens: made },
        tokens: promptTokens,
      };
    }
    case "/audio/speech": {
      const characters = typeof body["input"] === "string" ? [...body["input"]].length : 0;
      const spoken = Math.ceil(characters * TOKENS_OF_A_CHARACTER);
      return {
        units: { ...prompt, characters, completionTokens: spoken, completionAudioTokens: spoken },
        tokens: promptTokens,
      };
    }
    case "/audio/transcriptions": {
      const audioSeconds = secondsOf(uploadBytes);
      const heard = audioSeconds * TOKENS_OF_A_SECOND_HEARD;
      return {
        units: {
          ...prompt,
          audioSeconds,
          promptTokens: heard,
          promptAudioTokens: heard,
          completionTokens: audioSeconds * TOKENS_OF_A_SECOND_WRITTEN,
        },
        tokens: promptTokens,
      };
    }
    default: {
      const maximum = MAXIMUM_MEMBERS.map((name) => countOf(body[name])).find((value) => value !== undefined);
      const choices = choicesOf(body);
      return {
        units: { ...prompt, completionTokens: bounded((maximum ?? DEFAULT_COMPLETION_TOKENS) * choices) },
        tokens: promptTokens + bounded((maximum ?? 0) * choices),
      };
    }
  }
}

function secondsOf(bytes: number | undefined): number {
  if (bytes === undefined || !Number.isSafeInteger(bytes)) return UNKNOWN_SECONDS;
  return bounded(Math.max(LEAST_SECONDS, Math.ceil(bytes / BYTES_OF_A_SECOND)));
}

/** How many answers are made and charged: `n` or `best_of`, for each prompt in a list of prompts. */
function choicesOf(body: Readonly<Record<string, unknown>>): number {
  const prompts: unknown = body["prompt"];
  // A list of numbers is one prompt, given as tokens.
  const ofPrompts = Array.isArray(prompts) && typeof prompts[0] !== "number" ? Math.max(1, prompts.length) : 1;
  return Math.max(countOf(body["n"]) ?? 1, countOf(body["best_of"]) ?? 1) * ofPrompts;
}

function bounded(tokens: number): number {
  return Math.min(tokens, MOST_COMPLETION_TOKENS);
}

/** What an estimated call may cost at most, in nano-dollars, at these prices; 0 without prices. */
export function estimateCost({ units }: CallEstimate, price: PriceTable | undefined): bigint {
  return price ? chargeUnits(units, price).spendNano : 0n;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0
    ? Math.min(value, MOST_COMPLETION_TOKENS)
    : undefined;
}
