import type { CloudBetas } from "../../dialects/messages/taken-betas";

/**
 * The betas of Anthropic's API that Vertex AI takes in the header `anthropic-beta`, below the pages of
 * platform.claude.com/docs/en that say so of their feature. It refuses a call with any other.
 */
export const VERTEX_BETAS: CloudBetas = {
  taken: new Set([
    // agents-and-tools/tool-use/computer-use-tool
    "computer-use-2024-10-22",
    "computer-use-2025-01-24",
    "computer-use-2025-11-24",
    // agents-and-tools/tool-use/fine-grained-tool-streaming, token-efficient-tool-use, tool-search-tool
    "fine-grained-tool-streaming-2025-05-14",
    "token-efficient-tools-2025-02-19",
    "tool-search-tool-2025-10-19",
    // agents-and-tools/tool-use/web-search-tool
    "web-search-2025-03-05",
    // build-with-claude/compaction, context-editing, context-windows
    "compact-2026-01-12",
    "context-management-2025-06-27",
    "context-1m-2025-08-07",
    // build-with-claude/extended-thinking
    "interleaved-thinking-2025-05-14",
    "output-128k-2025-02-19",
  ]),
  // agents-and-tools/tool-use/tool-search-tool
  calledOtherwise: new Map([["advanced-tool-use-2025-11-20", "tool-search-tool-2025-10-19"]]),
};
