import { pageOf } from "@/components/shared/address";
import { type Granularity, granularitiesOf, usualGranularity } from "./buckets";
import {
  type Comparison,
  comparisonNamed,
  type DayRange,
  daysOfAddress,
  NAMED_RANGES,
  namedRange,
  rangeBefore,
  USUAL_RANGE,
} from "@/components/time-range/spend-range";
import { askedZone } from "@/components/time-range/asked-zone";
import type { SpendRange } from "@/components/time-range/ranges";
import { type SpendOrder, spendOrderOf } from "./spend-order";
import { daysBetween, type SpendDimension } from "@/components/charts/stack-by-day";
import { MOST_DAYS_OF_CALLS } from "@/lib/wire/contracts/spend";
import type { SpendMeasure } from "@/lib/wire/spend";

export const MEASURES = [
  { value: "spend", label: "Spend" },
  { value: "calls", label: "Calls" },
  { value: "tokens", label: "Tokens" },
] as const satisfies readonly { value: SpendMeasure; label: string }[];

/** The filters, in the order of the page. */
export const FILTER_FIELDS = [
  "team_id",
  "user_id",
  "organization_id",
  "key_id",
  "end_user_id",
  "tag",
  "issuer",
  "model",
  "provider",
] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** What the address of the page holds, with the usual values, which are left out of it. */
export const USUAL_SPEND = {
  range: USUAL_RANGE,
  /** The first and last day of the range `between`. */
  from: "",
  to: "",
  /** Empty: as the reader last chose, and UTC for days by hand. */
  zone: "",
  per: "",
  compare: "before",
  /** Empty: the first dimension that the filters leave with totals. */
  by: "",
  measure: "spend",
  /** `yes`: amounts are shown with all their digits. */
  exact: "",
  /** The column by which the table is sorted, with a leading `-` from the largest down. */
  sort: "",
  page: "",
  team_id: "",
  user_id: "",
  organization_id: "",
  key_id: "",
  end_user_id: "",
  tag: "",
  issuer: "",
  model: "",
  provider: "",
};
export type SpendAddress = typeof USUAL_SPEND;

/** The filters and days of a view. The days are those of `time_zone`, both included. An empty text filters nothing. */
export interface SpendFilter extends DayRange, Partial<Readonly<Record<FilterField, string>>> {
  readonly time_zone: string;
}

/** A view of spend. An address may hold any string; a view holds only what the API can answer. */
export interface SpendView {
  readonly range: SpendRange;
  readonly measure: SpendMeasure;
  readonly dimension: SpendDimension;
  /** The dimensions by which this view can be grouped. */
  readonly choices: readonly SpendDimension[];
  readonly granularity: Granularity;
  readonly granularities: readonly Granularity[];
  readonly comparison: Comparison;
  /** The range that this one is compared with; undefined: none. */
  readonly before: DayRange | undefined;
  readonly isExact: boolean;
  readonly order: SpendOrder;
  /** The page of the table, from 1. */
  readonly page: number;
  readonly filter: SpendFilter;
  /**
   * What the view is added up from. The gateway keeps no totals of some payers together, and adds up the calls of so
   * many days at most. `nothing`: these are more.
   */
  readonly source: "totals" | "calls" | "nothing";
}

const CHOICES = [
  "team",
  "user",
  "organization",
  "key",
  "end_user",
  "tag",
  "issuer",
  "model",
  "provider",
  "all",
] as const;

/** The filters by payer, with the dimensions of the same payers. */
const PAYERS = {
  team_id: "team",
  user_id: "user",
  organization_id: "organization",
  key_id: "key",
  end_user_id: "end_user",
  tag: "tag",
  issuer: "issuer",
} as const satisfies Partial<Record<FilterField, SpendDimension>>;
type PayerField = keyof typeof PAYERS;

function isPayer(field: string): field is PayerField {
  return Object.hasOwn(PAYERS, field);
}

/**
 * Whether the gateway keeps totals by all of these payers together: it does by one payer, and by team and user. Others
 * are added up from single calls.
 */
function areKept(payers: ReadonlySet<string>): boolean {
  return payers.size < 2 || (payers.size === 2 && payers.has("team") && payers.has("user"));
}

/** The payers that an address filters by. */
function payersOf(filter: Partial<Record<FilterField, string>>): SpendDimension[] {
  return FILTER_FIELDS.flatMap((field) => (isPayer(field) && filter[field] ? [PAYERS[field]] : []));
}

