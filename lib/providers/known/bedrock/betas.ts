import type { CloudBetas } from "../../dialects/messages/taken-betas";

/**
 * The betas of Anthropic's API that Bedrock takes in a body, below the page that says so. It refuses a call with any
 * other.
 */
export const BEDROCK_BETAS: CloudBetas = {
  taken: new Set([
    // docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html
    "computer-use-2024-10-22",
    "computer-use-2025-01-24",
    "context-1m-2025-08-07",
    "context-management-2025-06-27",
    "dev-full-thinking-2025-05-14",
    "effort-2025-11-24",
    "interleaved-thinking-2025-05-14",
    "output-128k-2025-02-19",
    "token-efficient-tools-2025-02-19",
    "tool-examples-2025-10-29",
    "tool-search-tool-2025-10-19",
    // docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-compaction.html
    "compact-2026-01-12",
    // docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-tool-use.html
    "computer-use-2025-11-24",
    "fine-grained-tool-streaming-2025-05-14",
  ]),
  // platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
  calledOtherwise: new Map([["advanced-tool-use-2025-11-20", "tool-search-tool-2025-10-19"]]),
};
