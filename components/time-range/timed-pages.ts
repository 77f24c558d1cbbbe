import { addressOf, type AddressView, viewFrom } from "@/components/shared/address";
import { askedZone } from "@/components/time-range/asked-zone";
import {
  countDays,
  daysOfAddress,
  isoTime,
  midnight,
  namedRange,
  USUAL_RANGE,
} from "@/components/time-range/spend-range";
import { ANY_TIME } from "@/components/time-range/time-inputs";
import { USUAL_SPAN } from "@/components/time-range/spans";
import { DAY_MS, formatDay, parseDay } from "@/lib/time/period";
import { dayAt, startOfDayIn } from "@/lib/time/time-zone";

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
  /** The reader's own time zone, of whose days the instants in an address may be. */
  readonly zone: string;
  /** The time zone that the reader last chose. */
  readonly preferred: string;
}

/** How a page holds a time in its address. */
interface TimedPage {
  /** The time of an address; undefined: the page's usual one. */
  readonly read: (parameters: URLSearchParams, clock: Clock) => Period | undefined;
  /** The parameters for a time; undefined: the page cannot show it. */
  readonly write: (period: Period, clock: Clock) => AddressView | undefined;
  /** The parameters that an address does without. */
  readonly usual: AddressView;
}

const USUAL_SPEND = { range: USUAL_RANGE as string, from: "", to: "", zone: "" };

// A time that goes along is named even where it is the usual one: the page after the next is to show it, too.
const OF_DAYS = { usual: { ...USUAL_SPEND, range: "" }, read: readSpend, write: writeSpend } as const;
const OF_HOURS = { usual: { ...USUAL_SPAN, hours: "" as string }, read: readSpan, write: writeSpan } as const;

/** The pages whose time is kept on the way from one to another. */
const TIMED_PAGES = {
  "/console/spend": OF_DAYS,
  "/console/requests": { usual: ANY_TIME, read: readList, write: writeList },
  "/console/audit": { usual: ANY_TIME, read: readList, write: writeList },
  "/console/refusals": OF_HOURS,
  "/console/models": OF_HOURS,
  "/console/team": OF_DAYS,
  "/console/user": OF_DAYS,
  "/console/organization": OF_DAYS,
  "/console/end-user": OF_DAYS,
  "/console/key": OF_DAYS,
  "/console/model": OF_DAYS,
  "/console/issuer": OF_DAYS,
  "/console/deployment": OF_DAYS,
  "/console/server": OF_DAYS,
  "/console": OF_DAYS,
} as const satisfies Readonly<Record<string, TimedPage>>;

/** Whether a page shows a time that is kept. */
export function isTimed(path: string): path is keyof typeof TIMED_PAGES {
  return Object.hasOwn(TIMED_PAGES, path);
}

/**
 * The address of a page with the time of another: `/console/requests?time=6` for one that follows seven days of spend.
 * `path` may have a query, and `place` is the path and the query of that other page. Without a time that both can show,
 * the address has none.
 */
export function addressWithTime(path: string, place: string, clock: Clock): string {
  const [shown = "", query = ""] = place.split("?");
  const [target = "", own = ""] = path.split("?");
  if (target === shown || !isTimed(target) || !isTimed(shown)) return path;
  const period = TIMED_PAGES[shown].read(new URLSearchParams(query), clock);
  const to: TimedPage = TIMED_PAGES[target];
  const parameters = period && to.write(period, clock);
  // An address that names a time shows that one.
  const names = [...new URLSearchParams(own).keys()];
  if (parameters === undefined || names.some((name) => Object.hasOwn(to.usual, name))) return path;
  const time = addressOf(parameters, to.usual);
  return path + (own === "" ? time : time.replace("?", "&"));
}

function readSpend(parameters: URLSearchParams, { now, preferred }: Clock): Period | undefined {
  const { range, ...days } = viewFrom(parameters, OF_DAYS.usual);
  if (range === "" && days.zone === "") return undefined;
  const address = { ...days, range: range || USUAL_RANGE };
  const zone = askedZone(address.zone, address.range === "between", preferred);
  const { start_date: first, end_date: last } = daysOfAddress(address, now, zone);
  const today = dayAt(zone, now);
  return {
    from: startOfDayIn(zone, midnight(first)),
    to: midnight(last) === today ? undefined : startOfDayIn(zone, midnight(last) + DAY_MS),
    zone,
  };
}

function writeSpend({ from, to, zone }: Period, { now, preferred }: Clock): AddressView {
  const days = {
    start_date: formatDay(dayAt(zone, from)),
    end_date: formatDay(dayAt(zone, to === undefined ? now : to - 1)),
  };
  const isNamed = (name: "7" | "30" | "90"): boolean =>
    to === undefined && countDays(namedRange(name, now, zone)) === countDays(days);
  const name = (["7", "30", "90"] as const).find(isNamed);
  return name === undefined
    ? { range: "between", from: days.start_date, to: days.end_date, zone: namedZone(zone, "UTC") }
    : { range: name, from: "", to: "", zone: namedZone(zone, preferred) };
}

