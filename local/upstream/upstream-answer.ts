import type { Behaviour } from "./behaviour";
import { callsFor } from "./upstream-tools";

export interface ChatRequest {
  readonly model?: string;
  readonly messages?: readonly { readonly role?: string; readonly content?: unknown }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly tools?: readonly { readonly function?: { readonly name: string; readonly parameters?: unknown } }[] | null;
  readonly tool_choice?: string | { readonly function?: { readonly name?: string } } | null;
  readonly parallel_tool_calls?: boolean;
}

export interface PlannedAnswer {
  readonly tokens: readonly string[];
  /** The complete answer. */
  completion(): unknown;
  /** The answer as server-sent events; those with a token are marked. */
  events(): Iterable<{ readonly data: string; readonly token: boolean }>;
}

const CREATED = 1_700_000_000;
let count = 0;

/** Plans the whole answer to a chat request. The same request always gets the same text and usage. */
export function answerFor(chat: ChatRequest, behaviour: Behaviour): PlannedAnswer {
  const model = chat.model ?? "local-small";
  const limit = chat.max_completion_tokens ?? chat.max_tokens ?? Infinity;
  const calls = plannedCalls(chat).map(({ name, input }, index) => ({
    id: `call_local_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  // A model that calls tools writes no text, unless the behaviour says so.
  const all = calls.length > 0 && behaviour.tokens === undefined ? [] : answerTokens(chat, behaviour);
  const tokens = all.slice(0, limit);
  const usage = usageOf(chat, tokens.length + calls.length * 2);
  const finish = tokens.length < all.length ? "length" : calls.length > 0 ? "tool_calls" : "stop";
  const id = `chatcmpl-local-${++count}`;
  return {
    tokens,
    completion: () => ({
      id,
      object: "chat.completion",
      created: CREATED,
      model,
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: tokens.join(""),
            refusal: null,
            ...(calls.length > 0 && { tool_calls: calls }),
          },
          logprobs: null,
          finish_reason: finish,
        },
      ],
      ...(behaviour.noUsage ? {} : { usage }),
      system_fingerprint: "fp_local",
    }),
    *events() {
      const withUsage = chat.stream_options?.include_usage === true && !behaviour.noUsage;
      const head = { id, object: "chat.completion.chunk", created: CREATED, model, system_fingerprint: "fp_local" };
      const chunk = (delta: object, reason: string | null) => ({
        ...head,
        choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
        ...(withUsage ? { usage: null } : {}),
      });
      yield { data: event(chunk({ role: "assistant", content: "", refusal: null }, null)), token: false };
      for (const content of tokens) yield { data: event(chunk({ content }, null)), token: true };
      for (const [index, { function: called, ...call }] of calls.entries()) {
        yield {
          data: event(
            chunk({ tool_calls: [{ index, ...call, function: { name: called.name, arguments: "" } }] }, null),
          ),
          token: false,
        };
        for (const piece of [called.arguments.slice(0, 9), called.arguments.slice(9)].filter(Boolean)) {
          yield { data: event(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, null)), token: false };
        }
      }
      yield { data: event(chunk({}, finish)), token: false };
      if (withUsage) yield { data: event({ ...head, choices: [], usage }), token: false };
      yield { data: "data: [DONE]\n\n", token: false };
    },
  };
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function plannedCalls({
  tools,
  tool_choice: choice,
  parallel_tool_calls: isParallel,
  messages = [],
}: ChatRequest): ReturnType<typeof callsFor> {
  const last = messages.at(-1);
  const isNone = choice === "none" || last?.role === "tool";
  const offered = (tools ?? []).flatMap(({ function: described }) =>
    described ? [{ name: described.name, schema: described.parameters }] : [],
  );
  return callsFor(offered, textOf(last?.content), {
    isNone,
    name: typeof choice === "object" ? choice?.function?.name : undefined,
    single: isParallel === false,
  });
}

function answerTokens(chat: ChatRequest, behaviour: Behaviour): string[] {
  if (behaviour.tokens !== undefined && behaviour.text === undefined) {
    return Array.from({ length: behaviour.tokens }, (_, index) => (index === 0 ? "token-1" : ` token-${index + 1}`));
  }
  const question = textOf(chat.messages?.at(-1)?.content).slice(0, 200);
  const text =
    behaviour.text ?? `You said: “${question}”. This is the local upstream, and it answers one word at a time.`;
  return text.match(/\s*\S+/g) ?? [];
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => (typeof part === "object" && part !== null && "text" in part ? String(part.text) : ""))
    .join(" ");
}

/** Counts words, and four tokens for each message. The result is the same on every machine. */
function usageOf(chat: ChatRequest, completionTokens: number) {
  const promptTokens = (chat.messages ?? []).reduce((sum, message) => sum + 4 + words(textOf(message.content)), 0);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

export function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Embeddings of eight dimensions, computed from the characters of the input; in base64 if that is asked for. */
export function embeddingReply(body: Readonly<Record<string, unknown>>, model: string): unknown {
  const input = body["input"] ?? "";
  const inBase64 = (values: number[]): string => Buffer.from(new Float32Array(values).buffer).toString("base64");
  const texts = (Array.isArray(input) ? input : [input]).map(String);
  const promptTokens = texts.reduce((sum, text) => sum + words(text), 0);
  const data = texts.map((text, index) => {
    const values = Array.from({ length: 8 }, (_, at) => (text.charCodeAt(at) || 0) / 256);
    return { object: "embedding", index, embedding: body["encoding_format"] === "base64" ? inBase64(values) : values };
  });
  return {
    object: "list",
    data,
    model,
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  };
}
