import type { Writing } from "../../form/halves";
import type { Sampling } from "../../form/request";
import type { JsonObject } from "../../json-value";

/** What Cohere takes of `p` (docs.cohere.com/reference/chat). */
const LEAST_SHARE = 0.01;
const LARGEST_SHARE = 0.99;
const MOST_CANDIDATES = 500;

/** The sampling of a request to one of Cohere's models, which refuse values outside narrow bounds. */
export function commandSampling(sampling: Sampling, drop: Writing["drop"]): JsonObject {
  const { temperature, topP, topK, seed } = sampling;
  return {
    ...(temperature !== undefined && { temperature: Math.min(temperature, 1) }),
    ...(topP !== undefined && { p: Math.min(Math.max(topP, LEAST_SHARE), LARGEST_SHARE) }),
    ...(topK !== undefined && { k: Math.min(topK, MOST_CANDIDATES) }),
    ...(seed !== undefined && { seed }),
    ...penalty("frequency_penalty", "frequencyPenalty", sampling, drop),
    ...penalty("presence_penalty", "presencePenalty", sampling, drop),
  };
}

/** Cohere has no rewards: a penalty is between 0 and 1. */
function penalty(
  name: string,
  member: "frequencyPenalty" | "presencePenalty",
  sampling: Sampling,
  drop: Writing["drop"],
): JsonObject {
  const value = sampling[member];
  if (value === undefined) return {};
  if (value >= 0) return { [name]: Math.min(value, 1) };
  drop(member);
  return {};
}
