export const ROLES = ["user", "assistant"] as const;

/** A call of a tool that a model asks for. `arguments`: JSON, as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One message of the conversation, as typed. */
export interface Message {
  readonly role: string;
  readonly content: string;
  /** Addresses of pictures, `data:` included. */
  readonly images?: readonly string[];
  /** The tools that the model asked for in this message. */
  readonly calls?: readonly ToolCall[];
  /** The call that this message is the result of. */
  readonly resultOf?: ToolCall;
}

/** A message as a chat completion sends it. */
export function sentMessage({ role, content, images = [], calls = [], resultOf }: Message): object {
  if (resultOf) return { role: "tool", tool_call_id: resultOf.id, content };
  if (calls.length > 0) {
    const tool_calls = calls.map(({ id, name, arguments: given }) => ({
      id,
      type: "function",
      function: { name, arguments: given },
    }));
    return { role, content: content === "" ? null : content, tool_calls };
  }
  if (images.length === 0) return { role, content };
  const pictures = images.map((url) => ({ type: "image_url", image_url: { url } }));
  return { role, content: [...(content.trim() === "" ? [] : [{ type: "text", text: content }]), ...pictures] };
}

/** Whether a message says anything, and so is sent. An empty result of a tool is one. */
export function isSaid({ content, images = [], calls = [], resultOf }: Message): boolean {
  return content.trim() !== "" || images.length > 0 || calls.length > 0 || resultOf !== undefined;
}

/** The conversation after an answer, with room for the results of the tools it asks for, or for the next question. */
export function continuedBy(messages: readonly Message[], text: string, calls: readonly ToolCall[]): Message[] {
  return [
    ...messages.filter(isSaid),
    { role: "assistant", content: text, ...(calls.length > 0 && { calls }) },
    ...(calls.length > 0
      ? calls.map((call) => ({ role: "tool", content: "", resultOf: call }))
      : [{ role: "user", content: "" }]),
  ];
}
