import { afterEvent, feedState, isRenewalDue, NOT_CONNECTED, type FeedState, type HearingEvent } from "./feed-hearing";
import { DEADLINE_MS, type FeedProof } from "./feed-proof";

/**
 * How long a connection that hears waits for a heartbeat before it sends one: its deafness may go unnoticed for that
 * long. A random part makes one process send for all, or a few.
 */
const PROOF_INTERVAL_MS = 2_000;
const RANDOM_INTERVAL_MS = 1_000;
/** How soon a notice is sent again that the database did not take. */
const UNSENT_PAUSE_MS = 500;
/** How often settings and prices are read while the feed does not hear. */
const REREAD_INTERVAL_MS = 1_000;

export interface FeedWatch {
  /** No later than when the last notice was sent that was heard, in milliseconds since the epoch. */
  readonly provenAt: number;
  /** Call it when a heartbeat of another process has arrived. */
  heardOthers(): void;
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
  let isProving = false;
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

  function proveLater(): void {
    proveIn(PROOF_INTERVAL_MS + Math.random() * RANDOM_INTERVAL_MS);
  }

  async function prove(): Promise<void> {
    const asked = connection;
    const sentAt = now();
    isProving = true;
    const outcome = await proof.prove();
    isProving = false;
    if (closed || asked !== connection || !hearing.isUp) return;
    if (outcome === "heard") provenAt = sentAt;
    if (outcome === "unsent") verdict();
    else turn(outcome);
    if (outcome === "unheard" && isRenewalDue(hearing)) renew();
    else if (feedState(hearing) === "connected") proveLater();
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
    heardOthers() {
      // Only its own notices prove that a new or deaf connection hears.
      if (closed || feedState(hearing) !== "connected") return;
      // Its sender waits for so long at most before it takes the notice for one that does not arrive.
      provenAt = Math.max(provenAt, now() - 2 * DEADLINE_MS);
      if (!isProving) proveLater();
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
