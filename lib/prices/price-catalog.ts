import type { PriceSettings } from "@/lib/config/price-settings";
import { compareSpecificity, matchesPattern, specificityOf } from "@/lib/patterns/wildcard";
import { tableOfPrices } from "./custom-prices";
import type { PriceTable } from "./price-table";

/** A price added at run time. Provider and model are names or patterns; times are milliseconds since the epoch. */
export interface DatedPrice {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly prices: PriceSettings;
  readonly effectiveFrom: number;
}

interface Entry extends Omit<DatedPrice, "prices"> {
  readonly table: PriceTable;
}

/** Callers choose model names, so the number of remembered names is bounded. */
const MAXIMUM_NAMES = 4096;

/** All prices added at run time, as of one moment. */
export class PriceCatalog {
  readonly #entries: readonly Entry[];
  /** The matching prices by provider and model, in order of precedence: the first one in force counts. */
  readonly #fitting = new Map<string, readonly Entry[]>();

  constructor(prices: readonly DatedPrice[]) {
    this.#entries = prices
      .flatMap(({ prices: settings, ...price }) => {
        const table = tableOfPrices(settings, price.id);
        return table ? [{ ...price, table }] : [];
      })
      .sort(inOrderOfPrecedence);
  }

  /**
   * The price of a model at an instant (milliseconds since the epoch). Among the prices that have begun, the most
   * specific pattern wins (first by model, then by provider), and among equals the one that began last. The version is
   * the price's id.
   */
  find(provider: string, model: string, at: number): PriceTable | undefined {
    if (this.#entries.length === 0) return undefined;
    const key = `${provider}\0${model}`;
    let fitting = this.#fitting.get(key);
    if (!fitting) {
      fitting = this.#entries.filter(
        (entry) => matchesPattern(entry.model, model) && matchesPattern(entry.provider, provider),
      );
      if (this.#fitting.size >= MAXIMUM_NAMES) this.#fitting.clear();
      this.#fitting.set(key, fitting);
    }
    return fitting.find(({ effectiveFrom }) => effectiveFrom <= at)?.table;
  }
}

/** No prices added at run time: only those of the file and the bundled list. */
export const NO_PRICES = new PriceCatalog([]);

function inOrderOfPrecedence(a: Entry, b: Entry): number {
  return (
    comparePatterns(a.model, b.model) ||
    comparePatterns(a.provider, b.provider) ||
    b.effectiveFrom - a.effectiveFrom ||
    (a.id < b.id ? -1 : 1)
  );
}

function comparePatterns(a: string, b: string): number {
  return compareSpecificity(specificityOf(a), specificityOf(b));
}
