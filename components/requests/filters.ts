import type { InputOf } from "@/components/api/client";
import { ANY_TIME, timeInputs } from "@/components/time-range/time-inputs";
import { FILTERS_OF_CALLS, FILTERS_OF_REFUSALS, type requestContracts } from "@/lib/wire/contracts/requests";
import type { spendContracts } from "@/lib/wire/contracts/spend";
import { DECISION_ID } from "@/lib/wire/decision-id";

/** The filters of a list of calls, as the API takes them. */
export type CallFilter = Omit<InputOf<typeof spendContracts.logs>, "page" | "size" | "sort" | "order">;

/** The filters of a list of calls and refusals, as the API takes them. */
export type RowFilter = Omit<InputOf<typeof requestContracts.list>, "after" | "size">;

/** The filters of the page, as typed. */
export const NO_FILTER = {
  team_id: "",
  user_id: "",
  organization_id: "",
  key_id: "",
  model: "",
  tag: "",
  provider: "",
  end_user_id: "",
  issuer: "",
  any_id: "",
  session_id: "",
  mcp_server: "",
  mcp_tool: "",
  requested_model: "",
  /** From here on to `principal`, set by links from other pages alone. */
  deployment: "",
  call_id: "",
  request_id: "",
  route: "",
  code: "",
  kind: "",
  principal: "",
  /** Empty: calls and refusals. `calls`: every call. `refused`: refusals alone. */
  status: "",
  price_state: "",
  ...ANY_TIME,
};
export type RequestFilter = typeof NO_FILTER;
export type FilterName = keyof RequestFilter;

/**
 * What the address of the page holds: the filters, the order, page and columns of the list, and the open row's id.
 * `chart`: what a chart in the place of the list shows; empty: the list.
 */
export const USUAL_REQUESTS = {
  ...NO_FILTER,
  sort: "started_at",
  page: "",
  after: "",
  columns: "",
  call: "",
  chart: "",
};

/** The status for calls without refusals, as spend and its files count them. */
export const CALLS_ALONE = "calls";

/** What the page shows: calls, in any order and by numbered pages; or calls and refusals, newest first. */
export type AskedList =
  | { readonly of: "calls"; readonly filter: CallFilter }
  | { readonly of: "requests"; readonly filter: RowFilter };

/** The list that filters and an order stand for. `today`: milliseconds since the epoch. `zone`: of its days. */
export function askedList(view: RequestFilter, sort: string, today: number, zone = "UTC"): AskedList {
  const given: ReadonlySet<string> = new Set(
    Object.entries(view).flatMap(([name, value]) => (value === "" ? [] : [name])),
  );
  const has = (names: readonly string[]): boolean => names.some((name) => given.has(name));
  const isOfRefusals = view.status === "refused" || has(FILTERS_OF_REFUSALS);
  const isOfCalls = view.status !== "" || sort !== "started_at" || has(FILTERS_OF_CALLS);
  const status = view.status === CALLS_ALONE ? "" : view.status;
  const filter = filterOf({ ...view, status }, today, zone);
  return isOfCalls && !isOfRefusals ? { of: "calls", filter } : { of: "requests", filter };
}

/** The id in the filter, if it is that of a decision. */
export function decisionIn({ any_id: id }: Pick<RequestFilter, "any_id">): string | undefined {
  const trimmed = id.trim();
  return DECISION_ID.test(trimmed) ? trimmed : undefined;
}

/** How far a live list goes back, in minutes, so that counting it never becomes slow. */
export const LIVE_MINUTES = 15;

/** The filter of a live list: the last minutes, unless a time is chosen. `now`: milliseconds since the epoch. */
export function liveFilter<Filter extends CallFilter | RowFilter>(filter: Filter, now: number): Filter {
  if (filter.start_date !== undefined || filter.end_date !== undefined) return filter;
  const since = (Math.floor(now / 60_000) - LIVE_MINUTES) * 60_000;
  return { ...filter, start_date: new Date(since).toISOString() };
}

/** Typed filters → those of the API. `today`: milliseconds since the epoch. */
function filterOf(
  { time, from, to, zone: _, ...fields }: RequestFilter,
  today: number,
  zone: string,
): Readonly<Record<string, string>> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  return { ...given, ...timeInputs({ time, from, to }, today, zone) };
}
