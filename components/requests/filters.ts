import { utcDay } from "@/components/api/format";
import type { InputOf } from "@/components/api/client";
import type { spendContracts } from "@/lib/wire/contracts/spend";

/** The filters of a list of calls, as the API takes them. */
export type CallFilter = Omit<InputOf<typeof spendContracts.logs>, "page" | "size" | "sort" | "order">;

/** The filters of the page, as typed. */
export const NO_FILTER = {
  team_id: "",
  user_id: "",
  key_id: "",
  model: "",
  tag: "",
  provider: "",
  end_user_id: "",
  status: "",
  price_state: "",
  /** Days back, or `between`. */
  time: "",
  from: "",
  to: "",
};
export type RequestFilter = typeof NO_FILTER;
export type FilterName = keyof RequestFilter;

/** The address of the page: the filters, the order and the page of the list. */
export const USUAL_REQUESTS = { ...NO_FILTER, sort: "started_at", page: "" };

/** Typed filters → those of the API. `today`: milliseconds since the epoch. */
export function callFilterOf({ time, from, to, ...fields }: RequestFilter, today: number): CallFilter {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  // An address may hold any text.
  if (/^\d{1,4}$/.test(time)) return { ...given, start_date: utcDay(today, Number(time)) };
  if (time !== "between") return given;
  return { ...given, ...(from === "" ? {} : { start_date: from }), ...(to === "" ? {} : { end_date: to }) };
}
