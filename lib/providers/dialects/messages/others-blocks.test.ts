import { expect, test } from "vitest";
import { withoutOthersBlocks } from "./others-blocks";

const TEXT = { type: "text", text: "Paris" };
const thought = (signature: string) => ({ type: "thinking", thinking: "Capital of France", signature });
const search = (id: string, encrypted: string) => [
  { type: "server_tool_use", id, name: "web_search", input: { query: "France" } },
  {
    type: "web_search_tool_result",
    tool_use_id: id,
    content: [{ type: "web_search_result", url: "https://a.example", title: "A", encrypted_content: encrypted }],
  },
];
const USER = { role: "user", content: "Hi" };
const answered = (...content: object[]) => ({ role: "assistant", content });

const CASES: [what: string, before: object[], after: object[]][] = [
  ["a thought that OpenAI encrypted goes", [USER, answered(thought("openai:rs_1:abc"), TEXT)], [USER, answered(TEXT)]],
  ["a turn of nothing else goes whole", [USER, answered(thought("openai:rs_1:abc")), USER], [USER, USER]],
  ["a search of another provider goes with its question", [answered(...search("s1", ""), TEXT)], [answered(TEXT)]],
  [
    "a search of Anthropic's own stays beside it",
    [answered(...search("s1", ""), ...search("s2", "E"), TEXT)],
    [answered(...search("s2", "E"), TEXT)],
  ],
  [
    "a citation of another provider's page goes, the text stays",
    [answered({ ...TEXT, citations: [{ type: "web_search_result_location", url: "u", encrypted_index: "" }] })],
    [answered(TEXT)],
  ],
];
test.each(CASES)("%s", (_what, before, after) => {
  const sent = withoutOthersBlocks(Buffer.from(JSON.stringify({ model: "claude", messages: before })));
  expect(JSON.parse(sent.toString())).toEqual({ model: "claude", messages: after });
});

test.each([
  ["without a mark", { messages: [answered(thought("ErUB"), TEXT)] }],
  ["whose text only names one", { messages: [{ role: "user", content: 'say "openai:' }] }],
  ["that offers the search", { tools: [{ type: "web_search_20250305", name: "web_search" }], messages: [USER] }],
  ["with Anthropic's own search", { messages: [answered(...search("s", "E"))] }],
])("the bytes of a request %s stay as they came", (_what, request) => {
  const bytes = Buffer.from(JSON.stringify(request, null, 3));
  expect(withoutOthersBlocks(bytes)).toBe(bytes);
});

test("long numbers keep their digits", () => {
  const text =
    '{"messages":[{"role":"assistant","content":[{"type":"thinking","signature":"openai:x:y"},{"type":"text","text":"a"}]}],"seed":12345678901234567890}';
  expect(withoutOthersBlocks(Buffer.from(text)).toString()).toContain("12345678901234567890");
});
