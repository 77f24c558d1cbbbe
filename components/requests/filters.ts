import { utcDay } from "@/components/api/format";
import type { InputOf } from "@/components/api/client";
import type { spendContracts } from "@/lib/wire/contracts/spend";

/** The filters of a list of calls, as the API takes them. */
export type CallFilter = Omit<InputOf<typeof spendContracts.logs>, "page" | "size" | "sort" | "order">;

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
  any_id: "",
  /** These are only in links. */
  requested_model: "",
  deployment: "",
  call_id: "",
  request_id: "",
  status: "",
  price_state: "",
  /** Days back, or `between`. */
  time: "",
  /** Days, or instants in links from days of another time zone. */
  from: "",
  to: "",
};
export type RequestFilter = typeof NO_FILTER;
export type FilterName = keyof RequestFilter;

/** The address of the page: the filters, the order and the page of the list, and the id of the call that is open. */
export const USUAL_REQUESTS = { ...NO_FILTER, sort: "started_at", page: "", columns: "", call: "" };

/** The decision that an id is of, which no call has: a refused request is not booked. */
export function decisionIn({ any_id: id }: Pick<RequestFilter, "any_id">): string | undefined {
  return /^dec_[0-9a-f-]{36}$/.test(id.trim()) ? id.trim() : undefined;
}

/** How far a live list goes back, in minutes, so that counting it never becomes slow. */
export const LIVE_MINUTES = 15;

/** The filter of a live list: the last minutes, unless a time is chosen. `now`: milliseconds since the epoch. */
export function liveFilter(filter: CallFilter, now: number): CallFilter {
  if (filter.start_date !== undefined || filter.end_date !== undefined) return filter;
  const since = (Math.floor(now / 60_000) - LIVE_MINUTES) * 60_000;
  return { ...filter, start_date: new Date(since).toISOString() };
}

/** Typed filters → those of the API. `today`: milliseconds since the epoch. */
export function callFilterOf({ time, from, to, ...fields }: RequestFilter, today: number): CallFilter {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  // An address may hold any text.
  if (/^\d{1,4}$/.test(time)) return { ...given, start_date: utcDay(today, Number(time)) };
  if (time !== "between") return given;
  return { ...given, ...(from === "" ? {} : { start_date: from }), ...(to === "" ? {} : { end_date: to }) };
}
