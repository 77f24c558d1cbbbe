import { ExactNumbers } from "../../exact-numbers";
import type { ClientHalf, UpstreamHalf } from "../../form/halves";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import type { JsonObject } from "../../json-value";
import { chatClient } from "../chat/client/half";
import { providerOf } from "../../table";
import { UPSTREAMS } from "../halves";
import { messagesClient } from "../messages/client/half";
import { messagesUpstream } from "../messages/upstream/half";

const { chat } = UPSTREAMS;

/** A body of `/chat/completions` as Anthropic's model gets it. */
export function toMessagesRequest(body: JsonObject, model: string): JsonObject {
  return translateRequest(chatClient, messagesUpstream, body, { model, provider: "anthropic" });
}

/** A body of `/messages` as an upstream that speaks OpenAI's dialect gets it. */
export function toChatRequest(body: JsonObject, model: string, provider = "groq"): JsonObject {
  return translateRequest(messagesClient, chat, body, { model, provider, habits: providerOf(provider).habits });
}

/** Anthropic's message as a chat completion. `created` is in seconds. */
export function toChatCompletion(message: JsonObject, created: number): JsonObject {
  return answerOf(messagesUpstream, chatClient, message, created * 1000);
}

/** A chat completion as Anthropic's message. */
export function toMessage(completion: JsonObject, model: string): JsonObject {
  return answerOf(chat, messagesClient, completion, 0, model);
}

function answerOf(
  upstream: UpstreamHalf,
  client: ClientHalf,
  answer: JsonObject,
  startedAt: number,
  model = "",
): JsonObject {
  const call = { model, body: {}, startedAt };
  return client.writeAnswer(upstream.readAnswer(answer), call, new ExactNumbers());
}

/** Anthropic's error body in OpenAI's envelope. */
export function toOpenAiError(text: string, status: number): object {
  return chatClient.writeError(messagesUpstream.readError(text, status));
}

/** An error of OpenAI's dialect in Anthropic's envelope. */
export function toAnthropicError(text: string, status: number): object {
  return messagesClient.writeError(chat.readError(text, status));
}

/** A reader of Anthropic's stream for a client of OpenAI's. `created` is in seconds. */
export function chatStream({ created, showsUsage }: { created: number; showsUsage: boolean }): TranslatedStream {
  const body = { stream_options: { include_usage: showsUsage } };
  return new TranslatedStream(
    messagesUpstream.reader(),
    chatClient.writer({ model: "x", body, startedAt: created * 1000 }),
  );
}

/** A reader of chat completion chunks for a client of Anthropic's. */
export function messagesStream({ model }: { model: string }): TranslatedStream {
  return new TranslatedStream(chat.reader(), messagesClient.writer({ model, body: {}, startedAt: 0 }));
}
