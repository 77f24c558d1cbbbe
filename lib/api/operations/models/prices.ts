import { createPrice, deletePrices, listPrices } from "@/lib/store/settings/prices";
import { etagOf } from "@/lib/store/row-version";
import { type ListedPrice, priceRecord, type PriceRow, pricesOf } from "@/lib/wire/price";
import { priceContracts } from "@/lib/wire/contracts/prices";
import { ifMatchOf } from "@/lib/api/if-match";
import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";

const NEWEST: ListOrder = { name: "prices", kind: "time" };

function listed(row: PriceRow): ListedPrice {
  const record = priceRecord(row);
  return { ...record, etag: etagOf(record) };
}

const priceList = defineOperation(priceContracts.list, async ({ services }, { page, size, after, ...filter }) => {
  const wanted = { page, size, after };
  const { rows, ...found } = await listPrices(services.database, pageOf(wanted, NEWEST), filter);
  return { body: { data: rows.map(listed), ...pageFields(wanted, NEWEST, found) } };
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
    return { body: { ...listed(row), nodes } };
  },
);

const priceDelete = defineOperation(priceContracts.delete, async ({ services, caller, request }, input) => {
  const ids = [...new Set(input.price_ids)];
  const nodes = await deletePrices(services, caller.actor, { ids, ifMatch: ifMatchOf(request) });
  return { body: { deleted_prices: ids, nodes } };
});

/** `/price/*` */
export const priceOperations: readonly CallerOperation[] = [priceList, priceNew, priceDelete];
