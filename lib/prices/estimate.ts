import { NO_USAGE, type UsageUnits } from "@/lib/usage";
import { chargeUnits, type PriceTable } from "./price-table";

/** What a call may use, as far as its request says. */
export interface CallEstimate {
  readonly units: UsageUnits;
  /** What rate limits set aside: the prompt, and the completion as far as the request says how long it may be. */
  readonly tokens: number;
}

/** How many completion tokens are set aside for a call that does not say how many it wants at most. */
export const DEFAULT_COMPLETION_TOKENS = 1_000;
/** Beyond that no model answers; a greater number must not reach any arithmetic. */
const MOST_COMPLETION_TOKENS = 10_000_000;
const WITHOUT_COMPLETION = new Set(["/embeddings", "/moderations", "/rerank"]);
/** As OpenAI's dialects and Anthropic's call it. */
const MAXIMUM_MEMBERS = ["max_completion_tokens", "max_output_tokens", "max_tokens"] as const;
/** Of a square image in OpenAI's highest quality (its guide to image generation, "Cost and latency"). */
const TOKENS_OF_AN_IMAGE = 4_160;
/** OpenAI's speech: some 20 tokens and 15 characters a second. */
const TOKENS_OF_A_CHARACTER = 1.5;
/** A recording that is compressed as music is for the web; others take more room for as long. */
const BYTES_OF_A_SECOND = 8_000;
/** What a recording takes at least, and one whose size is not known. */
const LEAST_SECONDS = 10;
const UNKNOWN_SECONDS = 60;
/** OpenAI's transcription: ten tokens heard and, of speech, some four written a second. */
const TOKENS_OF_A_SECOND_HEARD = 10;
const TOKENS_OF_A_SECOND_WRITTEN = 4;

/**
 * What a call may use at most, by its own words; a prompt's length is estimated by the caller of this function.
 * `uploadBytes`: of a multipart form, if its sender said.
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

/** How many answers are made, and charged: `n`, or `best_of` them, to each of a list of prompts. */
function choicesOf(body: Readonly<Record<string, unknown>>): number {
  const prompts: unknown = body["prompt"];
  // A list of numbers is one prompt, as tokens.
  const ofPrompts = Array.isArray(prompts) && typeof prompts[0] !== "number" ? Math.max(1, prompts.length) : 1;
  return Math.max(countOf(body["n"]) ?? 1, countOf(body["best_of"]) ?? 1) * ofPrompts;
}

function bounded(tokens: number): number {
  return Math.min(tokens, MOST_COMPLETION_TOKENS);
}

/** What an estimated call may cost in nano-dollars at these prices; 0 without prices. */
export function estimateCost({ units }: CallEstimate, price: PriceTable | undefined): bigint {
  return price ? chargeUnits(units, price).spendNano : 0n;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0
    ? Math.min(value, MOST_COMPLETION_TOKENS)
    : undefined;
}
