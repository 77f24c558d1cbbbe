/** What every run writes differently, and what a page shows of it. `$` stands for the order in which ids were seen. */
const CHANGING: readonly (readonly [found: RegExp, shown: string])[] = [
  [/\bv1\.[\da-f]{8}\.[\w-]{40,}/g, "v1.5ac1d.sealed"],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, "0198c0de-0000-7000-8000-00000000000$"],
  [new RegExp(String.raw`[\w.-]+-${process.pid}-[\da-f]{6}\b`, "g"), "gateway-1"],
  [/\d{8}T\d{9}Z-\d+-[\da-f]+/g, "20260302T090000000Z-1-5ac1d"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?Z/g, "2026-03-02T09:00:00.000Z"],
  [/\d{4}-\d\d-\d\d(?!T|\d)/g, "2026-03-02"],
  [/_[\da-f]{16,64}\b/g, "_5ac1d$"],
  [/(?<![\w-])[\da-f]{16,64}\b/g, "5ac1d$"],
  [/\bsk-\.\.\.\w{4}/g, "sk-...6mQx"],
  [/\bsk-[\w-]{12,}/g, "sk-example"],
  [/\bwhsec_[\w+/=]{20,}/g, "whsec_example"],
  [/^"[\w-]{16,}"$/g, '"5ac1d"'],
  [/^WyJ[\w-]{20,}$/g, "WyJhdWRpdCJd"],
  [/127\.0\.0\.1%3A\d+/g, "127.0.0.1%3A4000"],
  [/http:\/\/127\.0\.0\.1:\d+/g, "https://llm.example.com"],
  [/[A-Za-z\d+/]{60,}={0,2}/g, "iVBORw0KGgo…"],
  [/(_ms":)[\d.]+/g, "$142"],
];

/** The names of what is measured. */
const MEASURED =
  /(?:_ms|bytes|_mib|_seconds|created|created_at|issued_at|expires|uptime|lag|pid|port|_age|latency|quantile|connections)$/;

/** Whether `created` counts what was created, and is not a time in seconds. */
function isCount(name: string, value: number): boolean {
  return name === "created" && value < 1_000_000;
}

const LONGEST = 160;
const MOST_MEMBERS = 30;

/**
 * An answer as a page shows it, the same each time: ids by their order, one time for all times, one figure for all
 * that is measured, and of each list its first item.
 */
export class Settled {
  readonly #ids = new Map<string, number>();

  of(value: unknown, name = ""): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return MEASURED.test(name) && !isCount(name, value) ? 42 : value;
    if (Array.isArray(value)) return value.slice(0, typeof value[0] === "object" ? 1 : 4).map((item) => this.of(item));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value);
    const shown = members.slice(0, MOST_MEMBERS).map(([key, item]) => [this.text(key), this.of(item, key)] as const);
    const left = members.length - shown.length;
    return Object.fromEntries(left > 0 ? [...shown, ["…", `${left} more`]] : shown);
  }

  text(text: string): string {
    let settled = text;
    for (const [found, shown] of CHANGING)
      settled = settled.replace(found, (id, group?: unknown) =>
        shown.replace("$1", typeof group === "string" ? group : "$").replace("$", () => this.#order(id)),
      );
    return settled.length > LONGEST ? `${settled.slice(0, LONGEST)}…` : settled;
  }

  #order(id: string): string {
    const order = this.#ids.get(id) ?? this.#ids.size + 1;
    this.#ids.set(id, order);
    return String(order);
  }
}
