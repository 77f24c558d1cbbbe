import { z } from "zod";
import type { ModelEntry } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { dollarsFromNano } from "@/lib/prices/money";
import { deploymentId } from "@/lib/providers/deployment";
import { splitUpstreamModel } from "@/lib/providers/table";
import { reprice } from "@/lib/spend/io/reprice";
import type { RepriceCursor } from "@/lib/store/calls/reprice";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { periodOf, untilBooked } from "./scope";

/** How long one request runs. Proxies between the caller and the gateway cut off slower answers. */
const TIME_LIMIT_MS = 20_000;

const cursorShape = z.tuple([z.number().int(), z.string()]);

const spendReprice = defineOperation(spendContracts.reprice, async (context, input) => {
  const { services, caller } = context;
  const after = cursorOf(input.continue_from);
  const period = periodOf(input);
  await untilBooked(context);
  const id = `reprice_${services.newId()}`;
  const startedAt = services.now();
  const report = await reprice({
    database: services.database,
    run: { id, actor: caller.actor },
    filter: {
      ...period,
      model: input.model,
      provider: input.provider,
      priceState: input.unpriced_only ? "unpriced" : undefined,
    },
    entryOf: pastEntries(services.settings.current().models),
    catalog: services.prices.current(),
    dryRun: input.dry_run,
    after,
    isOver: () => services.now() - startedAt > TIME_LIMIT_MS,
  });
  const { calls, repriced, unpriced, next } = report;
  return {
    body: {
      dry_run: input.dry_run,
      calls,
      repriced,
      unpriced,
      spend_before: Number(dollarsFromNano(report.spendBefore)),
      spend_after: Number(dollarsFromNano(report.spendAfter)),
      complete: next === undefined,
      continue_from: next ? Buffer.from(JSON.stringify([next.startedAt, next.callId])).toString("base64url") : null,
      reprice_id: id,
    },
  };
});

/** Finds the entry that served a call by the call's deployment id, unless a different entry has that id now. */
function pastEntries(
  models: readonly ModelEntry[],
): (call: { deployment: string; provider: string; model: string }) => ModelEntry | undefined {
  const entries = new Map(models.map((entry, index) => [deploymentId(entry, index), entry]));
  return (call) => {
    const entry = entries.get(call.deployment);
    if (!entry) return undefined;
    const { provider, model } = splitUpstreamModel(entry.gateway_params.model);
    return matchesPattern(provider, call.provider) && matchesPattern(model, call.model) ? entry : undefined;
  };
}

/** The place where an earlier run stopped. @throws GatewayError invalid_request */
function cursorOf(text: string | null | undefined): RepriceCursor | undefined {
  if (text === undefined || text === null) return undefined;
  const cursor = parseCursor(text);
  if (cursor) return cursor;
  throw new GatewayError("invalid_request", "continue_from: must be the continue_from of an earlier answer", {
    param: "continue_from",
  });
}

function parseCursor(text: string): RepriceCursor | undefined {
  try {
    const [startedAt, callId] = cursorShape.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return Number.isNaN(new Date(startedAt).getTime()) || callId.includes("\0") ? undefined : { startedAt, callId };
  } catch {
    return undefined;
  }
}

/** `/spend/reprice` */
export const spendRepriceOperations: readonly CallerOperation[] = [spendReprice];
