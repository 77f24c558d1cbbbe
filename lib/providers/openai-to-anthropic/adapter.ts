import { GatewayError } from "@/lib/errors";
import type { Adapter } from "../adapter";
import { readAnswerFacts } from "../answer-facts";
import { generatedInAnswer } from "../generated-length";
import { anthropicHeaders, anthropicPath } from "../anthropic/request";
import { readAnthropicUsage } from "../anthropic/usage";
import { exactValue } from "../call-body";
import { ExactNumbers } from "../exact-numbers";
import { objectAt, parseObjectText } from "../json-value";
import { toChatCompletion } from "./answer";
import { toOpenAiError } from "./refusal";
import { defaultMaxTokens } from "./default-max-tokens";
import { toMessagesRequest } from "./request";
import { ChatStreamReader } from "./stream";

/** Sends calls of `/chat/completions` to an upstream that speaks Anthropic's dialect. */
export const chatOverMessages: Adapter = {
  rewritesAnswers: true,
  addedMaximum({ model }) {
    return defaultMaxTokens(model);
  },
  request({ body, deployment }) {
    const exact = new ExactNumbers();
    return {
      path: anthropicPath(deployment, "/messages"),
      headers: anthropicHeaders(deployment),
      body: Buffer.from(
        exact.restore(JSON.stringify(toMessagesRequest(exactValue(body, exact), deployment.model, exact))),
      ),
    };
  },
  answer({ startedAt }, bytes) {
    const exact = new ExactNumbers();
    const message = parseObjectText(exact.mark(bytes.toString("utf8")));
    if (!message || !Array.isArray(message["content"]))
      throw new GatewayError("upstream_invalid_response", "The upstream's answer is not a message.");
    return {
      body: Buffer.from(exact.restore(JSON.stringify(toChatCompletion(message, seconds(startedAt))))),
      usage: readAnthropicUsage(message["usage"]),
      generated: () => generatedInAnswer(message),
      describe: () => readAnswerFacts(message),
    };
  },
  refusal(_call, status, bytes) {
    return Buffer.from(JSON.stringify(toOpenAiError(bytes.toString("utf8"), status)));
  },
  stream({ body, startedAt }) {
    return new ChatStreamReader({
      created: seconds(startedAt),
      showsUsage: objectAt(body.value, "stream_options")["include_usage"] === true,
    });
  },
};

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