function readList(parameters: URLSearchParams, clock: Clock): Period | undefined {
  const address = viewFrom(parameters, ANY_TIME);
  const { time, from: first, to: last } = address;
  const zone = askedZone(address.zone, time === "between", clock.preferred);
  const today = dayAt(zone, clock.now);
  const begin = (day: number): number => startOfDayIn(zone, day);
  if (/^\d{1,4}$/.test(time)) return { from: begin(today - Number(time) * DAY_MS), to: undefined, zone };
  if (time === "month" || time === "to-date") {
    const days = namedRange(time, clock.now, zone);
    const end = time === "month" ? begin(midnight(days.end_date) + DAY_MS) : undefined;
    return { from: begin(midnight(days.start_date)), to: end, zone };
  }
  if (time !== "between") return undefined;
  return betweenOf({ from: first, to: last, zone: address.zone }, clock);
}

/** A time by its ends: days of a zone, or instants, which may be where days of the reader's zone begin. */
function betweenOf(address: { from: string; to: string; zone: string }, { now, zone: own }: Clock): Period | undefined {
  const zone = askedZone(address.zone, true, "UTC");
  const begin = (day: number): number => startOfDayIn(zone, day);
  const firstDay = parseDay(address.from);
  const lastDay = parseDay(address.to);
  const from = firstDay === undefined ? Date.parse(address.from) : begin(firstDay);
  const isOpen = address.to === "" || lastDay === dayAt(zone, now);
  const to = isOpen ? undefined : lastDay === undefined ? Date.parse(address.to) : begin(lastDay + DAY_MS);
  if (![from, to ?? from].every((at) => Math.abs(at) < FURTHEST_MS)) return undefined;
  const isOf = (one: string): boolean => [from, to].every((at) => at === undefined || isMidnight(at, one));
  return { from, to, zone: !isOf(zone) && isOf(own) ? own : zone };
}

function writeList({ from, to, zone }: Period, { now, preferred }: Clock): AddressView {
  const back = String((dayAt(zone, now) - dayAt(zone, from)) / DAY_MS);
  const isWhole = [from, to].every((at) => at === undefined || isMidnight(at, zone));
  // The spans that the page offers by name.
  if (to === undefined && isWhole && ["0", "6", "29", "89"].includes(back))
    return { time: back, from: "", to: "", zone: namedZone(zone, preferred) };
  if (isWhole) {
    const last = to === undefined ? "" : formatDay(dayAt(zone, to - 1));
    return { time: "between", from: formatDay(dayAt(zone, from)), to: last, zone: namedZone(zone, "UTC") };
  }
  const begin = isoTime(Math.floor(from / MINUTE_MS) * MINUTE_MS);
  return { time: "between", from: begin, to: to === undefined ? "" : isoTime(to), zone: "" };
}

/** The spans of *Refusals* in hours. Those of whole days stand for as many days, today included. */
const HOURS: ReadonlyMap<string, (now: number) => number> = new Map([
  ["1", (now) => now - HOUR_MS],
  ["24", (now) => now - DAY_MS],
  ["168", (now) => dayAt("UTC", now) - 6 * DAY_MS],
  ["720", (now) => dayAt("UTC", now) - 29 * DAY_MS],
]);

function readSpan(parameters: URLSearchParams, clock: Clock): Period | undefined {
  const { hours, from, to, zone } = viewFrom(parameters, OF_HOURS.usual);
  if (hours === "between") return betweenOf({ from, to, zone }, clock);
  const span = HOURS.get(hours);
  return span && { from: span(clock.now), to: undefined, zone: "UTC" };
}

/** The shortest span up to now that covers the time; of one that ended, or began before all spans, its days. */
function writeSpan(period: Period, clock: Clock): AddressView {
  const { from, to } = period;
  const hours = [...HOURS.keys()].find((span) => clock.now - Number(span) * HOUR_MS <= from);
  if (hours !== undefined && (to === undefined || to >= clock.now)) return { ...USUAL_SPAN, hours };
  const { time: _, ...days } = writeList(period, clock);
  // *Refusals* and *Models* have no other names for days than those of hours.
  const first = days["from"] || formatDay(dayAt(period.zone, from));
  return { hours: "between", ...days, from: first, zone: namedZone(period.zone, "UTC") };
}

/** A zone as an address has it: empty where the page shows it anyway. */
function namedZone(zone: string, usual: string): string {
  return zone === usual ? "" : zone;
}

/** Whether a day begins at an instant in a zone. */
function isMidnight(at: number, zone: string): boolean {
  return startOfDayIn(zone, dayAt(zone, at)) === at;
}
