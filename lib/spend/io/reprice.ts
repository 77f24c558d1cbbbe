import type { ModelEntry } from "@/lib/config/schema";
import type { CallFilter } from "@/lib/calls/filter";
import type { Database } from "@/lib/store/database";
import {
  readRepriceableCalls,
  repriceCalls,
  type RepriceableCall,
  type RepriceCursor,
  type RepriceRun,
} from "@/lib/store/calls/reprice";
import { dollarsFromNano, nanoFromDollars } from "@/lib/prices/money";
import { priceEndedCall, searchPricesOf } from "@/lib/prices/price";
import type { PriceCatalog } from "@/lib/prices/price-catalog";
import type { Price } from "@/lib/prices/price-table";

export interface RepriceOptions {
  readonly database: Database;
  readonly run: RepriceRun;
  readonly filter: CallFilter;
  /** The entry that served a call; undefined if it has been removed. */
  readonly entryOf: (call: RepriceableCall) => ModelEntry | undefined;
  readonly catalog: PriceCatalog;
  /** Counts the changes without making them. */
  readonly dryRun: boolean;
  readonly after: RepriceCursor | undefined;
  /** Whether to stop here and leave the rest to another request. */
  readonly isOver: () => boolean;
}

/** The result of a run. Spends are whole nano-dollars and those of the changed calls. */
export interface RepriceReport {
  readonly calls: number;
  readonly repriced: number;
  /** Calls that still have no price. */
  readonly unpriced: number;
  readonly spendBefore: bigint;
  readonly spendAfter: bigint;
  /** Where the next run continues; undefined if this run has looked at every call. */
  readonly next: RepriceCursor | undefined;
}

const BATCH = 1_000;

/** Prices booked calls again, by the prices in force when they were made, batch by batch, each with its totals. */
export async function reprice(options: RepriceOptions): Promise<RepriceReport> {
  const { database, filter, run, dryRun } = options;
  let report: RepriceReport = {
    calls: 0,
    repriced: 0,
    unpriced: 0,
    spendBefore: 0n,
    spendAfter: 0n,
    next: options.after,
  };
  for (;;) {
    const calls = await readRepriceableCalls(database, filter, report.next, BATCH);
    const priced = calls.map((call) => ({ call, price: newPrice(call, options.entryOf(call), options.catalog) }));
    const changes = priced.flatMap(({ call, price }) => (price ? [{ call, ...price }] : []));
    const last = calls.at(-1);
    const done: RepriceReport = {
      calls: report.calls + calls.length,
      repriced: report.repriced + changes.length,
      unpriced: report.unpriced + priced.filter(({ call, price }) => !price && call.priceState === "unpriced").length,
      spendBefore: changes.reduce((sum, { call }) => sum + nanoFromDollars(call.spend), report.spendBefore),
      spendAfter: changes.reduce((sum, { spendNano }) => sum + spendNano, report.spendAfter),
      next: calls.length < BATCH ? undefined : last && { startedAt: last.startedAt, callId: last.callId },
    };
    if (!dryRun && changes.length > 0) {
      const rows = changes.map(({ call, spendNano, state, version }) => ({
        call_id: call.callId,
        started_at: new Date(call.startedAt).toISOString(),
        spend: dollarsFromNano(spendNano),
        price_state: state,
        price_version: version,
      }));
      await repriceCalls(database, run, rows, () => progressOf(filter, done));
    }
    report = done;
    if (!report.next || options.isOver()) return report;
  }
}

/** The fields of the audit event. */
function progressOf(filter: CallFilter, report: RepriceReport): object {
  return {
    unpriced_only: filter.priceState === "unpriced",
    provider: filter.provider,
    model: filter.model,
    from: filter.from === undefined ? undefined : new Date(filter.from).toISOString(),
    until: filter.until === undefined ? undefined : new Date(filter.until).toISOString(),
    repriced: report.repriced,
    spend_before: dollarsFromNano(report.spendBefore),
    spend_after: dollarsFromNano(report.spendAfter),
  };
}

/**
 * The new price of a call; undefined if its price does not change. A call keeps its price if none is known any more, or
 * if its price was set by an entry that has been removed from the configuration.
 */
function newPrice(call: RepriceableCall, entry: ModelEntry | undefined, catalog: PriceCatalog): Price | undefined {
  if (!entry && call.priceVersion?.startsWith("config:")) return undefined;
  // What a tool cost stands in its server's settings alone.
  if (call.priceVersion?.startsWith("mcp:")) return undefined;
  const { provider, model, status, units } = call;
  const price = priceEndedCall({ provider, model, status, units, at: call.startedAt }, entry, catalog);
  if (price.state === "unpriced") return undefined;
  // The size of context that its searches had is not kept, so their price by size is only known to the first booking.
  if (units.webSearches > 0 && price.version === call.priceVersion && entry && searchPricesOf(entry)) return undefined;
  const isSame =
    price.state === call.priceState &&
    price.version === call.priceVersion &&
    price.spendNano === nanoFromDollars(call.spend);
  return isSame ? undefined : price;
}
