import { coalesce } from "@/lib/coalesce";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import type { Database } from "@/lib/store/database";
import { readPrices } from "./prices";
import { PriceCatalog } from "@/lib/prices/price-catalog";

/** The prices added at run time, as this process knows them. */
export interface PriceStore {
  /** From memory: what the change feed last said is there. */
  current(): PriceCatalog;
  /** Reads all prices again. @throws the database's error; what was known stays in force */
  refresh(): Promise<void>;
}

/** Reads the prices. A process that begins while the database is away knows none until it hears of them. */
export async function createPriceStore({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Logger;
}): Promise<PriceStore> {
  let catalog = new PriceCatalog([]);
  // Refreshes that come during a read share the next one: a slow older read must never undo a newer one.
  const refresh = coalesce(async () => {
    const rows = await readPrices(database);
    catalog = new PriceCatalog(rows.map((row) => ({ ...row, effectiveFrom: row.effectiveFrom.getTime() })));
  });
  await refresh().catch((error: unknown) => log.error("prices_unread", { error: messageOf(error) }));
  return { current: () => catalog, refresh };
}
