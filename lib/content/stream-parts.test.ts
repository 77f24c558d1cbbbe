import fc from "fast-check";
import { expect, test } from "vitest";
import { contentToStore } from "./stored-content";
import { streamParts } from "./stream-parts";

const noPause = async (): Promise<void> => {};
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish: string | null = null): string =>
  event({
    id: "c",
    object: "chat.completion.chunk",
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
const streamOf = (...pieces: string[]): string =>
  `${pieces.map((content) => chunk({ content })).join("")}${chunk({}, "stop")}data: [DONE]\n\n`;

test("texts, thoughts and the arguments of calls are put together", async () => {
  const call = (given: object) => chunk({ tool_calls: [{ index: 0, ...given }] });
  const text = [
    chunk({ role: "assistant", reasoning_content: "Hm" }),
    chunk({ reasoning_content: "m." }),
    chunk({ content: "Let me " }),
    chunk({ content: "look." }),
    call({ id: "c1", type: "function", function: { name: "weather", arguments: '{"ci' } }),
    call({ function: { arguments: 'ty":"Paris"}' } }),
    chunk({}, "tool_calls"),
    "data: [DONE]\n\n",
  ].join("");
  expect(await streamParts("chat", [Buffer.from(text)], noPause)).toMatchObject({
    answers: [
      [
        { kind: "thought", text: "Hmm." },
        { kind: "text", text: "Let me look." },
        { kind: "call", id: "c1", name: "weather", arguments: '{"city":"Paris"}' },
      ],
    ],
    end: "calls",
  });
});

test("a stream says the same, however it is cut into chunks", async () => {
  const bytes = Buffer.from(streamOf("Grüße, ", "und ", "„auf Wiedersehen“"));
  const whole = await streamParts("chat", [bytes], noPause);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (size) => {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(await streamParts("chat", chunks, noPause)).toEqual(whole);
    }),
  );
});

test("a credential that is spread over events is masked, and a stream that broke keeps what it said", async () => {
  const body = Buffer.from("{}");
  const prompt = { form: "json", bytes: body, length: body.length, isCut: false } as const;
  const stored = async (text: string) =>
    contentToStore(
      {
        route: "/chat/completions",
        prompt,
        answer: { status: 200, contentType: "text/event-stream", chunks: [Buffer.from(text)], length: text.length },
      },
      noPause,
    );
  const { answer } = await stored(streamOf("Use sk-her", "on12345", "6789 now"));
  expect(answer).toMatchObject({ form: "parts", isCut: false });
  expect(answer?.text).toContain("Use [redacted] now");
  expect((await stored(chunk({ content: "Half of it" }))).answer?.text).toContain("Half of it");
});
