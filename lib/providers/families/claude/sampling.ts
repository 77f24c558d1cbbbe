import type { Writing } from "../../form/halves";
import type { Sampling } from "../../form/request";
import { claudeVersion } from "./version";

/** From this version on, a request may set `temperature` or `top_p`, not both (platform.claude.com, Claude 4.1). */
const ONE_OF_BOTH_SINCE = 401;

/** The smallest `top_p` beside thinking (platform.claude.com/docs/en/build-with-claude/extended-thinking). */
const SMALLEST_BESIDE_THINKING = 0.95;

/**
 * What Claude takes of how the next token is picked. Its maximum temperature is 1; Anthropic's own OpenAI endpoint caps
 * it in the same way (platform.claude.com/docs/en/api/openai-sdk). These are hints, so those that Claude refuses
 * together are left out, and so is a `topP` of 1, which changes nothing and which some clients always send.
 * `isThinking`: the request asks for thinking, which takes neither `temperature` nor `topK`.
 */
export function claudeSampling(
  { temperature: asked, topP, topK }: Sampling,
  model: string,
  isThinking: boolean,
  drop: Writing["drop"],
): Pick<Sampling, "temperature" | "topP" | "topK"> {
  const share = topP !== undefined && topP < 1 ? topP : undefined;
  if (isThinking) {
    const kept = share !== undefined && share >= SMALLEST_BESIDE_THINKING ? share : undefined;
    // A temperature of 1 is what thinking has.
    if (asked !== undefined && asked !== 1) drop("temperature");
    if (share !== kept) drop("topP");
    if (topK !== undefined) drop("topK");
    return { temperature: undefined, topP: kept, topK: undefined };
  }
  const temperature = asked === undefined ? undefined : Math.min(asked, 1);
  const isEither =
    temperature !== undefined && share !== undefined && (claudeVersion(model) ?? Infinity) >= ONE_OF_BOTH_SINCE;
  if (isEither && temperature !== 1) drop("topP");
  // A temperature of 1 is the default, so `topP` says more.
  return {
    temperature: isEither && temperature === 1 ? undefined : temperature,
    topP: isEither && temperature !== 1 ? undefined : share,
    topK,
  };
}
