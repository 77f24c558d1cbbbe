import type { Behaviour, UpstreamRequest } from "./behaviour";
import type { PlannedAnswer } from "./upstream-answer";
import { callsFor } from "./upstream-tools";

type Block = Readonly<Record<string, unknown>>;

interface MessagesRequest {
  readonly model?: string;
  readonly max_tokens?: number;
  readonly system?: unknown;
  readonly messages?: readonly { readonly role?: string; readonly content?: unknown }[];
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string; readonly input_schema?: unknown }[];
  readonly tool_choice?: {
    readonly type?: string;
    readonly name?: string;
    readonly disable_parallel_tool_use?: boolean;
  };
  readonly thinking?: { readonly type?: string };
  readonly thread?: { readonly type?: string };
}

/**
 * The signature of every thinking block of the local upstream. It refuses a thinking block that comes back with another
 * one.
 */
const SIGNATURE = "signed-by-the-local-upstream";
const THOUGHT = "Let me think about it.";
let count = 0;

/** Whether a path is one of Anthropic's. */
export function isMessagesPath(path: string): boolean {
  return path.endsWith("/messages") || path.endsWith("/messages/count_tokens");
}

/** Answers a request to one of Anthropic's paths, as a whole or as a stream. */
export function answerMessages(
  { path, headers, body }: Pick<UpstreamRequest, "path" | "headers" | "body">,
  behaviour: Behaviour,
): { status: number; body: unknown } | { planned: PlannedAnswer } {
  const request = (typeof body === "object" && body !== null ? body : {}) as MessagesRequest;
  const isCount = path.endsWith("/count_tokens");
  // The local upstream keeps no threads, and answers as Anthropic does about a thread that is gone.
  if (request.thread?.type === "continue") return { status: 404, body: threadNotFound() };
  const fault =
    faultOf(request, headers) ??
    (request.max_tokens === undefined && !isCount ? "max_tokens: Field required" : undefined);
  if (fault !== undefined) return { status: 400, body: anthropicError("invalid_request_error", fault) };
  if (isCount) return { status: 200, body: { input_tokens: countedTokens(request).input } };
  const planned = messageFor(request, behaviour);
  return request.stream ? { planned } : { status: 200, body: planned.completion() };
}

/** The fault for which Anthropic's API would refuse a request, in its own words; undefined if there is none. */
function faultOf(request: MessagesRequest, headers: Readonly<Record<string, unknown>>): string | undefined {
  if (headers["anthropic-version"] === undefined) return "anthropic-version: header is required";
  const { messages = [], thinking } = request;
  if (messages.length === 0) return "messages: at least one message is required";
  const last = blocksOf(messages.findLast(({ role }) => role === "assistant")?.content);
  if (thinking?.type === "enabled" && last.some(({ type }) => type === "tool_use") && !isThought(last[0]))
    return "messages: Expected `thinking` or `redacted_thinking`, but found `tool_use`";
  let open: unknown[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const blocks = blocksOf(content);
    const results = blocks.filter(({ type }) => type === "tool_result").map((block) => block["tool_use_id"]);
    const missing = open.filter((id) => !results.includes(id));
    if (missing.length > 0)
      return `messages.${index}: tool_use ids were found without tool_result blocks immediately after: ${missing.join(", ")}`;
    if (results.some((id) => !open.includes(id)))
      return `messages.${index}: unexpected tool_use_id found in tool_result blocks`;
    if (blocks.some(({ type, text }) => type === "text" && text === ""))
      return `messages.${index}: text content blocks must be non-empty`;
    if (blocks.some(({ type, signature }) => type === "thinking" && signature !== SIGNATURE))
      return `messages.${index}: Invalid signature in thinking block`;
    if (role !== "user" && role !== "assistant") return `messages.${index}.role: Input should be 'user' or 'assistant'`;
    open = role === "assistant" ? blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id) : [];
  }
  return undefined;
}

function isThought(block: Block | undefined): boolean {
  return block?.type === "thinking" || block?.type === "redacted_thinking";
}

/** Anthropic's error envelope. */
export function anthropicError(type: string, message: string): unknown {
  return { type: "error", error: { type, message }, request_id: "req_local" };
}

function threadNotFound(): unknown {
  const message = "No usable thread state was found for `previous_message_id`.";
  const error = { type: "not_found_error", message, details: { error_code: "thread_not_found" } };
  return { type: "error", error, request_id: "req_local" };
}

/**
 * Counts words, and four tokens for each message, as the OpenAI side does. Marked blocks count as written to the cache.
 */
function countedTokens({ system, messages = [] }: MessagesRequest): { input: number; written: number } {
  const contents = [...(system === undefined ? [] : [system]), ...messages.map(({ content }) => content)];
  const blocks = contents.map(blocksOf);
  const written = blocks
    .flat()
    .filter((block) => block["cache_control"] !== undefined)
    .reduce((sum, block) => sum + words(textOf(block)), 0);
  return {
    input:
      blocks.reduce((sum, some) => sum + 4 + some.reduce((all, block) => all + words(textOf(block)), 0), 0) - written,
    written,
  };
}

