import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_USAGE } from "@/lib/usage";
import { eventData } from "../../events/event-splitter";
import { ExactNumbers } from "../../exact-numbers";
import type { AnswerEvent, AnswerPart, NeutralAnswer } from "../../form/answer";
import type { Writing } from "../../form/halves";
import type { NeutralRequest, Part, Turn } from "../../form/request";
import { CLIENTS, UPSTREAMS } from "../halves";

type Dialect = keyof typeof CLIENTS & keyof typeof UPSTREAMS;
const DIALECTS = Object.keys(CLIENTS) as Dialect[];

const word = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text.trim() === text && text !== "");
const id = fc.stringMatching(/^[a-zA-Z0-9_]{1,20}$/);
const input = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean()))
  .map((value) => JSON.stringify(value));
const base64 = fc.base64String({ minLength: 4 });
const name = fc.constantFrom("get_weather", "now");

const text = word.map((said): Part => ({ kind: "text", text: said }));
const image = base64.map((data): Part => ({
  kind: "image",
  source: { kind: "bytes", mediaType: "image/png", data, at: "" },
  at: "",
}));
const call = fc
  .tuple(id, name, input)
  .map(([callId, called, given]): Part => ({ kind: "call", id: callId, name: called, arguments: given, at: "" }));

/** A turn of the user, one of the model with calls, and their results. */
const exchange = fc
  .tuple(
    fc.array(fc.oneof(text, image), { minLength: 1, maxLength: 3 }),
    fc.option(text, { nil: undefined }),
    fc.uniqueArray(call, { minLength: 1, maxLength: 3, selector: (part) => (part.kind === "call" ? part.id : "") }),
    fc.array(word, { minLength: 3, maxLength: 3 }),
    text,
  )
  .map(([asked, said, calls, results, answered]): Turn[] => [
    { role: "user", parts: asked },
    { role: "assistant", parts: [...(said ? [said] : []), ...calls] },
    {
      role: "user",
      parts: calls.flatMap((part, at) =>
        part.kind === "call"
          ? [
              {
                kind: "result" as const,
                callId: part.id,
                parts: [{ kind: "text" as const, text: results[at] ?? "" }],
                isError: false,
              },
            ]
          : [],
      ),
    },
    { role: "assistant", parts: [answered] },
  ]);

const schema = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
const request: fc.Arbitrary<NeutralRequest> = fc
  .record({
    system: fc.option(word, { nil: undefined }),
    exchanges: fc.array(exchange, { maxLength: 2 }),
    last: text,
    choice: fc.constantFrom(
      undefined,
      { kind: "auto" as const },
      { kind: "none" as const },
      { kind: "required" as const },
      { kind: "named" as const, name: "now" },
    ),
    limit: fc.integer({ min: 2_000, max: 100_000 }),
    temperature: fc.constantFrom(undefined, 0, 0.5, 1),
    isStreamed: fc.boolean(),
  })
  .map(({ system, exchanges, last, choice, limit, temperature, isStreamed }) => ({
    turns: [
      ...(system === undefined ? [] : [{ role: "system" as const, parts: [{ kind: "text" as const, text: system }] }]),
      ...exchanges.flat(),
      { role: "user" as const, parts: [last] },
    ],
    tools: ["get_weather", "now"].map((tool) => ({
      kind: "function" as const,
      name: tool,
      description: `Asks ${tool}.`,
      parameters: schema,
      isStrict: false,
    })),
    choice,
    isSingle: false,
    format: undefined,
    limit,
    stop: [],
    sampling: {
      temperature,
      topP: undefined,
      topK: undefined,
      seed: undefined,
      frequencyPenalty: undefined,
      presencePenalty: undefined,
    },
    effort: undefined,
    thinking: undefined,
    user: undefined,
    cache: undefined,
    isStreamed,
  }));

const WRITING: Writing = {
  exact: new ExactNumbers(),
  drop(member) {
    throw new Error(`${member} is dropped`);
  },
  refuse: ({ at }) => new Error(`${at} is refused`) as ReturnType<Writing["refuse"]>,
};

/**
 * What of a request means something: not where it stood in its body, nor how its turns were cut into messages and their
 * texts into parts.
 */
function meaning({ turns, tools, choice, limit, sampling }: NeutralRequest): unknown {
  const said: { role: string; parts: Part[] }[] = [];
  for (const { role, parts } of turns) {
    const last = said.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else said.push({ role, parts: [...parts] });
  }
  const { temperature } = sampling;
  const whole = said.map(({ role, parts }) => ({ role, parts: joined(parts).map(meaningOf) }));
  return {
    said: whole,
    tools: JSON.parse(JSON.stringify(tools)),
    choice: choice ?? { kind: "auto" },
    limit,
    temperature,
  };
}

