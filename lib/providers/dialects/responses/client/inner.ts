import {
  inside,
  kindsOf,
  listOf,
  NEEDLESS,
  objectOf,
  OWN,
  READ,
  type InnerMember,
  type InnerTable,
} from "../../../form/inner-members";
import { textAt } from "../../../json-value";
import { DETAIL, FORMAT_MEMBERS, SEARCH_PLACE, SEARCH_SIZE, STRICT, THOUGHT, TITLE } from "../../chat/client/inner";

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const TEXT = { type: READ, text: READ } as const;
const FOUND: InnerMember = {
  ...OWN,
  says: "Results of a search for an earlier answer. That answer's text has what it is based on.",
};

const PARTS = listOf(
  kindsOf(
    {
      input_text: TEXT,
      text: TEXT,
      output_text: {
        ...TEXT,
        annotations: { ...OWN, says: "Only in an earlier answer.", asksNothing: isEmptyList },
        logprobs: NEEDLESS,
      },
      refusal: { type: READ, refusal: READ },
      input_image: { type: READ, image_url: READ, file_id: READ, detail: DETAIL },
      input_file: { type: READ, file_data: READ, file_url: READ, file_id: READ, filename: TITLE, detail: OWN },
      input_audio: { type: READ, input_audio: inside(objectOf({ data: READ, format: READ })) },
    },
    (part) => textAt(part, "type"),
  ),
);

/** What the gateway, as OpenAI does, gives an item of an answer; the items stand in order without it. */
const ITEM = { type: READ, id: NEEDLESS, status: NEEDLESS } as const;
const ITEMS = kindsOf(
  {
    message: { ...ITEM, role: READ, content: inside(PARTS), phase: OWN },
    function_call: { ...ITEM, call_id: READ, name: READ, arguments: READ, namespace: READ },
    function_call_output: { ...ITEM, call_id: READ, output: inside(PARTS) },
    reasoning: {
      ...ITEM,
      summary: { ...THOUGHT, asksNothing: isEmptyList },
      encrypted_content: THOUGHT,
      content: { ...OWN, asksNothing: isEmptyList },
    },
    web_search_call: { ...ITEM, action: FOUND },
  },
  (item) => textAt(item, "type") ?? "message",
);

const SEARCH = /^web_search(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?$/;
const FUNCTION = { type: READ, name: READ, description: READ, parameters: READ, strict: STRICT, defer_loading: OWN };
const TOOLS = kindsOf(
  {
    function: FUNCTION,
    namespace: {
      type: READ,
      name: READ,
      description: { ...OWN, says: "Only for a namespace." },
      tools: inside(listOf(kindsOf({ function: FUNCTION }, (tool) => textAt(tool, "type")))),
    },
    web_search: {
      type: READ,
      search_context_size: SEARCH_SIZE,
      user_location: SEARCH_PLACE,
      filters: inside(objectOf({ allowed_domains: READ, blocked_domains: READ })),
      external_web_access: OWN,
      search_content_types: OWN,
    },
  },
  (tool) => textAt(tool, "type")?.replace(SEARCH, "web_search"),
);

/** What the parameters of Responses have inside. */
export const RESPONSES_INNER: InnerTable = {
  input: listOf(ITEMS),
  tools: listOf(TOOLS),
  tool_choice: objectOf({ type: READ, name: READ, mode: READ, tools: READ }),
  "text.format": objectOf({ type: READ, ...FORMAT_MEMBERS }),
};
