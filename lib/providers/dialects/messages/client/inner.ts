import {
  inside,
  kindsOf,
  listOf,
  MARK,
  MARK_MEMBERS,
  objectOf,
  OWN,
  READ,
  type InnerMember,
  type InnerMembers,
  type InnerTable,
} from "../../../form/inner-members";
import { textAt } from "../../../json-value";
import { SEARCH_PLACE, STRICT, THINKING, THOUGHT, TITLE } from "../../chat/client/inner";

const FOUND: InnerMember = {
  ...OWN,
  says: "Results of a search for an earlier answer. That answer's text has what it is based on.",
};
const CITED: InnerMember = { ...OWN, says: "Only in an earlier answer.", asksNothing: isEmptyList };
/** The answer has the same form without it. */
const CITES: InnerMember = {
  member: "citing",
  otherwise: "dropped",
  says: "`enabled` asks for citations of what was sent.",
  asksNothing: (value) =>
    typeof value === "object" && value !== null && !("enabled" in value && value.enabled === true),
};

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const TEXT: InnerMembers = { type: READ, text: READ, citations: CITED, cache_control: MARK };
const IMAGE: InnerMembers = { type: READ, source: READ, cache_control: MARK };
const DOCUMENT: InnerMembers = {
  type: READ,
  source: READ,
  title: TITLE,
  context: { member: "context", otherwise: "dropped" },
  citations: CITES,
  cache_control: MARK,
};

function kindOf(block: Readonly<Record<string, unknown>>): string | undefined {
  return textAt(block, "type");
}

const SEARCH_RESULT: InnerMembers = {
  type: READ,
  source: READ,
  title: READ,
  content: inside(listOf(kindsOf({ text: TEXT }, kindOf))),
  citations: CITES,
  cache_control: MARK,
};
const SHOWN = { text: TEXT, image: IMAGE, document: DOCUMENT, search_result: SEARCH_RESULT };
const BLOCKS = listOf(
  kindsOf(
    {
      ...SHOWN,
      tool_use: {
        type: READ,
        id: READ,
        name: READ,
        input: READ,
        caller: { ...OWN, asksNothing: (value) => kindOf(Object(value)) === "direct" },
        cache_control: MARK,
      },
      tool_result: {
        type: READ,
        tool_use_id: READ,
        content: inside(listOf(kindsOf(SHOWN, kindOf))),
        is_error: READ,
        cache_control: MARK,
      },
      thinking: { type: READ, thinking: THOUGHT, signature: READ },
      redacted_thinking: { type: READ, data: THOUGHT },
      server_tool_use: { type: READ, id: READ, name: READ, input: FOUND, caller: OWN, cache_control: MARK },
      web_search_tool_result: { type: READ, tool_use_id: READ, content: FOUND, caller: OWN, cache_control: MARK },
    },
    kindOf,
  ),
);

const TOOLS = kindsOf(
  {
    custom: {
      type: READ,
      name: READ,
      description: READ,
      input_schema: READ,
      strict: STRICT,
      input_examples: OWN,
      defer_loading: OWN,
      eager_input_streaming: OWN,
      allowed_callers: OWN,
      cache_control: MARK,
    },
    web_search: {
      type: READ,
      name: READ,
      allowed_domains: READ,
      blocked_domains: READ,
      max_uses: { member: "searchUses", otherwise: "dropped" },
      user_location: SEARCH_PLACE,
      defer_loading: OWN,
      allowed_callers: OWN,
      cache_control: MARK,
    },
  },
  (tool) => (textAt(tool, "type") ?? "custom").replace(/^web_search_\d{8}$/, "web_search"),
);

const FORMAT = objectOf({ type: READ, schema: READ });

/** What the parameters of Messages have inside. */
export const MESSAGES_INNER: InnerTable = {
  messages: listOf(objectOf({ role: READ, content: inside(BLOCKS) })),
  system: listOf(kindsOf({ text: TEXT }, kindOf)),
  tools: listOf(TOOLS),
  tool_choice: objectOf({
    type: READ,
    name: READ,
    disable_parallel_tool_use: { member: "isSingle", otherwise: "dropped", asksNothing: (value) => value === false },
  }),
  output_config: objectOf({ format: inside(FORMAT), effort: { member: "effort", otherwise: "dropped" } }),
  output_format: FORMAT,
  thinking: THINKING,
  cache_control: MARK_MEMBERS,
};
