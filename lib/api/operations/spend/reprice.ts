import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { dollarsFromNano } from "@/lib/prices/money";
import { reprice } from "@/lib/spend/io/reprice";
import type { RepriceCursor } from "@/lib/store/calls/reprice";
import { repriceReportSchema } from "@/lib/wire/spend";
import { json } from "@/lib/doors/contract";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";
import { pastEntries } from "@/lib/prices/past-entry";
import { periodInputs, periodOf, untilBooked } from "./scope";

/** Longer answers are cut by what stands between the caller and the gateway. */
const TIME_LIMIT_MS = 20_000;

const cursorShape = z.tuple([z.number().int(), z.string()]);

const spendReprice = defineOperation({
  id: "spend.reprice",
  method: "POST",
  path: "/spend/reprice",
  family: "management_routes",
  summary:
    "Price booked calls again, by the prices in force at their own time: those without a price, or all. Where `complete` is false, send `continue_from` to go on.",
  input: z.strictObject({
    ...periodInputs,
    model: z.string().min(1).max(512).optional().describe("The upstream's name, or a pattern with `*`"),
    provider: z.string().min(1).max(512).optional(),
    unpriced_only: z.boolean().default(true).describe("Only calls that have no price yet"),
    dry_run: z.boolean().default(false).describe("Only says what would change"),
    continue_from: z
      .string()
      .max(2_000)
      .nullish()
      .transform((text, context): RepriceCursor | undefined => {
        if (text === undefined || text === null) return undefined;
        const cursor = parseCursor(text);
        if (cursor) return cursor;
        context.issues.push({ code: "custom", message: "must be what an earlier answer said", input: text });
        return z.NEVER;
      }),
  }),
  output: repriceReportSchema,
  async handle(context, input) {
    const { services, caller } = context;
    const { actor } = requireAdmin(caller);
    const period = periodOf(input);
    if (period.from !== undefined && period.until !== undefined && period.from >= period.until) {
      throw new GatewayError("invalid_request", "The start_date is after the end_date.", { param: "start_date" });
    }
    await untilBooked(context);
    const id = `reprice_${services.newId()}`;
    const startedAt = services.now();
    const report = await reprice({
      database: services.database,
      run: { id, actor },
      filter: {
        ...period,
        model: input.model,
        provider: input.provider,
        priceState: input.unpriced_only ? "unpriced" : undefined,
      },
      entryOf: pastEntries(services.settings.current().models),
      catalog: services.prices.current(),
      dryRun: input.dry_run,
      after: input.continue_from,
      isOver: () => services.now() - startedAt > TIME_LIMIT_MS,
    });
    const { calls, repriced, unpriced, next } = report;
    return json({
      dry_run: input.dry_run,
      calls,
      repriced,
      unpriced,
      spend_before: Number(dollarsFromNano(report.spendBefore)),
      spend_after: Number(dollarsFromNano(report.spendAfter)),
      complete: next === undefined,
      continue_from: next ? Buffer.from(JSON.stringify([next.startedAt, next.callId])).toString("base64url") : null,
      reprice_id: id,
    });
  },
});

function parseCursor(text: string): RepriceCursor | undefined {
  try {
    const [startedAt, callId] = cursorShape.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return Number.isNaN(new Date(startedAt).getTime()) || callId.includes("\0") ? undefined : { startedAt, callId };
  } catch {
    return undefined;
  }
}

/** `/spend/reprice` */
export const spendRepriceOperations: readonly Operation[] = [spendReprice];
