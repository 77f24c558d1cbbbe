const USAGE = { input_tokens: 10, output_tokens: 5 };

/** A whole answer of Claude's, as every cloud passes it (platform.claude.com/docs/en/api/messages). */
export function claudeMessage() {
  return {
    id: "msg_local_1",
    type: "message",
    role: "assistant",
    model: "claude-local",
    content: [{ type: "text", text: "Hello." }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: USAGE,
  };
}

/** The same answer as the events of a stream. */
export function claudeEvents(): readonly { readonly type: string }[] {
  const begun = { content: [], stop_reason: null, usage: { ...USAGE, output_tokens: 1 } };
  return [
    { type: "message_start", message: { ...claudeMessage(), ...begun } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello." } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ] as readonly { readonly type: string }[];
}

/** The version of Anthropic's API that every cloud knows by that name, beside its own name for the first one. */
const NEWEST = "2026-10-21";

/**
 * What a cloud refuses in a body for Claude, whose model's name is in the path. `version`: the cloud's own name for the
 * first version (platform.claude.com/docs/en/api/versioning).
 */
export function claudeFault(body: Readonly<Record<string, unknown>>, version: string): string | undefined {
  const { anthropic_version: given, model } = body;
  if (given !== version && given !== NEWEST) return "anthropic_version: Field required";
  return model === undefined ? undefined : "model: Extra inputs are not permitted";
}
