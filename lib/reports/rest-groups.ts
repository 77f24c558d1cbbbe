import type { SpendGroup } from "@/lib/store/spend/group-statement";

/** What the groups of a rest are told apart by. */
const KEYS = ["day", "hour", "model", "provider"] as const;
/** The same if the groups are told apart by time alone. */
export const TIMES = ["day", "hour"] as const;
const COUNTS = ["calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls"] as const;

/**
 * What groups by payer leave of all calls: the calls without such a payer, by the other dimensions of `whole`. Amounts
 * are exact. A call that is charged to two organisations is in two groups, so a rest may be too small, but never below
 * nothing.
 */
export function restGroups(
  whole: readonly SpendGroup[],
  grouped: readonly SpendGroup[],
  keys: readonly (typeof KEYS)[number][] = KEYS,
): SpendGroup[] {
  const keyOf = (group: SpendGroup): string => keyOfGroup(group, keys);
  const rests = new Map(whole.map((group) => [keyOf(group), { group: { ...group }, nanos: nanosOf(group.spend) }]));
  for (const part of grouped) {
    const rest = rests.get(keyOf(part));
    if (!rest) continue;
    rest.nanos -= nanosOf(part.spend);
    for (const name of COUNTS) rest.group[name] = Math.max(0, rest.group[name] - part[name]);
  }
  return [...rests.values()]
    .filter(({ group }) => group.calls > 0)
    .map(({ group: { entity: _whole, ...group }, nanos }) => ({ ...group, spend: decimalOf(nanos > 0n ? nanos : 0n) }));
}

/** What groups are told apart by, as one string. No value holds a NUL character. */
function keyOfGroup(group: SpendGroup, keys: readonly (typeof KEYS)[number][]): string {
  let key = "";
  for (const name of keys) key += `${group[name] ?? ""}\0`;
  return key;
}

/** A decimal number of dollars as whole nano-dollars. */
function nanosOf(dollars: string): bigint {
  const [whole = "0", fraction = ""] = dollars.split(".");
  return BigInt(whole + fraction.slice(0, 9).padEnd(9, "0"));
}

function decimalOf(nanos: bigint): string {
  const digits = String(nanos).padStart(10, "0");
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
