import { claudeVersion } from "../claude-version";
import type { JsonObject } from "../json-value";

/** From this version on, a request may set `temperature` or `top_p`, not both (platform.claude.com, Claude 4.1). */
const ONE_OF_BOTH_SINCE = 401;

/** The smallest `top_p` beside thinking (platform.claude.com/docs/en/build-with-claude/extended-thinking). */
const SMALLEST_BESIDE_THINKING = 0.95;

/**
 * Translates how the next token is picked. Anthropic's maximum temperature is 1; its own OpenAI endpoint caps it in the
 * same way (platform.claude.com/docs/en/api/openai-sdk). These are hints, so those that Anthropic refuses together are
 * left out, and so is `top_p: 1`, which changes nothing and which some clients always send. `isThinking`: the request
 * asks for thinking, which takes neither `temperature` nor `top_k`.
 */
export function toSampling(body: JsonObject, model: string, isThinking: boolean): JsonObject {
  const { temperature: asked, top_p: topP, top_k: topK } = body;
  const share = typeof topP === "number" && topP < 1 ? topP : undefined;
  if (isThinking) return share !== undefined && share >= SMALLEST_BESIDE_THINKING ? { top_p: share } : {};
  const temperature = typeof asked === "number" ? Math.min(asked, 1) : undefined;
  const isEither =
    temperature !== undefined && share !== undefined && (claudeVersion(model) ?? Infinity) >= ONE_OF_BOTH_SINCE;
  return {
    // A temperature of 1 is the default, so `top_p` says more.
    ...(temperature !== undefined && !(isEither && temperature === 1) && { temperature }),
    ...(share !== undefined && !(isEither && temperature !== 1) && { top_p: share }),
    ...(typeof topK === "number" && { top_k: topK }),
  };
}
