import type { Behaviour } from "./behaviour";
import { words } from "./upstream-answer";

/** A planned answer, in one piece or several. A behaviour counts the pieces that are marked `token`. */
export type PlannedReply =
  | { readonly kind: "whole"; readonly type: string; readonly body: string | Buffer }
  | {
      readonly kind: "pieces";
      readonly type: string;
      readonly pieces: Iterable<{ readonly data: string | Buffer; readonly token: boolean }>;
    };

const CREATED = 1_700_000_000;

/**
 * A response, complete or as the events of OpenAI's reference ("Streaming events"). If the request has tools, it calls
 * the one that it must call, else the first, unless the last item has a call's output.
 */
export function plannedResponse(
  call: Readonly<Record<string, unknown>>,
  { tokens: count = 6, text: said, noUsage }: Behaviour,
): PlannedReply {
  const input = words(typeof call["input"] === "string" ? call["input"] : JSON.stringify(call["input"] ?? ""));
  const tokens =
    said?.match(/\s*\S+/g) ??
    Array.from({ length: count }, (_, index) => (index === 0 ? "token-1" : ` token-${index + 1}`));
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: tokens.length,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + tokens.length,
  };
  const tool = isAnswered(call["input"]) ? undefined : toolName(call["tools"], call["tool_choice"]);
  const item = tool === undefined ? message(tokens.join("")) : functionCall(tool);
  const response = (status: string, output: readonly unknown[], more: object = {}) => ({
    id: "resp_local",
    object: "response",
    created_at: CREATED,
    status,
    model: call["model"],
    output,
    error: null,
    incomplete_details: null,
    ...more,
  });
  const completed = response("completed", [item], noUsage ? {} : { usage });
  if (call["stream"] !== true) return { kind: "whole", type: "application/json", body: JSON.stringify(completed) };

  let sequence = 0;
  const piece = (type: string, more: object, token = false) => ({
    data: `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...more })}\n\n`,
    token,
  });
  const at = { item_id: item.id, output_index: 0, content_index: 0 };
  const text = { type: "output_text", text: "", annotations: [] };
  const pieces = [
    piece("response.created", { response: response("in_progress", []) }),
    piece("response.in_progress", { response: response("in_progress", []) }),
    piece("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } }),
    ...(tool === undefined
      ? [
          piece("response.content_part.added", { ...at, part: text }),
          ...tokens.map((delta) => piece("response.output_text.delta", { ...at, delta }, true)),
          piece("response.output_text.done", { ...at, text: tokens.join("") }),
          piece("response.content_part.done", { ...at, part: { ...text, text: tokens.join("") } }),
        ]
      : [
          ...['{"city":', '"Oslo"}'].map((delta) =>
            piece("response.function_call_arguments.delta", { item_id: item.id, output_index: 0, delta }, true),
          ),
          piece("response.function_call_arguments.done", {
            item_id: item.id,
            output_index: 0,
            arguments: '{"city":"Oslo"}',
          }),
        ]),
    piece("response.output_item.done", { output_index: 0, item }),
    piece("response.completed", { response: completed }),
  ];
  return { kind: "pieces", type: "text/event-stream; charset=utf-8", pieces };
}

function message(text: string) {
  return {
    type: "message",
    id: "msg_local",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [] }],
  };
}

function functionCall(name: string) {
  return {
    type: "function_call",
    id: "fc_local",
    call_id: "call_local",
    name,
    arguments: '{"city":"Oslo"}',
    status: "completed",
  };
}

/** Whether the last item of an input has the output of a call. */
function isAnswered(input: unknown): boolean {
  const last: unknown = Array.isArray(input) ? input.at(-1) : undefined;
  return typeof last === "object" && last !== null && Reflect.get(last, "type") === "function_call_output";
}

function toolName(tools: unknown, choice: unknown): string | undefined {
  const [first]: unknown[] = Array.isArray(tools) ? tools : [];
  const called = first !== undefined && typeof choice === "object" && choice !== null ? choice : first;
  const name = typeof called === "object" && called !== null ? Reflect.get(called, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}
