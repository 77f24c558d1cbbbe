import { expect, test } from "vitest";
import { EMPTY_DRAFT, readDraft, readIdentity, type Draft } from "./draft";
import { linkedDraft } from "./linked-draft";
import { continuedBy } from "./message";

const HELLO = { role: "user", content: "Hello" };
const draft = (more: Partial<Draft>): Draft => ({
  ...EMPTY_DRAFT,
  by: "team",
  team: "ml",
  model: "house",
  messages: [HELLO],
  ...more,
});

test.each([
  ["a team", { by: "team", team: " ml " }, { team_id: "ml" }],
  ["a team, whatever the header says", { by: "team", team: "ml", teamHeader: "x" }, { team_id: "ml" }],
  ["a user", { by: "user", user: "ada" }, { user_id: "ada" }],
  ["a user who acts for a team", { by: "user", user: "ada", teamHeader: "ml" }, { user_id: "ada", team_id: "ml" }],
  ["a key", { by: "key", key: "key_1" }, { key_id: "key_1" }],
  ["claims", { by: "claims", claims: '{"sub": "ada"}' }, { claims: { sub: "ada" } }],
] as const)("the identity is %s", (_, more, as) => {
  expect(readIdentity(draft(more))).toEqual({ as });
});

test("the reader calls as themselves, for one of their teams if they choose it", () => {
  expect(readIdentity(draft({ by: "self" }))).toEqual({ as: undefined });
  expect(readIdentity(draft({ by: "self", teamHeader: " ml " }))).toEqual({ as: undefined, team: "ml" });
});

test("an identity that is not chosen, and claims that are not an object, are faults", () => {
  expect(readIdentity(draft({ by: "user" }))).toEqual({ fault: "Choose a user." });
  expect(readIdentity(draft({ by: "claims", claims: "[]" }))).toMatchObject({
    fault: expect.stringContaining("braces"),
  });
});

test("each model is asked the same, without empty messages and with the further fields", () => {
  const messages = [{ role: "assistant", content: " " }, HELLO];
  const read = readDraft(
    draft({ compares: true, otherModel: "other", messages, body: '{"max_tokens": 5, "model": "x"}' }),
  );
  const as = { team_id: "ml" };
  expect(read).toEqual({
    asks: [
      { as, request: { max_tokens: 5, model: "house", messages: [HELLO] } },
      { as, request: { max_tokens: 5, model: "other", messages: [HELLO] } },
    ],
  });
});

/** The body that a draft sends. */
function bodyOf(more: Partial<Draft>): object {
  const read = readDraft(draft(more));
  return "asks" in read ? (read.asks[0]?.request ?? {}) : read.faults;
}

test("the body holds the system prompt first, the parameters as numbers, the tools and the schema", () => {
  expect(
    bodyOf({
      system: "Be brief.",
      parameters: { max_tokens: "5", temperature: "0.5", reasoning_effort: "low", seed: " " },
      tools: '[{"name": "a"}, {"type": "web_search"}]',
      schema: '{"type": "object"}',
    }),
  ).toEqual({
    model: "house",
    messages: [{ role: "system", content: "Be brief." }, HELLO],
    max_tokens: 5,
    temperature: 0.5,
    reasoning_effort: "low",
    tools: [{ type: "function", function: { name: "a" } }, { type: "web_search" }],
    response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema: { type: "object" } } },
  });
});

test.each([
  ["pictures", { ...HELLO, images: ["data:,a"] }, [{ type: "text", text: "Hello" }, picture("data:,a")]],
  ["a picture alone", { role: "user", content: "", images: ["data:,a"] }, [picture("data:,a")]],
])("a message with %s has parts", (_, message, content) => {
  expect(bodyOf({ messages: [message] })).toMatchObject({ messages: [{ role: "user", content }] });
});

function picture(url: string): object {
  return { type: "image_url", image_url: { url } };
}

test("a conversation goes on after an answer, and after the tools that it asks for", () => {
  const call = { id: "c1", name: "add", arguments: '{"a":1}' };
  expect(continuedBy([HELLO, { role: "user", content: "" }], "Hi", [])).toEqual([
    HELLO,
    { role: "assistant", content: "Hi" },
    { role: "user", content: "" },
  ]);
  const asked = continuedBy([HELLO], "", [call]).map((one) => (one.resultOf ? { ...one, content: "2" } : one));
  expect(bodyOf({ messages: asked })).toMatchObject({
    messages: [
      HELLO,
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: '{"a":1}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "2" },
    ],
  });
});

test("every field at fault is named", () => {
  const read = readDraft({
    ...EMPTY_DRAFT,
    by: "user",
    compares: true,
    parameters: { max_tokens: "1.5", top_p: "x" },
    tools: "{",
    schema: "[]",
    body: "5",
  });
  expect("faults" in read && Object.keys(read.faults)).toEqual([
    "identity",
    "model",
    "otherModel",
    "messages",
    "parameters",
    "tools",
    "schema",
    "body",
  ]);
  expect("faults" in read && read.faults.parameters).toBe(
    "Most tokens must be a whole number. Top p must be a number.",
  );
});

test.each(["[]", '["a"]', "5"])("%s is not a list of tools", (tools) => {
  expect(bodyOf({ tools })).toEqual({ tools: expect.stringContaining("list of objects") });
});

test.each([
  [{}, {}],
  [
    { team_id: "/teams/ml", model: "house" },
    { by: "team", team: "/teams/ml", model: "house" },
  ],
  [{ user_id: "ada" }, { by: "user", user: "ada" }],
  [{ key_id: ["a", "b"], model: "" }, {}],
])("the address with %j fills in %j", (parameters, draft) => {
  expect(linkedDraft(parameters)).toEqual(draft);
});
