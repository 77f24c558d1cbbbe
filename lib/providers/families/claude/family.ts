import type { Family } from "../../form/parameters";

/** Anthropic's models (platform.claude.com/docs/en/api/messages/create). */
export const CLAUDE: Family = {
  name: "Claude",
  rules: {
    limit: "A request without a maximum gets 32000 (4096 for models before Claude 4), because Anthropic requires one.",
    temperature: "Capped at 1, Anthropic's maximum. Left out beside thinking, which takes none.",
    topP: "`1` is left out, because it changes nothing. From Claude 4.1 on, left out beside a `temperature` below 1, because Anthropic takes one of them; beside thinking, below 0.95.",
    topK: "Left out beside thinking.",
    format:
      "A schema becomes one that Anthropic takes: what it refuses, such as `minimum` and `minLength`, becomes a part of the description, and objects get `additionalProperties: false`. JSON without a schema is requested in the system prompt, because Anthropic's own form needs one. Before Claude 4.5, the model is made to call a tool with the schema, and what it calls it with is the answer.",
    effort:
      "From Claude 4.6 on: adaptive thinking with this effort. Before: a thinking budget of 1024 (`minimal`, `low`), 4096 (`medium`), 16384 (`high`), 24576 (`xhigh`) or 31999 (`max`) tokens, below the limit. `none` turns thinking off. Beside a `tool_choice` that requires a call there is no thinking, because Anthropic refuses both together.",
  },
};
