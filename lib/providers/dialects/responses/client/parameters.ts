import { isObject } from "@/lib/is-object";
import type { Parameter, ParameterTable } from "../../../form/parameters";
import type { JsonObject } from "../../../json-value";

/** Why a response, or an item of one, cannot be named to an upstream of another dialect, and what to do. */
export const KEEPS_NOTHING = "its provider keeps no responses. Send the whole conversation.";

/** Thoughts need not be asked for, so nothing is lost without it. */
const SUMMARY: Parameter = {
  otherwise: "dropped",
  says: "Thoughts come without being requested.",
  asksNothing: () => true,
};

/** Members whose own members are parameters. */
const GROUPS: ReadonlySet<string> = new Set(["text", "reasoning"]);

/** The parameters of a body by their names, those of a group as `text.format`. */
export function namedParameters(body: JsonObject): JsonObject {
  const named = Object.entries(body).flatMap(([name, value]) => {
    const inner = GROUPS.has(name) && isObject(value) ? Object.entries(value) : undefined;
    return inner?.map(([its, one]) => [`${name}.${its}`, one] as const) ?? [[name, value] as const];
  });
  return Object.fromEntries(named);
}

/**
 * Every parameter of https://platform.openai.com/docs/api-reference/responses/create. Those of a group stand with its
 * name before them.
 */
export const RESPONSES_PARAMETERS: ParameterTable = {
  model: { member: "model", otherwise: "refused", isRequired: true },
  input: {
    member: "turns",
    otherwise: "refused",
    isRequired: true,
    says: "Items that only OpenAI's servers can read, such as `item_reference`, are refused.",
  },
  instructions: { member: "turns", otherwise: "refused", says: "Become the first system message." },
  max_output_tokens: { member: "limit", otherwise: "dropped" },
  stream: { member: "isStreamed", otherwise: "refused" },
  stream_options: { otherwise: "dropped" },
  temperature: { member: "temperature", otherwise: "dropped" },
  top_p: { member: "topP", otherwise: "dropped" },
  tools: {
    member: "tools",
    otherwise: "refused",
    says: "Functions, and `web_search` where the upstream searches too. A namespace becomes a part of its functions' names. Other tools that run on OpenAI's servers are refused.",
  },
  tool_choice: { member: "choice", otherwise: "refused", says: "`allowed_tools` leaves the other tools out." },
  parallel_tool_calls: { member: "isSingle", otherwise: "dropped", asksNothing: (value) => value === true },
  "text.format": { member: "format", otherwise: "refused" },
  "text.verbosity": { otherwise: "dropped" },
  "reasoning.effort": { member: "effort", otherwise: "dropped" },
  "reasoning.summary": SUMMARY,
  "reasoning.generate_summary": SUMMARY,
  user: { member: "user", otherwise: "dropped" },
  safety_identifier: { member: "user", otherwise: "dropped", says: "Takes precedence over `user`." },
  store: { otherwise: "dropped", says: "Nothing is kept: a response of this model cannot be fetched or continued." },
  include: {
    otherwise: "dropped",
    says: "Signed thoughts always come as `encrypted_content`, so that the next turn can have them.",
  },
  client_metadata: { otherwise: "dropped" },
  metadata: { otherwise: "dropped", says: "Repeated in the response." },
  service_tier: { otherwise: "dropped" },
  prompt_cache_key: { otherwise: "dropped" },
  prompt_cache_retention: { otherwise: "dropped" },
  truncation: { otherwise: "dropped" },
  context_management: { otherwise: "dropped" },
  top_logprobs: { otherwise: "refused", says: "Only values above zero.", asksNothing: (value) => value === 0 },
  max_tool_calls: { otherwise: "dropped", says: "It limits calls of OpenAI's own tools." },
  background: { otherwise: "refused", says: "`true`.", asksNothing: (value) => value === false },
  previous_response_id: { otherwise: "refused", says: "Send the whole conversation.", instead: KEEPS_NOTHING },
  conversation: { otherwise: "refused", says: "Send the whole conversation.", instead: KEEPS_NOTHING },
  prompt: { otherwise: "refused", says: "Prompts that OpenAI keeps." },
};
