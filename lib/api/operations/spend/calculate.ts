import { z } from "zod";
import type { ModelEntry } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { readAnthropicUsage } from "@/lib/providers/dialects/messages/usage";
import { readResponseUsage } from "@/lib/providers/dialects/responses/usage";
import { estimateTokens, readOpenAiUsage } from "@/lib/providers/openai-usage";
import { splitUpstreamModel } from "@/lib/providers/table";
import { resolveModel } from "@/lib/router/resolve";
import { storableUsage } from "@/lib/calls/storable";
import { findPrices, priceCall } from "@/lib/prices/price";
import { itemize } from "@/lib/prices/price-table";
import { NO_USAGE, UNIT_NAMES, type Usage, USAGE_UNITS } from "@/lib/usage";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import type { Services } from "@/lib/gateway/services";

const name = z.string().min(1).max(512);
type Input = z.output<typeof spendContracts.calculate.input>;

const spendCalculate = defineOperation(spendContracts.calculate, async ({ services }, given) => {
  const { name: model, provider, upstreamModel, entry } = modelOf(services, given);
  const { usage, source } = usageOf(given);
  const call = { provider, model: upstreamModel, at: given.at ?? services.now() };
  const catalog = services.prices.current();
  const table = findPrices(call, entry, catalog);
  const price = priceCall({ ...call, units: usage }, entry, catalog);
  const lines = table ? itemize(usage, table) : [];
  return {
    body: {
      model,
      provider,
      upstream_model: upstreamModel,
      cost: Number(price.spendNano) / 1e9,
      price_state: price.state,
      price_version: price.version,
      usage_source: source,
      breakdown: lines.map(({ kind, units: number, chargedAs, unitPico }) => ({
        kind,
        units: number,
        charged_as: chargedAs ?? null,
        unit_cost: Number(unitPico) / 1e12,
        cost: Number(BigInt(number) * unitPico) / 1e12,
      })),
    },
  };
});

/** @throws GatewayError invalid_request, model_not_found */
function modelOf(
  { settings }: Services,
  given: Input,
): { name: string; provider: string; upstreamModel: string; entry: ModelEntry | undefined } {
  const asked = given.model ?? nameIn(given.completion_response) ?? nameIn(given.request);
  if (asked === undefined)
    throw new GatewayError("invalid_request", "Name the model in `model`, `completion_response` or `request`.", {
      param: "model",
    });
  if (given.provider !== undefined)
    return { name: asked, provider: given.provider, upstreamModel: asked, entry: undefined };
  const { winner } = resolveModel(asked, settings.current().models);
  if (!winner) {
    const message = `The model ${JSON.stringify(asked.slice(0, 120))} is not in the model list. For a model outside the list, send its provider too.`;
    throw new GatewayError("model_not_found", message, { param: "model" });
  }
  const { provider, model } = splitUpstreamModel(winner.upstreamModel);
  return { name: asked, provider, upstreamModel: model, entry: winner.entry };
}

function nameIn(body: Record<string, unknown> | undefined): string | undefined {
  const found = name.safeParse(body?.["model"]);
  return found.success ? found.data : undefined;
}

/** @throws GatewayError invalid_request */
function usageOf(given: Input): { usage: Usage; source: "given" | "estimated" } {
  if (given.completion_response) {
    const { usage } = given.completion_response;
    const read = isAnthropic(usage)
      ? readAnthropicUsage(usage)
      : (readResponseUsage(given.completion_response) ?? readOpenAiUsage(usage));
    if (!read)
      throw new GatewayError("invalid_request", "`completion_response` reports no usage.", {
        param: "completion_response.usage",
      });
    return { usage: storableUsage(read), source: "given" };
  }
  const prompt = given.messages ?? given.request;
  if (!prompt) return { usage: storableUsage(countsOf(given)), source: "given" };
  // The same estimate as for a call, from the bytes of the prompt.
  const promptTokens = given.prompt_tokens ?? estimateTokens(Buffer.byteLength(JSON.stringify(prompt)));
  return { usage: storableUsage({ ...countsOf(given), promptTokens }), source: "estimated" };
}

function isAnthropic(usage: unknown): boolean {
  return (
    typeof usage === "object" &&
    usage !== null &&
    ("cache_read_input_tokens" in usage || "cache_creation_input_tokens" in usage)
  );
}

function countsOf(given: Input): Usage {
  const counts = UNIT_NAMES.map((unit) => [unit, given[USAGE_UNITS[unit].column] ?? 0]);
  return { ...NO_USAGE, ...Object.fromEntries(counts) };
}

/** `/spend/calculate` */
export const spendCalculateOperations: readonly CallerOperation[] = [spendCalculate];
