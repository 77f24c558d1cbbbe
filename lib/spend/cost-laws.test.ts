import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelEntry } from "@/lib/config/schema";
import { openAiAdapter } from "@/lib/providers/openai";
import { readModelBody } from "@/lib/providers/model-body";
import { deploymentOf } from "@/lib/router/deployment";
import { resolveModel } from "@/lib/router/resolve";
import { NO_USAGE, type Usage } from "@/lib/usage";
import { storableUsage } from "./call-row";
import { dollarsFromNano, nanoFromDollars } from "./money";
import { findPrices, priceCall } from "./price";
import { itemize, type ChargeKind } from "./price-table";
import { NO_PRICES } from "./price-catalog";

const entry: ModelEntry = { model_name: "*", gateway_params: { model: "openai/*" } };
const models = ["gpt-4o", "gpt-5.4", "o3", "gpt-4o-realtime-preview", "gpt-image-1.5"] as const;
const at = Date.parse("2026-11-21T12:00:00Z");

/** What an upstream may report, parts that exceed their whole included. */
const count = fc.nat(500_000);
const reported = fc.record({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: fc.option(fc.record({ cached_tokens: count, audio_tokens: count, image_tokens: count, cache_write_tokens: count }), { nil: undefined }),
  completion_tokens_details: fc.option(fc.record({ reasoning_tokens: count, audio_tokens: count }), { nil: undefined }),
});

function callOf(model: string, stream: boolean) {
  const body = readModelBody(Buffer.from(JSON.stringify({ model, stream, messages: [] })));
  const { winner } = resolveModel(model, [entry]);
  if (!winner) throw new Error("The entry takes every model");
  return { route: "/chat/completions", body, deployment: deploymentOf(winner), startedAt: at };
}

test("a streamed answer costs what the same answer costs whole, wherever the stream is split", () => {
  fc.assert(
    fc.property(fc.constantFrom(...models), reported, fc.array(fc.nat(400), { maxLength: 6 }), (model, usage, cuts) => {
      const whole = openAiAdapter.answer(callOf(model, false), Buffer.from(JSON.stringify({ id: "c", choices: [{ index: 0, message: { content: "x" } }], usage })));
      const text = Buffer.from(
        'data: {"id":"c","choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n' + `data: ${JSON.stringify({ id: "c", choices: [], usage })}\n\ndata: [DONE]\n\n`,
      );
      const reader = openAiAdapter.stream(callOf(model, true));
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
      places.slice(1).forEach((end, index) => reader.push(text.subarray(places[index], end)));
      const cost = (used: Usage): unknown => priceCall({ provider: "openai", model, at, units: storableUsage(used) }, entry);
      expect(whole.usage).toBeDefined();
      expect(cost(reader.usage(1))).toEqual(cost(whole.usage ?? NO_USAGE));
    }),
  );
});

const usages = fc.record(Object.fromEntries(Object.keys(NO_USAGE).filter((name) => name !== "source").map((name) => [name, fc.nat(1_000_000)]))).map((units): Usage => ({ ...NO_USAGE, ...units }));
const OF_PROMPT: readonly ChargeKind[] = ["input", "cache_read", "cache_write", "cache_write_hour", "input_audio", "cache_read_audio", "input_image"];
const OF_COMPLETION: readonly ChargeKind[] = ["output", "reasoning", "output_audio", "output_image"];

test("every token is charged exactly once, cached ones included, whatever the upstream reports", () => {
  fc.assert(
    fc.property(fc.constantFrom(...models), usages, fc.boolean(), (model, usage, stored) => {
      const units = stored ? storableUsage(usage) : usage;
      const table = findPrices({ provider: "openai", model, at }, entry, NO_PRICES);
      const charges = itemize(units, table ?? { rates: {}, version: "none" });
      const sum = (kinds: readonly ChargeKind[]): number => charges.filter(({ kind }) => kinds.includes(kind)).reduce((total, charge) => total + charge.units, 0);
      expect([sum(OF_PROMPT), sum(OF_COMPLETION)]).toEqual([units.promptTokens, units.completionTokens]);
      expect(charges.every((charge) => charge.units > 0)).toBe(true);
    }),
  );
});

test("caching never makes the same prompt dearer where reading from the cache is cheaper", () => {
  fc.assert(
    fc.property(fc.constantFrom("gpt-4o", "gpt-5.4", "o3"), fc.nat(400_000), fc.nat(400_000), (model, promptTokens, cachedTokens) => {
      const cost = (cached: number): bigint => priceCall({ provider: "openai", model, at, units: storableUsage({ ...NO_USAGE, promptTokens, cachedTokens: cached }) }, entry).spendNano;
      expect(cost(cachedTokens) <= cost(0)).toBe(true);
    }),
  );
});

test("sums of money are exact, whatever their order and however they were written down in between", () => {
  const amounts = fc.array(fc.bigInt(0n, 10n ** 18n), { maxLength: 50 });
  fc.assert(
    fc.property(
      amounts.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        const sum = (of: readonly bigint[]): bigint => of.reduce((total, amount) => nanoFromDollars(dollarsFromNano(total + amount)), 0n);
        expect(sum(shuffled)).toBe(sum(list));
      },
    ),
  );
});
