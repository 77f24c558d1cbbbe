import { modelEntry } from "@/lib/config/schema";
import type { AdapterCall } from "@/lib/providers/adapter";
import { adapterFor } from "@/lib/providers/dialect";
import { readModelBody } from "@/lib/providers/model-body";
import { medianOf } from "../floor/verdict";
import type { Figures } from "./limits";

/**
 * Translates streams and prints what an event takes, by pair of dialects: the microseconds of processor time, and how
 * often that of the reference. It is bundled with the library of any checkout, and uses only what all of them have.
 */
const TOKENS = 400;
const WARM_UP = 150;
const STREAMS = 60;
const ROUNDS = 9;

const asked = { model: "m", max_tokens: 9, stream: true, messages: [{ role: "user", content: "Hello" }] };
const chunk = (delta: object, rest: object = {}): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, logprobs: null, finish_reason: null, ...rest }] })}\n\n`;
const event = (value: { readonly type: string; readonly [name: string]: unknown }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
const tokens = Array.from({ length: TOKENS }, (_, count) => ` token-${count}`);
const usage = { prompt_tokens: 9, completion_tokens: TOKENS, total_tokens: TOKENS + 9 };
const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage: { input_tokens: 9 } };

const PAIRS: Readonly<Record<string, { route: string; provider: string; events: readonly string[] }>> = {
  "Messages over Chat": {
    route: "/messages",
    provider: "openai",
    events: [
      chunk({ role: "assistant", content: "" }),
      ...tokens.map((content) => chunk({ content })),
      chunk({}, { finish_reason: "stop" }),
      `data: ${JSON.stringify({ id: "c", choices: [], usage })}\n\n`,
      "data: [DONE]\n\n",
    ],
  },
  "Chat over Messages": {
    route: "/chat/completions",
    provider: "anthropic",
    events: [
      event({ type: "message_start", message }),
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
      ...tokens.map((text) => event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
      event({ type: "content_block_stop", index: 0 }),
      event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: TOKENS } }),
      event({ type: "message_stop" }),
    ],
  },
};

function callOf(route: string, provider: string): AdapterCall {
  const entry = modelEntry.parse({ model_name: "m", gateway_params: { model: `${provider}/m` } });
  return {
    route,
    body: readModelBody(Buffer.from(JSON.stringify(asked))),
    startedAt: 0,
    deployment: {
      id: "d",
      provider,
      model: "m",
      origin: "https://up.example",
      basePath: "/v1",
      apiKey: undefined,
      entry,
    },
  };
}

/**
 * The least that a translation does: each event is read, and a value like it is written. It must not change, because
 * the limits would change with it.
 */
function readAndWrite(bytes: readonly Buffer[]): number {
  let written = 0;
  for (const piece of bytes) {
    const text = piece.toString("utf8");
    const data = text.slice(text.indexOf("data: ") + 6).trim();
    const value: unknown = data === "[DONE]" ? null : JSON.parse(data);
    written += Buffer.from(`data: ${JSON.stringify(value)}\n\n`).length;
  }
  return written;
}

function microseconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function measure({ route, provider, events }: (typeof PAIRS)[string]): Figures {
  const call = callOf(route, provider);
  const adapter = adapterFor(route, call.deployment);
  const bytes = events.map((text) => Buffer.from(text));
  const translate = (streams: number): void => {
    for (let count = 0; count < streams; count++) {
      const stream = adapter.stream(call);
      for (const piece of bytes) stream.push(piece);
      stream.end();
      if (!stream.isComplete || stream.usage(0).completionTokens !== TOKENS)
        throw new Error("A stream is not complete");
    }
  };
  const refer = (streams: number): void => {
    for (let count = 0; count < streams; count++)
      if (readAndWrite(bytes) === 0) throw new Error("The reference wrote nothing");
  };
  translate(WARM_UP);
  refer(WARM_UP);
  // In turns, so that both meet the same machine.
  const rounds = Array.from({ length: ROUNDS }, () => {
    const micros = microseconds(() => translate(STREAMS)) / (STREAMS * bytes.length);
    return { micros, ratio: micros / (microseconds(() => refer(STREAMS)) / (STREAMS * bytes.length)) };
  });
  return {
    micros: medianOf(rounds.map(({ micros }) => micros)),
    ratio: medianOf(rounds.map(({ ratio }) => ratio)),
  };
}

process.stdout.write(
  JSON.stringify(Object.fromEntries(Object.entries(PAIRS).map(([name, pair]) => [name, measure(pair)]))),
);
