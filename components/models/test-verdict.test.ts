import { expect, test } from "vitest";
import type { ModelTest } from "@/lib/wire/contracts/models";
import { testVerdict } from "./test-verdict";

const list = (
  outcome: ModelTest["list"]["outcome"],
  hasModel: boolean | null = null,
  status: number | null = 200,
): ModelTest["list"] => ({
  outcome,
  status,
  duration_ms: 1,
  models: 1,
  has_model: hasModel,
  sample: [],
  message: "",
});
type Chat = NonNullable<ModelTest["chat"]>;
const chat = (ok: boolean, route: Chat["route"] = "/chat/completions"): Chat => ({
  ok,
  route,
  status: ok ? 200 : 404,
  code: ok ? null : "model_not_found",
  message: "",
  call_id: null,
  duration_ms: 1,
  cost: null,
});

test.each([
  ["ok", true, "good", "The provider has this model"],
  ["ok", false, "warn", "The provider does not list this model"],
  ["ok", null, "good", "The provider accepts the key"],
  ["refused", null, "bad", "The provider refuses the key"],
  ["no_list", null, "warn", "The provider answers, and lists no models"],
  ["failed", null, "bad", "The provider cannot be used"],
] as const)("a list that is %s, with the model %s, is told as %s", (outcome, hasModel, tone, title) => {
  expect(testVerdict({ list: list(outcome, hasModel), chat: null })).toEqual({
    list: { tone, title },
    chat: undefined,
  });
});

test("the result of the token stands beside that of the list of models", () => {
  expect(testVerdict({ list: list("ok"), chat: chat(true) }).chat).toEqual({
    tone: "good",
    title: "A token came back",
  });
  expect(testVerdict({ list: list("ok"), chat: chat(false) }).chat?.title).toBe(
    "No token came back: 404 model_not_found",
  );
});

test("a provider without a list was not asked, and what came back has its own name", () => {
  expect(testVerdict({ list: list("no_list", null, null), chat: null }).list.title).toBe(
    "The provider has no list of models",
  );
  const titles = [chat(true, "/embeddings"), chat(false, "/rerank")].map(
    (one) => testVerdict({ list: list("ok"), chat: one }).chat?.title,
  );
  expect(titles).toEqual(["A vector came back", "No score came back: 404 model_not_found"]);
});
