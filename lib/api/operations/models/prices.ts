import { createPrice, deletePrices, listPrices } from "@/lib/store/settings/prices";
import { priceRecord, pricesOf } from "@/lib/wire/price";
import { priceContracts } from "@/lib/wire/contracts/prices";
import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";

const NEWEST: ListOrder = { name: "prices", kind: "time" };

const priceList = defineOperation(priceContracts.list, async ({ services }, { page, size, after, ...filter }) => {
  const wanted = { page, size, after };
  const { rows, ...listed } = await listPrices(services.database, pageOf(wanted, NEWEST), filter);
  return { body: { data: rows.map(priceRecord), ...pageFields(wanted, NEWEST, listed) } };
});

const priceNew = defineOperation(
  priceContracts.new,
  async ({ services, caller }, { provider, model, effective_from: from, comment, ...prices }) => {
    const effectiveFrom = new Date(from ?? services.now());
    const { row, nodes } = await createPrice(services, caller.actor, {
      provider,
      model,
      prices: pricesOf(prices),
      effectiveFrom,
      comment: comment ?? null,
    });
    return { body: { ...priceRecord(row), nodes } };
  },
);

const priceDelete = defineOperation(priceContracts.delete, async ({ services, caller }, input) => {
  const ids = [...new Set(input.price_ids)];
  return { body: { deleted_prices: ids, nodes: await deletePrices(services, caller.actor, ids) } };
});

/** `/price/*` */
export const priceOperations: readonly CallerOperation[] = [priceList, priceNew, priceDelete];
