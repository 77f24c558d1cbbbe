import { z } from "zod";
import { createPrice, deletePrices, listPrices } from "@/lib/store/settings/prices";
import { entityId, idList, listOf, pageInputs, receipts } from "@/lib/wire/fields";
import { newPrice, priceRecord, priceSchema, pricesOf } from "@/lib/wire/price";
import { json } from "@/lib/doors/contract";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";

const priceList = defineOperation({
  id: "price_list",
  method: "GET",
  path: "/price/list",
  family: "management_routes",
  summary: "Prices that were added at run time, the newest first",
  input: z.strictObject({ ...pageInputs, provider: entityId.optional(), model: entityId.optional() }),
  output: listOf(priceSchema),
  async handle({ services, caller }, { page, size, ...filter }) {
    requireAdmin(caller);
    const { rows, total } = await listPrices(services.database, { page, size }, filter);
    return json({ data: rows.map(priceRecord), total, page, size });
  },
});

const priceNew = defineOperation({
  id: "price_new",
  method: "POST",
  path: "/price/new",
  family: "management_routes",
  summary: "Add a price of a model, from a date on; calls that are booked already keep theirs until /spend/reprice",
  input: newPrice,
  output: priceSchema.extend({ nodes: receipts }),
  async handle({ services, caller }, { provider, model, effective_from: from, comment, ...prices }) {
    const { actor } = requireAdmin(caller);
    const effectiveFrom = new Date(from ?? services.now());
    const { row, nodes } = await createPrice(services, actor, {
      provider,
      model,
      prices: pricesOf(prices),
      effectiveFrom,
      comment: comment ?? null,
    });
    return json({ ...priceRecord(row), nodes });
  },
});

const priceDelete = defineOperation({
  id: "price_delete",
  method: "POST",
  path: "/price/delete",
  family: "management_routes",
  summary: "Delete prices, all of them or none; calls that were charged by them keep their price",
  input: z.strictObject({ price_ids: idList }),
  output: z.object({ deleted_prices: z.array(z.string()), nodes: receipts }),
  async handle({ services, caller }, input) {
    const { actor } = requireAdmin(caller);
    const ids = [...new Set(input.price_ids)];
    return json({ deleted_prices: ids, nodes: await deletePrices(services, actor, ids) });
  },
});

/** `/price/*` */
export const priceOperations: readonly Operation[] = [priceList, priceNew, priceDelete];
