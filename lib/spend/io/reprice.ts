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
import { priceEndedCall } from "@/lib/prices/price";
import type { PriceCatalog } from "@/lib/prices/price-catalog";
import type { Price } from "@/lib/prices/price-table";

export interface RepriceOptions {
  readonly database: Database;
  readonly run: RepriceRun;
  readonly filter: CallFilter;
  /** The model list entry that served a call, while it is there. */
  readonly entryOf: (call: RepriceableCall) => ModelEntry | undefined;
  readonly catalog: PriceCatalog;
  /** Only counts what would change. */
  readonly dryRun: boolean;
  readonly after: RepriceCursor | undefined;
  /** Says when to stop and leave the rest to another request. */
  readonly isOver: () => boolean;
}

/** What a run of re-pricing did. Spends are whole nano-dollars, of the calls that it changed. */
export interface RepriceReport {
  readonly calls: number;
  readonly repriced: number;
  /** Calls that have no price yet. */
  readonly unpriced: number;
  readonly spendBefore: bigint;
  readonly spendAfter: bigint;
  /** Where to go on; undefined when everything has been looked at. */
  readonly next: RepriceCursor | undefined;
}

const BATCH = 1_000;

/** Prices booked calls again by the prices in force at their own time, batch by batch, each with its totals. */
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

/** As the audit event tells it. */
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
 * The price a call gets, if it gets another one. A call never loses the price it has: not where none is known any more,
 * and not where it was charged by an entry of the configuration that is gone.
 */
function newPrice(call: RepriceableCall, entry: ModelEntry | undefined, catalog: PriceCatalog): Price | undefined {
  if (!entry && call.priceVersion?.startsWith("config:")) return undefined;
  const { provider, model, status, units } = call;
  const price = priceEndedCall({ provider, model, status, units, at: call.startedAt }, entry, catalog);
  if (price.state === "unpriced") return undefined;
  const isSame =
    price.state === call.priceState &&
    price.version === call.priceVersion &&
    price.spendNano === nanoFromDollars(call.spend);
  return isSame ? undefined : price;
}
