/** Anthropic's name of the reason why a model of OpenAI's dialect stopped. Some say "stop" even when they call tools. */
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
