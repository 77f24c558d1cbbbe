import { alikeRoute } from "@/lib/providers/dialects/google/routes";
import { queriesOf } from "@/lib/providers/estimate-usage";
import { completionLimit } from "@/lib/providers/completion-limit";
import { withoutMembers } from "@/lib/providers/form/dropped-members";
import { limitOfCall } from "@/lib/providers/check-completion-limit";
import { NO_USAGE, type Usage, type UsageUnits } from "@/lib/usage";
import { chargeUnits, type PriceTable } from "./price-table";

/** What a call may use at most, according to its request. */
export interface CallEstimate {
  readonly units: UsageUnits;
  /** What rate limits hold for the call: the prompt, and the completion if the request limits it. */
  readonly tokens: number;
}

/** The completion tokens held for a call that names no maximum, unless the adapter writes one into its request. */
const DEFAULT_COMPLETION_TOKENS = 1_000;
/** Tokens, or seconds of a recording. No call has more, and greater numbers must not reach the arithmetic. */
const MOST_UNITS = 10_000_000;
const WITHOUT_COMPLETION = new Set(["/embeddings", "/moderations"]);
/** A square image in OpenAI's highest quality (guide to image generation, "Cost and latency"). */
const TOKENS_OF_AN_IMAGE = 4_160;
/** OpenAI's speech: about 20 tokens and 15 characters per second. */
const TOKENS_OF_A_CHARACTER = 1.5;
/** The rate of a compressed recording, whose header does not name it. */
const BYTES_OF_A_SECOND = 8_000;
/** The minimum for a recording, in seconds. */
const LEAST_SECONDS = 10;
const UNKNOWN_SECONDS = 60;
/** OpenAI's transcription: ten tokens heard and, for speech, about four written per second. */
const TOKENS_OF_A_SECOND_HEARD = 10;
const TOKENS_OF_A_SECOND_WRITTEN = 4;

/** What an estimate is made from. */
export interface EstimatedRequest {
  /** Canonical, without `/v1`. */
  readonly route: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly promptTokens: number;
  /** About how long an uploaded recording is (`recordedSeconds`); undefined if unknown. */
  readonly seconds?: number | undefined;
  /** The maximum that the adapter writes into a request that names none; undefined: it writes none. */
  readonly addedMaximum?: number | undefined;
  /** The paths of members that its upstream does not get, a maximum for example. */
  readonly without?: readonly string[] | undefined;
}

/** Estimates what a call may use at most, according to its request as it goes upstream. */
export function estimateCall(request: EstimatedRequest): CallEstimate {
  const { route, promptTokens, seconds, addedMaximum, without } = request;
  const body = without ? withoutMembers(request.body, without) : request.body;
  const prompt: UsageUnits = { ...NO_USAGE, promptTokens };
  if (route === "/rerank") return { units: { ...prompt, searchUnits: queriesOf(body) }, tokens: promptTokens };
  if (WITHOUT_COMPLETION.has(alikeRoute(route))) return { units: prompt, tokens: promptTokens };
  switch (route) {
    case "/images/generations":
    case "/images/edits": {
      const images = completionLimit(withNumber(body, "n")).answers;
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
    case "/audio/transcriptions":
    case "/audio/translations": {
      const audioSeconds = seconds ?? UNKNOWN_SECONDS;
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
      const { tokens: maximum, answers } = limitOfCall(route, body);
      return {
        units: {
          ...prompt,
          completionTokens: bounded((maximum ?? addedMaximum ?? DEFAULT_COMPLETION_TOKENS) * answers),
        },
        tokens: promptTokens + bounded((maximum ?? 0) * answers),
      };
    }
  }
}

/** The fields of a form are texts. */
function withNumber(body: EstimatedRequest["body"], name: string): EstimatedRequest["body"] {
  const value = body[name];
  return typeof value === "string" ? { ...body, [name]: Number(value) } : body;
}

/**
 * The usage of a recording whose caller hung up before the answer. `seconds`: its length (`recordedSeconds`); undefined
 * if unknown, which counts as the minimum.
 */
export function estimateHeard(seconds: number | undefined): Usage {
  const audioSeconds = seconds ?? LEAST_SECONDS;
  const heard = audioSeconds * TOKENS_OF_A_SECOND_HEARD;
  return { ...NO_USAGE, audioSeconds, promptTokens: heard, promptAudioTokens: heard, source: "estimated" };
}

/**
 * How long a recording is, in whole seconds, by the size of its form in bytes; undefined if its sender did not say.
 * `bytesPerSecond`: the rate that its header names, if it does.
 */
export function recordedSeconds(
  bytes: number | undefined,
  bytesPerSecond: number = BYTES_OF_A_SECOND,
): number | undefined {
  if (bytes === undefined || !Number.isSafeInteger(bytes)) return undefined;
  return bounded(Math.max(LEAST_SECONDS, Math.ceil(bytes / bytesPerSecond)));
}

function bounded(count: number): number {
  return Math.min(count, MOST_UNITS);
}

/** What an estimated call may cost at most, in nano-dollars, at these prices; 0 without prices. */
export function estimateCost({ units }: CallEstimate, price: PriceTable | undefined): bigint {
  return price ? chargeUnits(units, price).spendNano : 0n;
}
