import { anthropicHeaders, anthropicPath } from "../../dialects/messages/door";
import { messagesDialect } from "../../dialects/messages/dialect";
import type { Provider } from "../provider";

/** Anthropic, by its own `/messages` (platform.claude.com/docs/en/api/overview). */
export const anthropic: Provider = {
  ...messagesDialect,
  name: "anthropic",
  apiBase: "https://api.anthropic.com/v1",
  keyVariables: ["ANTHROPIC_API_KEY"],
  list: (deployment) => ({
    path: `${anthropicPath(deployment, "/models")}?limit=1000`,
    headers: anthropicHeaders(deployment),
    namesWhatCallsUse: true,
  }),
};
