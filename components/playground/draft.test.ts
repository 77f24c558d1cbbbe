import { expect, test } from "vitest";
import { EMPTY_DRAFT, readDraft, readIdentity, type Draft } from "./draft";
import { linkedDraft } from "./linked-draft";

const HELLO = { role: "user", content: "Hello" };
const draft = (more: Partial<Draft>): Draft => ({
  ...EMPTY_DRAFT,
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

test("an identity that is not chosen, and claims that are not an object, are faults", () => {
  expect(readIdentity(draft({ by: "user" }))).toEqual({ fault: "Choose a user." });
  expect(readIdentity(draft({ by: "claims", claims: "[]" }))).toMatchObject({
    fault: expect.stringContaining("braces"),
  });
});

test("each model is asked the same, without empty messages and with the further fields", () => {
  const messages = [{ role: "system", content: " " }, HELLO];
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

test("every field at fault is named", () => {
  const read = readDraft({ ...EMPTY_DRAFT, compares: true, body: "5" });
  expect("faults" in read && Object.keys(read.faults)).toEqual(["identity", "model", "otherModel", "messages", "body"]);
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
