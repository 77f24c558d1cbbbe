import { estimateHeard } from "@/lib/prices/estimate";
import { estimateUsage } from "@/lib/providers/estimate-usage";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { NoMemoryForAnswer } from "@/lib/upstream/answer-memory";
import type { Call } from "./call";

type AskedCall = Pick<Call, "request" | "route" | "body" | "estimatedPromptTokens" | "seconds">;

/** The usage of an answer that does not report it. `answerLength`: what was generated of it, in bytes. */
export function usageOfAnswer(
  { route, body, estimatedPromptTokens }: Pick<Call, "route" | "body" | "estimatedPromptTokens">,
  answerLength: number,
): Usage {
  return estimateUsage(route, body, estimatedPromptTokens, answerLength);
}

/**
 * The usage of a call that failed. The upstream bills the prompt once it is sent, though the caller hangs up or the
 * answer finds no room. `isSent`: whether it was.
 */
export function usageOfFailure(call: AskedCall, error: unknown, isSent: boolean): Usage {
  const isBilled = (call.request.isGone && isSent) || error instanceof NoMemoryForAnswer;
  return isBilled ? usageUnanswered(call) : NO_USAGE;
}

/** The routes whose upstreams hear a recording. */
const HEARD: ReadonlySet<string> = new Set(["/audio/transcriptions", "/audio/translations"]);

/** Nobody waits for the words of a recording, but the upstream has heard it. */
function usageUnanswered(call: AskedCall): Usage {
  return HEARD.has(call.route) ? estimateHeard(call.seconds) : usageOfAnswer(call, 0);
}
