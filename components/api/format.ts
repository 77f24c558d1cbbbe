const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const whole = new Intl.NumberFormat("en-US");
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** Dollars to the cent, and below a dollar to two significant digits: $12.30, $0.0042, $0, -$0.71, <$0.000001. */
export function formatDollars(dollars: number): string {
  if (dollars < 0) return `-${formatDollars(-dollars)}`;
  if (dollars === 0) return "$0";
  if (dollars >= 1) return money.format(dollars);
  if (dollars < 0.000001) return "<$0.000001";
  const digits = Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(dollars))));
  return `$${dollars.toFixed(digits)}`;
}

/** How many digits amounts have behind the point, at most: 5 for `$0.00094`, 0 for `$0`. */
export function fractionDigits(...amounts: readonly string[]): number {
  return Math.max(0, ...amounts.map((amount) => /\.(\d+)$/.exec(amount)?.[1]?.length ?? 0));
}

/** Dollars on an axis: from $10 on with at most one digit behind the point, thousands as K: $135, $1.2K, $0.50. */
export function formatAxisDollars(dollars: number): string {
  return Math.abs(dollars) >= 10 ? `$${short.format(dollars)}` : formatDollars(dollars);
}

export function formatCount(count: number): string {
  return whole.format(count);
}

/** A count from 10,000 on in short, such as 1.2M; below in full. */
export function formatCompact(count: number): string {
  return Math.abs(count) < 10_000 ? whole.format(count) : short.format(count);
}

/** A share from 0 to 1 as 98.4%. Only exactly 1 is 100%, and only exactly 0 is 0%. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  if (percent === 0 || percent === 100) return `${percent}%`;
  return `${Math.min(99.9, Math.max(0.1, percent)).toFixed(1).replace(/\.0$/, "")}%`;
}

/** Milliseconds as 340 ms or 2.4 s. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** How long before `now` an ISO time was: "3 min ago", and the date beyond a week. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  if (seconds < 45) return "just now";
  if (seconds < 3600) return `${Math.max(1, Math.floor(seconds / 60))} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  return iso.slice(0, 10);
}

/** How long after `now` an ISO time is: "in 3 h", and the date beyond a week. */
export function formatUntil(iso: string, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  if (seconds < 60) return "in a moment";
  // A session of eight hours that has just begun does not end in seven.
  if (seconds < 7 * 86_400) return `in ${formatAge(seconds + 59)}`;
  return `on ${iso.slice(0, 10)}`;
}

/** An age in seconds in its largest whole unit: 40 s, 12 min, 5 h, 3 d. */
export function formatAge(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** An ISO time in the reader's zone, to the second. The zone is named, as days of spend and budgets are UTC days. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())} ${formatZone(-date.getTimezoneOffset())}`;
}

/** An ISO time in the reader's zone, for a column: `Nov 5 14:05:09`, and `2025 Nov 5 14:05:09` of other years. */
export function formatMoment(iso: string, now: number): string {
  const exact = formatTime(iso);
  const year = exact.slice(0, 4) === String(new Date(now).getFullYear()) ? "" : `${exact.slice(0, 4)} `;
  return `${year}${formatDay(exact)} ${exact.slice(11, 19)}`;
}

/** An offset from UTC in minutes as UTC, UTC+2 or UTC−3:30. */
export function formatZone(minutes: number): string {
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** YYYY-MM-DD as Nov 5. */
export function formatDay(day: string): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1] ?? ""} ${Number(day.slice(8, 10))}`;
}

/** The UTC day `back` days before `now`, as YYYY-MM-DD; spend is booked by UTC day. */
export function utcDay(now: number, back = 0): string {
  return new Date(now - back * 86_400_000).toISOString().slice(0, 10);
}
