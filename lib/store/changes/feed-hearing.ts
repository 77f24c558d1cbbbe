/** Whether a node hears of changes. `deaf`: its connection is up, but what is sent to it does not arrive. */
export type FeedState = "connected" | "deaf" | "disconnected";

/** What is known about the connection that listens. */
export interface Hearing {
  readonly isUp: boolean;
  /** How many notices to itself arrived in a row, since the connection was made or the last one that did not arrive. */
  readonly heard: number;
  readonly unheard: number;
  readonly isDeaf: boolean;
}

/** What happened: the connection was made or lost, or a notice to itself arrived or did not. */
export type HearingEvent = "made" | "lost" | "heard" | "unheard";

/**
 * How many notices must arrive in a row. One may arrive by luck, when a pooler lends the sender the very connection
 * that listens.
 */
const PROOFS = 3;
/** After this many more unheard notices, a deaf connection is made again. */
const RENEWED_AFTER = 15;

export const NOT_CONNECTED: Hearing = { isUp: false, heard: 0, unheard: 0, isDeaf: false };

/** The state after an event. A deaf node stays deaf until enough notices have arrived. */
export function afterEvent(hearing: Hearing, event: HearingEvent): Hearing {
  switch (event) {
    case "made":
      return { ...hearing, isUp: true, heard: 0 };
    case "lost":
      return { ...hearing, isUp: false, heard: 0 };
    case "heard": {
      const heard = hearing.heard + 1;
      return heard < PROOFS ? { ...hearing, heard } : { ...hearing, heard, unheard: 0, isDeaf: false };
    }
    case "unheard":
      return { ...hearing, heard: 0, unheard: hearing.unheard + 1, isDeaf: true };
  }
}

/** A connection counts as connected only once enough notices have arrived. */
export function feedState({ isUp, heard, isDeaf }: Hearing): FeedState {
  if (!isUp) return "disconnected";
  if (heard >= PROOFS) return "connected";
  return isDeaf ? "deaf" : "disconnected";
}

/**
 * Whether to make the connection again after an unheard notice. That is so after the first, because the connection may
 * lead to a server that is no longer in use, and after every 15th from then on.
 */
export function isRenewalDue({ isUp, unheard }: Hearing): boolean {
  return isUp && unheard % RENEWED_AFTER === 1;
}
