/** Reads of the management API, which are held while the console's session is being ended. */
interface Reads {
  /** Aborted when they are held. */
  readonly signal: AbortSignal;
  /** When they may go on. */
  readonly resumed: Promise<void>;
}

let stop = new AbortController();
let resume: () => void = () => {};
let reads = freeReads();

function freeReads(): Reads {
  stop = new AbortController();
  return { signal: stop.signal, resumed: new Promise((resolve) => (resume = resolve)) };
}

/** The reads of this page at present. */
export function currentReads(): Reads {
  return reads;
}

/**
 * Stops the reads in flight and holds those to come: without a session each would be refused. Returns what lets them
 * go on, in case the session does not end.
 */
export function holdReads(): () => void {
  stop.abort();
  return () => {
    const goOn = resume;
    reads = freeReads();
    goOn();
  };
}
