/**
 * OpenAI's finish reason for Anthropic's stop reason
 * (platform.claude.com/docs/en/build-with-claude/handling-stop-reasons).
 */
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
      // end_turn, stop_sequence, pause_turn and unknown reasons: the model has finished.
      return "stop";
  }
}
