/** The size of the batches for a receiver that has refused some as too large. */
export interface BatchShare {
  /** How often the usual size is halved. */
  readonly halvings: number;
  /** How many batches in a row have arrived at this size. */
  readonly arrived: number;
}

export const WHOLE_SHARE: BatchShare = { halvings: 0, arrived: 0 };

/** How many batches must arrive before a larger one is tried. A receiver whose limit stays then refuses few of them. */
export const ARRIVED_BEFORE_GROWTH = 50;

/** The share after the receiver has found a batch too large. */
export function smallerShare({ halvings }: BatchShare): BatchShare {
  return { halvings: halvings + 1, arrived: 0 };
}

/** The share after a batch has arrived. It grows back in time, so a raised limit is noticed without a restart. */
export function shareAfterArrival(share: BatchShare): BatchShare {
  const { halvings, arrived } = share;
  if (halvings === 0) return share;
  return arrived + 1 < ARRIVED_BEFORE_GROWTH
    ? { halvings, arrived: arrived + 1 }
    : { halvings: halvings - 1, arrived: 0 };
}
