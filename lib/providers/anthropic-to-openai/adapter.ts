import { GatewayError } from "@/lib/errors";
import type { Adapter } from "../adapter";
import { readAnswerFacts } from "../answer-facts";
import { generatedInAnswer } from "../generated-length";
import { exactValue } from "../call-body";
import { ExactNumbers } from "../exact-numbers";
import { parseObjectText } from "../json-value";
import type { ModelBody } from "../model-body";
import { openAiAdapter } from "../openai";
import { reportedUsage } from "../openai-usage";
import { mustAskForUsage } from "../table";
import { toMessage } from "./answer";
import { toAnthropicError } from "./refusal";
import { toChatRequest, type UpstreamHabits } from "./request";
import { MessageStreamReader } from "./stream";

/** OpenAI itself and providers that run OpenAI's models. */
const OPENAI_PROVIDERS: ReadonlySet<string> = new Set(["openai", "azure"]);

/**
 * Sends calls of Anthropic's `/messages` to an upstream that speaks OpenAI's dialect. `chat` is the adapter for that
 * upstream's `/chat/completions`: it gets the translated body and knows the address and the key.
 */
export function messagesOverChat(chat: Pick<Adapter, "request"> = openAiAdapter): Adapter {
  return {
    rewritesAnswers: true,
    request(call) {
      const { body, deployment } = call;
      const exact = new ExactNumbers();
      const value = toChatRequest(exactValue(body, exact), deployment.model, habitsOf(deployment.provider));
      return chat.request({
        ...call,
        route: "/chat/completions",
        body: made(value, exact.restore(JSON.stringify(value)), deployment.model),
      });
    },
    answer({ body }, bytes) {
      const completion = parseObjectText(bytes.toString("utf8"));
      if (!completion)
        throw new GatewayError("upstream_invalid_response", "The upstream's answer is not a JSON object.");
      const exact = new ExactNumbers();
      return {
        body: Buffer.from(exact.restore(JSON.stringify(toMessage(completion, body.model, exact)))),
        usage: reportedUsage(completion["usage"]),
        generated: () => generatedInAnswer(completion),
        describe: () => readAnswerFacts(completion),
      };
    },
    refusal(_call, status, bytes) {
      return Buffer.from(JSON.stringify(toAnthropicError(bytes.toString("utf8"), status)));
    },
    stream({ body }) {
      return new MessageStreamReader({ model: body.model });
    },
  };
}

function habitsOf(provider: string): UpstreamHabits {
  return {
    limitName: OPENAI_PROVIDERS.has(provider) ? "max_completion_tokens" : "max_tokens",
    mustAskForUsage: mustAskForUsage(provider),
  };
}

/** Wraps a translated body. It already contains the upstream's model name, so nothing in it is edited later. */
function made(value: Readonly<Record<string, unknown>>, text: string, model: string): ModelBody {
  const bytes = Buffer.from(text);
  return {
    kind: "json",
    bytes,
    value,
    model,
    stream: value["stream"] === true,
    members: new Map(),
    closing: bytes.length - 1,
  };
}
