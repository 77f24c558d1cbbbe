import {
  inside,
  kindsOf,
  listOf,
  MARK,
  MARK_MEMBERS,
  NEEDLESS,
  objectOf,
  OWN,
  READ,
  type InnerMember,
  type InnerTable,
} from "../../../form/inner-members";
import { textAt } from "../../../json-value";

export const DETAIL: InnerMember = { member: "detail", otherwise: "dropped", asksNothing: (value) => value === "auto" };
export const TITLE: InnerMember = { member: "title", otherwise: "dropped" };
export const STRICT: InnerMember = { member: "strict", otherwise: "dropped", asksNothing: (value) => value === false };
export const THOUGHT: InnerMember = { member: "thoughts", otherwise: "dropped" };
export const SEARCH_SIZE: InnerMember = { member: "searchSize", otherwise: "dropped" };
export const SEARCH_PLACE: InnerMember = { member: "searchPlace", otherwise: "dropped" };
/** The name that OpenAI requires of a format says nothing that the schema does not. */
export const FORMAT_MEMBERS = {
  name: NEEDLESS,
  schema: READ,
  strict: { ...OWN, says: "`true` requests nothing more.", asksNothing: (value: unknown) => value === true },
  description: OWN,
} as const;

/** What Anthropic's `thinking` has. Callers of other dialects may add it. */
export const THINKING = objectOf({
  type: READ,
  budget_tokens: READ,
  display: { member: "display", otherwise: "dropped" },
});

const PARTS = listOf(
  kindsOf(
    {
      text: { type: READ, text: READ, cache_control: MARK },
      refusal: { type: READ, refusal: READ, cache_control: MARK },
      image_url: { type: READ, image_url: inside(objectOf({ url: READ, detail: DETAIL })), cache_control: MARK },
      file: {
        type: READ,
        file: inside(objectOf({ filename: TITLE, file_data: READ, file_id: READ })),
        cache_control: MARK,
      },
      input_audio: { type: READ, input_audio: inside(objectOf({ data: READ, format: READ })), cache_control: MARK },
    },
    (part) => textAt(part, "type"),
  ),
);

const MESSAGES = listOf(
  objectOf({
    role: READ,
    content: inside(PARTS),
    name: OWN,
    refusal: READ,
    audio: READ,
    function_call: READ,
    tool_call_id: READ,
    tool_calls: inside(
      listOf(
        objectOf({
          id: READ,
          type: READ,
          index: NEEDLESS,
          function: inside(objectOf({ name: READ, arguments: READ })),
          cache_control: MARK,
        }),
      ),
    ),
    thinking_blocks: { ...THOUGHT, says: "A parameter of Anthropic's own, with signatures." },
    reasoning_content: { ...OWN, says: "`thinking_blocks` has the same with its signature." },
    annotations: { ...OWN, asksNothing: (value) => Array.isArray(value) && value.length === 0 },
    cache_control: MARK,
  }),
);

const FUNCTION = objectOf({ name: READ, description: READ, parameters: READ, strict: STRICT });

/** What the parameters of Chat Completions have inside. */
export const CHAT_INNER: InnerTable = {
  messages: MESSAGES,
  tools: listOf(
    kindsOf({ function: { type: READ, function: inside(FUNCTION), cache_control: MARK } }, (tool) =>
      textAt(tool, "type"),
    ),
  ),
  tool_choice: objectOf({ type: READ, function: READ, allowed_tools: READ }),
  response_format: objectOf({ type: READ, json_schema: inside(objectOf(FORMAT_MEMBERS)) }),
  stream_options: objectOf({ include_usage: READ, include_obfuscation: OWN }),
  web_search_options: objectOf({ search_context_size: SEARCH_SIZE, user_location: SEARCH_PLACE }),
  thinking: THINKING,
  cache_control: MARK_MEMBERS,
};
