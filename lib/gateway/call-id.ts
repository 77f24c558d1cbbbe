let millisecond = Number.NaN;
let prefix = "";

/**
 * A new name for a call: a UUID of version 7 (RFC 9562, 5.7), which begins with the time. Names in the order of time
 * are written to the end of the database's index; random ones touch all of it. `at`: milliseconds since the epoch; `random`: a
 * UUID of version 4.
 */
export function callId(at: number, random: string): string {
  if (at !== millisecond) {
    const hex = at.toString(16).padStart(12, "0");
    prefix = `call_${hex.slice(0, 8)}-${hex.slice(8)}-7`;
    millisecond = at;
  }
  return prefix + random.slice(15);
}
