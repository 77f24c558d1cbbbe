import { expect, test } from "vitest";
import type { ContentTurn } from "@/lib/wire/content";
import { EMPTY_DRAFT } from "./draft";
import { dropHandedDraft, handDraft, handedDraft } from "./handed-draft";
import { replayedDraft } from "./replayed-draft";

const side = { form: "json", bytes: 9, is_cut: false } as const;
const text = (said: string) => ({ type: "text" as const, text: said });
const call = { type: "call" as const, id: "c1", name: "weather", arguments: '{"city":"Paris"}' };
const TURNS: readonly ContentTurn[] = [
  { role: "system", parts: [text("Be brief.")] },
  { role: "user", parts: [text("Weather?"), { type: "image", url: "data:image/png;base64,AA", title: null }] },
  { role: "assistant", parts: [call] },
  { role: "user", parts: [{ type: "result", call_id: "c1", text: "Rain", is_error: false }] },
  { role: "assistant", parts: [text("It rains.")] },
];

test("what a call has asked is asked again, with its tools and parameters, and without its answer", () => {
  const tools = [{ type: "function", function: { name: "weather" } }];
  const request = { ...side, content: { temperature: 0.2, max_tokens: 9, tools, user: "u1" } };
  const resultOf = { id: "c1", name: "weather", arguments: '{"city":"Paris"}' };
  expect(replayedDraft("m", { conversation: [...TURNS], request, route: "/chat/completions" })).toEqual({
    ...EMPTY_DRAFT,
    model: "m",
    system: "Be brief.",
    messages: [
      { role: "user", content: "Weather?", images: ["data:image/png;base64,AA"] },
      { role: "assistant", content: "", calls: [resultOf] },
      { role: "tool", content: "Rain", resultOf },
    ],
    parameters: { temperature: "0.2", max_tokens: "9" },
    tools: JSON.stringify(tools, null, 2),
  });
});

test.each<[string, readonly ContentTurn[] | null]>([
  ["has no conversation", null],
  ["was answered without being asked anything", [{ role: "assistant", parts: [text("Hi")] }]],
])("a call that %s is not asked again", (_, conversation) => {
  const content = { conversation: conversation && [...conversation], request: { ...side, content: {} }, route: "/x" };
  expect(replayedDraft("m", content)).toBeUndefined();
});

test("a draft is handed over until its page has it, however often the page begins", () => {
  handDraft(EMPTY_DRAFT);
  expect([handedDraft(), handedDraft()]).toEqual([EMPTY_DRAFT, EMPTY_DRAFT]);
  dropHandedDraft();
  expect(handedDraft()).toBeUndefined();
});
