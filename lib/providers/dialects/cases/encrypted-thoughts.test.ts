import { describe, expect, test } from "vitest";
import { readAll } from "@/testing/gateway/split-everywhere";
import { eventData } from "../../events/event-splitter";
import { ExactNumbers } from "../../exact-numbers";
import { translateRequest } from "../../form/translated";
import { TranslatedStream } from "../../form/translated-stream";
import { listAt, type JsonObject } from "../../json-value";
import { CLIENTS, UPSTREAMS } from "../halves";
import { NEXT_TURN } from "./next-turn";

type Client = keyof typeof CLIENTS;
const CALL = { model: "asked-for", body: {}, startedAt: 1_700_000_000_000 };

describe("thoughts that OpenAI has encrypted", () => {
  const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAA-_=" };
  const shown = { ...item, id: "rs_2", summary: [{ type: "summary_text", text: "I should look." }] };
  const call = { type: "function_call", call_id: "call-1", name: "get_weather", arguments: "{}" };
  const response = { id: "resp_1", model: "gpt-5", status: "completed", output: [item, shown, call] };
  const events = [
    { type: "response.created", response: { id: "resp_1", model: "gpt-5" } },
    ...[item, shown].flatMap((one, index) => [
      { type: "response.output_item.added", output_index: index, item: { ...one, summary: [], encrypted_content: "" } },
      ...one.summary.map(({ text }) => ({
        type: "response.reasoning_summary_text.delta",
        output_index: index,
        delta: text,
      })),
      { type: "response.output_item.done", output_index: index, item: one },
    ]),
    { type: "response.output_item.added", output_index: 2, item: { ...call, arguments: "" } },
    { type: "response.function_call_arguments.delta", output_index: 2, delta: "{}" },
    { type: "response.output_item.done", output_index: 2, item: call },
    { type: "response.completed", response },
  ];
  const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const openAi = { model: "gpt-5", provider: "openai" };

  test.each(Object.keys(CLIENTS) as Client[])(
    "come back to OpenAI from a client of %s, and to nobody else",
    (client) => {
      const answer = UPSTREAMS.responses.readAnswer(response);
      const next = NEXT_TURN[client](CLIENTS[client].writeAnswer(answer, CALL, new ExactNumbers()));
      const sent = translateRequest(CLIENTS[client], UPSTREAMS.responses, next, openAi);
      const expected = client === "responses" ? [item, shown].map(({ id: _, ...one }) => one) : [item, shown];
      expect(listAt(sent, "input").filter((one) => (one as JsonObject)["type"] === "reasoning")).toMatchObject(
        expected,
      );
      for (const name of ["chat", "messages", "google", "cohere", "converse"] as const) {
        const target = { model: "anthropic.claude-opus-4-6", provider: "p" };
        const elsewhere = JSON.stringify(translateRequest(CLIENTS[client], UPSTREAMS[name], next, target));
        expect(elsewhere).not.toContain("gAAAA");
        expect(elsewhere).toContain("Rain.");
      }
    },
  );

  test.each(Object.keys(CLIENTS) as Client[])(
    "come in a stream to a client of %s as they do in an answer",
    (client) => {
      const reader = new TranslatedStream(UPSTREAMS.responses.reader(), CLIENTS[client].writer(CALL));
      const { text } = readAll(reader, [Buffer.from(stream)]);
      const signatures = text.split("\n\n").flatMap((event) => {
        const data = eventData(Buffer.from(`${event}\n\n`)).trim();
        return data === "" || data === "[DONE]" ? [] : signaturesIn(JSON.parse(data));
      });
      expect([...new Set(signatures)].sort()).toEqual(["openai:rs_1:gAAAA-_=", "openai:rs_2:gAAAA-_="]);
    },
  );
});

/** The signatures anywhere in a value, by whatever name a dialect gives them. */
function signaturesIn(value: unknown): string[] {
  if (typeof value === "string") {
    const plain = value.replace(/^signature:/, "");
    if (/^openai:[^:]+:[^:]+$/.test(plain)) return [plain];
    const opened = Buffer.from(value, "base64").toString("utf8");
    return opened.startsWith("gateway:") ? signaturesIn(JSON.parse(opened.slice("gateway:".length))) : [];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(signaturesIn) : [];
}
