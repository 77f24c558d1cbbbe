let millisecond = Number.NaN;
let prefix = "";
let tail = "";
let count = 0;

/** Up to 4,096 ids of one millisecond share their random part and differ in the twelve bits before it. */
const HEX = Array.from({ length: 4096 }, (_, value) => value.toString(16).padStart(3, "0"));

/**
 * A new id for a call: a UUID of version 7 (RFC 9562, 5.7), which begins with the time, so that the database appends to
 * the end of its index; random ids would touch all of it. Ids of one millisecond are counted (6.2, method 1).
 * `at`: milliseconds since the epoch; `random`: makes a UUID of version 4.
 */
export function callId(at: number, random: () => string): string {
  if (at !== millisecond || count === HEX.length) {
    const hex = at.toString(16).padStart(12, "0");
    prefix = `call_${hex.slice(0, 8)}-${hex.slice(8)}-7`;
    tail = random().slice(18);
    millisecond = at;
    count = 0;
  }
  return prefix + HEX[count++] + tail;
}
