import fc from "fast-check";
import { expect, test } from "vitest";
import { toChatCompletion, toChatRequest, toMessage, toMessagesRequest } from "./pairs";
import type { JsonObject } from "../../json-value";

const MODEL = "claude-opus-4-6";
const word = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "");
const id = fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/);
const input = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
);

const image = fc.oneof(
  fc.constant({ type: "image_url", image_url: { url: "https://example.com/a.png" } }),
  fc
    .base64String({ minLength: 4 })
    .map((data) => ({ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } })),
);
const parts = fc.array(
  fc.oneof(
    word.map((text) => ({ type: "text", text })),
    image,
  ),
  { minLength: 2, maxLength: 4 },
);
const user = fc.oneof(word, parts).map((content) => ({ role: "user", content }));
const exchange = fc.uniqueArray(id, { minLength: 1, maxLength: 3 }).chain((ids) =>
  fc
    .tuple(
      fc.oneof(fc.constant(null), word),
      fc.array(input, { minLength: ids.length, maxLength: ids.length }),
      fc.array(word, { minLength: ids.length, maxLength: ids.length }),
    )
    .map(([content, inputs, results]) => [
      {
        role: "assistant",
        content,
        tool_calls: ids.map((call, at) => ({
          id: call,
          type: "function",
          function: { name: "f", arguments: JSON.stringify(inputs[at]) },
        })),
      },
      ...ids.map((call, at) => ({ role: "tool", tool_call_id: call, content: results[at] })),
    ]),
);
const answered = word.map((content) => ({ role: "assistant", content }));
/** Users and assistants alternate: adjacent messages of one role become one, which cannot be undone. */
const conversation = fc
  .tuple(
    fc.option(word),
    fc.array(
      fc.tuple(
        user,
        fc.oneof(
          answered.map((message) => [message]),
          exchange.chain((messages) => answered.map((last) => [...messages, last])),
        ),
      ),
      { maxLength: 3 },
    ),
    user,
  )
  .map(([system, turns, last]) => [
    ...(system === null ? [] : [{ role: "system", content: system }]),
    ...turns.flatMap(([asked, replies]) => [asked, ...replies]),
    last,
  ]);

const chat: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      messages: conversation,
      max_tokens: fc.integer({ min: 1, max: 100_000 }),
      temperature: fc.constantFrom(0, 0.5, 1),
      top_p: fc.constantFrom(0.1, 0.9),
      stop: fc.array(word, { minLength: 1, maxLength: 3 }),
      tools: fc.constant([
        {
          type: "function",
          function: { name: "f", description: "F.", parameters: { type: "object", properties: {} } },
        },
      ]),
      reasoning_effort: fc.constantFrom("low", "medium", "high", "xhigh"),
    },
    { requiredKeys: ["messages", "max_tokens"] },
  )
  .chain((body) =>
    body.tools
      ? fc
          .constantFrom<unknown>(undefined, "auto", "none", "required", { type: "function", function: { name: "f" } })
          .map((choice) => ({ ...body, ...(choice !== undefined && { tool_choice: choice }) }))
      : fc.constant(body),
  )
  .map(({ temperature, top_p, ...body }) => ({
    ...body,
    // Anthropic takes no sampling beside thinking, and otherwise `temperature` or `top_p`, but not both.
    ...(!body.reasoning_effort && (temperature !== undefined ? { temperature } : top_p !== undefined && { top_p })),
  }));

test("a chat translated to Anthropic and on to an OpenAI-compatible upstream is the same chat", () => {
  fc.assert(
    fc.property(chat, (body) => {
      const there = toMessagesRequest({ model: "x", ...body }, MODEL);
      expect(toChatRequest(there, "x")).toEqual({
        model: "x",
        ...body,
      });
    }),
  );
});

const content = fc
  .tuple(
    fc.option(word),
    fc.option(word),
    fc.array(fc.record({ type: fc.constant("tool_use"), id, name: id, input }), { maxLength: 3 }),
  )
  .map(([thinking, text, calls]) => [
    ...(thinking === null ? [] : [{ type: "thinking", thinking, signature: "" }]),
    ...(text === null ? [] : [{ type: "text", text }]),
    ...calls,
  ]);
const count = fc.nat({ max: 1_000_000 });
test("an answer of Anthropic's translated to a chat completion and back is the same answer", () => {
  fc.assert(
    fc.property(
      content,
      fc.constantFrom("end_turn", "max_tokens"),
      fc.record({
        input_tokens: count,
        cache_creation_input_tokens: count,
        cache_read_input_tokens: count,
        output_tokens: count,
      }),
      (blocks, reason, usage) => {
        const stop_reason =
          reason === "end_turn" && blocks.some(({ type }) => type === "tool_use") ? "tool_use" : reason;
        const message = {
          id: "m",
          type: "message",
          role: "assistant",
          model: MODEL,
          content: blocks,
          stop_reason,
          stop_sequence: null,
          usage,
        };
        expect(toMessage(toChatCompletion(message, 0), "x")).toEqual(message);
      },
    ),
  );
});
