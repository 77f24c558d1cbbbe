/** Anthropic's stop reason for OpenAI's finish reason. Some upstreams say "stop" even if the model called tools. */
export function toStopReason(finishReason: unknown, hasCalls: boolean): string {
  switch (finishReason) {
    case "length":
      return "max_tokens";
    case "content_filter":
      return "refusal";
    case "tool_calls":
    case "function_call":
      return "tool_use";
    default:
      return hasCalls ? "tool_use" : "end_turn";
  }
}
