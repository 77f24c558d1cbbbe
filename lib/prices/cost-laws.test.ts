import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import type { Adapter, AdapterCall } from "@/lib/providers/adapter";
import { anthropicAdapter } from "@/lib/providers/dialects/messages/native";
import { openAiAdapter } from "@/lib/providers/openai";
import { readModelBody } from "@/lib/providers/model-body";
import { deploymentOf } from "@/lib/providers/resolve-deployment";
import { resolveModel } from "@/lib/router/resolve";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { storableUsage } from "@/lib/calls/storable";
import { dollarsFromNano, nanoFromDollars } from "./money";
import { findPrices, priceCall } from "./price";
import { itemize, type ChargeKind, type Price } from "./price-table";
import { NO_PRICES } from "./price-catalog";
import { adapterFor } from "@/lib/providers/dialect";

const chatOverMessages = adapterFor("/chat/completions", { provider: "anthropic" });
const messagesOverChat = adapterFor("/messages", { provider: "openai" });

const entry: ModelEntry = { model_name: "*", gateway_params: { model: "openai/*" } };
const models = ["gpt-4o", "gpt-5.4", "o3", "gpt-4o-realtime-preview", "gpt-image-1.5"] as const;
const CLAUDES = ["claude-sonnet-4-5", "claude-opus-4-1", "claude-3-5-haiku-latest"] as const;
const at = Date.parse("2026-11-21T12:00:00Z");

/** A count that an upstream may report, including parts that exceed their whole. */
const count = fc.nat(500_000);
const reported = fc
  .record({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: fc.option(
      fc.record({ cached_tokens: count, audio_tokens: count, image_tokens: count, cache_write_tokens: count }),
      { nil: undefined },
    ),
    completion_tokens_details: fc.option(fc.record({ reasoning_tokens: count, audio_tokens: count }), {
      nil: undefined,
    }),
  })
  .filter(hasCounted);

/** Upstreams that do not count report zeros, and the usage of their answers is estimated. */
function hasCounted(usage: { readonly prompt_tokens: number; readonly completion_tokens: number }): boolean {
  return usage.prompt_tokens + usage.completion_tokens > 0;
}

const reportedByAnthropic = fc.record({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: fc.option(fc.record({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }), {
    nil: undefined,
  }),
});

interface Dialect {
  readonly what: string;
  readonly provider: "openai" | "anthropic";
  readonly route: "/chat/completions" | "/messages";
  readonly adapter: Adapter;
}
const DIALECTS: readonly Dialect[] = [
  {
    what: "OpenAI's, asked in its own dialect",
    provider: "openai",
    route: "/chat/completions",
    adapter: openAiAdapter,
  },
  { what: "OpenAI's, asked in Anthropic's", provider: "openai", route: "/messages", adapter: messagesOverChat },
  {
    what: "Anthropic's, asked in its own dialect",
    provider: "anthropic",
    route: "/messages",
    adapter: anthropicAdapter,
  },
  {
    what: "Anthropic's, asked in OpenAI's",
    provider: "anthropic",
    route: "/chat/completions",
    adapter: chatOverMessages,
  },
];
const CHUNK = { id: "c", object: "chat.completion.chunk" };
const event = (value: { readonly type?: string; readonly [member: string]: unknown }): string =>
  `${value.type ? `event: ${value.type}\n` : ""}data: ${JSON.stringify(value)}\n\n`;

