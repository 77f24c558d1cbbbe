/**
 * What a process asks of a budget. Shares let several processes keep to one budget without asking one another at each
 * call: each takes a share of what is left and lets calls in against its own share only. The booked sum and all shares
 * together never exceed the limit. Amounts are nano-dollars.
 */
export interface ShareDemand {
  readonly maximum: bigint;
  /** Held by calls in flight, or spent by calls that are not booked yet. */
  readonly used: bigint;
  /** What may be used until the exchange, so the share cannot become less than this. */
  readonly floor: bigint;
  /** The cost of each call that waits to be admitted. */
  readonly waiting: readonly bigint[];
  /** For calls that are expected soon. */
  readonly ahead: bigint;
}

/** The figures of the other processes at the moment of the exchange. */
export interface ShareSupply {
  readonly booked: bigint;
  /** The shares of other processes. */
  readonly others: bigint;
  /** What they lack for calls that are waiting. */
  readonly wantedElsewhere: bigint;
}

export interface Share {
  readonly amount: bigint;
  /** The part of it that no call needs yet: other processes may get it soon if they want it. */
  readonly idle: bigint;
  /** The cost of the waiting calls that did not fit. */
  readonly wanted: bigint;
}

/** A process takes at most a quarter of what is left ahead of its calls. */
const PART_AHEAD = 4n;

/**
 * What a process may take ahead of its calls. `left`: what is left of the budget beyond them. Nothing while other
 * processes lack budget for waiting calls.
 */
export function spareOf(left: bigint, ahead: bigint, wantedElsewhere: bigint): bigint {
  return wantedElsewhere > 0n || left <= 0n ? 0n : smaller(ahead, left / PART_AHEAD);
}

/** Divides what is left: waiting calls get their whole cost, in their order, as long as there is room. */
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
