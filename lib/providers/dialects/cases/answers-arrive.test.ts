import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_USAGE } from "@/lib/usage";
import { eventData } from "../../events/event-splitter";
import { ExactNumbers } from "../../exact-numbers";
import type { AnswerEvent, NeutralAnswer } from "../../form/answer";
import type { Part } from "../../form/request";
import { CLIENTS, UPSTREAMS } from "../halves";

type Dialect = keyof typeof CLIENTS;
const DIALECTS = Object.keys(CLIENTS) as Dialect[];
const PAIRS = DIALECTS.flatMap((from) => DIALECTS.filter((to) => to !== from).map((to) => [from, to] as const));
/** A call that asks for usage and thoughts, as the dialects that do not give them unasked want it. */
const CALL = {
  model: "m",
  body: {
    stream_options: { include_usage: true },
    generationConfig: { thinkingConfig: { includeThoughts: true } },
  },
  startedAt: 0,
};

/** A word that occurs once, so that what becomes of it can be seen in any dialect. `kind` begins it. */
const wordOf = (kind: string, count: number): string => `${kind}${count}z`;
const WORD = /(?:said|refused|thought|tool|argument|url|title)\d+z/g;

interface Shape {
  readonly hasThought: boolean;
  readonly isCited: boolean;
  readonly isRefused: boolean;
  readonly texts: number;
  readonly calls: number;
}

const shape: fc.Arbitrary<Shape> = fc.record({
  hasThought: fc.boolean(),
  isCited: fc.boolean(),
  isRefused: fc.boolean(),
  texts: fc.integer({ min: 1, max: 4 }),
  calls: fc.integer({ min: 0, max: 3 }),
});

const citationOf = (text: string) => ({
  url: `https://${wordOf("url", 1)}.test/`,
  title: wordOf("title", 1),
  quote: undefined,
  span: { start: 0, end: text.length },
});

function partsOf({ hasThought, isCited, isRefused, texts, calls }: Shape): Part[] {
  const said = Array.from({ length: texts }, (_, at) => wordOf("said", at)).join(" ");
  return [
    ...(hasThought ? [{ kind: "thought" as const, text: wordOf("thought", 1), signature: undefined }] : []),
    isRefused
      ? { kind: "refusal", text: wordOf("refused", 1) }
      : { kind: "text", text: said, ...(isCited && { citations: [citationOf(said)] }) },
    ...Array.from({ length: isRefused ? 0 : calls }, (_, at): Part => ({
      kind: "call",
      id: `id${at}`,
      name: wordOf("tool", at),
      arguments: JSON.stringify({ place: wordOf("argument", at) }),
      at: "",
    })),
  ];
}

function endOf({ isRefused, calls }: Shape): "filtered" | "calls" | "stop" {
  return isRefused ? "filtered" : calls > 0 ? "calls" : "stop";
}

/** The same answer as events, its texts in pieces. */
function eventsOf(asked: Shape): AnswerEvent[] {
  let call = -1;
  const said = partsOf(asked).flatMap((part): AnswerEvent[] => {
    const close = { kind: "close" as const };
    switch (part.kind) {
      case "thought":
        return "text" in part ? [{ kind: "thought", text: part.text }, close] : [];
      case "refusal":
        return [{ kind: "refusal", text: part.text }, close];
      case "text":
        return [
          ...part.text.split(/(?= )/).map((text) => ({ kind: "text" as const, text })),
          ...(part.citations ?? []).map((citation) => ({ kind: "cited" as const, citation })),
          close,
        ];
      case "call":
        call++;
        return [
          { kind: "call", call, id: part.id, name: part.name },
          { kind: "arguments", call, text: part.arguments },
          close,
        ];
      default:
        return [];
    }
  });
  const start = { kind: "start" as const, id: "answer", model: "the-model" };
  return [start, ...said, { kind: "end", end: endOf(asked) }];
}

const wordsIn = (text: string): string[] => [...new Set(text.match(WORD))].toSorted();

const USAGE = { ...NO_USAGE, promptTokens: 11, completionTokens: 7 };

describe.each(PAIRS)("from an upstream of %s to a client of %s", (from, to) => {
  test("every word of an answer arrives, with its end and usage", () => {
    fc.assert(
      fc.property(shape, (asked) => {
        const exact = new ExactNumbers();
        const answer: NeutralAnswer = { id: "a", model: "x", parts: partsOf(asked), end: endOf(asked), usage: USAGE };
        const sent = exact.restore(JSON.stringify(CLIENTS[from].writeAnswer(answer, CALL, exact)));
        const read = UPSTREAMS[from].readAnswer(JSON.parse(sent));
        const written = exact.restore(JSON.stringify(CLIENTS[to].writeAnswer(read, CALL, exact)));
        expect(wordsIn(written)).toEqual(wordsIn(sent));
        const back = UPSTREAMS[to].readAnswer(JSON.parse(written));
        expect([back.end, back.usage?.promptTokens, back.usage?.completionTokens]).toEqual([read.end, 11, 7]);
      }),
    );
  });

  test("every word of a stream arrives, with its end and usage", () => {
    fc.assert(
      fc.property(shape, (asked) => {
        const writer = CLIENTS[from].writer(CALL);
        const sent =
          eventsOf(asked)
            .map((event) => writer.write(event))
            .join("") + writer.finish({ reported: USAGE, usage: USAGE });
        const reader = UPSTREAMS[from].reader();
        const last = CLIENTS[to].writer(CALL);
        const read = dataOf(sent).flatMap((data) => reader.read(data));
        const written =
          read.map((event) => last.write(event)).join("") +
          last.finish({ reported: reader.reported(), usage: reader.usage(0) });
        expect(wordsIn(written)).toEqual(wordsIn(sent));
        expect(reader.usage(0)).toMatchObject({ promptTokens: 11, completionTokens: 7 });
        const back = UPSTREAMS[to].reader();
        const again = dataOf(written).flatMap((data) => back.read(data));
        const ends = (events: readonly AnswerEvent[]) =>
          events.flatMap((event) => (event.kind === "end" ? [event.end] : []));
        expect(ends(again)).toEqual(ends(read));
        expect(back.usage(0)).toMatchObject({ promptTokens: 11, completionTokens: 7 });
      }),
    );
  });
});

function dataOf(stream: string): string[] {
  return stream.split("\n\n").flatMap((event) => {
    const data = eventData(Buffer.from(`${event}\n\n`)).trim();
    return data === "" ? [] : [data];
  });
}
