/**
 * How several processes keep to one budget without asking one another at each call: each takes a share of what is left,
 * and lets calls in against its share alone. What is booked and all shares together are never more than the limit.
 * Amounts are nano-dollars.
 */
export interface ShareDemand {
  readonly maximum: bigint;
  /** What is used, by calls in flight and by those that are not booked yet. */
  readonly used: bigint;
  /** What may be used until the share is exchanged: it cannot become less. */
  readonly floor: bigint;
  /** What each of the calls may cost that wait to be let in. */
  readonly waiting: readonly bigint[];
  /** For calls that may come soon. */
  readonly ahead: bigint;
}

/** What the others say, at the moment of the exchange. */
export interface ShareSupply {
  readonly booked: bigint;
  /** The shares of other processes. */
  readonly others: bigint;
  /** What of their calls waits in vain. */
  readonly wantedElsewhere: bigint;
}

export interface Share {
  readonly amount: bigint;
  /** How much of it no call needs: others may have it soon, if they want it. */
  readonly idle: bigint;
  /** Of calls that wait, what did not fit. */
  readonly wanted: bigint;
}

/** Of what would be left, one process takes no more than this part ahead of its calls. */
const PART_AHEAD = 4n;

/** What may be taken ahead of the calls where so much is left beyond them; nothing as long as others want it. */
export function spareOf(left: bigint, ahead: bigint, wantedElsewhere: bigint): bigint {
  return wantedElsewhere > 0n || left <= 0n ? 0n : smaller(ahead, left / PART_AHEAD);
}

/** Divides: calls that wait are let in whole as long as there is room for them, in their order. */
export function decideShare(
  { maximum, used, floor, waiting, ahead }: ShareDemand,
  { booked, others, wantedElsewhere }: ShareSupply,
): Share {
  const room = maximum - booked - others;
  let needed = used;
  let wanted = 0n;
  for (const cost of waiting) {
    if (needed + cost <= room) needed += cost;
    else wanted += cost;
  }
  const spare = wanted > 0n ? 0n : spareOf(room - needed, ahead, wantedElsewhere);
  const amount = larger(floor, needed + spare);
  return { amount, idle: amount - needed, wanted };
}

export function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

export function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
