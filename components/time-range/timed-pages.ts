import { addressOf, type AddressView, viewFrom } from "@/components/shared/address";
import { ANY_TIME } from "@/components/shared/lists/time-inputs";
import {
  callsPeriod,
  countDays,
  daysOfAddress,
  isoTime,
  midnight,
  namedRange,
  USUAL_RANGE,
} from "@/components/time-range/spend-range";
import { DAY_MS, formatDay, parseDay } from "@/lib/time/period";
import { dayAt, isTimeZone, startOfDayIn } from "@/lib/time/time-zone";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Instants further from the epoch have no calendar: an address may hold any. */
const FURTHEST_MS = 8e15;

/** A time that a page shows. Instants are milliseconds since the epoch. */
interface Period {
  readonly from: number;
  /** When it ends, exclusive; undefined: it goes on with the clock. */
  readonly to: number | undefined;
  /** The time zone of its days. */
  readonly zone: string;
}

/** What pages know beside their address. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The reader's time zone. */
  readonly zone: string;
}

/** How a page holds a time in its address. */
interface TimedPage {
  /** The time of an address; undefined: the page's usual one. */
  readonly read: (parameters: URLSearchParams, clock: Clock) => Period | undefined;
  /** The parameters for a time; undefined: the page cannot show it. */
  readonly write: (period: Period, clock: Clock) => AddressView | undefined;
  readonly usual: AddressView;
}

const USUAL_SPEND = { range: USUAL_RANGE as string, from: "", to: "", zone: "UTC" };
const USUAL_REFUSALS = { hours: "168" };

/** The pages whose time is kept on the way from one to another. */
const TIMED_PAGES = {
  "/console/spend": { usual: USUAL_SPEND, read: readSpend, write: writeSpend },
  "/console/requests": { usual: ANY_TIME, read: readList, write: writeList },
  "/console/audit": { usual: ANY_TIME, read: readList, write: writeList },
  "/console/refusals": { usual: USUAL_REFUSALS, read: readRefusals, write: writeRefusals },
} as const satisfies Readonly<Record<string, TimedPage>>;

/** Whether a page shows a time that is kept. */
export function isTimed(path: string): path is keyof typeof TIMED_PAGES {
  return Object.hasOwn(TIMED_PAGES, path);
}

/**
 * The address of a page with the time of another: `/console/requests?time=6` for one that follows seven days of spend.
 * `place`: the path and the query of that other page. Without a time that both can show, the address has none.
 */
export function addressWithTime(path: string, place: string, clock: Clock): string {
  const [shown = "", query = ""] = place.split("?");
  if (path === shown || !isTimed(path) || !isTimed(shown)) return path;
  const period = TIMED_PAGES[shown].read(new URLSearchParams(query), clock);
  const to: TimedPage = TIMED_PAGES[path];
  const parameters = period && to.write(period, clock);
  return parameters === undefined ? path : path + addressOf(parameters, to.usual);
}

function readSpend(parameters: URLSearchParams, { now }: Clock): Period | undefined {
  const address = viewFrom(parameters, USUAL_SPEND);
  if (address.range === USUAL_SPEND.range && address.zone === USUAL_SPEND.zone) return undefined;
  const zone = isTimeZone(address.zone) ? address.zone : USUAL_SPEND.zone;
  const { start_date: first, end_date: last } = daysOfAddress(address, now, zone);
  const today = dayAt(zone, now);
  return {
    from: startOfDayIn(zone, midnight(first)),
    to: midnight(last) === today ? undefined : startOfDayIn(zone, midnight(last) + DAY_MS),
    zone,
  };
}

function writeSpend({ from, to, zone }: Period, { now }: Clock): AddressView {
  const days = {
    start_date: formatDay(dayAt(zone, from)),
    end_date: formatDay(dayAt(zone, to === undefined ? now : to - 1)),
  };
  const isNamed = (name: "7" | "30" | "90"): boolean =>
    to === undefined && countDays(namedRange(name, now, zone)) === countDays(days);
  const name = (["7", "30", "90"] as const).find(isNamed);
  return name === undefined
    ? { range: "between", from: days.start_date, to: days.end_date, zone }
    : { range: name, from: "", to: "", zone };
}

function readList(parameters: URLSearchParams, clock: Clock): Period | undefined {
  const { time, from: first, to: last } = viewFrom(parameters, ANY_TIME);
  const today = dayAt("UTC", clock.now);
  if (/^\d{1,4}$/.test(time)) return { from: today - Number(time) * DAY_MS, to: undefined, zone: "UTC" };
  if (time !== "between") return undefined;
  const from = parseDay(first) ?? Date.parse(first);
  const lastDay = parseDay(last);
  const to = last === "" || lastDay === today ? undefined : (lastDay ?? Date.parse(last) - DAY_MS) + DAY_MS;
  if (![from, to ?? from].every((at) => Math.abs(at) < FURTHEST_MS)) return undefined;
  const isOwn = [from, to].every((at) => at === undefined || isMidnight(at, clock.zone));
  const isUtc = [from, to].every((at) => at === undefined || isMidnight(at, "UTC"));
  return { from, to, zone: isOwn && !isUtc ? clock.zone : "UTC" };
}

function writeList({ from, to, zone }: Period, { now }: Clock): AddressView {
  const today = dayAt("UTC", now);
  const back = String((today - from) / DAY_MS);
  // The spans that the page offers by name.
  if (to === undefined && ["0", "6", "29"].includes(back)) return { time: back, from: "", to: "" };
  const isWhole = [from, to].every((at) => at === undefined || isMidnight(at, zone));
  if (isWhole && to !== undefined)
    return {
      time: "between",
      ...callsPeriod({ start_date: formatDay(dayAt(zone, from)), end_date: formatDay(dayAt(zone, to - 1)) }, zone),
    };
  const begin = isMidnight(from, "UTC") ? formatDay(from) : isoTime(Math.floor(from / MINUTE_MS) * MINUTE_MS);
  return { time: "between", from: begin, to: to === undefined ? "" : isoTime(to) };
}

/** The spans of *Refusals* in hours. Those of whole days stand for as many days, today included. */
const SPANS: ReadonlyMap<string, (now: number) => number> = new Map([
  ["1", (now) => now - HOUR_MS],
  ["24", (now) => now - DAY_MS],
  ["168", (now) => dayAt("UTC", now) - 6 * DAY_MS],
  ["720", (now) => dayAt("UTC", now) - 29 * DAY_MS],
]);

function readRefusals(parameters: URLSearchParams, { now }: Clock): Period | undefined {
  const span = SPANS.get(parameters.get("hours") ?? "");
  return span && { from: span(now), to: undefined, zone: "UTC" };
}

/** The shortest span that covers the time, or the longest. It ends now, so that a time of the past has none. */
function writeRefusals({ from, to }: Period, { now }: Clock): AddressView | undefined {
  if (to !== undefined && to < now) return undefined;
  const hours = [...SPANS.keys()].find((span) => now - Number(span) * HOUR_MS <= from);
  return { hours: hours ?? "720" };
}

/** Whether a day begins at an instant in a zone. */
function isMidnight(at: number, zone: string): boolean {
  return startOfDayIn(zone, dayAt(zone, at)) === at;
}
