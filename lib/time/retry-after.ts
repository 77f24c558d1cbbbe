type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads `Retry-After` in milliseconds (RFC 9110 §10.2.3: seconds or a date), or `retry-after-ms`, which Azure and
 * OpenAI send. `now`: milliseconds since the epoch.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const exact = positive(headers["retry-after-ms"]);
  if (exact !== undefined) return exact;
  const text = headers["retry-after"];
  const seconds = positive(text);
  if (seconds !== undefined) return seconds * 1_000;
  const date = typeof text === "string" && /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function positive(text: Headers[string]): number | undefined {
  return typeof text === "string" && /^\s*\d{1,15}(\.\d{1,6})?\s*$/.test(text) ? Number(text) : undefined;
}
