import { afterEvent, feedState, isRenewalDue, NOT_CONNECTED, type FeedState, type HearingEvent } from "./feed-hearing";
import type { FeedProof } from "./feed-proof";

/** How often a connection that hears is proven again: its deafness may go unnoticed for that long. */
const PROOF_INTERVAL_MS = 2_000;
/** How soon a notice is sent again that the database did not take. */
const UNSENT_PAUSE_MS = 500;
/** How often settings and prices are read while the feed does not hear. */
const REREAD_INTERVAL_MS = 1_000;

export interface FeedWatch {
  /** When the last notice was sent that was heard, in milliseconds since the epoch. */
  readonly provenAt: number;
  /** Call it when the listening connection has been made. Proving begins at once. */
  made(): void;
  lost(): void;
  /** Resolves once the connection is known to hear or to be deaf, or cannot be proven now. */
  firstVerdict(): Promise<void>;
  close(): void;
}

interface FeedWatchOptions {
  readonly proof: FeedProof;
  readonly now: () => number;
  readonly onState: (state: FeedState) => void;
  /** Makes the listening connection again. */
  readonly renew: () => void;
  /** Reads what the feed would otherwise announce. Called about every second while the feed does not hear. */
  readonly reread: () => Promise<void>;
}

/**
 * Proves again and again that the listening connection hears of changes. While it does not, what it would announce is
 * read about every second.
 */
export function createFeedWatch({ proof, now, onState, renew, reread }: FeedWatchOptions): FeedWatch {
  let hearing = NOT_CONNECTED;
  /** Numbers the connections: a notice sent to one proves nothing about the next. */
  let connection = 0;
  let provenAt = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let isRereading = false;
  let verdict: () => void = () => {};
  const verdictReached = new Promise<void>((resolve) => (verdict = resolve));

  function turn(event: HearingEvent): void {
    const before = feedState(hearing);
    hearing = afterEvent(hearing, event);
    const state = feedState(hearing);
    if (state !== before) onState(state);
    if (state !== "disconnected") verdict();
  }

  function proveIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void prove(), milliseconds);
  }

  async function prove(): Promise<void> {
    const asked = connection;
    const sentAt = now();
    const outcome = await proof.prove();
    if (closed || asked !== connection || !hearing.isUp) return;
    if (outcome === "heard") provenAt = sentAt;
    if (outcome === "unsent") verdict();
    else turn(outcome);
    if (outcome === "unheard" && isRenewalDue(hearing)) renew();
    else if (feedState(hearing) === "connected") proveIn(PROOF_INTERVAL_MS);
    else proveIn({ heard: 0, unsent: UNSENT_PAUSE_MS, unheard: PROOF_INTERVAL_MS }[outcome]);
  }

  const rereading = setInterval(() => {
    if (isRereading || feedState(hearing) === "connected") return;
    isRereading = true;
    void reread().finally(() => (isRereading = false));
  }, REREAD_INTERVAL_MS);

  return {
    get provenAt() {
      return provenAt;
    },
    made() {
      connection++;
      turn("made");
      proveIn(0);
    },
    lost() {
      connection++;
      clearTimeout(timer);
      turn("lost");
    },
    firstVerdict: () => (hearing.isUp ? verdictReached : Promise.resolve()),
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(rereading);
    },
  };
}
