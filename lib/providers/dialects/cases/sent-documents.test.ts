import { expect, test } from "vitest";
import { ExactNumbers } from "../../exact-numbers";
import { translateRequest } from "../../form/translated";
import type { JsonObject } from "../../json-value";
import { converseUpstream } from "../../known/bedrock/converse";
import { converseFault } from "@/testing/aws/converse-fault";
import { CLIENTS, UPSTREAMS } from "../halves";

/** What callers of Messages send for an answer to cite. */
const DOCUMENT = {
  type: "document",
  source: { type: "text", media_type: "text/plain", data: "Grass is green." },
  title: "Colours",
  context: "Of 2026.",
  citations: { enabled: true },
};
const RESULT = {
  type: "search_result",
  source: "https://a.test/sky",
  title: "Sky",
  content: [{ type: "text", text: "The sky is blue." }],
  citations: { enabled: true },
};
const CALL = { type: "tool_use", id: "t1", name: "find", input: {} };
const ASKED = {
  model: "m",
  max_tokens: 9,
  messages: [
    { role: "user", content: [DOCUMENT, RESULT, { type: "text", text: "Which colours?" }] },
    { role: "assistant", content: [CALL] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: [RESULT] }] },
  ],
};

function sentBy(half: typeof converseUpstream, model: string): { body: JsonObject; dropped: string[] } {
  const dropped = new Set<string>();
  const body = translateRequest(CLIENTS.messages, half, ASKED, { model, provider: "p" }, { dropped });
  return { body, dropped: [...dropped].toSorted() };
}

test("Claude behind Converse gets documents and results of searches to cite from, as they were sent", () => {
  const { body, dropped } = sentBy(converseUpstream, "anthropic.claude-opus-4-6-v1");
  const cited = { citations: { enabled: true } };
  const found = {
    searchResult: { source: "https://a.test/sky", title: "Sky", content: [{ text: "The sky is blue." }], ...cited },
  };
  expect(body["messages"]).toEqual([
    {
      role: "user",
      content: [
        {
          document: {
            format: "txt",
            name: "Colours",
            source: { text: "Grass is green." },
            context: "Of 2026.",
            ...cited,
          },
        },
        found,
        { text: "Which colours?" },
      ],
    },
    { role: "assistant", content: [{ toolUse: { toolUseId: "t1", name: "find", input: {} } }] },
    { role: "user", content: [{ toolResult: { toolUseId: "t1", content: [found] } }] },
  ]);
  expect(dropped).toEqual([]);
  expect(converseFault(body)).toBeUndefined();
});

test("models that do not cite get the words, and what they lose is named", () => {
  const { body, dropped } = sentBy(converseUpstream, "amazon.nova-pro-v1:0");
  expect(JSON.stringify(body)).not.toMatch(/searchResult|citations|Of 2026/);
  expect(body["messages"]).toMatchObject([
    { content: [{ document: { name: "Colours" } }, { text: "Sky\nhttps://a.test/sky\n\nThe sky is blue." }, {}] },
    {},
    { content: [{ toolResult: { content: [{ text: "Sky\nhttps://a.test/sky\n\nThe sky is blue." }] } }] },
  ]);
  expect(dropped).toEqual([
    "messages.*.content.*.citations",
    "messages.*.content.*.content.*.citations",
    "messages.*.content.*.context",
  ]);
  expect(converseFault(body)).toBeUndefined();
});

test("what Messages writes of them reads the same", () => {
  const { body } = sentBy(UPSTREAMS.messages, "claude-opus-4-6");
  expect(body["messages"]).toEqual(ASKED.messages);
});

/** Converse's places, and what Anthropic's clients read of them. */
const PLACES = [
  [
    { documentChar: { documentIndex: 1, start: 2, end: 9 } },
    { type: "char_location", document_index: 1, start_char_index: 2, end_char_index: 9 },
  ],
  [
    { documentPage: { documentIndex: 0, start: 1, end: 2 } },
    { type: "page_location", document_index: 0, start_page_number: 1, end_page_number: 2 },
  ],
  [
    { documentChunk: { documentIndex: 0, start: 0, end: 1 } },
    { type: "content_block_location", document_index: 0, start_block_index: 0, end_block_index: 1 },
  ],
  [
    { searchResultLocation: { searchResultIndex: 3, start: 0, end: 1 } },
    { type: "search_result_location", search_result_index: 3, start_block_index: 0, end_block_index: 1 },
  ],
  [{ web: { url: "https://a.test" } }, { type: "web_search_result_location", url: "https://a.test" }],
] as const;
const ANSWERED = { model: "m", body: {}, startedAt: 0 };

test.each(PLACES)("a place of Converse's is Anthropic's, in an answer and in a stream: %j", (location, written) => {
  const citation = { title: "Colours", source: "https://a.test/sky", sourceContent: [{ text: "green" }], location };
  const block = { citationsContent: { content: [{ text: "It is " }, { text: "green." }], citations: [citation] } };
  const answer = converseUpstream.readAnswer({ output: { message: { content: [block] } }, stopReason: "end_turn" });
  const message = CLIENTS.messages.writeAnswer(answer, ANSWERED, new ExactNumbers());
  expect(message["content"]).toMatchObject([
    { type: "text", text: "It is green.", citations: [{ ...written, cited_text: "green" }] },
  ]);
  // Anthropic's own half reads it back; what has an address may be told to other clients too.
  const url = "web" in location ? "https://a.test" : "https://a.test/sky";
  const isNamed = "url" in written || "search_result_index" in written;
  const expected = isNamed ? { citations: [{ url }] } : { quotations: [{ title: "Colours", quote: "green" }] };
  expect(UPSTREAMS.messages.readAnswer(message).parts).toMatchObject([expected]);
  // Other clients have no words for a place in what they sent; a page of the web is a citation of theirs.
  const completion = CLIENTS.chat.writeAnswer(answer, ANSWERED, new ExactNumbers());
  expect(JSON.stringify(completion).includes("url_citation")).toBe("web" in location);

  const [reader, writer] = [converseUpstream.reader(), CLIENTS.messages.writer(ANSWERED)];
  const delta = (said: object): string => JSON.stringify({ contentBlockDelta: { contentBlockIndex: 0, delta: said } });
  const events = [delta({ text: "It is green." }), delta({ citation }), '{"contentBlockStop":{"contentBlockIndex":0}}'];
  const stream = events.flatMap((data) => reader.read(data).map((event) => writer.write(event)));
  const data = stream
    .join("")
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
  expect(data).toMatchObject([
    { type: "content_block_start", content_block: { type: "text" } },
    { delta: { type: "text_delta" } },
    { index: 0, delta: { type: "citations_delta", citation: { ...written, cited_text: "green" } } },
    { type: "content_block_stop" },
  ]);
});
