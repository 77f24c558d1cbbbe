import type { Writing } from "../../form/halves";
import type { NeutralRequest, Sampling } from "../../form/request";
import { gptReasoning } from "./reasoning";

/** What decides how the next token is picked, and when to stop. */
export interface GptSampling extends Sampling {
  readonly stop: readonly string[];
}

/** The values that change nothing, which every model takes. */
const NEUTRAL = { temperature: 1, topP: 1, frequencyPenalty: 0, presencePenalty: 0 } as const;

/**
 * What OpenAI's models take of it. Those that think take none of these, and refuse a request that has one; they are
 * hints, so they are left out. `effort`: as it is sent.
 */
export function gptSampling(
  { sampling, stop }: Pick<NeutralRequest, "sampling" | "stop">,
  model: string,
  effort: string | undefined,
  drop: Writing["drop"],
): GptSampling {
  const reasoning = gptReasoning(model);
  const isThinking = reasoning === "always" || (reasoning === "on request" && (effort ?? "none") !== "none");
  if (!isThinking) return { ...sampling, stop };
  const kept: { -readonly [Name in keyof GptSampling]: GptSampling[Name] } = { ...sampling, stop: [] };
  if (stop.length > 0) drop("stop");
  for (const name of Object.keys(NEUTRAL) as (keyof typeof NEUTRAL)[]) {
    const asked = sampling[name];
    if (asked === undefined || asked === NEUTRAL[name]) continue;
    kept[name] = undefined;
    drop(name);
  }
  return kept;
}
