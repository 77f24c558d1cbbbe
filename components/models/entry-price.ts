import { formatDollars } from "@/components/api/format";
import { rateView, shownRate } from "@/components/prices/rates";
import { PRICE_NAMES, type PriceName } from "@/lib/config/prices/price-names";
import type { ModelView } from "@/lib/wire/model";

/** What calls of an entry cost, in short and in full. */
export interface EntryPrice {
  /** `$0.15 in · $0.60 out`, or words in its place. */
  readonly short: string;
  /** The unit of `short`; empty if there is none. */
  readonly unit: string;
  /** Every rate, with its unit as in `RateUnit`. */
  readonly rates: readonly { readonly label: string; readonly amount: string }[];
  readonly from: string;
}

/** The price of an entry; undefined: none is known. */
export function entryPrice({
  prices,
  price_version: version,
  priced,
}: Pick<ModelView, "prices" | "price_version" | "priced">): EntryPrice | undefined {
  if (!prices || version === null)
    return priced ? { short: "By model", unit: "", rates: [], from: "The price of each model" } : undefined;
  const amountOf = (name: PriceName): string | undefined =>
    prices[name] === undefined ? undefined : formatDollars(shownRate(name, prices[name]));
  const rates = PRICE_NAMES.flatMap((name) => {
    const amount = amountOf(name);
    const { label, unit } = rateView(name);
    return amount === undefined ? [] : [{ label, amount: `${amount} / ${unit.label}` }];
  });
  const [input, output] = [amountOf("input_cost_per_token"), amountOf("output_cost_per_token")];
  const tokens = [...(input ? [`${input} in`] : []), ...(output ? [`${output} out`] : [])].join(" · ");
  const isFree = PRICE_NAMES.every((name) => (prices[name] ?? 0) === 0);
  const [first] = rates;
  return {
    short: isFree ? "Free" : tokens || (first?.amount ?? ""),
    unit: isFree || tokens === "" ? "" : "1M tokens",
    rates,
    from: version.split("+").map(sourceOf).join(", then "),
  };
}

function sourceOf(version: string): string {
  if (version.startsWith("config:")) return "The entry's own";
  return version.startsWith("genai-prices@") ? "The bundled list" : "Added under Prices";
}
