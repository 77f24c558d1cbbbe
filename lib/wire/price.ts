import { z } from "zod";
import { PRICE_NAMES } from "@/lib/config/prices/price-names";
import { priceSettings, tierWithoutBase, type PriceSettings } from "@/lib/config/price-settings";
import { parseInstant } from "@/lib/time/period";
import { entityId } from "./fields";

/** An instant: a UTC day, or a date and time with an offset. It is parsed to milliseconds since the epoch. */
export const instant = z.string().transform((text, context) => {
  const at = parseInstant(text);
  if (at !== undefined) return at;
  context.issues.push({
    code: "custom",
    message: "expected a day such as 2026-11-21, or a time such as 2026-11-21T07:55:00Z",
    input: text,
  });
  return z.NEVER;
});

/** A price that was added at run time. */
const priceSchema = z.object({
  price_id: z.string().describe("Also the price version of the calls that were charged by it"),
  provider: z.string().describe("A provider, or a pattern with `*`"),
  model: z.string().describe("The upstream's name of a model, or a pattern with `*`"),
  ...priceSettings,
  effective_from: z.string(),
  comment: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
});
export type Price = z.infer<typeof priceSchema>;

/** A price with its version. */
export const listedPrice = priceSchema.extend({ etag: z.string().describe("For `If-Match` of `/price/delete`") });
export type ListedPrice = z.infer<typeof listedPrice>;

export const newPrice = z
  .strictObject({
    provider: entityId.describe("The provider of the model, or a pattern with `*`"),
    model: entityId.describe("The model as its provider names it, or a pattern with `*`"),
    ...priceSettings,
    effective_from: instant.optional().describe("The day or the time from which the price applies; absent: now"),
    comment: z.string().max(1_000).optional().describe("Why the price was added, for colleagues"),
  })
  .superRefine((value, context) => {
    const fault = tierWithoutBase(value);
    if (fault)
      context.addIssue({
        code: "custom",
        path: [fault.tier],
        message: `needs ${fault.base}, the price below that threshold`,
      });
    if (PRICE_NAMES.some((name) => value[name] !== undefined)) return;
    context.addIssue({ code: "custom", path: ["input_cost_per_token"], message: "give at least one price" });
  });

export interface PriceRow {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly prices: PriceSettings;
  readonly effectiveFrom: Date;
  readonly comment: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** A price as the API and audit events show it. */
export function priceRecord(row: PriceRow): Price {
  return {
    price_id: row.id,
    provider: row.provider,
    model: row.model,
    ...row.prices,
    effective_from: row.effectiveFrom.toISOString(),
    comment: row.comment,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  };
}

/** The price fields of an input. */
export function pricesOf(input: PriceSettings): PriceSettings {
  return Object.fromEntries(PRICE_NAMES.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));
}