/** The dimensions that the calls of a filter can be grouped by. */
function choicesOf(filter: Partial<Record<FilterField, string>>): SpendDimension[] {
  const payers = payersOf(filter);
  const served: readonly string[] = ["model", "provider", "all"];
  return CHOICES.filter((one) =>
    served.includes(one)
      ? one === "all" || !filter[one as "model" | "provider"]
      : // Not by a dimension with a filter: one line would be left, or for a tag the other tags of its calls.
        !payers.includes(one),
  );
}

/** The dimension of an address that names none: one that can be answered for any days. */
function usualDimension(choices: readonly SpendDimension[], payers: readonly SpendDimension[]): SpendDimension {
  const usual = (["team", "model", "provider"] as const).filter((one) => choices.includes(one));
  return usual.find((one) => areKept(payersWith(payers, one))) ?? usual[0] ?? "all";
}

/** The payers of a view: those that it is filtered by, and the one that it is grouped by, if that pays. */
function payersWith(payers: readonly SpendDimension[], dimension: SpendDimension): ReadonlySet<SpendDimension> {
  const isPaying = Object.values<SpendDimension>(PAYERS).includes(dimension);
  return new Set(isPaying ? [...payers, dimension] : payers);
}

/** What is added up for these payers: totals, single calls or, of too many days, nothing. */
function sourceOf(payers: readonly SpendDimension[], dimension: SpendDimension, days: DayRange): SpendView["source"] {
  if (areKept(payersWith(payers, dimension))) return "totals";
  return daysBetween(days.start_date, days.end_date).length <= MOST_DAYS_OF_CALLS ? "calls" : "nothing";
}

/** The view of an address at `now` (milliseconds since the epoch). `preferred`: the zone that the reader last chose. */
export function spendViewOf(address: SpendAddress, now: number, preferred = "UTC"): SpendView {
  const zone = askedZone(address.zone, address.range === "between", preferred);
  const days = daysOfAddress(address, now, zone);
  // Chosen days that are a named range are shown under its name.
  const range =
    address.range === "between"
      ? NAMED_RANGES.find((value) => sameDays(namedRange(value, now, zone), days))
      : (NAMED_RANGES.find((value) => value === address.range) ?? USUAL_RANGE);
  const filter = Object.fromEntries(FILTER_FIELDS.map((field) => [field, address[field]]));
  const choices = choicesOf(filter);
  const payers = payersOf(filter);
  const dimension = choices.find((one) => one === address.by) ?? usualDimension(choices, payers);
  const granularities = granularitiesOf(days, zone);
  const comparison = comparisonNamed(address.compare);
  return {
    range: range ?? "between",
    measure: MEASURES.find(({ value }) => value === address.measure)?.value ?? "spend",
    dimension,
    choices,
    granularity: granularities.find((one) => one === address.per) ?? usualGranularity(days),
    granularities,
    comparison,
    before: comparison === "none" ? undefined : rangeBefore(days, comparison),
    isExact: address.exact === "yes",
    order: spendOrderOf(address.sort, dimension === "all"),
    page: pageOf(address.page),
    filter: { ...filter, ...days, time_zone: zone },
    source: sourceOf(payers, dimension, days),
  };
}

/**
 * The part of the address for a range. It names days, because a link should show the same days next month. Only the
 * usual range is not in the address, and moves on with the clock.
 */
export function rangeAddress(range: SpendRange, shown: SpendFilter, now: number): Partial<SpendAddress> {
  if (range === USUAL_SPEND.range) return { range, from: "", to: "" };
  const { start_date: from, end_date: to } = range === "between" ? shown : namedRange(range, now, shown.time_zone);
  // Days without a zone are those of UTC.
  return { range: "between", from, to, zone: shown.time_zone === "UTC" ? "" : shown.time_zone };
}

/** An address with days in place of the name of a range, for a view that is kept or passed on. */
export function absoluteAddress(address: SpendAddress, { filter }: SpendView): SpendAddress {
  return {
    ...address,
    page: "",
    range: "between",
    from: filter.start_date,
    to: filter.end_date,
    zone: filter.time_zone,
  };
}

function sameDays(one: DayRange, other: DayRange): boolean {
  return one.start_date === other.start_date && one.end_date === other.end_date;
}
