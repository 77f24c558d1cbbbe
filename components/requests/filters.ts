import { utcDay } from "@/components/api/format";
import type { CallFilter } from "@/components/api/queries";

/** What the page of requests is narrowed down by, as typed. */
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

/** The filters that an address asks for; what is no filter is passed over. */
export function filterFrom(parameters: Readonly<Record<string, string | string[] | undefined>>): RequestFilter {
  const given = Object.keys(NO_FILTER).flatMap((name) => (typeof parameters[name] === "string" ? [[name, parameters[name]]] : []));
  return { ...NO_FILTER, ...Object.fromEntries(given) };
}

/** Typed filters → those of the API. `today`: milliseconds since the epoch. */
export function callFilterOf({ time, from, to, ...fields }: RequestFilter, today: number): Partial<CallFilter> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  if (time === "") return given;
  if (time !== "between") return { ...given, start_date: utcDay(today, Number(time)) };
  return { ...given, ...(from === "" ? {} : { start_date: from }), ...(to === "" ? {} : { end_date: to }) };
}