/** The same answer of an upstream, complete and as a stream. */
const ANSWERS = {
  openai: (usage: object) => ({
    whole: JSON.stringify({
      id: "c",
      choices: [{ index: 0, message: { content: "x" }, finish_reason: "stop" }],
      usage,
    }),
    stream: `${event({ ...CHUNK, choices: [{ index: 0, delta: { content: "x" }, finish_reason: "stop" }] })}${event({ ...CHUNK, choices: [], usage })}data: [DONE]\n\n`,
  }),
  anthropic: (usage: Readonly<Record<string, unknown>>) => {
    const message = { id: "m", type: "message", role: "assistant", model: "claude", stop_sequence: null };
    return {
      whole: JSON.stringify({ ...message, content: [{ type: "text", text: "x" }], stop_reason: "end_turn", usage }),
      stream: [
        {
          type: "message_start",
          message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x" } },
        { type: "content_block_stop", index: 0 },
        // Cumulative: the first event's counts are repeated.
        { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
        { type: "message_stop" },
      ]
        .map(event)
        .join(""),
    };
  },
};

function callOf({ provider, route }: Dialect, model: string, stream: boolean): AdapterCall {
  const body = readModelBody(Buffer.from(JSON.stringify({ model, stream, max_tokens: 9, messages: [] })));
  const { winner } = resolveModel(model, [{ model_name: "*", gateway_params: { model: `${provider}/*` } }]);
  if (!winner) throw new Error("The entry takes every model");
  return { route, body, deployment: deploymentOf(winner), startedAt: at };
}

function wholeUsage(dialect: Dialect, model: string, answer: string): Usage | undefined {
  return dialect.adapter.answer(callOf(dialect, model, false), Buffer.from(answer)).usage;
}

function streamedUsage(dialect: Dialect, model: string, answer: string, cuts: readonly number[]): Usage {
  const text = Buffer.from(answer);
  const reader = dialect.adapter.stream(callOf(dialect, model, true));
  const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
  places.slice(1).forEach((end, index) => reader.push(text.subarray(places[index], end)));
  reader.end();
  return reader.usage(1);
}

describe.each(DIALECTS)("an answer of $what", (dialect) => {
  const { provider } = dialect;
  const called = provider === "openai" ? models : CLAUDES;
  const cost = (model: string, used: Usage): Price =>
    priceCall({ provider, model, at, units: storableUsage(used) }, entry);
  const answers = fc
    .tuple(fc.constantFrom(...called), provider === "openai" ? reported : reportedByAnthropic)
    .map(([model, usage]) => ({ model, usage: usage, ...ANSWERS[provider](usage) }));

  test("a stream costs as much as the complete answer, wherever it is split", () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(900), { maxLength: 6 }), ({ model, whole, stream }, cuts) => {
        const used = wholeUsage(dialect, model, whole);
        expect(used).toBeDefined();
        expect(cost(model, streamedUsage(dialect, model, stream, cuts))).toEqual(cost(model, used ?? NO_USAGE));
        expect(cost(model, used ?? NO_USAGE).state).toBe("priced");
      }),
    );
  });

  test("an answer costs the same in both dialects, and its cached tokens are counted once", () => {
    fc.assert(
      fc.property(answers, ({ model, usage, whole }) => {
        const used = wholeUsage(dialect, model, whole);
        for (const other of DIALECTS)
          if (other.provider === provider) expect(wholeUsage(other, model, whole)).toEqual(used);
        const counts = new Map<string, unknown>(Object.entries(usage));
        const prompt =
          provider === "openai"
            ? ["prompt_tokens"]
            : ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"];
        expect(used?.promptTokens).toBe(prompt.reduce((sum, name) => sum + Number(counts.get(name)), 0));
      }),
    );
  });
});

const usages = fc
  .record(
    Object.fromEntries(
      Object.keys(NO_USAGE)
        .filter((name) => name !== "source")
        .map((name) => [name, fc.nat(1_000_000)]),
    ),
  )
  .map((units): Usage => ({ ...NO_USAGE, ...units }));
const OF_PROMPT: readonly ChargeKind[] = [
  "input",
  "cache_read",
  "cache_write",
  "cache_write_hour",
  "input_audio",
  "cache_read_audio",
  "input_image",
];
const OF_COMPLETION: readonly ChargeKind[] = ["output", "reasoning", "output_audio", "output_image"];

test("every token is charged exactly once, cached ones included, whatever the upstream reports", () => {
  fc.assert(
    fc.property(fc.constantFrom(...models), usages, fc.boolean(), (model, usage, stored) => {
      const units = stored ? storableUsage(usage) : usage;
      const table = findPrices({ provider: "openai", model, at }, entry, NO_PRICES);
      const charges = itemize(units, table ?? { rates: {}, version: "none" });
      const sum = (kinds: readonly ChargeKind[]): number =>
        charges.filter(({ kind }) => kinds.includes(kind)).reduce((total, charge) => total + charge.units, 0);
      expect([sum(OF_PROMPT), sum(OF_COMPLETION)]).toEqual([units.promptTokens, units.completionTokens]);
      expect(charges.every((charge) => charge.units > 0)).toBe(true);
    }),
  );
});

test("caching never makes a prompt dearer if reading from the cache is cheaper", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("gpt-4o", "gpt-5.4", "o3"),
      fc.nat(400_000),
      fc.nat(400_000),
      (model, promptTokens, cachedTokens) => {
        const cost = (cached: number): bigint =>
          priceCall(
            {
              provider: "openai",
              model,
              at,
              units: storableUsage({ ...NO_USAGE, promptTokens, cachedTokens: cached }),
            },
            entry,
          ).spendNano;
        expect(cost(cachedTokens) <= cost(0)).toBe(true);
      },
    ),
  );
});

test("sums of money are exact, whatever their order and however they were written down in between", () => {
  const amounts = fc.array(fc.bigInt(0n, 10n ** 18n), { maxLength: 50 });
  fc.assert(
    fc.property(
      amounts.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        const sum = (of: readonly bigint[]): bigint =>
          of.reduce((total, amount) => nanoFromDollars(dollarsFromNano(total + amount)), 0n);
        expect(sum(shuffled)).toBe(sum(list));
      },
    ),
  );
});