function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      whole[whole.length - 1] = { ...last, text: last.text + part.text };
    else whole.push(part);
  }
  return whole;
}

function meaningOf(part: AnswerPart): unknown {
  switch (part.kind) {
    case "call":
      return { kind: part.kind, id: part.id, name: part.name, arguments: JSON.parse(part.arguments || "{}") };
    case "result":
      return { kind: part.kind, callId: part.callId, parts: part.parts.map(meaningOf) };
    case "image": {
      const { at: _, ...source } = part.source;
      return { kind: part.kind, source };
    }
    default:
      return part;
  }
}

const MODELS: Readonly<Record<Dialect, string>> = {
  chat: "gpt-4o",
  messages: "claude-opus-4-6",
  responses: "gpt-4o",
  google: "gemini-2.5-flash",
};

describe.each(DIALECTS)("in %s", (dialect) => {
  const [client, upstream] = [CLIENTS[dialect], UPSTREAMS[dialect]];

  test("a request that is written reads the same", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const target = { model: MODELS[dialect], provider: "p" };
        const body = JSON.parse(JSON.stringify(upstream.writeRequest(asked, target, WRITING)));
        expect(meaning(client.readRequest(body))).toEqual(meaning(asked));
      }),
    );
  });

  const said = fc.array(text, { minLength: 1, maxLength: 1 });
  const calls = fc.uniqueArray(call, { maxLength: 3, selector: (part) => (part.kind === "call" ? part.id : "") });
  /** From 1 on: Google leaves counts of 0 out, so that an answer with none has reported nothing. */
  const count = fc.integer({ min: 1, max: 100_000 });

  test("an answer that is written reads the same", () => {
    fc.assert(
      fc.property(said, calls, count, count, (texts, called, promptTokens, completionTokens) => {
        const answer: NeutralAnswer = {
          id: "answer",
          model: "the-model",
          parts: [...texts, ...called],
          end: called.length > 0 ? "calls" : "stop",
          usage: { ...NO_USAGE, promptTokens, completionTokens },
        };
        const exact = new ExactNumbers();
        const written = client.writeAnswer(answer, { model: "m", body: {}, startedAt: 0 }, exact);
        const read = upstream.readAnswer(JSON.parse(exact.restore(JSON.stringify(written))));
        expect(read.parts.map(meaningOf)).toEqual(answer.parts.map(meaningOf));
        expect(read).toMatchObject({ model: "the-model", end: answer.end });
        expect(read.usage).toMatchObject({ promptTokens, completionTokens });
      }),
    );
  });

  test("a stream that is written reads the same", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), calls, (texts, called) => {
        const events: AnswerEvent[] = [
          { kind: "start", id: "answer", model: "the-model" },
          ...texts.map((piece): AnswerEvent => ({ kind: "text", text: piece })),
          { kind: "close" },
          ...called.flatMap((part, at): AnswerEvent[] =>
            part.kind === "call"
              ? [
                  { kind: "call", call: at, id: part.id, name: part.name },
                  { kind: "arguments", call: at, text: part.arguments },
                  { kind: "close" },
                ]
              : [],
          ),
          { kind: "end", end: called.length > 0 ? "calls" : "stop" },
        ];
        const writer = client.writer({ model: "m", body: {}, startedAt: 0 });
        const stream = events.map((event) => writer.write(event)).join("") + writer.finish(COUNTS);
        const reader = upstream.reader();
        const read = stream.split("\n\n").flatMap((event) => {
          const data = eventData(Buffer.from(`${event}\n\n`)).trim();
          return data === "" ? [] : reader.read(data);
        });
        const told = (kind: "text" | "arguments"): string =>
          read.flatMap((event) => (event.kind === kind ? [event.text] : [])).join("");
        expect(told("text")).toBe(texts.join(""));
        expect(read.flatMap((event) => (event.kind === "call" ? [[event.id, event.name]] : []))).toEqual(
          called.flatMap((part) => (part.kind === "call" ? [[part.id, part.name]] : [])),
        );
        expect(told("arguments").replaceAll(/\s/g, "")).toBe(
          called
            .flatMap((part) => (part.kind === "call" ? [part.arguments] : []))
            .join("")
            .replaceAll(/\s/g, ""),
        );
        expect(read.find(({ kind }) => kind === "end")).toMatchObject({ end: called.length > 0 ? "calls" : "stop" });
      }),
    );
  });
});

const COUNTS = { reported: undefined, usage: { ...NO_USAGE, promptTokens: 1, completionTokens: 1 } };
