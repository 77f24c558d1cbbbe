/**
 * The betas of Anthropic's API that Vertex AI takes in the header `anthropic-beta`
 * (platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai). It refuses a call with any other.
 */
export const VERTEX_BETAS: ReadonlySet<string> = new Set([
  "compact-2026-01-12",
  "computer-use-2024-10-22",
  "computer-use-2025-01-24",
  "computer-use-2025-11-24",
  "context-1m-2025-08-07",
  "context-management-2025-06-27",
  "fine-grained-tool-streaming-2025-05-14",
  "interleaved-thinking-2025-05-14",
  "output-128k-2025-02-19",
  "token-efficient-tools-2025-02-19",
  "tool-search-tool-2025-10-19",
  "web-search-2025-03-05",
]);
