import { coalesce } from "@/lib/async/coalesce";
import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import type { Database } from "@/lib/store/database";
import { readPrices } from "./prices";
import { PriceCatalog } from "@/lib/prices/price-catalog";

/** This process's copy of the prices added at run time. */
export interface PriceStore {
  /** The prices as of the last refresh; reads memory only. */
  current(): PriceCatalog;
  /** Reads all prices again. @throws the database's error; the prices then stay as they were */
  refresh(): Promise<void>;
}

/**
 * Reads the prices. A process that starts while the database is away has none until the change feed makes it read them.
 */
export async function createPriceStore({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Logger;
}): Promise<PriceStore> {
  let catalog = new PriceCatalog([]);
  // Refreshes during a read share the next read, so that a slow older read cannot undo a newer one.
  const refresh = coalesce(async () => {
    const rows = await readPrices(database);
    catalog = new PriceCatalog(rows.map((row) => ({ ...row, effectiveFrom: row.effectiveFrom.getTime() })));
  });
  await refresh().catch((error: unknown) => log.error("prices_unread", { error: messageOf(error) }));
  return { current: () => catalog, refresh };
}
