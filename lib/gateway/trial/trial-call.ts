import { isObject } from "@/lib/is-object";
import { listAt, parseObjectText, textAt, type JsonObject } from "@/lib/providers/json-value";

/** The smallest call that shows whether a model answers. */
export interface TrialCall {
  readonly route: "/chat/completions" | "/embeddings" | "/rerank";
  readonly body: JsonObject;
  /** What the answer says, for people; empty: it says nothing. */
  answered(text: string): string;
}

/** Names of embedding models that do not say so themselves. */
const EMBEDS = /embed|^(?:[\w.-]+\/)?(?:bge|gte|voyage)-/i;

/**
 * The call that suits a model. `upstream`: the model behind the entry. `info`: the entry's facts, whose `mode` may say
 * what the model does, by LiteLLM's words.
 */
export function trialCall(model: string, upstream: string, info: object = {}): TrialCall {
  const mode = "mode" in info ? info.mode : undefined;
  const kind = mode ?? (/rerank/i.test(upstream) ? "rerank" : EMBEDS.test(upstream) ? "embedding" : "chat");
  switch (kind) {
    case "rerank":
      return { route: "/rerank", body: { model, query: "What is red?", documents: ["A rose."] }, answered: scoreOf };
    case "embedding":
      return { route: "/embeddings", body: { model, input: "OK" }, answered: vectorOf };
    default: {
      const messages = [{ role: "user", content: "Say OK." }];
      return { route: "/chat/completions", body: { model, messages, max_tokens: 1 }, answered: replyOf };
    }
  }
}

/** The words of the first choice of a chat completion. */
function replyOf(text: string): string {
  const message = firstOf(text, "choices")?.["message"];
  const reply = isObject(message) ? (textAt(message, "content") ?? "") : "";
  return reply === "" ? "" : `It said “${reply}”.`;
}

function vectorOf(text: string): string {
  const embedding = firstOf(text, "data")?.["embedding"];
  return Array.isArray(embedding) ? `It gave a vector of ${embedding.length} numbers.` : "";
}

function scoreOf(text: string): string {
  const score = firstOf(text, "results")?.["relevance_score"];
  return typeof score === "number" ? `It gave a score of ${score.toFixed(3)}.` : "";
}

function firstOf(text: string, list: string): JsonObject | undefined {
  const first = listAt(parseObjectText(text) ?? {}, list)[0];
  return isObject(first) ? first : undefined;
}