/** Plans the whole answer to a request of `/messages`. The same request always gets the same text and usage. */
function messageFor(request: MessagesRequest, behaviour: Behaviour): PlannedAnswer {
  const all = tokensOf(request, behaviour);
  const tokens = all.slice(0, request.max_tokens ?? Infinity);
  const calls = plannedCalls(request).map(({ name, input }, index) => ({
    type: "tool_use",
    id: `toolu_local_${index}`,
    name,
    input,
  }));
  const isThinking = request.thinking?.type === "enabled" || request.thinking?.type === "adaptive";
  const thought = isThinking ? [{ type: "thinking", thinking: THOUGHT, signature: SIGNATURE }] : [];
  const cut = tokens.length < all.length;
  const stop_reason = cut ? "max_tokens" : calls.length > 0 ? "tool_use" : "end_turn";
  const { input, written } = countedTokens(request);
  const output_tokens = tokens.length + calls.length * 2 + thought.length * 5;
  const usage = {
    input_tokens: input,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: 0,
    output_tokens,
  };
  const head = {
    id: `msg_local_${++count}`,
    type: "message",
    role: "assistant",
    model: request.model ?? "local-small",
  };
  return {
    tokens,
    completion: () => ({
      ...head,
      content: [...thought, ...(tokens.length > 0 ? [{ type: "text", text: tokens.join("") }] : []), ...calls],
      stop_reason,
      stop_sequence: null,
      ...(behaviour.noUsage ? {} : { usage }),
    }),
    *events() {
      yield event({
        type: "message_start",
        message: {
          ...head,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...usage, output_tokens: 1 },
        },
      });
      yield event({ type: "ping" });
      let index = 0;
      for (const { thinking, signature } of thought) {
        yield event({
          type: "content_block_start",
          index,
          content_block: { type: "thinking", thinking: "", signature: "" },
        });
        yield event({ type: "content_block_delta", index, delta: { type: "thinking_delta", thinking } });
        yield event({ type: "content_block_delta", index, delta: { type: "signature_delta", signature } });
        yield event({ type: "content_block_stop", index: index++ });
      }
      if (tokens.length > 0)
        yield event({ type: "content_block_start", index, content_block: { type: "text", text: "" } });
      for (const text of tokens)
        yield event({ type: "content_block_delta", index, delta: { type: "text_delta", text } }, true);
      if (tokens.length > 0) yield event({ type: "content_block_stop", index: index++ });
      for (const { input: given, ...call } of calls) {
        yield event({ type: "content_block_start", index, content_block: { ...call, input: {} } });
        for (const partial_json of ["", ...halves(given)])
          yield event({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } });
        yield event({ type: "content_block_stop", index: index++ });
      }
      yield event({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } });
      yield event({ type: "message_stop" });
    },
  };
}

function event(value: Block & { readonly type: string }, token = false): { data: string; token: boolean } {
  return { data: `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`, token };
}

/** Splits a call's arguments into two pieces; empty arguments give none. */
function halves(input: Record<string, unknown>): string[] {
  const text = JSON.stringify(input);
  return text === "{}" ? [] : [text.slice(0, 9), text.slice(9)];
}

function plannedCalls({
  tools = [],
  tool_choice: choice,
  messages = [],
}: MessagesRequest): ReturnType<typeof callsFor> {
  const last = messages.at(-1);
  const question = blocksOf(last?.content).map(textOf).join(" ");
  const isAnswered = blocksOf(last?.content).some(({ type }) => type === "tool_result");
  const isNone = choice?.type === "none" || isAnswered;
  return callsFor(
    tools.map(({ name, input_schema: schema }) => ({ name, schema })),
    question,
    { isNone, name: choice?.name, single: choice?.disable_parallel_tool_use === true },
  );
}

function tokensOf({ messages = [] }: MessagesRequest, behaviour: Behaviour): string[] {
  if (behaviour.tokens !== undefined && behaviour.text === undefined) {
    return Array.from({ length: behaviour.tokens }, (_, index) => (index === 0 ? "token-1" : ` token-${index + 1}`));
  }
  const question = blocksOf(messages.at(-1)?.content).map(textOf).join(" ").slice(0, 200);
  const text = behaviour.text ?? `You said: “${question}”. This is the local upstream in Anthropic's dialect.`;
  return text.match(/\s*\S+/g) ?? [];
}

function blocksOf(content: unknown): Block[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content)
    ? content.filter((block: unknown): block is Block => typeof block === "object" && block !== null)
    : [];
}

/** The text of a block, including that of a tool result. */
function textOf(block: Block): string {
  if (typeof block["text"] === "string") return block["text"];
  return block["type"] === "tool_result" ? blocksOf(block["content"]).map(textOf).join(" ") : "";
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
