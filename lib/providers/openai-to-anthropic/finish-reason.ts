/** OpenAI's name of the reason why Anthropic's model stopped (platform.claude.com/docs/en/build-with-claude/handling-stop-reasons). */
export function toFinishReason(stopReason: unknown): string {
  switch (stopReason) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "tool_use":
      return "tool_calls";
    case "refusal":
      return "content_filter";
    default:
      // end_turn, stop_sequence, pause_turn, and whatever else may come: the model has had its say.
      return "stop";
  }
}
